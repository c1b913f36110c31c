#include "cli/tool.h"

#include <fcntl.h>
#include <unistd.h>

#include <exception>
#include <new>
#include <string_view>
#include <vector>

#include "base/version.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/parse.h"

namespace reprise::cli {
namespace {

// With stdin, stdout or stderr closed, the next file to be opened would take
// its number, and what is printed would end in a tape. Stdout and stderr get
// a descriptor that refuses to be written, so that it is told.
void OccupyStandardDescriptors() {
  int fd = 0;
  do {
    fd = open("/dev/null", O_RDONLY);
  } while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd >= 0) close(fd);
}

Result<ExitCode> RunVerb(const Verb& verb, std::span<const std::string> words,
                         Console& console) {
  console.set_verb(verb.name);
  ASSIGN_OR_RETURN(const Arguments arguments, Parse(verb, words));
  if (arguments.Has("help")) {
    RETURN_IF_ERROR(console.Write(VerbHelp(verb, console.width())));
    return ExitCode::kDone;
  }
  if (verb.common_options) console.set_quiet(arguments.Has("quiet"));
  return verb.run(arguments, console);
}

Result<ExitCode> Dispatch(std::span<const Verb* const> verbs,
                          std::span<const std::string> words,
                          Console& console) {
  if (words.empty()) {
    return BadUsage("", "no verb is given");
  }
  const std::string& first = words[0];
  if (first == "--help" || first == "-h") {
    RETURN_IF_ERROR(console.Write(ToolHelp(verbs, console.width())));
    return ExitCode::kDone;
  }
  if (first == "--version") {
    RETURN_IF_ERROR(console.Write(fmt::format("reprise {}\n", kVersion)));
    return ExitCode::kDone;
  }
  ASSIGN_OR_RETURN(const Verb* verb, FindVerb(verbs, first));
  return RunVerb(*verb, words.subspan(1), console);
}

// Dispatch() as it is meant to end: no exception leaves it.
Result<ExitCode> DispatchSafely(std::span<const Verb* const> verbs,
                                std::span<const std::string> words,
                                Console& console) {
  try {
    return Dispatch(verbs, words, console);
  } catch (const std::bad_alloc&) {
    console.PrintError("there is not enough memory");
  } catch (const std::exception& exception) {
    console.PrintError(fmt::format(
        "this is a bug in Reprise, please report it: {}", exception.what()));
  } catch (...) {
    console.PrintError(
        "this is a bug in Reprise, please report it: unknown exception");
  }
  return ExitCode::kBug;
}

}  // namespace

ExitCode RunTool(std::span<const Verb* const> verbs,
                 std::span<const std::string> words, Console& console) {
  Result<ExitCode> result = DispatchSafely(verbs, words, console);
  // What the verb found out before it failed is worth having.
  const Status flushed = console.Flush();
  if (console.reader_gone()) return result ? *result : ExitCode::kDone;
  if (result && !flushed) result = Fail(flushed.error());
  if (result) return *result;
  console.PrintError(result.error().message);
  return ExitCodeFor(result.error().kind);
}

int Main(int argc, char** argv) {
  OccupyStandardDescriptors();
  HandleSignals();
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  Console console(STDOUT_FILENO, STDERR_FILENO);
  return static_cast<int>(RunTool(Verbs(), words, console));
}

}  // namespace reprise::cli
