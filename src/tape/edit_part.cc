#include "tape/edit_part.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "base/glob.h"
#include "base/text.h"
#include "tape/channels.h"

namespace reprise::tape {
namespace {

__extension__ using Int128 = __int128;

constexpr uint64_t kMaxTime = std::numeric_limits<uint64_t>::max();
constexpr std::string_view kAnchorSchema = "reprise.ClockAnchor";

std::string ShowTime(uint64_t time) {
  if (time > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return fmt::format("{}ns", time);
  }
  return FormatDuration(static_cast<int64_t>(time));
}

std::string SchemaName(const TapeReader& tape, const Channel& channel) {
  const auto schema = tape.schemas().find(channel.schema_id);
  return schema == tape.schemas().end() ? "" : schema->second.name;
}

bool HasMessages(const EditPart& part) {
  return part.tape->statistics().message_count > 0;
}

// First and last log_time of all parts, on the time line that they share.
struct Span {
  uint64_t start = 0;
  uint64_t end = 0;
};

std::optional<Span> SpanOf(const std::vector<EditPart>& parts) {
  std::optional<Span> span;
  for (const EditPart& part : parts) {
    if (!HasMessages(part)) continue;
    const Statistics& statistics = part.tape->statistics();
    bool clamped = false;
    const Span here{
        MoveTime(statistics.message_start_time, part.moved, &clamped),
        MoveTime(statistics.message_end_time, part.moved, &clamped)};
    if (!span) span = here;
    span->start = std::min(span->start, here.start);
    span->end = std::max(span->end, here.end);
  }
  return span;
}

// Moves each part behind the one before it.
Status PlaceParts(const EditPlan& plan, std::vector<EditPart>* parts) {
  std::optional<Int128> end;  // of what is placed
  for (EditPart& part : *parts) {
    if (!HasMessages(part)) continue;
    const Statistics& statistics = part.tape->statistics();
    Int128 moved = 0;
    if (end) moved = *end + plan.gap - statistics.message_start_time;
    const Int128 last = moved + statistics.message_end_time;
    if (last > Int128{kMaxTime} ||
        moved > std::numeric_limits<int64_t>::max() ||
        moved < std::numeric_limits<int64_t>::min()) {
      return Fail(ErrorKind::kInvalidArgument,
                  "{} cannot be put behind the tape before it: its times "
                  "would not fit into 64 bits; make the gap smaller or cut "
                  "what has impossible times",
                  part.tape->path());
    }
    part.moved = static_cast<int64_t>(moved);
    end = last;
  }
  return {};
}

Status CutParts(const EditPlan& plan, std::vector<EditPart>* parts) {
  if (plan.cut.empty()) {
    for (EditPart& part : *parts) part.ranges = {TimeRange{}};
    return {};
  }
  const std::optional<Span> span = SpanOf(*parts);
  if (!span) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} has no messages, so there is nothing to cut",
                parts->front().tape->path());
  }
  bool overlaps = false;
  for (const TimeRange& range : plan.cut) {
    const Int128 base = plan.cut_from_start ? span->start : 0;
    const Int128 from = base + range.from;
    const Int128 to = base + range.to;
    const bool open = range.to == kEndOfTape || to > Int128{kMaxTime};
    if (from > Int128{kMaxTime}) continue;
    overlaps |= from <= span->end && (open || to > span->start);
    for (EditPart& part : *parts) {
      const Int128 own_from = from - part.moved;
      const Int128 own_to = to - part.moved;
      if (!open && own_to <= 0) continue;
      if (own_from > Int128{kMaxTime}) continue;
      part.ranges.push_back(
          {own_from <= 0 ? 0 : static_cast<uint64_t>(own_from),
           open || own_to > Int128{kMaxTime} ? kEndOfTape
                                             : static_cast<uint64_t>(own_to)});
    }
  }
  if (!overlaps) {
    return Fail(ErrorKind::kInvalidArgument,
                "nothing is left: the cut lies outside of the tape, which has "
                "messages from {}",
                DescribeTimes(*parts, plan.cut_from_start));
  }
  return {};
}

