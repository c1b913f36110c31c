#include <algorithm>
#include <nlohmann/json.hpp>

#include "adb/device.h"
#include "base/text.h"
#include "cli/conversion.h"
#include "cli/formats.h"
#include "cli/named_script.h"
#include "cli/session_device.h"
#include "cli/session_options.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "compare/target.h"
#include "session/device_facts.h"
#include "session/input_recorder.h"
#include "session/input_replayer.h"
#include "session/live_input.h"
#include "session/monkey_user.h"

namespace reprise::cli {
namespace {

Result<session::AppOptions> ReadApp(const Arguments& arguments) {
  session::AppOptions app;
  app.app = arguments.Value("APP");
  const std::string state = arguments.Value("state");
  app.state = state == "keep"   ? InitialState::MODE_KEEP
              : state == "save" ? InitialState::MODE_SAVE
                                : InitialState::MODE_CLEAR;
  const std::vector<std::string>& redact = arguments.Values("redact");
  if (redact.size() > 1 &&
      std::ranges::find(redact, "nothing") != redact.end()) {
    return BadUsage("record",
                    "--redact nothing leaves everything on the tape; leave it "
                    "out, or the others");
  }
  app.redaction = session::ReadRules(redact);
  ASSIGN_OR_RETURN(const auto seed, CountOption(arguments, "seed"));
  app.seed = seed.value_or(1);
  app.vary = seed.has_value();
  const auto interval = ParseDuration(arguments.Value("pictures"));
  if (!interval) return BadValue("pictures", interval.error());
  app.picture_interval_ns = static_cast<int64_t>(*interval);
  app.methods = arguments.Has("methods");
  return app;
}

Result<session::RecordOptions> ReadOptions(const Arguments& arguments) {
  const bool app = !arguments.Value("APP").empty();
  if (app == arguments.Has("input")) {
    return BadUsage("record",
                    app ? "--input records the whole device; leave it out to "
                          "record an app"
                        : "say what to record: a package or an APK, or --input "
                          "for the kernel input of the whole device");
  }
  for (const char* name :
       {"input-script", "monkey", "seed", "stop-at", "redact", "methods"}) {
    if (!app && arguments.Has(name)) {
      return BadUsage("record", fmt::format("--{} needs an app", name));
    }
  }
  session::RecordOptions options;
  if (app) {
    ASSIGN_OR_RETURN(options.app, ReadApp(arguments));
  }
  options.nodes = arguments.Values("node");
  for (std::string& node : options.nodes) {
    if (node.starts_with("/dev/input/")) node = node.substr(11);
  }
  if (arguments.Has("for")) {
    const auto time = ParseDuration(arguments.Value("for"));
    if (!time) return BadValue("for", time.error());
    if (*time == 0) {
      return Fail(ErrorKind::kInvalidArgument,
                  "--for: {} is no time to record anything in; leave it out to "
                  "record until Ctrl-C",
                  arguments.Value("for"));
    }
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

// Who is asked to play, as far as that is known without a device.
struct Asked {
  std::optional<uint32_t> monkey;        // steps
  const Format* script = nullptr;        // of --input-script
  int64_t wait_ns = 0;                   // for a widget of the script
  std::optional<compare::Target> until;  // ends when it holds
};

Result<Asked> ReadAsked(const Arguments& arguments) {
  Asked asked;
  const bool scripted = arguments.Has("input-script");
  if (scripted && arguments.Has("monkey")) {
    return BadUsage("record", "--input-script and --monkey exclude each other");
  }
  ASSIGN_OR_RETURN(asked.wait_ns, WaitOf(arguments));
  if (arguments.Has("stop-at")) {
    if (!scripted && !arguments.Has("monkey")) {
      return BadUsage("record",
                      "--stop-at needs --monkey or --input-script; a person "
                      "ends a recording with Ctrl-C");
    }
    auto target = compare::Target::Parse(arguments.Value("stop-at"));
    if (!target) return BadValue("stop-at", target.error());
    asked.until = *std::move(target);
  }
  if (scripted) {
    ASSIGN_OR_RETURN(
        asked.script,
        FormatOfInput(RealFileSystem(), arguments.Value("input-script")));
  }
  ASSIGN_OR_RETURN(const auto steps, CountOption(arguments, "monkey"));
  if (steps && (*steps == 0 || *steps > session::kMaxMonkeySteps)) {
    return Fail(ErrorKind::kInvalidArgument,
                "--monkey: 1 to {} steps are accepted, not {}",
                session::kMaxMonkeySteps, *steps);
  }
  if (steps) asked.monkey = static_cast<uint32_t>(*steps);
  return asked;
}

// Who plays: a script's plan, a random user, or neither of them: a person.
struct User {
  std::optional<session::ReplayPlan> plan;
  // Who see, with a plan of none.
  std::optional<session::MonkeyUser> monkey;
  std::optional<session::ScriptOptions> script;
};

struct Outcome {
  session::SessionEnd end;
  uint64_t frames = 0;
  uint64_t gestures = 0;
  size_t devices = 0;
  uint64_t duration_ns = 0;
  std::optional<bool> reached = {};  // what --stop-at names; none: not asked
  std::optional<std::string> unplayed = {};  // a step of the script, and why
};

Result<User> ReadUser(const Arguments& arguments, const Asked& asked,
                      const session::AppOptions& app, adb::Device& device,
                      Console& console) {
  User user;
  if (asked.script == nullptr && !asked.monkey) return user;
  ASSIGN_OR_RETURN(const DeviceDescription facts, session::AskFacts(device));
  input::DisplaySize display;
  if (!facts.displays().empty()) {
    display = {static_cast<int32_t>(facts.displays(0).width_px()),
               static_cast<int32_t>(facts.displays(0).height_px())};
  }
  input::Losses losses;
  input::Recording recording;
  std::string name = "the monkey";
  if (asked.script != nullptr) {
    name = arguments.Value("input-script");
    ASSIGN_OR_RETURN(LoadedScript loaded,
                     LoadScript(RealFileSystem(), name, *asked.script, false,
                                display, &losses));
    if (!loaded.script.widgets.empty() || HidesKeyboard(loaded.script)) {
      ASSIGN_OR_RETURN(user.script,
                       PlayableScript(loaded.script, name, display, console));
      user.script->wait_ns = asked.wait_ns;
      user.plan = session::LivePlan(display);
      return user;
    }
    recording = std::move(loaded.script.recording);
    recording.display = display;
  } else {
    if (!display.known()) {
      return Fail(ErrorKind::kUnsupported,
                  "--monkey needs the size of the display, which this device "
                  "does not tell");
    }
    const session::MonkeyOptions monkey{
        .steps = *asked.monkey, .seed = app.seed, .display = display};
    if (facts.kind() == DeviceDescription::KIND_VIRTUAL_PHONE) {
      user.monkey.emplace(monkey);
      user.plan = session::LivePlan(display);
      return user;
    }
    recording = session::PlayMonkey(monkey);
  }
  ASSIGN_OR_RETURN(user.plan,
                   session::MakePlan(std::move(recording), name, {}, &losses));
  for (const std::string& warning : user.plan->warnings) {
    console.Warn(fmt::format("{}: {}", name, warning));
  }
  user.plan->delay_ns = session::kFirstLookNs;
  return user;
}

Result<Outcome> Play(const session::RecordOptions& options, User& user,
                     std::optional<compare::Target>& until, adb::Device& device,
                     const session::SessionWatcher& watcher) {
  session::ReplayOptions replay;
  replay.app = options.app;
  replay.verb = "record";
  replay.user = user.monkey ? &*user.monkey : nullptr;
  replay.script = user.script ? &*user.script : nullptr;
  replay.target = until ? &*until : nullptr;
  replay.stop_at_target = until.has_value();
  replay.out = options.out;
  replay.command_line = options.command_line;
  ASSIGN_OR_RETURN(const session::ReplayReport report,
                   session::ReplayInput(device, *user.plan, replay, watcher));
  if (until) {
    watcher.on_note(fmt::format("{} {}", until->text(),
                                report.target_reached
                                    ? "came about: the recording ends there"
                                    : "did not come about"));
  }
  return Outcome{report,
                 report.frames,
                 report.gestures,
                 user.plan->recording.devices.size(),
                 report.duration_ns,
                 until ? std::optional(report.target_reached) : std::nullopt,
                 report.unplayed};
}

Result<Outcome> Watch(const session::RecordOptions& options,
                      adb::Device& device,
                      const session::SessionWatcher& watcher) {
  ASSIGN_OR_RETURN(const session::RecordReport report,
                   session::RecordInput(device, options, watcher));
  return Outcome{report, report.frames, report.gestures, report.devices,
                 report.duration_ns};
}

std::string Report(const Outcome& outcome, const std::string& path, bool json) {
  if (!json) return path + "\n";
  const Status& problem = outcome.end.problem;
  nlohmann::ordered_json told = {
      {"path", path},
      {"frames", outcome.frames},
      {"gestures", outcome.gestures},
      {"devices", outcome.devices},
      {"duration_ns", outcome.duration_ns},
      {"end", outcome.end.end_reason},
      {"problem", problem ? "" : problem.error().message}};
  if (outcome.reached) told["reached"] = *outcome.reached;
  if (outcome.unplayed) told["unplayed"] = *outcome.unplayed;
  return JsonLine(told);
}

Result<ExitCode> RunRecord(const Arguments& arguments, Console& console) {
  RETURN_IF_ERROR(CheckSessionOn(arguments));
  RETURN_IF_ERROR(CheckApp(arguments.Value("APP")));
  ASSIGN_OR_RETURN(const session::RecordOptions options,
                   ReadOptions(arguments));
  ASSIGN_OR_RETURN(Asked asked, ReadAsked(arguments));
  ASSIGN_OR_RETURN(
      SessionDevice where,
      SessionDevice::Pick(arguments, options.app ? options.app->app : "",
                          nullptr, console));
  adb::Device& device = where.device();
  User user;
  if (options.app) {
    ASSIGN_OR_RETURN(user,
                     ReadUser(arguments, asked, *options.app, device, console));
  }
  if (where.fresh() && !user.plan) {
    console.Note(
        fmt::format("a fresh virtual phone runs as {} until the recording ends",
                    device.serial()));
  }
  if (options.app) {
    const std::string echoes = session::EchoesOf(options.app->redaction);
    if (!echoes.empty()) console.Note(echoes);
  }
  CatchInterrupt interrupt;
  const session::SessionWatcher watcher = WatcherFor(console, interrupt);
  ASSIGN_OR_RETURN(const Outcome outcome,
                   user.plan ? Play(options, user, asked.until, device, watcher)
                             : Watch(options, device, watcher));
  console.Note(fmt::format("{} frames of {} devices, {} gestures, {}",
                           outcome.frames, outcome.devices, outcome.gestures,
                           FormatDuration(static_cast<int64_t>(
                               outcome.duration_ns / 1'000'000 * 1'000'000))));
  const Status& problem = outcome.end.problem;
  if (!problem) {
    console.PrintError(fmt::format("{} What was recorded is in {}.",
                                   problem.error().message + ".", options.out));
  }
  if (outcome.unplayed) {
    console.PrintError(fmt::format("{}; what was recorded until then is in {}",
                                   *outcome.unplayed, options.out));
  }
  RETURN_IF_ERROR(
      console.Write(Report(outcome, options.out, arguments.Has("json"))));
  const ExitCode code = ExitCodeOf(outcome.end.end_reason, problem);
  if (code == ExitCode::kDone && outcome.unplayed) return ExitCode::kDiverged;
  return code == ExitCode::kDone && outcome.reached == false
             ? ExitCode::kTargetNotReached
             : code;
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
        "With an APP, a package or an APK, that app is installed if need be, "
        "begins in the state that --state says, and is recorded with all that "
        "can be seen of it: touches and keys, text, the widget under each "
        "gesture, activities, view trees, preferences, log, crashes and "
        "pictures. So it is on a virtual phone ('reprise phone start'); on "
        "other devices what their own commands show of it, a second or more "
        "apart. What is typed into password fields is left off the tape, and "
        "by --redact more; 'text' covers what is typed and the fields it is "
        "typed into, not where the app shows or keeps it afterwards: that "
        "takes 'views', 'log', 'preferences' and 'pictures', or 'all'.\n"
        "\n"
        "--input records the kernel's input events of all nodes, those that "
        "appear later included: touches, keys, switches and the sensors that "
        "are input devices, each with its capabilities and with the kernel's "
        "own stamps. Gestures are found in them as they come. This needs no "
        "root on a phone; 'reprise doctor' tells what a device allows.",
    .positionals = {{.name = "APP",
                     .help = "a package, or an APK to install",
                     .optional = true}},
    .options = {{.name = "input",
                 .help = "record the kernel input of the device"},
                {.name = "output",
                 .letter = 'o',
                 .value = "TAPE",
                 .help = "the tape to write; run-DATE-TIME.mcap if not given",
                 .completes = Completes::kFiles},
                SessionOnOption(),
                {.name = "state",
                 .value = "STATE",
                 .help = "the state that the app begins in: without data, "
                         "with the data it has, or the same with a copy on the "
                         "tape for replays",
                 .words = {"clear", "keep", "save"},
                 .fallback = "clear"},
                {.name = "input-script",
                 .value = "FILE",
                 .help = "play this as the user; any format that 'convert' "
                         "reads",
                 .completes = Completes::kFiles},
                WaitOption(),
                {.name = "monkey",
                 .value = "N",
                 .help = "let a random user do N things"},
                {.name = "seed",
                 .value = "S",
                 .help = "of the random user, and of the order of threads on a "
                         "virtual clock"},
                {.name = "stop-at",
                 .value = "TARGET",
                 .help = "end when this came about, such as crash; what "
                         "'minimize --target' takes"},
                {.name = "pictures",
                 .value = "DURATION",
                 .help = "least time between two pictures of the screen; 0s "
                         "takes none",
                 .fallback = "250ms"},
                {.name = "methods",
                 .help = "also record which methods of the app ran; so do "
                         "replays of the tape, and 'diff' compares them"},
                {.name = "redact",
                 .value = "WHAT",
                 .help = "leave this off the tape; passwords always, unless "
                         "it is nothing",
                 .words = session::RedactionWords(),
                 .repeats = true},
                {.name = "node",
                 .value = "NODE",
                 .help = "only this input node, such as event2",
                 .repeats = true},
                {.name = "for",
                 .value = "DURATION",
                 .help = "end by itself after this time"},
                ForceOption()},
    .examples = {{"reprise record notes.apk -o run.mcap",
                  "an app, until Ctrl-C"},
                 {"reprise record com.example.notes --monkey 200 --seed 7",
                  "a random user"},
                 {"reprise record --input -o run.mcap", "until Ctrl-C"},
                 {"reprise record --input --for 30s --on emulator-5554",
                  "half a minute of one device of several"}},
    .run = RunRecord,
};

}  // namespace reprise::cli
