#include "base/subprocess.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>

#include "base/check.h"
#include "base/spawn.h"

namespace reprise {
namespace {

using spawn::Pipe;
using Output = SubprocessOptions::Output;

// No pipe holds more, unless an administrator made one larger.
constexpr size_t kMaxPipeBytes = size_t{1} << 20;
// Appends what can be read now, a pipe's worth at most, because a chatty child
// would keep us here; false at the end.
bool Drain(const Fd& fd, size_t limit, std::string* text, bool* cut) {
  char buffer[16384];
  size_t total = 0;
  while (total < kMaxPipeBytes) {
    const ssize_t n = read(fd.get(), buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return true;
    if (n <= 0) return false;
    const size_t got = static_cast<size_t>(n);
    const size_t kept = std::min(got, limit - text->size());
    text->append(buffer, kept);
    if (kept < got) *cut = true;
    total += got;
  }
  return true;
}

}  // namespace

// The running child and the thread that serves it.
class Subprocess::Child {
 public:
  Child(pid_t pid, Fd pidfd, SubprocessOptions options, Fd in, Fd out, Fd err)
      : pid_(pid),
        pidfd_(std::move(pidfd)),
        input_(std::move(options.input)),
        limit_(options.capture_limit),
        in_(std::move(in)),
        out_(std::move(out)),
        err_(std::move(err)) {}

  ~Child() {
    Signal(SIGKILL);
    if (thread_.joinable()) {
      thread_.join();
    } else {
      Reap();
    }
  }

