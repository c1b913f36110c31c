#include "base/exit_code.h"

#include "base/check.h"

namespace reprise {
namespace {

constexpr ExitCodeText kExitCodes[] = {
    {ExitCode::kDone,
     "done, and same (a cut tape that opens is 0, with a warning)"},
    {ExitCode::kUsage, "bad usage"},
    {ExitCode::kNoDevice, "no device, or it was lost"},
    {ExitCode::kDiverged, "the replay or the tapes differ"},
    {ExitCode::kTargetNotReached, "target not reached or not reproducible"},
    {ExitCode::kBadInput,
     "unreadable or unsupported input (tape, recording, APK, specification)"},
    {ExitCode::kSystem, "the disk or the system refused"},
    {ExitCode::kBug, "a bug in Reprise"},
    {ExitCode::kInterrupted, "interrupted; what was recorded is kept"},
};

}  // namespace

std::span<const ExitCodeText> ExitCodes() { return kExitCodes; }

ExitCode ExitCodeFor(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kInvalidArgument:
      return ExitCode::kUsage;
    case ErrorKind::kNotFound:
    case ErrorKind::kCorruption:
    case ErrorKind::kUnsupported:
      return ExitCode::kBadInput;
    case ErrorKind::kDevice:
      return ExitCode::kNoDevice;
    case ErrorKind::kIo:
      return ExitCode::kSystem;
    case ErrorKind::kCancelled:
      return ExitCode::kInterrupted;
  }
  CHECK(false);
  return ExitCode::kBug;
}

}  // namespace reprise
