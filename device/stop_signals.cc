#include "device/stop_signals.h"

#include <atomic>
#include <csignal>

#include "device/file_descriptor.h"

namespace reprise::agent {
namespace {

const Wakeup* g_wakeup = nullptr;
std::atomic<int> g_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void OnStopSignal(int number) {
  g_signal = number;
  g_wakeup->Wake();
}

}  // namespace

int InstallStopSignals() {
  static const Wakeup wakeup;
  g_wakeup = &wakeup;
  struct sigaction action{};
  action.sa_handler = OnStopSignal;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    sigaction(number, &action, nullptr);
  }
  std::signal(SIGPIPE, SIG_IGN);
  return wakeup.fd();
}

int StopSignal() { return g_signal; }

}  // namespace reprise::agent
