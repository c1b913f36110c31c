#include "device/commands.h"

#include <poll.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <thread>

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "device/input_recorder.h"
#include "device/input_replayer.h"
#include "device/probe.h"
#include "device/reran_loop.h"
#include "device/serve.h"
#include "device/shape.h"
#include "device/tape_sink.h"
#include "input/tape_io.h"
#include "tape/reader.h"

namespace reprise::agent {
namespace {

constexpr OptionType kRecordOptions[] = {
    {"-o", "TAPE", "write to this tape (default: run.mcap)"},
    {"--node", "eventN", "record this node only; may be given several times"},
    {"--for", "DURATION", "end after this time, as 90s or 5m"},
};
constexpr OptionType kReplayOptions[] = {
    {"-o", "TAPE", "record the replay to this tape (default: replayed.mcap)"},
    {"--way", "WAY", "auto, uinput or node (default: auto)"},
    {"--settle", "DURATION", "wait after making devices (default: 1s)"},
    {"--ordinary-priority", "", "no real-time priority, no locked memory"},
    {"--spin", "US", "spin before a deadline for as many microseconds"},
    {"--others", "", "record all other nodes, too"},
    REPRISE_SHAPE_OPTIONS,
};
constexpr OptionType kReranOptions[] = {
    {"--settle", "DURATION", "wait after making devices (default: 1s)"},
};

void Say(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

// Until the signal, or for `duration_ns` if it is not 0; true: a signal came.
bool WaitForStop(int stop_fd, uint64_t duration_ns) {
  const uint64_t end = RealClock().Monotonic() + duration_ns;
  for (;;) {
    const uint64_t now = RealClock().Monotonic();
    if (duration_ns != 0 && now >= end) return false;
    const uint64_t left_ms = duration_ns == 0 ? 1000 : (end - now) / 1'000'000;
    pollfd polled{stop_fd, POLLIN, 0};
    (void)poll(&polled, 1,
               static_cast<int>(std::min<uint64_t>(left_ms, 1000) + 1));
    if (polled.revents != 0) return true;
  }
}

Result<std::string> OneFile(const Arguments& arguments) {
  if (arguments.files().size() == 1) return arguments.files()[0];
  return Fail(ErrorKind::kInvalidArgument,
              "one tape is needed, {} were given; see reprise_agent --help",
              arguments.files().size());
}

Status NoFiles(const Arguments& arguments) {
  if (arguments.files().empty()) return {};
  return Fail(ErrorKind::kInvalidArgument,
              "'{}' is not understood; see reprise_agent --help",
              EscapeForTerminal(arguments.files()[0]));
}

Result<int64_t> Settle(const Arguments& arguments) {
  if (!arguments.Has("--settle")) return int64_t{1'000'000'000};
  ASSIGN_OR_RETURN(const uint64_t settle,
                   ParseDuration(arguments.Value("--settle")));
  return static_cast<int64_t>(settle);
}

// A tape that is there is somebody's recording.
Status RefuseExisting(const std::string& path) {
  if (!RealFileSystem().OpenForReading(path)) return {};
  return Fail(ErrorKind::kInvalidArgument,
              "{} is there already; give another name with -o, or remove it",
              path);
}

Status RunRecord(const Arguments& arguments, int stop_fd) {
  RETURN_IF_ERROR(NoFiles(arguments));
  uint64_t duration = 0;
  if (arguments.Has("--for")) {
    ASSIGN_OR_RETURN(duration, ParseDuration(arguments.Value("--for")));
  }
  InputRecorderOptions options;
  options.nodes = arguments.Values("--node");
  const std::string path =
      arguments.Has("-o") ? arguments.Value("-o") : "run.mcap";
  RETURN_IF_ERROR(RefuseExisting(path));
  // Asked first, so that no empty tape stays behind.
  RETURN_IF_ERROR(ListNodes(options.folder));
  ASSIGN_OR_RETURN(auto sink, TapeSink::Create(path, "record"));
  auto recorder = InputRecorder::Open(std::move(options), *sink);
  if (!recorder) {
    (void)RealFileSystem().Remove(path);
    return Fail(std::move(recorder).error());
  }
  std::fprintf(stderr, "recording %zu input devices; Ctrl-C ends it\n",
               (*recorder)->nodes());
  Status recorded;
  std::thread thread([&] { recorded = (*recorder)->Run(); });
  const bool interrupted = WaitForStop(stop_fd, duration);
  (*recorder)->Stop();
  thread.join();
  RETURN_IF_ERROR(sink->Finish(interrupted ? "interrupted" : "done"));
  RETURN_IF_ERROR(recorded);
  Say(fmt::format("{}: {} frames\n", path, (*recorder)->frames()));
  return {};
}

Result<input::Recording> ReadTape(const std::string& path) {
  ASSIGN_OR_RETURN(auto tape, tape::TapeReader::Open(RealFileSystem(), path));
  input::Losses losses;
  ASSIGN_OR_RETURN(auto recording, input::ReadRecording(*tape, &losses));
  for (const input::Loss& loss : losses.all()) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(), loss.what.c_str());
  }
  if (recording.frames.empty()) {
    return Fail(ErrorKind::kUnsupported,
                "{} has no kernel input; convert it with 'reprise convert' or "
                "replay it from a host",
                path);
  }
  return recording;
}

Result<ReplayOptions> ReplayOptionsFrom(const Arguments& arguments) {
  ReplayOptions options;
  const std::string way =
      arguments.Has("--way") ? arguments.Value("--way") : "auto";
  const auto known = WayByName(way);
  if (!known) {
    return Fail(ErrorKind::kInvalidArgument,
                "--way {} is not known; accepted are auto, uinput and node",
                EscapeForTerminal(way));
  }
  options.way = *known;
  ASSIGN_OR_RETURN(options.settle_ns, Settle(arguments));
  options.player.ordinary_priority = arguments.Has("--ordinary-priority");
  options.record_others = arguments.Has("--others");
  if (arguments.Has("--spin")) {
    const std::string text = arguments.Value("--spin");
    int64_t spin_us = -1;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), spin_us);
    if (error != std::errc() || end != text.data() + text.size() ||
        spin_us < 0 || spin_us > 1'000'000) {
      return Fail(ErrorKind::kInvalidArgument,
                  "--spin {} is not a number of microseconds from 0 to "
                  "1000000",
                  EscapeForTerminal(text));
    }
    options.player.spin_ns = spin_us * 1000;
  }
  return options;
}

