#include "cli/session_options.h"

#include <ctime>

#include "base/file.h"
#include "cli/output_file.h"

namespace reprise::cli {

Option OnOption() {
  return {
      .name = "on",
      .value = "SERIAL",
      .help =
          "the device, as 'reprise devices' lists it; not needed when there "
          "is one only"};
}

Option ForceOption() {
  return {.name = "force",
          .letter = 'f',
          .help = "write over a tape that is there"};
}

Result<std::string> NewTape(const Arguments& arguments, std::string out,
                            std::span<const std::string> inputs) {
  ASSIGN_OR_RETURN(out, ResolveOutput(out, inputs));
  if (!arguments.Has("force") && RealFileSystem().OpenForReading(out)) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} is there already; give another name with -o, or --force to "
                "write over it",
                out);
  }
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
