#include "base/piped_process.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>
#include <vector>

#include "base/check.h"

namespace reprise {

namespace {

// One turn reads no more from one program, so that the others have theirs.
constexpr size_t kMaxTurn = size_t{1} << 18;

}  // namespace

Result<std::unique_ptr<PipedProcess>> PipedProcess::Start(
    SubprocessOptions options) {
  RETURN_IF_ERROR(spawn::CheckOptions(options));
  // Whoever started us may have had SIGCHLD ignored, which throws exit codes
  // away; and writing to a program that is gone must give EPIPE.
  signal(SIGCHLD, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  const std::string program = options.argv[0];
  spawn::Pipe in;
  spawn::Pipe out;
  spawn::Pipe err;
  RETURN_IF_ERROR(spawn::MakePipe(program, &in));
  const bool listen = options.out != SubprocessOptions::Output::kDiscard;
  if (listen) RETURN_IF_ERROR(spawn::MakePipe(program, &out));
  RETURN_IF_ERROR(spawn::MakePipe(program, &err));
  spawn::MakeNonBlocking(in.write);
  if (listen) spawn::MakeNonBlocking(out.read);
  spawn::MakeNonBlocking(err.read);
  ASSIGN_OR_RETURN(
      const pid_t pid,
      spawn::Spawn(options, in.read.get(), out.write.get(), err.write.get()));
  ASSIGN_OR_RETURN(Fd pidfd, spawn::OpenPidfd(program, pid));
  return std::unique_ptr<PipedProcess>(
      new PipedProcess(pid, std::move(pidfd), std::move(in.write),
                       std::move(out.read), std::move(err.read)));
}

PipedProcess::PipedProcess(pid_t pid, Fd pidfd, Fd in, Fd out, Fd err)
    : pid_(pid),
      pidfd_(std::move(pidfd)),
      in_(std::move(in)),
      out_(std::move(out)),
      err_(std::move(err)) {}

PipedProcess::~PipedProcess() { Kill(); }

void PipedProcess::Write(std::string_view bytes) {
  if (ended_ || !in_.valid()) return;
  to_write_.append(bytes);
  Flush();
}

void PipedProcess::CloseInput() {
  close_input_ = true;
  Flush();
}

bool PipedProcess::NextLine(std::string* line) {
  const size_t end = read_.find('\n', line_begin_);
  if (end == std::string::npos) {
    read_.erase(0, line_begin_);
    line_begin_ = 0;
    if (read_.size() > kMaxLine) babbling_ = true;
    return false;
  }
  line->assign(read_, line_begin_, end - line_begin_);
  line_begin_ = end + 1;
  return true;
}

void PipedProcess::Pump() {
  if (ended_) return;
  Flush();
  // Asked before reading: what was written before the end is read below.
  pollfd end = {pidfd_.get(), POLLIN, 0};
  const bool over = poll(&end, 1, 0) > 0;
  ReadOut();
  ReadErr();
  if (over) Reap();
}

void PipedProcess::Flush() {
  while (!to_write_.empty() && in_.valid()) {
    const ssize_t n = write(in_.get(), to_write_.data(), to_write_.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n < 0) {
      // It reads no more; its end or its silence will tell.
      in_.Close();
      to_write_.clear();
      return;
    }
    to_write_.erase(0, static_cast<size_t>(n));
  }
  if (close_input_) in_.Close();
}

void PipedProcess::ReadOut() {
  char buffer[16384];
  for (size_t turn = 0; turn < kMaxTurn && out_.valid() && !babbling_;) {
    const ssize_t n = read(out_.get(), buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) {
      out_.Close();
      return;
    }
    read_.append(buffer, static_cast<size_t>(n));
    turn += static_cast<size_t>(n);
    // Lines that nobody takes are as bad as one that does not end.
    if (read_.size() - line_begin_ > kMaxLine + kMaxTurn) babbling_ = true;
  }
}

void PipedProcess::ReadErr() {
  char buffer[4096];
  for (size_t turn = 0; turn < kMaxTurn && err_.valid();) {
    const ssize_t n = read(err_.get(), buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) {
      err_.Close();
      return;
    }
    err_text_.append(buffer, static_cast<size_t>(n));
    if (err_text_.size() > kMaxErr) {
      err_text_.erase(0, err_text_.size() - kMaxErr);
    }
    turn += static_cast<size_t>(n);
  }
}

void PipedProcess::Reap() {
  // Children of its own must not outlive it: the next run starts clean. Before
  // it is reaped, because then its number may be somebody else's.
  kill(-pid_, SIGKILL);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0) CHECK_EQ(errno, EINTR);
  if (WIFSIGNALED(status)) {
    result_.signal = WTERMSIG(status);
  } else {
    result_.exit_code = WEXITSTATUS(status);
  }
  ended_ = true;
  in_.Close();
  out_.Close();
  err_.Close();
  pidfd_.Close();
}

void PipedProcess::Kill() {
  if (!ended_) Reap();
}

void WaitForNews(std::span<PipedProcess* const> processes,
                 std::chrono::nanoseconds timeout) {
  std::vector<pollfd> fds;
  for (const PipedProcess* process : processes) {
    if (process->ended_) continue;
    fds.push_back({process->pidfd_.get(), POLLIN, 0});
    fds.push_back({process->out_.get(), POLLIN, 0});
    fds.push_back({process->err_.get(), POLLIN, 0});
    if (!process->to_write_.empty()) {
      fds.push_back({process->in_.get(), POLLOUT, 0});
    }
  }
  const auto ms = std::chrono::ceil<std::chrono::milliseconds>(timeout).count();
  const int wait = static_cast<int>(
      std::clamp<int64_t>(ms, 0, std::numeric_limits<int>::max()));
  // Interrupted is as good as news: who waits looks around.
  (void)poll(fds.data(), fds.size(), wait);
  for (PipedProcess* process : processes) process->Pump();
}

}  // namespace reprise
