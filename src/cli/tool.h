// `reprise` itself: finds the verb, runs it, and is the one place where an
// error becomes a line on stderr and an exit code.
//
// Threads: main thread only.
#pragma once

#include <span>
#include <string>

#include "base/exit_code.h"
#include "cli/console.h"
#include "cli/verb.h"

namespace reprise::cli {

// The whole process, from main().
int Main(int argc, char** argv);

// The same without the process: `words` are what follows the tool's name.
ExitCode RunTool(std::span<const Verb* const> verbs,
                 std::span<const std::string> words, Console& console);

}  // namespace reprise::cli
