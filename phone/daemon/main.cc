// reprise-phone: the supervisor of one virtual phone, started by `reprise phone
// start`. See docs/architecture/phone.md.
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/exit_code.h"
#include "base/file.h"
#include "phone/daemon/options.h"
#include "phone/daemon/supervisor.h"

namespace {

using namespace reprise;
using namespace reprise::phone;

// Signals that end us, as a descriptor.
Fd EndSignals() {
  sigset_t ending;
  sigemptyset(&ending);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending, number);
  sigprocmask(SIG_BLOCK, &ending, nullptr);
  return Fd(signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK));
}

// Each command has threads of its own, and by default each of those takes
// memory of a pool that is never given back: it would grow with the number that
// once ran at the same time. Pictures and long messages go back at once.
void BoundPools() {
  constexpr int kPools = 2;
  constexpr int kLarge = 256 * 1024;
  mallopt(M_ARENA_MAX, kPools);
  mallopt(M_MMAP_THRESHOLD, kLarge);
}

// A pipe to a child must not take the numbers of the standard files.
void KeepStandardFilesOpen() {
  while (true) {
    const int fd = open("/dev/null", O_RDWR);
    if (fd > STDERR_FILENO) close(fd);
    if (fd < 0 || fd > STDERR_FILENO) return;
  }
}

// Leaves the terminal; what there is to say goes to a file.
void Detach(const std::string& folder) {
  setsid();
  const Fd nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
  const Fd log(open((folder + "/supervisor.log").c_str(),
                    O_CREAT | O_TRUNC | O_WRONLY | O_APPEND | O_CLOEXEC, 0600));
  dup2(nothing.get(), STDIN_FILENO);
  dup2(log.get(), STDOUT_FILENO);
  dup2(log.get(), STDERR_FILENO);
}

void SayReady(int fd, const std::string& line) {
  if (fd < 0) {
    std::fputs(line.c_str(), stdout);
    std::fflush(stdout);
    return;
  }
  (void)!write(fd, line.data(), line.size());
  close(fd);
}

// For who started us: the sentence, and of which kind it is.
std::string ErrorLine(const Status& status) {
  const nlohmann::json line = {{"error", status.error().message},
                               {"kind", static_cast<int>(status.error().kind)}};
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

Status Run(const SupervisorOptions& options) {
  const Fd ends = EndSignals();
  adb::Loop loop;
  ASSIGN_OR_RETURN(const auto supervisor, Supervisor::Start(loop, options));
  if (options.ready_fd >= 0) {
    // What is started later must not hold it open.
    (void)fcntl(options.ready_fd, F_SETFD, FD_CLOEXEC);
    Detach(options.folder);
  }
  loop.Watch(ends.get(), POLLIN, [&](short) { supervisor->Stop(); });
  supervisor->InstallThen(options.apks, [&](const Status& installed) {
    SayReady(options.ready_fd,
             installed ? supervisor->StatusLine() : ErrorLine(installed));
    if (!installed) supervisor->Stop();
  });
  loop.Run();
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);
  BoundPools();
  KeepStandardFilesOpen();
  SupervisorOptions options;
  const Status parsed = ParseSupervisorOptions(
      {argv + 1, static_cast<size_t>(argc - 1)}, &options);
  const Status status = parsed ? Run(options) : parsed;
  if (status) return 0;
  if (options.ready_fd >= 0) {
    SayReady(options.ready_fd, ErrorLine(status));
  } else {
    std::fprintf(stderr, "reprise-phone: %s\n", status.error().message.c_str());
  }
  return static_cast<int>(ExitCodeFor(status.error().kind));
}
