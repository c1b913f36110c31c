#include <poll.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "adb/device.h"
#include "base/text.h"
#include "cli/formats.h"
#include "cli/named_script.h"
#include "cli/replay_options.h"
#include "cli/scratch_folder.h"
#include "cli/session_device.h"
#include "cli/session_options.h"
#include "cli/timing_options.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "session/device_facts.h"
#include "session/input_replayer.h"
#include "session/live_input.h"
#include "session/replay_verdict.h"
#include "session/tape_app.h"
#include "tape/reader.h"

namespace reprise::cli {
namespace {

constexpr uint64_t kMaxRepeats = 10'000;
constexpr int kLookAgainMs = 100;

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
      {"class", Diverged(report)
                    ? compare::NameOf(report.verdict->divergences.front().kind)
                    : ""},
      {"step", Diverged(report) ? report.verdict->divergences.front().step : 0},
      {"divergences", report.verdict ? report.verdict->divergences.size() : 0},
      {"stopped", report.stopped},
      {"unplayed", report.unplayed.value_or("")},
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
                     : report.unplayed           ? "not played to its end"
                     : Diverged(report)          ? "diverged"
                     : report.compared           ? "same"
                                                 : "not compared");
}

// "again.mcap" is "again-2.mcap" for the second of several.
std::string NumberedTape(const std::string& path, uint64_t number) {
  const std::filesystem::path whole(path);
  return (whole.parent_path() / fmt::format("{}-{}{}", whole.stem().string(),
                                            number, whole.extension().string()))
      .string();
}

// "diverged after step 3 (tap 'Save' in Notes): 'Saved' is missing
// (missing-widget, at 4.2s; expected ..., seen ...)"
std::string Told(const compare::Divergence& one) {
  std::string text = fmt::format("diverged {} ({}", compare::Sentence(one),
                                 compare::NameOf(one.kind));
  if (one.time_a) {
    text += fmt::format(", at {} of the recording",
                        FormatDuration(*one.time_a / 1'000'000 * 1'000'000));
  }
  if (!one.expected.empty()) {
    text += fmt::format("; expected {}", compare::Excerpt(one.expected));
  }
  if (!one.actual.empty()) {
    text += fmt::format("; seen {}", compare::Excerpt(one.actual));
  }
  return text + ")";
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
  if (report.unplayed) {
    console.PrintError(*report.unplayed);
    return ExitCode::kDiverged;
  }
  if (Diverged(report)) {
    console.PrintError(Told(report.verdict->divergences.front()));
    console.Note(path.empty()
                     ? std::string("-o TAPE keeps the replay, to look at")
                     : fmt::format("the replay is on {}", path));
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

// What the tape tells of the run of an app.
struct Recorded {
  compare::RunView run;
  std::vector<session::ReplayStep> steps;
};

// None: it is not of an app.
Result<std::optional<Recorded>> ReadRecorded(
    const Arguments& arguments, tape::TapeReader& tape,
    const session::ReplayOptions& options, session::ReplayPlan* plan) {
  const std::string needs = NeedsApp(arguments);
  std::optional<Recorded> recorded;
  if (options.app) {
    recorded.emplace();
    ASSIGN_OR_RETURN(recorded->run, compare::RunView::Read(tape));
    // None of an app has nothing to compare.
    if (recorded->run.app().package_name().empty()) recorded.reset();
  }
  if (!recorded) {
    if (needs.empty()) return recorded;
    return Fail(ErrorKind::kUnsupported,
                "{} needs the recording of an app, and {} is none; 'reprise "
                "record APP' makes one",
                needs, arguments.Value("TAPE"));
  }
  ASSIGN_OR_RETURN(recorded->steps,
                   session::StepsOf(*plan, recorded->run, tape));
  ASSIGN_OR_RETURN(const auto from, PlaceOption(arguments, "from"));
  ASSIGN_OR_RETURN(const auto until, PlaceOption(arguments, "until"));
  RETURN_IF_ERROR(
      session::KeepPart(from, until, plan, &recorded->steps, &recorded->run));
  if (from) plan->delay_ns = session::kFirstLookNs;
  return recorded;
}

void TellCut(const std::string& name, const compare::RunView& run,
             Console& console) {
  if (!run.cut_ns()) return;
  console.Warn(fmt::format(
      "{}: the end of the run is not on it; it is compared as far as it goes, "
      "to {}",
      name,
      FormatDuration((*run.cut_ns() - run.start_ns()) / 1'000'000 *
                     1'000'000)));
}

// Waits for Enter; false: no further.
bool AskForStep(const std::string& question, const CatchInterrupt& interrupt,
                Console& console) {
  console.Note(question + "  (Enter plays it, q ends)");
  std::string line;
  while (!interrupt.asked()) {
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, kLookAgainMs) <= 0) continue;
    char c = 0;
    if (read(STDIN_FILENO, &c, 1) != 1) return false;
    if (c == '\n') return line != "q";
    line += c;
  }
  return false;
}

