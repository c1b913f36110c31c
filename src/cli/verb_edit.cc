#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/output_file.h"
#include "cli/parse.h"
#include "cli/timing_options.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "input/retime_tape.h"
#include "session/redact_tape.h"
#include "tape/edit.h"

namespace reprise::cli {
namespace {

using tape::EditPlan;
using tape::EditReport;

Status ReadCuts(const Arguments& arguments, EditPlan* plan) {
  std::optional<bool> from_start;
  for (const std::string& text : arguments.Values("cut")) {
    const Result<TapeRange> range = ParseTapeRange(text);
    if (!range) return BadValue("cut", range.error());
    for (const std::optional<TapeTime>& time : {range->from, range->to}) {
      if (!time) continue;
      if (from_start.value_or(time->from_start) != time->from_start) {
        return Fail(ErrorKind::kInvalidArgument,
                    "--cut: '{}' mixes times with and without @; give all "
                    "times of the cuts the same way",
                    text);
      }
      from_start = time->from_start;
    }
    tape::TimeRange cut;
    if (range->from) cut.from = range->from->ns;
    if (range->to) cut.to = range->to->ns;
    plan->cut.push_back(cut);
  }
  plan->cut_from_start = from_start.value_or(true);
  return {};
}

// "RECORD" or "RECORD:KEY"
tape::MetadataChange MetadataName(std::string_view text) {
  const size_t colon = text.find(':');
  tape::MetadataChange change;
  change.record = text.substr(0, colon);
  if (colon != std::string_view::npos) change.key = text.substr(colon + 1);
  return change;
}

Status ReadNames(const Arguments& arguments, EditPlan* plan) {
  for (const std::string& text : arguments.Values("rename")) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos) {
      return Fail(ErrorKind::kInvalidArgument,
                  "--rename: '{}' is not OLD=NEW, as in /sensor/a=/sensor/b",
                  text);
    }
    plan->renames.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  for (const std::string& text : arguments.Values("set")) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || text.find(':') > equals) {
      return Fail(ErrorKind::kInvalidArgument,
                  "--set: '{}' is not RECORD:KEY=VALUE, as in note:by=Ada",
                  text);
    }
    tape::MetadataChange change =
        MetadataName(std::string_view(text).substr(0, equals));
    change.value = text.substr(equals + 1);
    plan->metadata.push_back(std::move(change));
  }
  for (const std::string& text : arguments.Values("unset")) {
    plan->metadata.push_back(MetadataName(text));
  }
  return {};
}

Result<EditPlan> ReadPlan(const Arguments& arguments) {
  EditPlan plan;
  plan.inputs = arguments.Values("IN");
  RETURN_IF_ERROR(ReadCuts(arguments, &plan));
  // Parsed here only for the error that names the option.
  RETURN_IF_ERROR(GlobOption(arguments, "keep"));
  RETURN_IF_ERROR(GlobOption(arguments, "drop"));
  plan.keep = arguments.Values("keep");
  plan.drop = arguments.Values("drop");
  RETURN_IF_ERROR(ReadNames(arguments, &plan));
  if (arguments.Has("shift")) {
    const auto shift = ParseSignedDuration(arguments.Value("shift"));
    if (!shift) return BadValue("shift", shift.error());
    plan.shift = *shift;
  }
  if (arguments.Has("gap")) {
    const auto gap = ParseDuration(arguments.Value("gap"));
    if (!gap) return BadValue("gap", gap.error());
    plan.gap = *gap;
  }
  RETURN_IF_ERROR(tape::CheckPlan(plan));
  return plan;
}

