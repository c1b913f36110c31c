#include <nlohmann/json.hpp>

#include "adb/device.h"
#include "base/text.h"
#include "cli/session_options.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "session/input_recorder.h"

namespace reprise::cli {
namespace {

Result<session::RecordOptions> ReadOptions(const Arguments& arguments) {
  if (!arguments.Has("input")) {
    return BadUsage("record",
                    "say what to record; --input is the kernel input of the "
                    "whole device");
  }
  session::RecordOptions options;
  options.nodes = arguments.Values("node");
  for (std::string& node : options.nodes) {
    if (node.starts_with("/dev/input/")) node = node.substr(11);
  }
  if (arguments.Has("for")) {
    const auto time = ParseDuration(arguments.Value("for"));
    if (!time) return BadValue("for", time.error());
    options.for_ns = *time;
  }
  options.command_line = arguments.command_line();
  ASSIGN_OR_RETURN(options.out,
                   NewTape(arguments,
                           arguments.Has("output") ? arguments.Value("output")
                                                   : DefaultTapeName(),
                           {}));
  return options;
}

std::string Report(const session::RecordReport& report, const std::string& path,
                   bool json) {
  if (!json) return path + "\n";
  return JsonLine(nlohmann::ordered_json{
      {"path", path},
      {"frames", report.frames},
      {"gestures", report.gestures},
      {"devices", report.devices},
      {"duration_ns", report.duration_ns},
      {"end", report.end_reason},
      {"problem", report.problem ? "" : report.problem.error().message}});
}

Result<ExitCode> RunRecord(const Arguments& arguments, Console& console) {
  ASSIGN_OR_RETURN(const session::RecordOptions options,
                   ReadOptions(arguments));
  ASSIGN_OR_RETURN(auto device, adb::PickDevice(arguments.Value("on")));
  CatchInterrupt interrupt;
  ASSIGN_OR_RETURN(
      const session::RecordReport report,
      session::RecordInput(device, options, WatcherFor(console, interrupt)));
  console.Note(fmt::format("{} frames of {} devices, {} gestures, {}",
                           report.frames, report.devices, report.gestures,
                           FormatDuration(static_cast<int64_t>(
                               report.duration_ns / 1'000'000 * 1'000'000))));
  if (!report.problem) {
    console.PrintError(fmt::format("{} What was recorded is in {}.",
                                   report.problem.error().message + ".",
                                   options.out));
  }
  RETURN_IF_ERROR(
      console.Write(Report(report, options.out, arguments.Has("json"))));
  return ExitCodeOf(report.end_reason, report.problem);
}

}  // namespace

const Verb kRecordVerb = {
    .name = "record",
    .summary = "record what happens on a device",
    .description =
        "Records until Ctrl-C, for a time, or until the device is gone; in "
        "each case the tape is finished and holds all that arrived. Its path "
        "is printed.\n"
        "\n"
        "--input records the kernel's input events of all nodes, those that "
        "appear later included: touches, keys, switches and the sensors that "
        "are input devices, each with its capabilities and with the kernel's "
        "own stamps. Gestures are found in them as they come. This needs no "
        "root on a phone; 'reprise doctor' tells what a device allows.",
    .positionals = {},
    .options = {{.name = "input",
                 .help = "record the kernel input of the device"},
                {.name = "output",
                 .letter = 'o',
                 .value = "TAPE",
                 .help = "the tape to write; run-DATE-TIME.mcap if not given",
                 .completes = Completes::kFiles},
                OnOption(),
                {.name = "node",
                 .value = "NODE",
                 .help = "only this input node, such as event2",
                 .repeats = true},
                {.name = "for",
                 .value = "DURATION",
                 .help = "end by itself after this time"},
                ForceOption()},
    .examples = {{"reprise record --input -o run.mcap", "until Ctrl-C"},
                 {"reprise record --input --for 30s --on emulator-5554",
                  "half a minute of one device of several"}},
    .run = RunRecord,
};

}  // namespace reprise::cli