Status RunReplay(const Arguments& arguments, int stop_fd) {
  ASSIGN_OR_RETURN(const std::string path, OneFile(arguments));
  ASSIGN_OR_RETURN(ReplayOptions options, ReplayOptionsFrom(arguments));
  ASSIGN_OR_RETURN(input::Recording recording, ReadTape(path));
  ASSIGN_OR_RETURN(const Shaped shaped, Shape(arguments, &recording));
  if (recording.frames.empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "--only and --skip leave nothing to play");
  }
  const std::string out =
      arguments.Has("-o") ? arguments.Value("-o") : "replayed.mcap";
  RETURN_IF_ERROR(RefuseExisting(out));
  ASSIGN_OR_RETURN(auto sink, TapeSink::Create(out, "replay"));
  auto replayer =
      InputReplayer::Prepare(recording.devices, std::move(options), *sink);
  if (!replayer) {
    (void)RealFileSystem().Remove(out);
    return Fail(std::move(replayer).error());
  }
  if (shaped.frames_removed + shaped.gaps_changed > 0) {
    WriteEvent(
        *sink,
        MakeEvent(RepriseEvent::KIND_TIME_WARPED,
                  fmt::format("{} frames were left out and {} gaps "
                              "changed, as asked",
                              shaped.frames_removed, shaped.gaps_changed)));
  }
  for (const Injection& injection : (*replayer)->injections()) {
    std::fprintf(stderr, "playing on %s through %s\n", injection.node().c_str(),
                 std::string(injection.way()).c_str());
  }
  const int64_t first = recording.frames.front().time_ns;
  for (const input::Frame& frame : recording.frames) {
    ASSIGN_OR_RETURN(
        const bool added,
        (*replayer)->Add(frame.device, frame.time_ns - first, frame));
    (void)added;  // a cut or redacted frame stays out
  }
  (*replayer)->Complete();
  (*replayer)->Go(10'000'000);

  Wakeup ended;
  ReplayOutcome outcome;
  std::thread waiter([&] {
    outcome = (*replayer)->Wait();
    ended.Wake();
  });
  pollfd polled[] = {{stop_fd, POLLIN, 0}, {ended.fd(), POLLIN, 0}};
  while (poll(polled, 2, -1) < 0) {
  }
  if (polled[0].revents != 0) (*replayer)->Abort();
  waiter.join();
  RETURN_IF_ERROR(sink->Finish(!outcome.status   ? "failed"
                               : outcome.aborted ? "interrupted"
                                                 : "done"));
  RETURN_IF_ERROR(outcome.status);
  Say(fmt::format(
      "{}: {} frames, lateness p50 {} us, p99 {} us, max {} us{}{}\n", out,
      outcome.frames, outcome.late_p50_ns / 1000, outcome.late_p99_ns / 1000,
      outcome.late_max_ns / 1000,
      (*replayer)->realtime() ? "" : ", without real-time priority",
      outcome.foreign_frames == 0 ? ""
                                  : fmt::format("; {} frames of foreign input",
                                                outcome.foreign_frames)));
  return {};
}

