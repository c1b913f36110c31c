#include "adb/daemon_shell.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>

#include "adb/child_process.h"
#include "adb/shell_protocol.h"

namespace reprise::adb {
namespace {

constexpr size_t kReadSize = 64 * 1024;
// What was given to adb exec-in may take a while to be dealt with.
constexpr std::chrono::seconds kExecPatience(60);
constexpr char kEndOfFile = 4;  // ^D: a terminal's input cannot be closed

class ShellService : public Service {
 public:
  ShellService(Loop& loop, Stream& stream, bool v2, bool terminal,
               std::unique_ptr<Program> program)
      : loop_(loop),
        stream_(stream),
        v2_(v2),
        terminal_(terminal),
        program_(std::move(program)) {
    loop_.Watch(program_->ended_fd(), POLLIN, [this](short) {
      exit_code_ = program_->Poll();
      if (exit_code_) loop_.Unwatch(program_->ended_fd());
      FinishIfDone();
    });
    WatchOutputs();
  }

  ~ShellService() override {
    for (Fd* fd : {&program_->input, &program_->output, &program_->errors}) {
      if (fd->valid()) loop_.Unwatch(fd->get());
    }
    loop_.Unwatch(program_->ended_fd());
    if (exit_code_) return;
    HangUp(loop_, std::move(program_), std::move(input_),
           v2_ ? std::chrono::milliseconds(0) : kExecPatience);
  }

  void OnData(std::string_view bytes) override {
    if (v2_) {
      packets_.Feed(bytes);
      if (!TakePackets()) return stream_.Close();
    } else {
      Type(bytes);
    }
    FlushInput();
  }

  void OnSent() override { WatchOutputs(); }

 private:
  bool TakePackets() {
    while (true) {
      const auto packet = packets_.Next();
      if (!packet) return false;
      if (!*packet) return true;
      const ShellPacket& got = **packet;
      if (got.kind == ShellPacketKind::kStdin && !input_closes_) {
        Type(got.data);
      } else if (got.kind == ShellPacketKind::kCloseStdin && !input_closes_) {
        input_closes_ = true;
        if (terminal_) input_.push_back(kEndOfFile);
      } else if (got.kind == ShellPacketKind::kWindowSize && terminal_) {
        SetWindowSize(got.data);
      }
    }
  }

  void Type(std::string_view bytes) {
    program_->OnTyped(bytes);
    input_.append(bytes);
  }

  void SetWindowSize(const std::string& text) {
    winsize size = {};
    if (std::sscanf(text.c_str(), "%5hux%5hu,%5hux%5hu", &size.ws_row,
                    &size.ws_col, &size.ws_xpixel, &size.ws_ypixel) == 4) {
      (void)ioctl(program_->output.get(), TIOCSWINSZ, &size);
    }
  }

  void FlushInput() {
    Fd& fd = program_->input;
    while (fd.valid() && !input_.empty()) {
      const ssize_t n = write(fd.get(), input_.data(), input_.size());
      if (n > 0) {
        input_.erase(0, static_cast<size_t>(n));
      } else if (n < 0 && errno == EAGAIN) {
        loop_.Watch(fd.get(), POLLOUT, [this](short) { FlushInput(); });
        return;
      } else if (n < 0 && errno != EINTR) {
        CloseInput();  // nobody reads it any more
      }
    }
    input_.clear();
    if (fd.valid()) loop_.Unwatch(fd.get());
    if (input_closes_ && !terminal_) CloseInput();
    stream_.Acknowledge();
  }

  void CloseInput() {
    if (!program_->input.valid()) return;
    loop_.Unwatch(program_->input.get());
    program_->input.Close();
  }

  void WatchOutputs() {
    for (Fd* fd : {&program_->output, &program_->errors}) {
      if (!fd->valid()) continue;
      if (stream_.queued() >= kEnoughQueued) {
        loop_.Unwatch(fd->get());
      } else {
        loop_.Watch(fd->get(), POLLIN, [this, fd](short) { ReadOutput(*fd); });
      }
    }
  }

