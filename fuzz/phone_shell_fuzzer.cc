// Runs scripts on a phone in memory. A limit of steps ends what would run for
// ever.
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <string>

#include "phone/shell/fake_phone.h"
#include "phone/shell/shell_program.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace reprise::phone;
  constexpr uint64_t kMaxSteps = 3000;
  const std::string script(reinterpret_cast<const char*>(data), size);
  FakePhone phone;
  ShellHost host(phone, Commands());
  auto program = host.Start({.command = script, .max_steps = kMaxSteps});
  if (!program) return 0;
  (*program)->input.Close();
  char buffer[4096];
  pollfd polled = {(*program)->output.get(), POLLIN, 0};
  while (true) {
    // What only waits, as logcat does, takes no steps.
    constexpr int kPatienceMs = 500;
    if (poll(&polled, 1, kPatienceMs) <= 0) {
      (*program)->Signal(SIGKILL);
    } else if (read((*program)->output.get(), buffer, sizeof(buffer)) <= 0) {
      break;
    }
  }
  return 0;
}
