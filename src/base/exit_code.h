// The exit codes of `reprise`, one enum for the tool, --help and the docs.
//
// Scripts and other programs branch on these, so a code never changes its
// meaning.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"

namespace reprise {

enum class ExitCode : int {
  kDone = 0,
  kUsage = 1,
  kNoDevice = 2,
  kDiverged = 3,
  kTargetNotReached = 4,
  kBadInput = 5,
  kSystem = 6,
  kBug = 7,
  kInterrupted = 130,
};

struct ExitCodeText {
  ExitCode code;
  std::string_view meaning;
};

// Every code with its meaning, in the order --help and the docs list them.
std::span<const ExitCodeText> ExitCodes();

// The code with which a verb ends when it fails with an error of this kind.
ExitCode ExitCodeFor(ErrorKind kind);

}  // namespace reprise
