#include "phone/daemon/helper.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>

#include "adb/child_process.h"

namespace reprise::phone {
namespace {

constexpr size_t kMaxOutput = 16 * 1024;
constexpr int kLookMs = 100;

// True while there may be more.
bool ReadSome(const Fd& from, std::string* output) {
  char buffer[4096];
  const ssize_t n = read(from.get(), buffer, sizeof(buffer));
  if (n < 0) return errno == EAGAIN || errno == EINTR;
  output->append(buffer, static_cast<size_t>(n));
  if (output->size() > kMaxOutput) {
    output->erase(0, output->size() - kMaxOutput);
  }
  return n > 0;
}

}  // namespace

Result<HelperResult> RunHelper(const std::vector<std::string>& argv,
                               std::chrono::seconds patience,
                               const std::function<bool()>& stopped) {
  adb::Child::Options options;
  options.argv = argv;
  options.orphan_signal = SIGKILL;
  ASSIGN_OR_RETURN(const auto child, adb::Child::Start(options));
  child->input.Close();
  const auto end = std::chrono::steady_clock::now() + patience;
  HelperResult result;
  bool open = true;
  while (true) {
    pollfd fds[] = {{child->ended_fd(), POLLIN, 0},
                    {open ? child->output.get() : -1, POLLIN, 0}};
    (void)poll(fds, 2, kLookMs);
    if (open && fds[1].revents != 0)
      open = ReadSome(child->output, &result.output);
    if (const auto code = child->Poll()) {
      // What is in the pipe is its own; others may hold it open.
      while (open) {
        pollfd more = {child->output.get(), POLLIN, 0};
        if (poll(&more, 1, 0) <= 0) break;
        open = ReadSome(child->output, &result.output);
      }
      result.exit_code = *code;
      return result;
    }
    if (stopped()) {
      return Fail(ErrorKind::kCancelled, "{} was stopped", argv[0]);
    }
    if (std::chrono::steady_clock::now() > end) {
      return Fail(ErrorKind::kDevice, "{} did not end within {} s", argv[0],
                  patience.count());
    }
  }
}

}  // namespace reprise::phone