Status RunDevices(const Arguments& arguments, int) {
  RETURN_IF_ERROR(NoFiles(arguments));
  const AgentReply::Probe probe = ProbeDevice();
  if (!probe.input_error().empty()) {
    return Fail(ErrorKind::kDevice, "{}", probe.input_error());
  }
  Say(DescribeNodes(probe));
  return {};
}

Status RunProbe(const Arguments& arguments, int) {
  RETURN_IF_ERROR(NoFiles(arguments));
  Say(Describe(ProbeDevice()));
  return {};
}

Status RunServe(const Arguments& arguments, int stop_fd) {
  RETURN_IF_ERROR(NoFiles(arguments));
  const ExitCode code = Serve(STDIN_FILENO, STDOUT_FILENO, stop_fd);
  if (code == ExitCode::kDone || code == ExitCode::kInterrupted) return {};
  return Fail(ErrorKind::kCorruption,
              "the host does not speak this agent's protocol; push the agent "
              "again");
}

Status RunReran(const Arguments& arguments, int) {
  ASSIGN_OR_RETURN(const std::string path, OneFile(arguments));
  ASSIGN_OR_RETURN(const int64_t settle, Settle(arguments));
  ASSIGN_OR_RETURN(const input::Recording recording, ReadTape(path));
  ASSIGN_OR_RETURN(const int64_t began, RunReranLoop(recording, settle));
  Say(fmt::format("began at {} ns\n", began));
  return {};
}

constexpr Command kCommands[] = {
    {"record", "[options]", "record the input of this device to a tape",
     kRecordOptions, RunRecord, false},
    {"replay", "TAPE [options]", "play the input on a tape on this device",
     kReplayOptions, RunReplay, false},
    {"devices", "", "list the input devices", {}, RunDevices, false},
    {"probe",
     "",
     "say what can be recorded and replayed here, and why not",
     {},
     RunProbe,
     false},
    {"serve",
     "",
     "obey the host on stdin and stdout (used by reprise)",
     {},
     RunServe,
     false},
    // For the precision tests.
    {"reran-loop", "TAPE", "play as RERAN does", kReranOptions, RunReran, true},
};

}  // namespace

std::span<const Command> Commands() { return kCommands; }

}  // namespace reprise::agent
