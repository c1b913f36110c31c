#include "app/agent/report.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/text.h"

namespace reprise::agent {
namespace {

constexpr int kWarning = 5;  // ANDROID_LOG_WARN
using AndroidLog = int (*)(int priority, const char* tag, const char* text);

}  // namespace

Report::Report(const std::string& file) {
  if (file.empty()) return;
  file_ = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

Report::~Report() {
  if (file_ >= 0) close(file_);
}

void Report::Say(std::string_view sentence) const {
  const std::string text = EscapeForTerminal(sentence);
  if (file_ < 0) {
    // Looked up, because only Android has it.
    static const auto log = reinterpret_cast<AndroidLog>(
        dlsym(RTLD_DEFAULT, "__android_log_write"));
    if (log != nullptr) {
      log(kWarning, "reprise", text.c_str());
      return;
    }
  }
  const std::string line = "reprise agent: " + text + "\n";
  // There is nobody left to tell when this fails.
  [[maybe_unused]] const ssize_t written =
      write(file_ < 0 ? STDERR_FILENO : file_, line.data(), line.size());
}

}  // namespace reprise::agent
