#include "adb/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

namespace reprise::adb {
namespace {

constexpr int kCannotStart = 127;  // as shells say it

tl::unexpected<Error> Refused(std::string_view what) {
  return Fail(ErrorKind::kIo, "cannot start a program: {}: {}", what,
              std::strerror(errno));
}

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  // exec does not write to them.
  for (const std::string& s : strings) {
    pointers.push_back(const_cast<char*>(s.c_str()));
  }
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> WholeEnvironment(
    const std::vector<std::string>& added) {
  std::vector<std::string> all = added;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('=') + 1);
    bool replaced = false;
    for (const std::string& one : added) replaced |= one.starts_with(name);
    if (!replaced) all.emplace_back(text);
  }
  return all;
}

// In the child, after fork(): only what is allowed there.
[[noreturn]] void Become(const ProgramEnds& ends, const char* folder,
                         bool terminal, int orphan_signal, char* const* argv,
                         char* const* environment) {
  setsid();
  // Should the daemon itself be killed, it cannot hang up any more.
  prctl(PR_SET_PDEATHSIG, orphan_signal);
  if (terminal) ioctl(ends.child_in.get(), TIOCSCTTY, 0);
  const int err =
      ends.child_err.valid() ? ends.child_err.get() : ends.child_out.get();
  // All are above 2: a daemon has to keep its standard files open.
  dup2(ends.child_in.get(), STDIN_FILENO);
  dup2(ends.child_out.get(), STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0);
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (folder != nullptr && chdir(folder) != 0) _exit(kCannotStart);
  execve(argv[0], argv, environment);
  constexpr std::string_view kWhy = "cannot start the shell\n";
  (void)!write(STDERR_FILENO, kWhy.data(), kWhy.size());
  _exit(kCannotStart);
}

}  // namespace

Result<std::unique_ptr<Child>> Child::Start(const Options& options) {
  ProgramEnds ends;
  RETURN_IF_ERROR(options.terminal ? MakeTerminal(&ends)
                                   : MakePipes(options.separate_errors, &ends));
  const std::vector<std::string> environment =
      WholeEnvironment(options.environment);
  const std::vector<char*> argv = Pointers(options.argv);
  const std::vector<char*> variables = Pointers(environment);
  const std::string& folder = options.working_directory;
  const pid_t pid = fork();
  if (pid < 0) return Refused("no process");
  if (pid == 0) {
    Become(ends, folder.empty() ? nullptr : folder.c_str(), options.terminal,
           options.orphan_signal, argv.data(), variables.data());
  }
  std::unique_ptr<Child> child(
      new Child(pid, Fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)))));
  if (!child->pidfd_.valid()) return Refused("no way to see its end");
  child->input = std::move(ends.input);
  child->output = std::move(ends.output);
  child->errors = std::move(ends.errors);
  return child;
}

Child::~Child() {
  if (pid_ == 0) return;
  Signal(SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<int> Child::Poll() {
  if (pid_ == 0) return exit_code_;
  int status = 0;
  const pid_t got = waitpid(pid_, &status, WNOHANG);
  if (got == 0 || (got < 0 && errno == EINTR)) return std::nullopt;
  pid_ = 0;
  if (got < 0) {
    exit_code_ = kCannotStart;  // somebody else took it
  } else if (WIFSIGNALED(status)) {
    exit_code_ = 128 + WTERMSIG(status);
  } else {
    exit_code_ = WEXITSTATUS(status);
  }
  return exit_code_;
}

void Child::Signal(int signal) {
  if (pid_ == 0) return;
  // Before setsid() in the child there is no such group yet.
  if (kill(-pid_, signal) != 0) kill(pid_, signal);
}

}  // namespace reprise::adb
