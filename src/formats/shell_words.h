// The words of one line of a simple shell script, as sh would see them: quotes,
// backslashes, comments, ; and && between commands, redirections dropped.
// What would need a shell to run (variables, substitutions, pipes, loops) is
// refused, because guessing would give another recording.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reprise::formats {

using ShellCommand = std::vector<std::string>;

// The commands of the line, none of them empty. The error is a clause that
// names what is not supported; it knows no line number.
Result<std::vector<ShellCommand>> ParseShellLine(std::string_view line);

// In single quotes if sh would otherwise change it.
std::string QuoteForShell(std::string_view word);

}  // namespace reprise::formats