  void ReadOutput(Fd& fd) {
    char buffer[kReadSize];
    const ssize_t n = read(fd.get(), buffer, sizeof(buffer));
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {  // the end; a terminal tells it by EIO
      loop_.Unwatch(fd.get());
      fd.Close();
      return FinishIfDone();
    }
    const std::string_view bytes(buffer, static_cast<size_t>(n));
    if (v2_) {
      std::string packet;
      AppendShellPacket(&fd == &program_->errors ? ShellPacketKind::kStderr
                                                 : ShellPacketKind::kStdout,
                        bytes, &packet);
      stream_.Write(packet);
    } else {
      stream_.Write(bytes);
    }
    if (stream_.queued() >= kEnoughQueued) WatchOutputs();
  }

  void FinishIfDone() {
    if (!exit_code_ || program_->output.valid() || program_->errors.valid())
      return;
    if (v2_) {
      std::string packet;
      AppendShellPacket(ShellPacketKind::kExit,
                        std::string(1, static_cast<char>(*exit_code_)),
                        &packet);
      stream_.Write(packet);
    }
    stream_.Close();
  }

  Loop& loop_;
  Stream& stream_;
  const bool v2_;
  const bool terminal_;
  std::unique_ptr<Program> program_;  // always there until the end
  std::optional<int> exit_code_;
  ShellPackets packets_;
  std::string input_;  // for the command, not yet taken by it
  bool input_closes_ = false;
};

std::unique_ptr<Service> OpenShell(const ShellOptions& options, Loop& loop,
                                   std::string_view name, Stream& stream) {
  const ShellRequest request = ParseShellRequest(name);
  // A NUL would cut what the shell gets.
  if (request.command.find('\0') != std::string::npos ||
      request.term.find('\0') != std::string::npos) {
    return nullptr;
  }
  Child::Options child = {.argv = {options.shell},
                          .environment = {"TERM=" + request.term},
                          .working_directory = options.working_directory,
                          .terminal = request.terminal,
                          .separate_errors = request.v2 && !request.terminal};
  if (!request.command.empty()) {
    child.argv.push_back("-c");
    child.argv.push_back(request.command);
  }
  auto started = Child::Start(child);
  if (!started) {
    return SayAndClose(started.error().message + "\n", stream);
  }
  return ServeProgram(loop, stream, request, *std::move(started));
}

}  // namespace

ShellRequest ParseShellRequest(std::string_view name) {
  ShellRequest request;
  const size_t colon = std::min(name.find(':'), name.size());
  std::string_view arguments = name.substr(0, colon);
  request.command = name.substr(std::min(colon + 1, name.size()));
  // Pipes keep bytes as they are: exec: always has them.
  request.terminal = request.command.empty() && arguments != "exec";
  while (!arguments.empty()) {
    const size_t end = std::min(arguments.find(','), arguments.size());
    const std::string_view word = arguments.substr(0, end);
    if (word == "v2") request.v2 = true;
    if (word == "raw") request.terminal = false;
    if (word == "pty") request.terminal = true;
    if (word.starts_with("TERM=")) request.term = word.substr(5);
    arguments.remove_prefix(std::min(end + 1, arguments.size()));
  }
  return request;
}

std::unique_ptr<Service> ServeProgram(Loop& loop, Stream& stream,
                                      const ShellRequest& request,
                                      std::unique_ptr<Program> program) {
  return std::make_unique<ShellService>(loop, stream, request.v2,
                                        request.terminal, std::move(program));
}

void AddShell(ServiceTable& table, Loop& loop, ShellOptions options) {
  const auto handler = [&loop, options = std::move(options)](
                           std::string_view name, Stream& stream) {
    return OpenShell(options, loop, name, stream);
  };
  for (const char* beginning : {"shell:", "shell,", "exec:"}) {
    table.Add(beginning, handler);
  }
}

}  // namespace reprise::adb