std::string Json(const EditReport& report, const std::string& out) {
  const nlohmann::ordered_json json = {
      {"path", out},
      {"messages_kept", report.messages_kept},
      {"messages_dropped", report.messages_dropped},
      {"messages_rewritten", report.messages_rewritten},
      {"messages_carried", report.messages_carried},
      {"links_cleared", report.links_cleared},
      {"blobs_moved", report.blobs_moved},
      {"blobs_merged", report.blobs_merged},
      {"blobs_missing", report.blobs_missing},
      {"times_clamped", report.times_clamped},
      {"channels_kept", report.channels_kept},
      {"channels_dropped", report.channels_dropped},
      {"channels_merged", report.channels_merged},
      {"topics_renamed", report.topics_renamed},
      {"attachments_kept", report.attachments_kept},
      {"attachments_dropped", report.attachments_dropped},
      {"attachments_merged", report.attachments_merged},
      {"attachments_renamed", report.attachments_renamed},
      {"attachments_lost", report.attachments_lost},
      {"metadata_changed", report.metadata_changed},
      {"gaps_changed", report.gaps_changed},
      {"time_shifts_ns", report.time_shifts},
      {"id_offsets", report.id_offsets},
      {"warnings", report.warnings}};
  return json.dump(-1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

// Edits and, last, warps the time: from a file in between, so that nothing is
// at `out` before all has worked.
Result<EditReport> EditAndRetime(const EditPlan& plan,
                                 const input::TimingRules& rules,
                                 const std::string& out) {
  FileSystem& files = RealFileSystem();
  const bool exact = rules.exact();
  const std::string between =
      exact ? out : FreePartName(files, out + ".edited");
  EditReport report;
  {
    const RemoveOnInterrupt remove(FreePartName(files, between));
    ASSIGN_OR_RETURN(report, tape::Edit(files, plan, between));
  }
  if (exact) return report;
  const RemoveOnInterrupt remove(between);
  auto retimed = input::RetimeTape(files, between, out, rules);
  (void)files.Remove(between);
  if (!retimed) {
    Error error = std::move(retimed).error();
    // It may name the file in between, which the user never saw.
    if (error.message.starts_with(between)) {
      error.message.replace(0, between.size(), out);
    }
    return Fail(std::move(error));
  }
  for (const std::string& warning : retimed->warnings) {
    report.warnings.push_back(warning);
  }
  report.gaps_changed = retimed->gaps_changed;
  return report;
}

// What can be taken out: "nothing" is for recordings.
std::vector<std::string_view> RedactedWords() {
  std::vector<std::string_view> words = session::RedactionWords();
  std::erase(words, "nothing");
  return words;
}

// The same and, after it, redacts: nothing else is ever at `out`.
Result<EditReport> EditAll(const EditPlan& plan, const Arguments& arguments,
                           const std::string& out) {
  ASSIGN_OR_RETURN(const input::TimingRules rules, ReadTiming(arguments));
  if (!arguments.Has("redact")) return EditAndRetime(plan, rules, out);
  FileSystem& files = RealFileSystem();
  const std::string between = FreePartName(files, out + ".whole");
  ASSIGN_OR_RETURN(EditReport report, EditAndRetime(plan, rules, between));
  const RemoveOnInterrupt remove(between);
  const auto redacted = session::RedactTape(
      files, between, out, session::ReadRules(arguments.Values("redact")));
  (void)files.Remove(between);
  if (!redacted) return Fail(redacted.error());
  for (const std::string& warning : redacted->warnings) {
    report.warnings.push_back(warning);
  }
  return report;
}

Result<ExitCode> RunEdit(const Arguments& arguments, Console& console) {
  ASSIGN_OR_RETURN(const EditPlan plan, ReadPlan(arguments));
  ASSIGN_OR_RETURN(const std::string out,
                   ResolveOutput(arguments.Value("output"), plan.inputs));
  ASSIGN_OR_RETURN(const EditReport report, EditAll(plan, arguments, out));
  for (const std::string& warning : report.warnings) console.Warn(warning);
  const std::string echoes =
      session::EchoesOf(session::ReadRules(arguments.Values("redact")));
  if (!echoes.empty()) console.Note(echoes);
  if (arguments.Has("json")) {
    RETURN_IF_ERROR(console.Write(Json(report, out)));
  } else if (!console.quiet()) {
    for (const std::string& sentence : report.Sentences()) {
      RETURN_IF_ERROR(console.Write(sentence + "\n"));
    }
  }
  return ExitCode::kDone;
}

}  // namespace

const Verb kEditVerb = {
    .name = "edit",
    .summary = "make a tape out of parts of others",
    .description =
        "Several tapes are put one after the other. Then, in this order "
        "whatever the order of the options: cut, keep and drop, rename, "
        "shift, set, timing, redact. Ids and links between messages stay "
        "right.\n"
        "\n"
        "GLOB is a topic in which * stands for any part of one segment and ** "
        "for any segments. FROM and TO are durations from the first message "
        "(1.5s, 200ms, 1m30s) or, with an @, times on the tape's own clock; "
        "FROM is included, TO is not, and either may be left out.\n"
        "\n"
        "The timing options change the pauses between gestures, and all "
        "streams move along; the timing within a gesture is kept. --timing "
        "warp is RERAN's rule: a pause below 0.7 s becomes 1 ms, one above "
        "3 s becomes 3 s. Taps at one place stay apart by more than the "
        "double tap time unless --allow-double-taps.",
    .positionals = {{.name = "IN", .help = "tapes", .repeats = true}},
    .options = WithTimingOptions({{.name = "output",
                                   .letter = 'o',
                                   .value = "OUT",
                                   .help = "the tape to write",
                                   .required = true,
                                   .completes = Completes::kFiles},
                                  {.name = "cut",
                                   .value = "FROM..TO",
                                   .help = "keep only this part of the time",
                                   .repeats = true},
                                  {.name = "keep",
                                   .value = "GLOB",
                                   .help = "keep only the topics that match",
                                   .repeats = true},
                                  {.name = "drop",
                                   .value = "GLOB",
                                   .help = "leave out the topics that match",
                                   .repeats = true},
                                  {.name = "rename",
                                   .value = "OLD=NEW",
                                   .help = "give a topic another name",
                                   .repeats = true},
                                  {.name = "shift",
                                   .value = "DURATION",
                                   .help = "move all times, back with a minus"},
                                  {.name = "set",
                                   .value = "RECORD:KEY=VALUE",
                                   .help = "set a piece of metadata",
                                   .repeats = true},
                                  {.name = "unset",
                                   .value = "RECORD[:KEY]",
                                   .help = "remove metadata",
                                   .repeats = true},
                                  {.name = "redact",
                                   .value = "WHAT",
                                   .help = "take this out, last of all",
                                   .words = RedactedWords(),
                                   .repeats = true},
                                  {.name = "gap",
                                   .value = "DURATION",
                                   .help = "time between one tape and the next",
                                   .fallback = "0s"}},
                                 "what becomes of pauses between gestures"),
    .examples =
        {{"reprise edit run.mcap -o touch.mcap --cut 2s..5s --keep '/input/**'",
          "three seconds of input"},
         {"reprise edit a.mcap b.mcap -o both.mcap --gap 1s",
          "one after the other"},
         {"reprise edit run.mcap -o new.mcap --set note:by=Ada --drop /screen",
          "with a note, without pictures"},
         {"reprise edit run.mcap -o public.mcap --redact text --redact log",
          "to pass on"}},
    .run = RunEdit,
};

}  // namespace reprise::cli