  Status StartThread(std::string_view program) {
    // The thread takes no signals: the handlers of this process expect theirs,
    // and writing to a child that closed its input must give EPIPE instead of
    // SIGPIPE. Faults stay with the thread that makes them.
    sigset_t blocked;
    sigset_t before;
    sigfillset(&blocked);
    for (const int fault :
         {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) {
      sigdelset(&blocked, fault);
    }
    Status status;
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    try {
      thread_ = std::thread([this] { Serve(); });
    } catch (const std::system_error& e) {
      status = spawn::SystemFailure(program, "no thread", e.code().value());
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return status;
  }

  pid_t pid() const { return pid_; }

  std::optional<SubprocessResult> Wait(Duration timeout) {
    using Steady = std::chrono::steady_clock;
    std::unique_lock lock(mutex_);
    const auto ended = [&] { return ended_; };
    const auto now = Steady::now();
    if (timeout > Steady::time_point::max() - now) {
      changed_.wait(lock, ended);
    } else if (!changed_.wait_until(lock, now + timeout, ended)) {
      return std::nullopt;
    }
    return result_;
  }

  void Signal(int signal) {
    const std::lock_guard lock(mutex_);
    // After it was reaped, its number may be somebody else's.
    if (!reaped_) kill(-pid_, signal);
  }

 private:
  void Serve() {
    SubprocessResult result;
    MoveBytes(&result);
    const int status = Reap();
    // All that it wrote is in the pipes by now.
    if (out_.valid()) Drain(out_, limit_, &result.out, &result.out_cut);
    if (err_.valid()) Drain(err_, limit_, &result.err, &result.err_cut);
    in_.Close();
    out_.Close();
    err_.Close();
    pidfd_.Close();
    if (WIFSIGNALED(status)) {
      result.signal = WTERMSIG(status);
    } else {
      result.exit_code = WEXITSTATUS(status);
    }
    const std::lock_guard lock(mutex_);
    result_ = std::move(result);
    ended_ = true;
    changed_.notify_all();
  }

  int Reap() {
    const std::lock_guard lock(mutex_);
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0) CHECK_EQ(errno, EINTR);
    reaped_ = true;
    return status;
  }

  // Feeds and drains the child until it ends.
  void MoveBytes(SubprocessResult* result) {
    while (true) {
      // poll() skips the negative ones.
      pollfd fds[] = {{pidfd_.get(), POLLIN, 0},
                      {in_.get(), POLLOUT, 0},
                      {out_.get(), POLLIN, 0},
                      {err_.get(), POLLIN, 0}};
      if (poll(fds, std::size(fds), -1) < 0) {
        CHECK_EQ(errno, EINTR);
        continue;
      }
      if (fds[1].revents != 0 && !Feed()) in_.Close();
      if (fds[2].revents != 0 &&
          !Drain(out_, limit_, &result->out, &result->out_cut)) {
        out_.Close();
      }
      if (fds[3].revents != 0 &&
          !Drain(err_, limit_, &result->err, &result->err_cut)) {
        err_.Close();
      }
      if (fds[0].revents != 0) return;
    }
  }

  // Writes what the child takes now; false when it has or wants no more.
  bool Feed() {
    while (fed_ < input_.size()) {
      const ssize_t n =
          write(in_.get(), input_.data() + fed_, input_.size() - fed_);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return errno == EAGAIN;
      fed_ += static_cast<size_t>(n);
    }
    return false;
  }

  const pid_t pid_;
  // The thread's only.
  Fd pidfd_;
  const std::string input_;
  const size_t limit_;
  size_t fed_ = 0;
  Fd in_;
  Fd out_;
  Fd err_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  bool reaped_ = false;
  bool ended_ = false;
  SubprocessResult result_;

  std::thread thread_;
};

Result<Subprocess> Subprocess::Start(SubprocessOptions options) {
  RETURN_IF_ERROR(spawn::CheckOptions(options));
  // Whoever started us may have had SIGCHLD ignored, which we inherited and
  // which makes the system throw exit codes away.
  struct sigaction action;
  if (sigaction(SIGCHLD, nullptr, &action) == 0 &&
      action.sa_handler == SIG_IGN) {
    signal(SIGCHLD, SIG_DFL);
  }
  const std::string program = options.argv[0];
  Pipe in;
  Pipe out;
  Pipe err;
  if (!options.input.empty()) {
    RETURN_IF_ERROR(spawn::MakePipe(program, &in));
    spawn::MakeNonBlocking(in.write);
  }
  const auto open_output = [&](Output output, Pipe* pipe) -> Result<int> {
    if (output == Output::kInherit) return spawn::kOurs;
    if (output == Output::kDiscard) return spawn::kNothing;
    RETURN_IF_ERROR(spawn::MakePipe(program, pipe));
    spawn::MakeNonBlocking(pipe->read);
    return pipe->write.get();
  };
  ASSIGN_OR_RETURN(const int out_fd, open_output(options.out, &out));
  ASSIGN_OR_RETURN(const int err_fd, open_output(options.err, &err));
  ASSIGN_OR_RETURN(const pid_t pid,
                   spawn::Spawn(options, in.read.get(), out_fd, err_fd));
  ASSIGN_OR_RETURN(Fd pidfd, spawn::OpenPidfd(program, pid));
  auto child = std::make_unique<Child>(
      pid, std::move(pidfd), std::move(options), std::move(in.write),
      std::move(out.read), std::move(err.read));
  RETURN_IF_ERROR(child->StartThread(program));
  return Subprocess(std::move(child));
}

Subprocess::Subprocess(std::unique_ptr<Child> child)
    : child_(std::move(child)) {}
Subprocess::~Subprocess() = default;
Subprocess::Subprocess(Subprocess&&) noexcept = default;
Subprocess& Subprocess::operator=(Subprocess&&) noexcept = default;

pid_t Subprocess::pid() const { return child_->pid(); }

std::optional<SubprocessResult> Subprocess::Wait(Duration timeout) {
  return child_->Wait(timeout);
}

void Subprocess::Signal(int signal) { child_->Signal(signal); }

SubprocessResult Subprocess::Kill() {
  child_->Signal(SIGKILL);
  return *child_->Wait(kForever);
}

std::string SubprocessResult::Describe() const {
  if (timed_out) return "was killed because it took too long";
  if (signal != 0) {
    return fmt::format("was killed by signal {} ({})", signal,
                       strsignal(signal));
  }
  return fmt::format("ended with exit code {}", exit_code);
}

Result<SubprocessResult> RunSubprocess(SubprocessOptions options,
                                       Subprocess::Duration timeout) {
  ASSIGN_OR_RETURN(Subprocess process, Subprocess::Start(std::move(options)));
  if (std::optional<SubprocessResult> result = process.Wait(timeout)) {
    return *std::move(result);
  }
  SubprocessResult killed = process.Kill();
  // It may have ended by itself between the two.
  killed.timed_out = killed.signal == SIGKILL;
  return killed;
}

}  // namespace reprise