Status ShiftParts(const EditPlan& plan, std::vector<EditPart>* parts) {
  const std::optional<Span> whole = SpanOf(*parts);
  for (EditPart& part : *parts) {
    const Int128 shift = Int128{part.moved} + plan.shift;
    if (shift > std::numeric_limits<int64_t>::max() ||
        shift < std::numeric_limits<int64_t>::min()) {
      return Fail(ErrorKind::kInvalidArgument, "a shift of {} is too long",
                  FormatDuration(plan.shift));
    }
    part.shift = static_cast<int64_t>(shift);
  }
  if (!whole || plan.shift == 0) return {};
  // What is cut away may not hinder a shift.
  Span left = *whole;
  if (!plan.cut.empty()) {
    const Int128 base = plan.cut_from_start ? whole->start : 0;
    const Int128 from = base + plan.cut.front().from;
    const Int128 to = base + plan.cut.back().to;
    if (from > left.start) left.start = static_cast<uint64_t>(from);
    if (to < left.end) left.end = static_cast<uint64_t>(to);
  }
  if (plan.shift < 0 && left.start < uint64_t{0} - uint64_t(plan.shift)) {
    return Fail(ErrorKind::kInvalidArgument,
                "a shift of {} would move the first message, at log_time {}, "
                "below zero; the least that is possible is -{}",
                FormatDuration(plan.shift), ShowTime(left.start),
                ShowTime(left.start));
  }
  if (plan.shift > 0 && kMaxTime - left.end < uint64_t(plan.shift)) {
    return Fail(ErrorKind::kInvalidArgument,
                "a shift of {} would move the last message, at log_time {}, "
                "above what 64 bits hold",
                FormatDuration(plan.shift), ShowTime(left.end));
  }
  return {};
}

// A glob of the plan, and whether it was of any use.
struct Pattern {
  Glob glob;
  bool matched = false;
};

Result<std::vector<Pattern>> ParsePatterns(
    const std::vector<std::string>& globs) {
  std::vector<Pattern> patterns;
  for (const std::string& text : globs) {
    ASSIGN_OR_RETURN(Glob glob, Glob::Parse(text));
    patterns.push_back({std::move(glob)});
  }
  return patterns;
}

// Asks all of them, so that each learns that it is of use.
bool MatchesAny(std::string_view topic, std::vector<Pattern>* patterns) {
  bool any = false;
  for (Pattern& pattern : *patterns) {
    if (!pattern.glob.Matches(topic)) continue;
    pattern.matched = true;
    any = true;
  }
  return any;
}

std::string ListTopics(const std::vector<EditPart>& parts) {
  std::set<std::string> topics;
  for (const EditPart& part : parts) {
    for (const auto& [id, channel] : part.tape->channels()) {
      topics.insert(EscapeForTerminal(channel.topic));
    }
  }
  return fmt::format("{}", fmt::join(topics, ", "));
}

void WarnOfUseless(const std::vector<Pattern>& patterns, std::string_view what,
                   EditReport* report) {
  for (const Pattern& pattern : patterns) {
    if (pattern.matched) continue;
    report->warnings.push_back(
        fmt::format("there is no topic {} to {}",
                    EscapeForTerminal(pattern.glob.pattern()), what));
  }
}

Status ChooseChannels(const EditPlan& plan, std::vector<EditPart>* parts,
                      EditReport* report) {
  ASSIGN_OR_RETURN(std::vector<Pattern> keep, ParsePatterns(plan.keep));
  ASSIGN_OR_RETURN(std::vector<Pattern> drop, ParsePatterns(plan.drop));
  bool any = false;
  bool asked = false;
  for (EditPart& part : *parts) {
    for (const auto& [id, channel] : part.tape->channels()) {
      any = true;
      const bool wanted = keep.empty() || MatchesAny(channel.topic, &keep);
      const bool unwanted = MatchesAny(channel.topic, &drop);
      const bool implied = !wanted && IsAnchorChannel(*part.tape, channel);
      if (unwanted || (!wanted && !implied)) {
        report->channels_dropped++;
        continue;
      }
      part.topics[id] = channel.topic;
      if (implied) part.implied.insert(id);
      asked |= wanted;
    }
  }
  if (any && !asked) {
    return Fail(ErrorKind::kInvalidArgument,
                "nothing is left: no topic stays; there are {}",
                ListTopics(*parts));
  }
  WarnOfUseless(keep, "keep", report);
  WarnOfUseless(drop, "drop", report);
  return {};
}

