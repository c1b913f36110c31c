#include "cli/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>

#include "base/check.h"
#include "base/exit_code.h"

namespace reprise::cli {
namespace {

// Read by the signal handler: set only after the bytes are there.
char g_path[PATH_MAX];
std::atomic<bool> g_has_path{false};
static_assert(std::atomic<bool>::is_always_lock_free);

// The next signal is only noted.
std::atomic<bool> g_catch{false};
std::atomic<bool> g_caught{false};

extern "C" void OnSignal(int number) {
  if (g_catch.exchange(false)) {
    g_caught.store(true);
    std::signal(number, OnSignal);  // SA_RESETHAND took it away
    return;
  }
  if (g_has_path.load()) unlink(g_path);
  if (number == SIGINT) _exit(static_cast<int>(ExitCode::kInterrupted));
  // SA_RESETHAND: the second time it is the system's own ending.
  raise(number);
}

}  // namespace

void HandleSignals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  struct sigaction action{};
  action.sa_handler = OnSignal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    // Who started us with it ignored (nohup) means it.
    if (sigaction(number, nullptr, &before) == 0 &&
        before.sa_handler != SIG_IGN) {
      sigaction(number, &action, nullptr);
    }
  }
}

RemoveOnInterrupt::RemoveOnInterrupt(const std::string& path) {
  CHECK(!g_has_path.load());
  if (path.size() >= sizeof(g_path)) return;  // no such file can exist
  std::memcpy(g_path, path.c_str(), path.size() + 1);
  g_has_path.store(true);
}

RemoveOnInterrupt::~RemoveOnInterrupt() { g_has_path.store(false); }

CatchInterrupt::CatchInterrupt() {
  g_caught.store(false);
  g_catch.store(true);
}

CatchInterrupt::~CatchInterrupt() { g_catch.store(false); }

bool CatchInterrupt::asked() const { return g_caught.load(); }

}  // namespace reprise::cli
