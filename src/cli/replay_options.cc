#include "cli/replay_options.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "cli/session_device.h"
#include "cli/session_options.h"
#include "cli/timing_options.h"
#include "cli/values.h"
#include "session/tape_app.h"

namespace reprise::cli {
namespace {

using Way = AgentRequest::Prepare;

}  // namespace

std::vector<Option> ReplayOptionTable() {
  std::vector<Option> options = WithTimingOptions(
      {SessionOnOption(),
       {.name = "output",
        .letter = 'o',
        .value = "TAPE",
        .help = "record the replay to this tape",
        .completes = Completes::kFiles},
       {.name = "level",
        .value = "LEVEL",
        .help = "what a touch goes to: the recorded place, that place scaled "
                "to the display, the recorded widget",
        .words = {"kernel", "pointer", "widget"},
        .fallback = "kernel"},
       {.name = "way",
        .value = "WAY",
        .help = "how to inject",
        .words = {"auto", "uinput", "node"},
        .fallback = "auto"},
       {.name = "repeat",
        .value = "N",
        .help = "play it N times, on tapes TAPE-1.mcap to TAPE-N.mcap"},
       {.name = "keep-going",
        .help = "do not end at a divergence, nor after a run that diverged"},
       {.name = "from",
        .value = "WHERE",
        .help = "begin with this step or at this time, with the app as it is "
                "on the device"},
       {.name = "until",
        .value = "WHERE",
        .help = "end after this step or at this time"},
       {.name = "step", .help = "show each step and wait for Enter before it"},
       WaitOption(),
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
       ForceOption()});
  std::ranges::find(options, "timing", &Option::name)
      ->words.push_back("adaptive");
  return options;
}

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
  session::StepOptions& step = options.step;
  const std::string level = arguments.Value("level");
  if (level == "pointer") step.level = session::Level::kPointer;
  if (level == "widget") step.level = session::Level::kWidget;
  step.adaptive = arguments.Value("timing") == "adaptive";
  step.keep_going = arguments.Has("keep-going");
  ASSIGN_OR_RETURN(step.wait_ns, WaitOf(arguments));
  options.ordinary_priority = arguments.Has("ordinary-priority");
  options.source = arguments.Value("TAPE");
  options.command_line = arguments.command_line();
  return options;
}

Result<std::optional<session::AppOptions>> AppOf(tape::TapeReader& tape,
                                                 const Arguments& arguments) {
  ASSIGN_OR_RETURN(const auto recorded, session::ReadTapeApp(tape));
  if (!recorded && !arguments.Has("app")) return std::nullopt;
  session::AppOptions app;
  app.app = arguments.Value("app");
  RETURN_IF_ERROR(CheckApp(app.app));
  ASSIGN_OR_RETURN(const auto seed, CountOption(arguments, "seed"));
  if (recorded) {
    if (app.app.empty()) app.app = recorded->identity.package_name();
    app.state = recorded->state.mode();
    app.files = recorded->files;
    app.redaction = recorded->redaction;
    app.seed = recorded->seed.value_or(app.seed);
    app.vary = recorded->vary;
    app.picture_interval_ns =
        recorded->picture_interval_ns.value_or(app.picture_interval_ns);
    app.methods = recorded->methods;
  }
  if (seed) {
    app.seed = *seed;
    app.vary = true;
  }
  return app;
}

Result<std::optional<session::StepPlace>> PlaceOption(
    const Arguments& arguments, std::string_view name) {
  if (!arguments.Has(name)) return std::nullopt;
  const std::string text = arguments.Value(name);
  session::StepPlace place;
  if (!text.empty() && std::ranges::all_of(text, [](unsigned char c) {
        return std::isdigit(c) != 0;
      })) {
    ASSIGN_OR_RETURN(const auto step, CountOption(arguments, name));
    place.step = static_cast<size_t>(step.value_or(0));
    return place;
  }
  const auto time = ParseDuration(text);
  if (!time) {
    return Fail(ErrorKind::kInvalidArgument,
                "--{}: {:?} is neither the number of a step, such as 3, nor a "
                "time from the begin of the tape, such as 1.5s",
                name, text);
  }
  place.time_ns = static_cast<int64_t>(*time);
  return place;
}

std::string NeedsApp(const Arguments& arguments) {
  for (const char* name : {"from", "until", "step"}) {
    if (arguments.Has(name)) return fmt::format("--{}", name);
  }
  if (arguments.Value("level") != "kernel") {
    return "--level " + arguments.Value("level");
  }
  if (arguments.Value("timing") == "adaptive") return "--timing adaptive";
  return "";
}

}  // namespace reprise::cli
