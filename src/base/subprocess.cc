#include "base/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

namespace reprise {
namespace {

using Output = SubprocessOptions::Output;

// What a standard file of the child is connected to, instead of a descriptor.
constexpr int kNothing = -1;  // as an unset Fd is
constexpr int kOurs = -2;

// No pipe holds more, unless an administrator made one larger.
constexpr size_t kMaxPipeBytes = size_t{1} << 20;

// Closes itself. Every descriptor here is made close-on-exec.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Fd() { Close(); }

  void Close() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }
  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

tl::unexpected<Error> SystemFailure(std::string_view program,
                                    std::string_view what, int code) {
  return Fail(ErrorKind::kIo, "cannot start {}: {}: {}", program, what,
              std::strerror(code));
}

struct Pipe {
  Fd read;
  Fd write;
};

Status MakePipe(std::string_view program, Pipe* pipe) {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) {
    return SystemFailure(program, "no pipe", errno);
  }
  pipe->read = Fd(fds[0]);
  pipe->write = Fd(fds[1]);
  for (Fd* fd : {&pipe->read, &pipe->write}) {
    // In a process without standard files a pipe would get their numbers, and
    // connecting one of the child's would close another.
    if (fd->get() > STDERR_FILENO) continue;
    Fd higher(fcntl(fd->get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!higher.valid()) return SystemFailure(program, "no pipe", errno);
    *fd = std::move(higher);
  }
  return {};
}

// Our end only: the child's end is another description and stays blocking.
void MakeNonBlocking(const Fd& fd) {
  CHECK_EQ(fcntl(fd.get(), F_SETFL, O_NONBLOCK), 0);
}

std::vector<std::string> Environment(const SubprocessOptions& options) {
  std::vector<std::string> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    const bool replaced =
        std::any_of(options.environment.begin(), options.environment.end(),
                    [&](const auto& added) { return added.first == name; });
    if (!replaced) result.emplace_back(text);
  }
  for (const auto& [name, value] : options.environment) {
    result.push_back(fmt::format("{}={}", name, value));
  }
  return result;
}

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& s : strings) pointers.push_back(s.data());
  pointers.push_back(nullptr);
  return pointers;
}

// A NUL would silently cut what the program gets.
Status CheckOptions(const SubprocessOptions& options) {
  const auto clean = [](const std::string& text) {
    return text.find('\0') == std::string::npos;
  };
  if (options.argv.empty() || options.argv[0].empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "no program to start: the command is empty");
  }
  for (const std::string& argument : options.argv) {
    if (!clean(argument)) {
      return Fail(ErrorKind::kInvalidArgument,
                  "cannot start {}: an argument has a NUL character",
                  options.argv[0].c_str());
    }
  }
  for (const auto& [name, value] : options.environment) {
    const bool named = !name.empty() && name.find('=') == std::string::npos;
    if (!named || !clean(name) || !clean(value)) {
      return Fail(ErrorKind::kInvalidArgument,
                  "cannot start {}: \"{}\" is not the name of an environment "
                  "variable, or its value has a NUL character",
                  options.argv[0], name.c_str());
    }
  }
  if (!clean(options.working_directory)) {
    return Fail(ErrorKind::kInvalidArgument,
                "cannot start {}: the folder's name has a NUL character",
                options.argv[0]);
  }
  return {};
}

// What posix_spawn takes, freed at the end.
struct SpawnSettings {
  SpawnSettings() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

Result<pid_t> Spawn(SubprocessOptions& options, int in, int out, int err) {
  SpawnSettings settings;
  auto* const actions = &settings.actions;
  auto* const attributes = &settings.attributes;
  const auto connect = [&](int from, int to, int flags) {
    if (from >= 0) {
      posix_spawn_file_actions_adddup2(actions, from, to);
    } else if (from == kNothing) {
      posix_spawn_file_actions_addopen(actions, to, "/dev/null", flags, 0);
    }
  };
  connect(in, STDIN_FILENO, O_RDONLY);
  connect(out, STDOUT_FILENO, O_WRONLY);
  connect(err, STDERR_FILENO, O_WRONLY);
  // Others in this process may have opened files without close-on-exec.
  posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
  if (!options.working_directory.empty()) {
    posix_spawn_file_actions_addchdir_np(actions,
                                         options.working_directory.c_str());
  }
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(attributes, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(attributes, &signals);
  posix_spawnattr_setpgroup(attributes, 0);
  posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP |
                                           POSIX_SPAWN_SETSIGMASK |
                                           POSIX_SPAWN_SETSIGDEF);

  const std::string& program = options.argv[0];
  std::vector<std::string> environment = Environment(options);
  pid_t pid = 0;
  const int code =
      posix_spawnp(&pid, program.c_str(), actions, attributes,
                   Pointers(options.argv).data(), Pointers(environment).data());
  if (code == 0) return pid;

  struct stat info;
  if (const std::string& folder = options.working_directory;
      !folder.empty() && stat(folder.c_str(), &info) != 0) {
    return Fail(ErrorKind::kNotFound,
                "cannot start {}: the folder {} in which it should run is "
                "not there",
                program, folder);
  }
  if (code == ENOENT && program.find('/') == std::string::npos) {
    return Fail(ErrorKind::kNotFound,
                "the program {} is not there: no folder of PATH has it; "
                "install it or add its folder to PATH",
                program);
  }
  if (code == ENOENT || code == ENOTDIR) {
    return Fail(ErrorKind::kNotFound,
                "the program {} is not there, or the interpreter that its "
                "first line names is not",
                program);
  }
  return Fail(ErrorKind::kIo, "cannot start {}: {}", program,
              std::strerror(code));
}

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
      status = SystemFailure(program, "no thread", e.code().value());
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
  RETURN_IF_ERROR(CheckOptions(options));
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
    RETURN_IF_ERROR(MakePipe(program, &in));
    MakeNonBlocking(in.write);
  }
  const auto open_output = [&](Output output, Pipe* pipe) -> Result<int> {
    if (output == Output::kInherit) return kOurs;
    if (output == Output::kDiscard) return kNothing;
    RETURN_IF_ERROR(MakePipe(program, pipe));
    MakeNonBlocking(pipe->read);
    return pipe->write.get();
  };
  ASSIGN_OR_RETURN(const int out_fd, open_output(options.out, &out));
  ASSIGN_OR_RETURN(const int err_fd, open_output(options.err, &err));
  ASSIGN_OR_RETURN(const pid_t pid,
                   Spawn(options, in.read.get(), out_fd, err_fd));
  // Not the function of glibc, whose header forgets extern "C" in 2.36.
  Fd pidfd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (!pidfd.valid()) {
    const int code = errno;
    kill(-pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    return SystemFailure(program, "no handle of the process", code);
  }
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
