#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "adb/device.h"
#include "base/text.h"
#include "cli/formats.h"
#include "cli/scratch_folder.h"
#include "cli/session_options.h"
#include "cli/timing_options.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "session/input_replayer.h"
#include "session/replay_verdict.h"
#include "session/tape_app.h"
#include "tape/reader.h"

namespace reprise::cli {
namespace {

using Way = AgentRequest::Prepare;

constexpr uint64_t kMaxRepeats = 10'000;

Result<session::PlanOptions> ReadPlanOptions(const Arguments& arguments) {
  session::PlanOptions options;
  ASSIGN_OR_RETURN(options.timing, ReadTiming(arguments));
  options.selection.only = arguments.Values("only");
  options.selection.skip = arguments.Values("skip");
  return options;
}

Result<session::ReplayOptions> ReadReplayOptions(const Arguments& arguments) {
  session::ReplayOptions options;
  const std::string way = arguments.Value("way");
  if (way == "uinput") options.way = Way::WAY_UINPUT;
  if (way == "node") options.way = Way::WAY_NODE;
  if (arguments.Has("settle")) {
    const auto settle = ParseDuration(arguments.Value("settle"));
    if (!settle) return BadValue("settle", settle.error());
    if (*settle > session::kMaxSettleNs) {
      return Fail(ErrorKind::kInvalidArgument,
                  "--settle: {} is longer than {}; no system takes that long",
                  arguments.Value("settle"),
                  FormatDuration(session::kMaxSettleNs));
    }
    options.settle_ns = static_cast<int64_t>(*settle);
  }
  options.ordinary_priority = arguments.Has("ordinary-priority");
  options.source = arguments.Value("TAPE");
  options.command_line = arguments.command_line();
  return options;
}

Result<std::unique_ptr<tape::TapeReader>> OpenRecording(
    const std::string& path) {
  auto tape = tape::TapeReader::Open(RealFileSystem(), path);
  if (tape) return tape;
  const auto format = FormatOfInput(RealFileSystem(), path);
  if (!format || (*format)->kind != Format::Kind::kForeign) return tape;
  return Fail(ErrorKind::kUnsupported,
              "{} is a recording of the format {}, not a tape; make one with "
              "'reprise convert {} "
              "run.mcap'",
              path, (*format)->name, path);
}

void TellPlan(const session::ReplayPlan& plan, const Arguments& arguments,
              Console& console) {
  for (const std::string& warning : plan.warnings) {
    console.Warn(fmt::format("{}: {}", arguments.Value("TAPE"), warning));
  }
  if (plan.removed.frames_removed > 0 || plan.removed.events_removed > 0) {
    console.Note(fmt::format(
        "{} frames with {} gestures are left out, and {} events of others",
        plan.removed.frames_removed, plan.removed.gestures_removed,
        plan.removed.events_removed));
  }
  if (!plan.changes.empty()) {
    int64_t saved = 0;
    for (const auto& change : plan.changes) {
      saved += change.recorded_gap_ns - change.played_gap_ns;
    }
    console.Note(fmt::format("{} pauses are changed, by {} in all",
                             plan.changes.size(), FormatDuration(-saved)));
  }
}

bool Diverged(const session::ReplayReport& report) {
  return report.verdict && !report.verdict->divergences.empty();
}

std::string Json(const session::ReplayPlan& plan,
                 const session::ReplayReport& report, const std::string& path) {
  nlohmann::ordered_json ways = nlohmann::ordered_json::array();
  for (const auto& device : report.prepared.devices()) {
    if (device.device() >= plan.recording.devices.size()) continue;
    ways.push_back(
        {{"device", session::LabelOf(plan.recording.devices[device.device()])},
         {"way", device.way()},
         {"node", device.node()}});
  }
  return JsonLine(nlohmann::ordered_json{
      {"path", path},
      {"frames", report.frames},
      {"frames_planned", plan.steps.size()},
      {"duration_ns", plan.duration_ns()},
      {"late_p50_ns", report.ended.late_p50_ns()},
      {"late_p99_ns", report.ended.late_p99_ns()},
      {"late_max_ns", report.ended.late_max_ns()},
      {"late_frames", report.late_frames},
      {"foreign_frames", report.ended.foreign_frames()},
      {"realtime", report.prepared.realtime()},
      {"ways", ways},
      {"end", report.end_reason},
      {"difference", report.difference.value_or("")},
      {"verdict", report.verdict ? session::VerdictWord(*report.verdict) : ""},
      {"divergence",
       Diverged(report) ? compare::Sentence(report.verdict->divergences.front())
                        : ""},
      {"problem", report.problem ? "" : report.problem.error().message}});
}

std::string Lateness(int64_t ns) { return FormatDuration(ns / 1000 * 1000); }

std::string Text(const session::ReplayReport& report) {
  if (report.end_reason == "device-lost") {
    return fmt::format("{} frames or more: device-lost\n", report.frames);
  }
  return fmt::format("{} frames, lateness p50 {}, p99 {}, max {}: {}\n",
                     report.frames, Lateness(report.ended.late_p50_ns()),
                     Lateness(report.ended.late_p99_ns()),
                     Lateness(report.ended.late_max_ns()),
                     report.end_reason != "done" ? report.end_reason
                     : report.difference         ? "different"
                     : Diverged(report)          ? "diverged"
                                                 : "same");
}

// The app of the tape, in the state that it began in.
Result<std::optional<session::AppOptions>> AppOf(tape::TapeReader& tape,
                                                 const Arguments& arguments) {
  ASSIGN_OR_RETURN(const auto recorded, session::ReadTapeApp(tape));
  if (!recorded && !arguments.Has("app")) return std::nullopt;
  session::AppOptions app;
  app.app = arguments.Value("app");
  ASSIGN_OR_RETURN(const auto seed, CountOption(arguments, "seed"));
  if (recorded) {
    if (app.app.empty()) app.app = recorded->identity.package_name();
    app.state = recorded->state.mode();
    app.files = recorded->files;
    app.redaction = recorded->redaction;
    app.seed = recorded->seed.value_or(app.seed);
    app.vary = recorded->vary;
  }
  if (seed) {
    app.seed = *seed;
    app.vary = true;
  }
  return app;
}

// "again.mcap" is "again-2.mcap" for the second of several.
std::string NumberedTape(const std::string& path, uint64_t number) {
  const std::filesystem::path whole(path);
  return (whole.parent_path() / fmt::format("{}-{}{}", whole.stem().string(),
                                            number, whole.extension().string()))
      .string();
}

// Of one replay, which is told.
Result<ExitCode> TellReplay(const session::ReplayPlan& plan,
                            const session::ReplayReport& report,
                            const std::string& path, bool json,
                            Console& console) {
  RETURN_IF_ERROR(
      console.Write(json ? Json(plan, report, path) : Text(report)));
  if (!report.problem) {
    console.PrintError(report.problem.error().message);
  }
  if (report.difference) {
    console.PrintError(*report.difference);
    return ExitCode::kDiverged;
  }
  if (Diverged(report)) {
    console.PrintError("diverged " +
                       compare::Sentence(report.verdict->divergences.front()));
    return ExitCode::kDiverged;
  }
  return ExitCodeOf(report.end_reason, report.problem);
}

// Where the tape of each replay goes; empty: none is kept.
Result<std::vector<std::string>> TapesOf(const Arguments& arguments) {
  ASSIGN_OR_RETURN(const auto repeat, CountOption(arguments, "repeat"));
  const uint64_t count = repeat.value_or(1);
  if (count == 0 || count > kMaxRepeats) {
    return Fail(ErrorKind::kInvalidArgument,
                "--repeat: 1 to {} are accepted, not {}", kMaxRepeats, count);
  }
  std::vector<std::string> tapes(count);
  if (!arguments.Has("output")) return tapes;
  for (uint64_t i = 0; i < count; ++i) {
    const std::string& out = arguments.Value("output");
    ASSIGN_OR_RETURN(tapes[i],
                     NewTape(arguments, repeat ? NumberedTape(out, i + 1) : out,
                             std::vector{arguments.Value("TAPE")}));
  }
  return tapes;
}

Result<ExitCode> RunReplay(const Arguments& arguments, Console& console) {
  ASSIGN_OR_RETURN(const session::PlanOptions plan_options,
                   ReadPlanOptions(arguments));
  ASSIGN_OR_RETURN(session::ReplayOptions options,
                   ReadReplayOptions(arguments));
  ASSIGN_OR_RETURN(const std::vector<std::string> tapes, TapesOf(arguments));
  ASSIGN_OR_RETURN(const auto tape, OpenRecording(arguments.Value("TAPE")));
  console.WarnAbout(arguments.Value("TAPE"), tape->Problems());
  ASSIGN_OR_RETURN(options.app, AppOf(*tape, arguments));
  ASSIGN_OR_RETURN(const session::ReplayPlan plan,
                   session::MakePlan(*tape, plan_options));
  TellPlan(plan, arguments, console);
  // A part of the input is another run.
  std::optional<compare::RunView> recording;
  if (options.app && plan.removed.frames_removed == 0) {
    ASSIGN_OR_RETURN(recording, compare::RunView::Read(*tape));
    // None of an app has nothing to compare.
    if (!recording->app().package_name().empty()) {
      options.recording = &*recording;
    }
  }
  ASSIGN_OR_RETURN(auto device, adb::PickDevice(arguments.Value("on")));
  CatchInterrupt interrupt;
  ExitCode worst = ExitCode::kDone;
  for (const std::string& path : tapes) {
    std::unique_ptr<ScratchFolder> scratch;  // for a tape to compare only
    options.out = path;
    if (options.recording != nullptr && path.empty()) {
      ASSIGN_OR_RETURN(scratch, ScratchFolder::Make());
      options.out = scratch->path() / "replay.mcap";
    }
    ASSIGN_OR_RETURN(const session::ReplayReport report,
                     session::ReplayInput(device, plan, options,
                                          WatcherFor(console, interrupt)));
    ASSIGN_OR_RETURN(
        const ExitCode code,
        TellReplay(plan, report, path, arguments.Has("json"), console));
    if (code != ExitCode::kDone) worst = code;
    const bool go_on =
        code == ExitCode::kDone ||
        (code == ExitCode::kDiverged && arguments.Has("keep-going"));
    if (!go_on) break;
  }
  return worst;
}

}  // namespace

const Verb kReplayVerb = {
    .name = "replay",
    .summary = "play a tape on a device, and say whether it was the same",
    .description =
        "Plays the kernel input of TAPE. Each recorded device is made again "
        "through uinput with its capabilities, or its frames are written to "
        "the node of the same device if that is all that is allowed; which, "
        "is said. All frames are on the device before the first is due, each "
        "is written at its own absolute time, and what the device makes of it "
        "is read back and compared: exit code 3 if it is not what was "
        "played.\n"
        "\n"
        "The app of a tape that has one is started as it was, its run is "
        "recorded again and compared with the recording as 'reprise diff' "
        "does: exit code 3, with the first divergence, if it is not the same. "
        "The divergences are on the new tape, too. A replay of a part "
        "(--only, --skip) is not compared.\n"
        "\n"
        "Ctrl-C lifts every finger and key and ends it, and so does a lost "
        "connection.\n"
        "\n"
        "Pauses between gestures may be changed, the timing within a gesture "
        "is kept: --timing warp is RERAN's rule (a pause below 0.7 s becomes "
        "1 ms, one above 3 s becomes 3 s). Taps at one place stay apart by "
        "more than the double tap time unless --allow-double-taps. Sensor "
        "events in a pause move closer together with it.\n"
        "\n"
        "--only and --skip take touch, keys, switches, sensor, pointer, "
        "joystick, other; accelerometer, compass, light, proximity, "
        "gyroscope; a node (event3); name=GLOB; type=EV_MSC; gesture=swipe. "
        "A gesture is left out whole.",
    .positionals = {{.name = "TAPE", .help = "the recording"}},
    .options = WithTimingOptions(
        {OnOption(),
         {.name = "output",
          .letter = 'o',
          .value = "TAPE",
          .help = "record the replay to this tape",
          .completes = Completes::kFiles},
         {.name = "way",
          .value = "WAY",
          .help = "how to inject",
          .words = {"auto", "uinput", "node"},
          .fallback = "auto"},
         {.name = "repeat",
          .value = "N",
          .help = "play it N times, on tapes TAPE-1.mcap to TAPE-N.mcap"},
         {.name = "keep-going",
          .help = "repeat it even after a run that diverged"},
         {.name = "app",
          .value = "APP",
          .help = "the app to start, a package or an APK; that of the tape if "
                  "not given",
          .completes = Completes::kFiles},
         {.name = "seed",
          .value = "S",
          .help = "another order of threads, on a virtual clock"}},
        "when gestures are played",
        {{.name = "only",
          .value = "WORD",
          .help = "play only this",
          .repeats = true},
         {.name = "skip",
          .value = "WORD",
          .help = "do not play this",
          .repeats = true},
         {.name = "settle",
          .value = "DURATION",
          .help = "wait after making devices until the system has taken "
                  "notice; 1s on Android"},
         {.name = "ordinary-priority",
          .help = "do not ask for real-time priority"},
         ForceOption()}),
    .examples = {{"reprise replay run.mcap", "exactly as recorded"},
                 {"reprise replay run.mcap -o again.mcap --timing warp",
                  "fast, and recorded again"},
                 {"reprise replay run.mcap --repeat 10 --keep-going",
                  "how often is it the same?"},
                 {"reprise replay run.mcap --only touch --skip gesture=fling",
                  "to find out what a bug needs"}},
    .run = RunReplay,
};

}  // namespace reprise::cli
