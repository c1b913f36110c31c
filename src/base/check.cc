#include "base/check.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "base/exit_code.h"

namespace reprise {
namespace {

std::atomic<CheckFailureHandler> g_handler{nullptr};

}  // namespace

void SetCheckFailureHandler(CheckFailureHandler handler) {
  g_handler.store(handler);
}

void CheckFailed(const char* file, int line, std::string_view condition,
                 std::string_view operands) {
  std::string message =
      fmt::format("{}:{}: CHECK failed: {}", file, line, condition);
  if (!operands.empty()) message += fmt::format(" ({})", operands);
  if (CheckFailureHandler handler = g_handler.load()) handler(message);
  message = "reprise: this is a bug in Reprise, please report it: " + message;
  fmt::print(stderr, "{}\n", message);
  // No destructors: the state they would clean up is what was found broken.
  _exit(static_cast<int>(ExitCode::kBug));
}

}  // namespace reprise