// What the messages on `topic` are, or nothing if no part has it.
std::optional<std::string> MessagesOn(const std::string& topic,
                                      const std::vector<EditPart>& parts) {
  for (const EditPart& part : parts) {
    for (const auto& [id, name] : part.topics) {
      const Channel& channel = part.tape->channels().at(id);
      if (channel.topic == topic) return SchemaName(*part.tape, channel);
    }
  }
  return std::nullopt;
}

Status CheckRename(const TopicRename& rename, const EditPlan& plan,
                   const std::vector<EditPart>& parts) {
  const std::optional<std::string> messages = MessagesOn(rename.from, parts);
  if (!messages) {
    return Fail(ErrorKind::kInvalidArgument,
                "there is no topic {} to rename; there are {}",
                EscapeForTerminal(rename.from), ListTopics(parts));
  }
  const bool moves_away = std::ranges::any_of(
      plan.renames,
      [&rename](const TopicRename& other) { return other.from == rename.to; });
  std::string expected;
  if (const ChannelType* type = FindChannel(rename.to)) {
    expected = type->message;
  } else if (!moves_away) {
    expected = MessagesOn(rename.to, parts).value_or("");
  }
  if (!expected.empty() && expected != *messages) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} cannot be renamed to {}: it has messages of type {}, and "
                "there everybody expects {}",
                EscapeForTerminal(rename.from), rename.to,
                messages->empty() ? "unknown" : EscapeForTerminal(*messages),
                EscapeForTerminal(expected));
  }
  return {};
}

Status RenameTopics(const EditPlan& plan, std::vector<EditPart>* parts,
                    EditReport* report) {
  std::map<std::string, std::string> new_name;
  for (const TopicRename& rename : plan.renames) {
    RETURN_IF_ERROR(CheckRename(rename, plan, *parts));
    new_name[rename.from] = rename.to;
  }
  report->topics_renamed = new_name.size();
  for (EditPart& part : *parts) {
    for (auto& [id, topic] : part.topics) {
      const auto found = new_name.find(topic);
      if (found != new_name.end()) topic = found->second;
    }
  }
  return {};
}

}  // namespace

bool IsAnchorChannel(const TapeReader& tape, const Channel& channel) {
  return SchemaName(tape, channel) == kAnchorSchema;
}

uint64_t MoveTime(uint64_t time, int64_t delta, bool* clamped) {
  const Int128 moved = Int128{time} + delta;
  if (moved >= 0 && moved <= Int128{kMaxTime}) {
    return static_cast<uint64_t>(moved);
  }
  *clamped = true;
  return moved < 0 ? 0 : kMaxTime;
}

std::string DescribeTimes(const std::vector<EditPart>& parts, bool from_start) {
  const std::optional<Span> span = SpanOf(parts);
  if (!span) return "none";
  const uint64_t base = from_start ? span->start : 0;
  return fmt::format("{} to {}", ShowTime(span->start - base),
                     ShowTime(span->end - base));
}

Result<std::vector<EditPart>> MakeParts(FileSystem& files, const EditPlan& plan,
                                        EditReport* report) {
  std::vector<EditPart> parts;
  for (const std::string& path : plan.inputs) {
    EditPart part;
    ASSIGN_OR_RETURN(part.tape, TapeReader::Open(files, path));
    parts.push_back(std::move(part));
  }
  RETURN_IF_ERROR(PlaceParts(plan, &parts));
  RETURN_IF_ERROR(CutParts(plan, &parts));
  RETURN_IF_ERROR(ShiftParts(plan, &parts));
  RETURN_IF_ERROR(ChooseChannels(plan, &parts, report));
  RETURN_IF_ERROR(RenameTopics(plan, &parts, report));
  return parts;
}

}  // namespace reprise::tape
