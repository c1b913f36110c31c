#include <regex.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/parse.h"
#include "cli/step_list.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "cli/watch.h"
#include "cli/web_page.h"
#include "tape/decode.h"
#include "tape/message_type.h"
#include "tape/reader.h"
#include "tape/text_form.h"

namespace reprise::cli {
namespace {

using tape::Message;
using tape::ReadFilter;
using tape::TapeReader;

// POSIX, because its matcher does not recurse: a line of a hostile tape can be
// as long as it likes.
class Pattern {
 public:
  static Result<std::unique_ptr<Pattern>> Compile(const std::string& text) {
    auto pattern = std::make_unique<Pattern>();
    const int error =
        regcomp(&pattern->regex_, text.c_str(), REG_EXTENDED | REG_NOSUB);
    if (error == 0) {
      pattern->compiled_ = true;
      return pattern;
    }
    char why[256];
    regerror(error, &pattern->regex_, why, sizeof(why));
    return Fail(ErrorKind::kInvalidArgument,
                "--grep: '{}' is no regular expression: {}", text, why);
  }
  Pattern() = default;
  ~Pattern() {
    if (compiled_) regfree(&regex_);
  }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  bool Matches(const std::string& line) const {
    return regexec(&regex_, line.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  regex_t regex_{};
  bool compiled_ = false;
};

struct ShowOptions {
  std::vector<Glob> topics;
  std::optional<TapeTime> from;
  std::optional<TapeTime> to;
  std::unique_ptr<Pattern> grep;  // null: everything
  std::optional<uint64_t> limit;
  std::optional<uint64_t> last;
  ReadFilter::Order order = ReadFilter::Order::kLogTime;
  tape::CompactOptions compact;
  bool json = false;
  bool follow = false;
};

Result<ShowOptions> ReadOptions(const Arguments& arguments) {
  ShowOptions options;
  ASSIGN_OR_RETURN(options.topics, GlobOption(arguments, "topic"));
  ASSIGN_OR_RETURN(options.from, TimeOption(arguments, "from"));
  ASSIGN_OR_RETURN(options.to, TimeOption(arguments, "to"));
  if (arguments.Has("grep")) {
    ASSIGN_OR_RETURN(options.grep, Pattern::Compile(arguments.Value("grep")));
  }
  ASSIGN_OR_RETURN(options.limit, CountOption(arguments, "limit"));
  ASSIGN_OR_RETURN(options.last, CountOption(arguments, "last"));
  if (options.limit && options.last) {
    return BadUsage("show", "--limit and --last exclude each other");
  }
  if (arguments.Value("order") == "file") {
    options.order = ReadFilter::Order::kFile;
  }
  if (arguments.Has("full")) options.compact = {0, 0, 0};
  options.json = arguments.Has("json");
  options.follow = arguments.Has("follow");
  return options;
}

class Show {
 public:
  Show(TapeReader& tape, const ShowOptions& options, Console& console)
      : tape_(tape),
        options_(options),
        console_(console),
        types_(tape.schemas(), tape.channels()),
        text_(tape.schemas(), tape.channels(),
              tape::MessageTextWriter::Sequence::kAlways) {}

  Status Run() {
    RETURN_IF_ERROR(ShowBlocksFrom(0));
    RETURN_IF_ERROR(ShowKept());
    if (!options_.follow || tape_.complete() || AtLimit()) return {};
    ASSIGN_OR_RETURN(const auto watch, FileWatch::On(tape_.path()));
    while (!tape_.complete() && !AtLimit()) {
      const size_t known = tape_.blocks().size();
      ASSIGN_OR_RETURN(const bool grown, tape_.Refresh());
      if (grown) {
        RETURN_IF_ERROR(ShowBlocksFrom(known));
      } else {
        RETURN_IF_ERROR(console_.Flush());
        RETURN_IF_ERROR(watch->Wait());
      }
    }
    return {};
  }

 private:
  bool AtLimit() const { return options_.limit && shown_ >= *options_.limit; }

  Status ShowBlocksFrom(size_t first_block) {
    if (tape_.statistics().message_count == 0) return {};
    if (!start_) start_ = tape_.statistics().message_start_time;
    ReadFilter filter;
    filter.order = options_.order;
    filter.first_block = first_block;
    if (options_.from) filter.from = options_.from->On(*start_);
    if (options_.to) {
      const uint64_t to = options_.to->On(*start_);
      if (to == 0) return {};
      filter.to = to - 1;
    }
    if (!options_.topics.empty()) filter.channels = ChosenChannels();
    tape::MessageCursor cursor = tape_.Messages(filter);
    while (!AtLimit()) {
      const Message* message = cursor.Next();
      if (message == nullptr) break;
      RETURN_IF_ERROR(ShowMessage(*message));
    }
    return cursor.status();
  }

  std::set<uint16_t> ChosenChannels() const {
    std::set<uint16_t> chosen;
    for (const auto& [id, channel] : tape_.channels()) {
      if (Chosen(channel)) chosen.insert(id);
    }
    return chosen;
  }

  bool Chosen(const tape::Channel& channel) const {
    return options_.topics.empty() ||
           std::ranges::any_of(options_.topics, [&](const Glob& glob) {
             return glob.Matches(channel.topic);
           });
  }

  Status ShowMessage(const Message& message) {
    std::string line;
    if (options_.json) {
      text_.AppendLine(message, &line);
      if (options_.grep && !options_.grep->Matches(line)) return {};
    } else {
      if (options_.grep &&
          !options_.grep->Matches(Fields(message, {0, 0, 0}))) {
        return {};
      }
      line = fmt::format(
          "{}  {}\n",
          console_.Dim(fmt::format("{:>11.6f}", Seconds(message.log_time))),
          Fields(message, options_.compact));
    }
    ++shown_;
    if (!options_.last || following_) return console_.Write(line);
    kept_.push_back(std::move(line));
    if (kept_.size() > *options_.last) kept_.pop_front();
    return {};
  }

  // With --last nothing is shown before the end is known.
  Status ShowKept() {
    for (const std::string& line : kept_) RETURN_IF_ERROR(console_.Write(line));
    kept_.clear();
    following_ = true;
    return {};
  }

  double Seconds(uint64_t log_time) const {
    return static_cast<double>(static_cast<int64_t>(log_time - *start_)) / 1e9;
  }

  // "/topic  field=value ...", safe for a terminal.
  std::string Fields(const Message& message,
                     const tape::CompactOptions& compact) {
    const auto channel = tape_.channels().find(message.channel_id);
    std::string line = channel == tape_.channels().end()
                           ? fmt::format("(channel {})", message.channel_id)
                           : EscapeForTerminal(channel->second.topic);
    line.resize(std::max(line.size(), TopicWidth()), ' ');
    line += "  ";
    const tape::MessageType* type = types_.Of(message.channel_id);
    if (type != nullptr) {
      tape::AppendCompact(*type, message.data, compact, &line);
    } else {
      tape::AppendCompact(message.data, compact, &line);
    }
    return line;
  }

  // The fields stand below each other unless a topic is very long.
  size_t TopicWidth() {
    constexpr size_t kWidest = 24;
    if (channels_measured_ != tape_.channels().size()) {
      channels_measured_ = tape_.channels().size();
      for (const auto& [id, channel] : tape_.channels()) {
        if (Chosen(channel) && channel.topic.size() <= kWidest) {
          topic_width_ = std::max(topic_width_, channel.topic.size());
        }
      }
    }
    return topic_width_;
  }

  TapeReader& tape_;
  const ShowOptions& options_;
  Console& console_;
  tape::TypeTable types_;
  tape::MessageTextWriter text_;
  std::optional<uint64_t> start_;  // log_time of the first message
  uint64_t shown_ = 0;
  bool following_ = false;
  std::deque<std::string> kept_;
  size_t topic_width_ = 0;
  size_t channels_measured_ = 0;  // how many topic_width_ is made for
};

// --web and --report: the page shows all of the tape, and others beside it.
Result<ExitCode> RunPage(const Arguments& arguments, Console& console) {
  for (const char* text_only : {"topic", "from", "to", "grep", "limit", "last",
                                "full", "follow", "order", "steps"}) {
    if (arguments.Has(text_only)) {
      return BadUsage("show",
                      fmt::format("--{} is for text; the page has its own "
                                  "filters",
                                  text_only));
    }
  }
  if (arguments.Has("web") && arguments.Has("report")) {
    return BadUsage("show", "--web and --report exclude each other");
  }
  std::vector<std::string> paths = {arguments.Value("TAPE")};
  for (const std::string& path : arguments.Values("with")) {
    paths.push_back(path);
  }
  // Of the others the page draws reports, too.
  RETURN_IF_ERROR(TapeReader::Open(RealFileSystem(), paths.front()));
  if (arguments.Has("web")) {
    RETURN_IF_ERROR(ServePage(paths, arguments, console));
  } else {
    RETURN_IF_ERROR(WritePageReport(paths, arguments.Value("report")));
  }
  return ExitCode::kDone;
}

std::vector<Option> PageOptions() {
  std::vector<Option> options = {
      {.name = "web", .help = "look at it in a browser instead, until Ctrl-C"},
      {.name = "report",
       .value = "OUT",
       .help = "write the same page and the tape as one HTML file",
       .completes = Completes::kFiles},
      {.name = "with",
       .value = "FILE",
       .help = "on the page, a replay or the report of a minimisation beside "
               "it",
       .repeats = true,
       .completes = Completes::kFiles}};
  for (Option& option : ServeOptions()) options.push_back(std::move(option));
  return options;
}

std::vector<Option> WithPageOptions(std::vector<Option> options) {
  for (Option& option : PageOptions()) options.push_back(std::move(option));
  return options;
}

Status CheckStepsAlone(const Arguments& arguments) {
  for (const char* other :
       {"topic", "from", "to", "grep", "limit", "last", "full", "follow"}) {
    if (arguments.Has(other)) {
      return BadUsage("show", fmt::format("--{} is for messages; --steps lists "
                                          "all steps",
                                          other));
    }
  }
  return {};
}

Result<ExitCode> RunShow(const Arguments& arguments, Console& console) {
  if (arguments.Has("web") || arguments.Has("report")) {
    return RunPage(arguments, console);
  }
  for (const char* page_only : {"with", "port", "no-open"}) {
    if (arguments.Has(page_only)) {
      return BadUsage("show",
                      fmt::format("--{} needs --web or --report", page_only));
    }
  }
  ASSIGN_OR_RETURN(const ShowOptions options, ReadOptions(arguments));
  if (arguments.Has("steps")) RETURN_IF_ERROR(CheckStepsAlone(arguments));
  const std::string path = arguments.Value("TAPE");
  ASSIGN_OR_RETURN(const auto tape, TapeReader::Open(RealFileSystem(), path));
  const Status shown = arguments.Has("steps")
                           ? ListSteps(*tape, options.json, console)
                           : Show(*tape, options, console).Run();
  if (shown) RETURN_IF_ERROR(console.Flush());
  console.WarnAbout(path, tape->Problems());
  RETURN_IF_ERROR(shown);
  return ExitCode::kDone;
}

}  // namespace

const Verb kShowVerb = {
    .name = "show",
    .summary = "show a tape: as text, in a browser, or as a report",
    .description =
        "One line per message: seconds since the tape's first message, "
        "topic, fields. Long values are cut unless --full is given.\n"
        "\n"
        "GLOB is a topic in which * stands for any part of one segment and ** "
        "for any segments: /sensor/*, /input/**. TIME is a duration from the "
        "first message (1.5s, 200ms, 1m30s) or, with an @, a time on the "
        "tape's own clock (@8123.5s, @123456789ns); --from is included, --to "
        "is not.\n"
        "\n"
        "With --web or --report the tape is drawn instead: see reprise ui.",
    .positionals = {{.name = "TAPE", .help = "an MCAP file"}},
    .options = WithPageOptions(
        {{.name = "topic",
          .letter = 't',
          .value = "GLOB",
          .help = "only the topics that match",
          .repeats = true},
         {.name = "from", .value = "TIME", .help = "only from this time on"},
         {.name = "to", .value = "TIME", .help = "only before this time"},
         {.name = "grep",
          .letter = 'g',
          .value = "REGEX",
          .help = "only messages whose topic or fields match, as in grep -E"},
         {.name = "limit",
          .letter = 'n',
          .value = "N",
          .help = "stop after N messages"},
         {.name = "last", .value = "N", .help = "only the last N messages"},
         {.name = "order",
          .value = "ORDER",
          .help = "in the order of",
          .words = {"time", "file"},
          .fallback = "time"},
         {.name = "full", .help = "cut no value"},
         {.name = "follow",
          .letter = 'f',
          .help = "wait for more until the recording ends"},
         {.name = "steps",
          .help = "list what the user did instead, with the numbers that "
                  "'replay --from' and '--until' take"}}),
    .examples =
        {{"reprise show run.mcap --topic '/input/**' --from 2s --to 5s",
          "what was typed and touched in three seconds"},
         {"reprise show run.mcap --topic /log --grep 'Exception|ANR' --last 1",
          "the last trouble in the log"},
         {"reprise show run.mcap --follow --topic /log",
          "the app's log while it is recorded"},
         {"reprise show run.mcap --steps",
          "what the user did, numbered and in words"},
         {"reprise show run.mcap --json | jq -c .data",
          "the fields, for a program"},
         {"reprise show run.mcap --web", "drawn, in the browser"},
         {"reprise show run.mcap --report run.html --with replayed.mcap",
          "one file to attach to a bug report"}},
    .run = RunShow,
};

}  // namespace reprise::cli
