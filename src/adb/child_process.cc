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

constexpr std::chrono::seconds kKillPatience(2);
constexpr int kCannotStart = 127;  // as shells say it

tl::unexpected<Error> Refused(std::string_view what) {
  return Fail(ErrorKind::kIo, "cannot start a program: {}: {}", what,
              std::strerror(errno));
}

// The child's ends of its standard files, and ours.
struct Ends {
  Fd input, output, errors;           // ours
  Fd child_in, child_out, child_err;  // an invalid child_err: child_out
};

Status MakePipe(Fd* reading, Fd* writing, Fd* ours) {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) return Refused("no pipe");
  *reading = Fd(fds[0]);
  *writing = Fd(fds[1]);
  if (fcntl(ours->get(), F_SETFL, O_NONBLOCK) != 0) return Refused("no pipe");
  return {};
}

Status MakePipes(bool separate_errors, Ends* ends) {
  RETURN_IF_ERROR(MakePipe(&ends->child_in, &ends->input, &ends->input));
  RETURN_IF_ERROR(MakePipe(&ends->output, &ends->child_out, &ends->output));
  if (!separate_errors) return {};
  return MakePipe(&ends->errors, &ends->child_err, &ends->errors);
}

Status MakeTerminal(Ends* ends) {
  ends->output = Fd(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
  const int master = ends->output.get();
  char name[128];
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 ||
      ptsname_r(master, name, sizeof(name)) != 0) {
    return Refused("no terminal");
  }
  ends->child_in = Fd(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
  ends->child_out = Fd(fcntl(ends->child_in.get(), F_DUPFD_CLOEXEC, 0));
  ends->input = Fd(fcntl(master, F_DUPFD_CLOEXEC, 0));
  if (!ends->child_out.valid() || !ends->input.valid()) {
    return Refused("no terminal");
  }
  return {};
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
[[noreturn]] void Become(const Ends& ends, const char* folder, bool terminal,
                         char* const* argv, char* const* environment) {
  setsid();
  // Should the daemon itself be killed, it cannot hang up any more.
  prctl(PR_SET_PDEATHSIG, SIGHUP);
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

Result<Child> Child::Start(const Options& options) {
  Ends ends;
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
           argv.data(), variables.data());
  }
  Child child(pid, Fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))));
  if (!child.pidfd_.valid()) return Refused("no way to see its end");
  child.input = std::move(ends.input);
  child.output = std::move(ends.output);
  child.errors = std::move(ends.errors);
  return child;
}

Child::Child(Child&& other) noexcept
    : input(std::move(other.input)),
      output(std::move(other.output)),
      errors(std::move(other.errors)),
      pid_(std::exchange(other.pid_, 0)),
      pidfd_(std::move(other.pidfd_)),
      exit_code_(other.exit_code_) {}

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

namespace {

// Held by the loop until the child has ended; when the loop goes, so does it.
class Leaving : public std::enable_shared_from_this<Leaving> {
 public:
  Leaving(Loop& loop, Child child, std::string input)
      : loop_(loop), child_(std::move(child)), input_(std::move(input)) {}

  void Begin(std::chrono::milliseconds patience) {
    loop_.Watch(child_.ended_fd(), POLLIN,
                [self = shared_from_this()](short) { self->OnEnd(); });
    // Not at once: this may be called while the loop goes.
    SignalAfter(patience, SIGHUP);
    GiveInput();
  }

 private:
  void GiveInput() {
    Fd& fd = child_.input;
    while (fd.valid() && !input_.empty()) {
      const ssize_t n = write(fd.get(), input_.data(), input_.size());
      if (n > 0) {
        input_.erase(0, static_cast<size_t>(n));
      } else if (n < 0 && errno == EAGAIN) {
        loop_.Watch(fd.get(), POLLOUT,
                    [self = shared_from_this()](short) { self->GiveInput(); });
        return;
      } else if (n < 0 && errno != EINTR) {
        break;  // nobody reads it any more
      }
    }
    CloseInput();
  }

  void CloseInput() {
    if (child_.input.valid()) loop_.Unwatch(child_.input.get());
    child_.input.Close();
  }

  void SignalAfter(std::chrono::milliseconds patience, int signal) {
    timer_ = loop_.After(patience, [self = shared_from_this(), signal] {
      self->child_.Signal(signal);
      if (signal == SIGHUP) self->SignalAfter(kKillPatience, SIGKILL);
    });
  }

  void OnEnd() {
    if (!child_.Poll()) return;
    loop_.Cancel(timer_);
    loop_.Unwatch(child_.ended_fd());
    CloseInput();
  }

  Loop& loop_;
  Child child_;
  std::string input_;
  Loop::Timer timer_;
};

}  // namespace

void HangUp(Loop& loop, Child child, std::string input,
            std::chrono::milliseconds patience) {
  child.output.Close();
  child.errors.Close();
  if (child.Poll()) return;
  std::make_shared<Leaving>(loop, std::move(child), std::move(input))
      ->Begin(patience);
}

}  // namespace reprise::adb
