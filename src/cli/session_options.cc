#include "cli/session_options.h"

#include <algorithm>
#include <ctime>

#include "adb/server.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/output_file.h"
#include "cli/phone_control.h"
#include "cli/values.h"
#include "session/step_player.h"

namespace reprise::cli {

Option OnOption() {
  return {.name = "on",
          .value = "DEVICE",
          .help =
              "the device: its serial, as 'reprise devices' lists it, or the "
              "name of a virtual phone; not needed when there is one only"};
}

Result<std::string> SerialOf(const Arguments& arguments) {
  const std::string on = arguments.Value("on");
  if (arguments.Has("on") && on.empty()) {
    return Fail(
        ErrorKind::kInvalidArgument,
        "--on: \"\" names no device; it is a serial, as 'reprise "
        "devices' lists it, or the name of a virtual phone, as 'reprise "
        "phone list' does, or leave --on out");
  }
  const auto names = PhoneNames();
  if (std::ranges::find(names, on) == names.end()) return on;
  ASSIGN_OR_RETURN(PhoneControl phone, PhoneControl::Connect(on));
  ASSIGN_OR_RETURN(const nlohmann::json status, phone.Ask({{"ask", "status"}}));
  const std::string port = fmt::format("127.0.0.1:{}", status.value("port", 0));
  ASSIGN_OR_RETURN(const adb::Server server, adb::Server::Connect());
  ASSIGN_OR_RETURN(const auto devices, server.Devices());
  // adb may know it by the port that it was connected to.
  const bool by_port = std::ranges::any_of(
      devices, [&](const auto& device) { return device.serial == port; });
  return by_port ? port : status.value("serial", port);
}

Option ForceOption() {
  return {.name = "force",
          .letter = 'f',
          .help = "write over a tape that is there"};
}

Option WaitOption() {
  return {.name = "wait",
          .value = "DURATION",
          .help = "wait no longer for a widget or screen",
          .fallback = "10s"};
}

Result<int64_t> WaitOf(const Arguments& arguments) {
  const auto wait = ParseDuration(arguments.Value("wait"));
  if (!wait) return BadValue("wait", wait.error());
  if (*wait > session::kMaxWaitNs) {
    return Fail(ErrorKind::kInvalidArgument, "--wait: {} is longer than {}",
                arguments.Value("wait"), FormatDuration(session::kMaxWaitNs));
  }
  return static_cast<int64_t>(*wait);
}

Status CheckFree(const std::string& out, bool force) {
  if (force || !RealFileSystem().OpenForReading(out)) return {};
  return Fail(ErrorKind::kInvalidArgument,
              "{} is there already; give another name with -o, or --force to "
              "write over it",
              out);
}

Result<std::string> NewTape(const Arguments& arguments, std::string out,
                            std::span<const std::string> inputs) {
  RETURN_IF_ERROR(CheckOutput(out, inputs));
  ASSIGN_OR_RETURN(out, ResolveOutput(out, inputs));
  RETURN_IF_ERROR(CheckFree(out, arguments.Has("force")));
  return out;
}

std::string DefaultTapeName() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[32];
  const size_t size =
      std::strftime(text, sizeof(text), "run-%Y%m%d-%H%M%S.mcap", &parts);
  return {text, size};
}

session::SessionWatcher WatcherFor(Console& console,
                                   const CatchInterrupt& interrupt) {
  return {
      .on_note = [&](const std::string& note) { console.Note(note); },
      .on_progress =
          [&](const std::string& progress) { console.Progress(progress); },
      .on_event =
          [&](const RepriseEvent& event) { console.Warn(event.sentence()); },
      .stop_asked = [&] { return interrupt.asked(); },
  };
}

ExitCode ExitCodeOf(const std::string& end_reason, const Status& problem) {
  if (!problem) return ExitCodeFor(problem.error().kind);
  if (end_reason == "interrupted") return ExitCode::kInterrupted;
  return ExitCode::kDone;
}

}  // namespace reprise::cli
