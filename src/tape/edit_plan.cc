#include "tape/edit_plan.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <string_view>

#include "base/text.h"

namespace reprise::tape {
namespace {

// Far above any topic or key that is meant.
constexpr size_t kMaxNameBytes = 1024;

Status CheckTopic(const std::string& topic) {
  const auto refuse = [&topic](std::string_view why) {
    return Fail(ErrorKind::kInvalidArgument,
                "\"{}\" cannot be a topic: {}; a topic is like /input/touch",
                EscapeForTerminal(topic), why);
  };
  if (topic.size() < 2 || topic[0] != '/') {
    return refuse("it has to begin with / and a name");
  }
  if (topic.size() > kMaxNameBytes) return refuse("it is too long");
  if (topic.ends_with('/') || topic.find("//") != std::string::npos) {
    return refuse("a name between two / is empty");
  }
  if (!IsUtf8(topic)) return refuse("it is not UTF-8");
  if (topic.find_first_of("*?[]{}<> \\") != std::string::npos) {
    return refuse("it has a space, a backslash or one of * ? [ ] { } < >");
  }
  if (std::ranges::any_of(topic, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
      })) {
    return refuse("it has a control character");
  }
  return {};
}

std::string InWords(uint64_t time) {
  constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
  return FormatDuration(static_cast<int64_t>(std::min(time, kMost)));
}

Status CheckRanges(const std::vector<TimeRange>& ranges) {
  const TimeRange* before = nullptr;
  for (const TimeRange& range : ranges) {
    if (range.from >= range.to) {
      return Fail(ErrorKind::kInvalidArgument,
                  "the range from {} to {} is empty: its end has to be after "
                  "its begin",
                  InWords(range.from), InWords(range.to));
    }
    if (before != nullptr && range.from < before->to) {
      return Fail(ErrorKind::kInvalidArgument,
                  "the range from {} begins before the one from {} has "
                  "ended: give ranges in order and without overlap",
                  InWords(range.from), InWords(before->from));
    }
    before = &range;
  }
  return {};
}

Status CheckRenames(const std::vector<TopicRename>& renames) {
  std::set<std::string> from;
  for (const TopicRename& rename : renames) {
    RETURN_IF_ERROR(CheckTopic(rename.to));
    if (rename.from == rename.to) {
      return Fail(ErrorKind::kInvalidArgument,
                  "renaming {} to itself changes nothing: leave it out",
                  EscapeForTerminal(rename.from));
    }
    if (!from.insert(rename.from).second) {
      return Fail(ErrorKind::kInvalidArgument,
                  "{} is to be renamed twice: give it one new name",
                  EscapeForTerminal(rename.from));
    }
  }
  return {};
}

Status CheckMetadata(const std::vector<MetadataChange>& changes) {
  for (const MetadataChange& change : changes) {
    if (change.record.empty()) {
      return Fail(ErrorKind::kInvalidArgument,
                  "a metadata record needs a name: give RECORD:KEY");
    }
    if (change.value && change.key.empty()) {
      return Fail(ErrorKind::kInvalidArgument,
                  "a value of the metadata record {} needs a key: give "
                  "RECORD:KEY=VALUE",
                  EscapeForTerminal(change.record));
    }
    if (change.record.size() > kMaxNameBytes ||
        change.key.size() > kMaxNameBytes) {
      return Fail(ErrorKind::kInvalidArgument,
                  "names of metadata records and keys have at most {} bytes",
                  kMaxNameBytes);
    }
    if (!IsUtf8(change.record) || !IsUtf8(change.key) ||
        (change.value && !IsUtf8(*change.value))) {
      return Fail(ErrorKind::kInvalidArgument,
                  "the metadata {}:{} is not UTF-8, which it has to be",
                  EscapeForTerminal(change.record),
                  EscapeForTerminal(change.key));
    }
  }
  return {};
}

}  // namespace

Status CheckPlan(const EditPlan& plan) {
  if (plan.inputs.empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "there is nothing to edit: give at least one tape");
  }
  if (plan.gap > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return Fail(ErrorKind::kInvalidArgument,
                "a gap of {} ns is too long; at most {} ns are possible",
                plan.gap, std::numeric_limits<int64_t>::max());
  }
  RETURN_IF_ERROR(CheckRanges(plan.cut));
  RETURN_IF_ERROR(CheckRenames(plan.renames));
  return CheckMetadata(plan.metadata);
}

std::vector<std::string> EditReport::Sentences() const {
  std::vector<std::string> sentences;
  // "1 link was", "2 links were".
  const auto say = [&sentences](uint64_t count, std::string_view thing,
                                std::string_view rest) {
    if (count == 0) return;
    // "links to ...": the plural goes behind the first word.
    const size_t word = std::min(thing.find(' '), thing.size());
    sentences.push_back(fmt::format(
        "{} {}{}{} {} {}", count, thing.substr(0, word), count == 1 ? "" : "s",
        thing.substr(word), count == 1 ? "was" : "were", rest));
  };
  say(messages_kept, "message", "kept");
  say(messages_dropped, "message", "dropped");
  say(messages_carried, "message",
      "brought to the edge of the cut for what is in it");
  say(messages_rewritten, "message", "rewritten");
  say(links_cleared, "link to removed messages", "cleared");
  say(blobs_moved, "blob", "moved to the first message that is left");
  say(blobs_merged, "blob", "merged with the same one of a tape before");
  say(blobs_missing, "blob", "left without bytes, which could not be read");
  say(times_clamped, "time", "moved less than the others to stay in range");
  say(channels_dropped, "channel", "dropped");
  say(channels_merged, "channel", "merged with the same one of a tape before");
  say(topics_renamed, "topic", "renamed");
  say(attachments_dropped, "attachment", "dropped, as nothing needs it now");
  say(attachments_merged, "attachment",
      "merged with the same one of a tape before");
  say(attachments_renamed, "attachment",
      "renamed, as a tape before has another one of that name");
  say(attachments_lost, "attachment", "damaged and left out");
  say(metadata_changed, "piece of metadata", "changed");
  say(gaps_changed, "pause between gestures", "changed");
  return sentences;
}

}  // namespace reprise::tape