Status CheckUsage(const Arguments& arguments) {
  RETURN_IF_ERROR(CheckSessionOn(arguments));
  if (arguments.Has("step") && isatty(STDIN_FILENO) == 0) {
    return Fail(ErrorKind::kInvalidArgument,
                "--step asks before each step, and there is no terminal to "
                "answer from; --until STEP plays as far without asking");
  }
  if (arguments.Has("from") && IsFreshPhone(arguments.Value("on"))) {
    return Fail(ErrorKind::kInvalidArgument,
                "--from goes on from where a device stands, and a fresh phone "
                "stands nowhere; leave one of the two out");
  }
  if (arguments.Has("from") && arguments.Has("repeat")) {
    return Fail(ErrorKind::kInvalidArgument,
                "--from goes on from where the device stands, and after the "
                "first replay it stands elsewhere; leave --repeat out");
  }
  return {};
}

// Each replay to its own tape; the worst of their exit codes.
Result<ExitCode> PlayAll(const Arguments& arguments,
                         const std::vector<std::string>& tapes,
                         const session::ReplayPlan& plan,
                         session::ReplayOptions options, adb::Device& device,
                         const CatchInterrupt& interrupt, Console& console) {
  ExitCode worst = ExitCode::kDone;
  for (const std::string& path : tapes) {
    std::unique_ptr<ScratchFolder> scratch;  // for a tape to compare only
    options.out = path;
    if (options.recording != nullptr && options.step.compare && path.empty()) {
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

// A tape that was made of a test tool's script: nothing of it was recorded, so
// there is nothing to compare with.
Result<ExitCode> RunScript(const Arguments& arguments,
                           const formats::Script& script,
                           tape::TapeReader& tape,
                           const std::vector<std::string>& tapes,
                           session::ReplayOptions options, Console& console) {
  const std::string& name = arguments.Value("TAPE");
  for (const char* option : {"from", "until", "step", "only", "skip"}) {
    if (!arguments.Has(option)) continue;
    return Fail(ErrorKind::kUnsupported,
                "--{} needs a recording, and {} was made of a script; record "
                "it with 'reprise record APP --input-script {}'",
                option, name, name);
  }
  if (!options.app) {
    if (script.package.empty()) {
      return Fail(ErrorKind::kInvalidArgument,
                  "{} does not say of which app it is; give it with --app",
                  name);
    }
    options.app.emplace();
    options.app->app = script.package;
  }
  ASSIGN_OR_RETURN(
      SessionDevice where,
      SessionDevice::Pick(arguments, options.app->app, &tape, console));
  ASSIGN_OR_RETURN(const DeviceDescription facts,
                   session::AskFacts(where.device()));
  input::DisplaySize display;
  if (!facts.displays().empty()) {
    display = {static_cast<int32_t>(facts.displays(0).width_px()),
               static_cast<int32_t>(facts.displays(0).height_px())};
  }
  ASSIGN_OR_RETURN(session::ScriptOptions playable,
                   PlayableScript(script, name, display, console));
  playable.wait_ns = options.step.wait_ns;
  options.script = &playable;
  options.step.compare = false;
  CatchInterrupt interrupt;
  return PlayAll(arguments, tapes, session::LivePlan(display), options,
                 where.device(), interrupt, console);
}

Result<ExitCode> RunReplay(const Arguments& arguments, Console& console) {
  RETURN_IF_ERROR(CheckUsage(arguments));
  ASSIGN_OR_RETURN(const session::PlanOptions plan_options,
                   ReadPlanOptions(arguments));
  ASSIGN_OR_RETURN(session::ReplayOptions options,
                   ReadReplayOptions(arguments));
  ASSIGN_OR_RETURN(const std::vector<std::string> tapes, TapesOf(arguments));
  ASSIGN_OR_RETURN(const auto tape, OpenRecording(arguments.Value("TAPE")));
  console.WarnAbout(arguments.Value("TAPE"), tape->Problems());
  ASSIGN_OR_RETURN(options.app, AppOf(*tape, arguments));
  ASSIGN_OR_RETURN(const auto script, ReadNamedScript(*tape));
  if (script) {
    return RunScript(arguments, *script, *tape, tapes, options, console);
  }
  ASSIGN_OR_RETURN(session::ReplayPlan plan,
                   session::MakePlan(*tape, plan_options));
  TellPlan(plan, arguments, console);
  ASSIGN_OR_RETURN(std::optional<Recorded> recorded,
                   ReadRecorded(arguments, *tape, options, &plan));
  if (recorded) {
    options.recording = &recorded->run;
    options.steps = &recorded->steps;
    // A part of the input is another run.
    options.step.compare = plan.removed.frames_removed == 0;
    TellCut(arguments.Value("TAPE"), recorded->run, console);
  }
  options.resume = arguments.Has("from");
  ASSIGN_OR_RETURN(
      SessionDevice where,
      SessionDevice::Pick(arguments, options.app ? options.app->app : "",
                          tape.get(), console));
  CatchInterrupt interrupt;
  if (arguments.Has("step")) {
    options.step.ask = [&](size_t number, const std::string& words) {
      return AskForStep(fmt::format("step {}: {}", number, words), interrupt,
                        console);
    };
  }
  return PlayAll(arguments, tapes, plan, options, where.device(), interrupt,
                 console);
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
        "recorded again and compared with the recording: exit code 3, with "
        "the first divergence, if it is not the same. On a virtual clock it "
        "is compared before each step, and ends at the first divergence "
        "unless --keep-going. The divergences are on the new tape, too. A "
        "replay of a part (--only, --skip) is not compared.\n"
        "\n"
        "--on phone:PROFILE replays on a fresh virtual phone, such as "
        "phone:tablet or phone:800x480@240, that goes when it is over; --on "
        "phone on one like the recorded, unless one of that name runs. For "
        "another display --level widget finds the widget that each gesture "
        "went to, wherever it is now, and scrolls to it; --level pointer "
        "scales places.\n"
        "\n"
        "--from goes on from where the device stands, --until ends after a "
        "step; both take the number of a step, as 'reprise show TAPE --steps' "
        "lists them, or a time.\n"
        "\n"
        "Ctrl-C lifts every finger and key and ends it, and so does a lost "
        "connection.\n"
        "\n"
        "Pauses between gestures may be changed, the timing within a gesture "
        "is kept: --timing warp is RERAN's rule (a pause below 0.7 s becomes "
        "1 ms, one above 3 s becomes 3 s), --timing adaptive waits until the "
        "recorded screen is there, at rest and with the widget that comes "
        "next. Taps at one place stay apart by more than the double tap time "
        "unless --allow-double-taps. Sensor events in a pause move closer "
        "together with it.\n"
        "\n"
        "--only and --skip take touch, keys, switches, sensor, pointer, "
        "joystick, other; accelerometer, compass, light, proximity, "
        "gyroscope; a node (event3); name=GLOB; type=EV_MSC; gesture=swipe. "
        "A gesture is left out whole.",
    .positionals = {{.name = "TAPE", .help = "the recording"}},
    .options = ReplayOptionTable(),
    .examples = {{"reprise replay run.mcap", "exactly as recorded"},
                 {"reprise replay run.mcap -o again.mcap --timing warp",
                  "fast, and recorded again"},
                 {"reprise replay run.mcap --repeat 10 --keep-going",
                  "how often is it the same?"},
                 {"reprise replay run.mcap --on phone:tablet --level widget",
                  "on another display"},
                 {"reprise replay run.mcap --until 5 --step",
                  "step by step, and stay there"},
                 {"reprise replay run.mcap --only touch --skip gesture=fling",
                  "to find out what a bug needs"}},
    .run = RunReplay,
};

}  // namespace reprise::cli
