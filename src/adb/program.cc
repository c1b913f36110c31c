#include "adb/program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace reprise::adb {
namespace {

constexpr std::chrono::seconds kKillPatience(2);
// Of a program that is given its last input and does not take any of it.
constexpr std::chrono::seconds kStuckPatience(60);

tl::unexpected<Error> Refused(std::string_view what) {
  return Fail(ErrorKind::kIo, "cannot start a program: {}: {}", what,
              std::strerror(errno));
}

Status MakePipe(Fd* reading, Fd* writing, Fd* ours) {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) return Refused("no pipe");
  *reading = Fd(fds[0]);
  *writing = Fd(fds[1]);
  if (fcntl(ours->get(), F_SETFL, O_NONBLOCK) != 0) return Refused("no pipe");
  return {};
}

// Held by the loop until the program has ended; when the loop goes, so does it.
class Leaving : public std::enable_shared_from_this<Leaving> {
 public:
  Leaving(Loop& loop, std::unique_ptr<Program> program, std::string input,
          std::chrono::milliseconds patience)
      : loop_(loop),
        program_(std::move(program)),
        input_(std::move(input)),
        patience_(patience) {}

  void Begin() {
    loop_.Watch(program_->ended_fd(), POLLIN,
                [self = shared_from_this()](short) { self->OnEnd(); });
    // Not at once: this may be called while the loop goes.
    if (patience_.count() == 0) SignalAfter(patience_, SIGHUP);
    GiveInput();
  }

 private:
  void GiveInput() {
    Fd& fd = program_->input;
    while (fd.valid() && !input_.empty()) {
      const ssize_t n = write(fd.get(), input_.data(), input_.size());
      if (n > 0) {
        input_.erase(0, static_cast<size_t>(n));
      } else if (n < 0 && errno == EAGAIN) {
        if (patience_.count() > 0) SignalAfter(kStuckPatience, SIGHUP);
        loop_.Watch(fd.get(), POLLOUT,
                    [self = shared_from_this()](short) { self->GiveInput(); });
        return;
      } else if (n < 0 && errno != EINTR) {
        break;  // nobody reads it any more
      }
    }
    if (patience_.count() > 0) SignalAfter(patience_, SIGHUP);
    CloseInput();
  }

  void CloseInput() {
    if (program_->input.valid()) loop_.Unwatch(program_->input.get());
    program_->input.Close();
  }

  void SignalAfter(std::chrono::milliseconds patience, int signal) {
    loop_.Cancel(timer_);
    timer_ = loop_.After(patience, [self = shared_from_this(), signal] {
      self->program_->Signal(signal);
      if (signal == SIGHUP) self->SignalAfter(kKillPatience, SIGKILL);
    });
  }

  void OnEnd() {
    if (!program_->Poll()) return;
    loop_.Cancel(timer_);
    loop_.Unwatch(program_->ended_fd());
    CloseInput();
  }

  Loop& loop_;
  std::unique_ptr<Program> program_;
  std::string input_;
  const std::chrono::milliseconds patience_;
  Loop::Timer timer_;
};

}  // namespace

Status MakePipes(bool separate_errors, ProgramEnds* ends) {
  RETURN_IF_ERROR(MakePipe(&ends->child_in, &ends->input, &ends->input));
  RETURN_IF_ERROR(MakePipe(&ends->output, &ends->child_out, &ends->output));
  if (!separate_errors) return {};
  return MakePipe(&ends->errors, &ends->child_err, &ends->errors);
}

Status MakeTerminal(ProgramEnds* ends) {
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

void HangUp(Loop& loop, std::unique_ptr<Program> program, std::string input,
            std::chrono::milliseconds patience) {
  program->output.Close();
  program->errors.Close();
  if (program->Poll()) return;
  std::make_shared<Leaving>(loop, std::move(program), std::move(input),
                            patience)
      ->Begin();
}

}  // namespace reprise::adb
