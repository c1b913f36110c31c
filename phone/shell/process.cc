#include "phone/shell/process.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>

#include "phone/shell/commands.h"

namespace reprise::phone {
namespace {

constexpr size_t kEnoughOutput = 32 * 1024;
constexpr size_t kBlock = 64 * 1024;
constexpr int64_t kFirstSlice = 50'000'000;
constexpr int kMaxDepth = 32;

std::shared_ptr<Fd> Duplicate(const std::shared_ptr<Fd>& fd, int* code) {
  if (!fd) *code = -ENXIO;
  return fd;
}

}  // namespace

std::shared_ptr<Fd> Context::Open(std::string_view path, int flags,
                                  int* code) const {
  *code = 0;
  const auto number = [&](int wanted) {
    const auto found = fds.find(wanted);
    return Duplicate(found == fds.end() ? nullptr : found->second, code);
  };
  if (path == "/dev/stdin") return number(0);
  if (path == "/dev/stdout") return number(1);
  if (path == "/dev/stderr") return number(2);
  if (path == "/dev/tty") return Duplicate(terminal, code);
  for (const std::string_view prefix : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(prefix)) continue;
    int wanted = -1;
    (void)std::from_chars(path.begin() + prefix.size(), path.end(), wanted);
    return number(wanted);
  }
  const int fd = files().Open(path, flags);
  if (fd >= 0) return std::make_shared<Fd>(fd);
  *code = fd;
  return nullptr;
}

void Context::WaitFor(int fd, short events) const {
  while (true) {
    stop->Check();
    pollfd polled[2] = {{stop->fd(), POLLIN, 0}, {fd, events, 0}};
    if (poll(polled, 2, -1) > 0 && polled[0].revents == 0) return;
  }
}

ssize_t Context::Read(int fd, char* buffer, size_t size) const {
  if (fd < 0) return -EBADF;
  while (true) {
    WaitFor(fd, POLLIN);
    const ssize_t n = read(fd, buffer, size);
    if (n >= 0) return n;
    if (errno == EIO) return 0;  // the terminal's other end has gone
    if (errno != EAGAIN && errno != EINTR) return -errno;
  }
}

int Context::Write(int fd, std::string_view bytes) const {
  if (fd < 0) return -EBADF;
  while (!bytes.empty()) {
    stop->Check();
    const ssize_t n = write(fd, bytes.data(), std::min(bytes.size(), kBlock));
    if (n >= 0) {
      bytes.remove_prefix(static_cast<size_t>(n));
    } else if (errno == EAGAIN) {
      WaitFor(fd, POLLOUT);
    } else if (errno == EPIPE || errno == EIO) {
      throw Ended{128 + SIGPIPE};
    } else if (errno != EINTR) {
      return -errno;
    }
  }
  return 0;
}

void Context::Sleep(int64_t duration_ns) const {
  // In slices, to be stopped in between; longer ones where phone time is
  // quicker than the host's.
  int64_t slice = kFirstSlice;
  while (duration_ns > 0) {
    stop->Check();
    const int64_t part = std::min(slice, duration_ns);
    const auto before = std::chrono::steady_clock::now();
    if (!phone().Sleep(part)) throw Ended{1};
    const auto took = std::chrono::steady_clock::now() - before;
    if (took < std::chrono::nanoseconds(part / 4)) slice *= 2;
    duration_ns -= part;
  }
}

bool Input::Line(std::string* line, char end) {
  line->clear();
  while (true) {
    const size_t found = buffer_.find(end, position_);
    if (found != std::string::npos) {
      line->append(buffer_, position_, found - position_);
      position_ = found + 1;
      ended_in_line_ = false;
      return true;
    }
    line->append(buffer_, position_, std::string::npos);
    buffer_.clear();
    position_ = 0;
    if (line->size() > kMaxLine || Block().empty()) {
      ended_in_line_ = !line->empty();
      return ended_in_line_;
    }
    position_ = 0;
  }
}

std::string_view Input::Block() {
  if (position_ >= buffer_.size()) {
    process_.Flush();
    buffer_.resize(kBlock);
    const ssize_t n =
        process_.Read(fd_ ? fd_->get() : -1, buffer_.data(), kBlock);
    if (n < 0) error_ = static_cast<int>(-n);
    buffer_.resize(static_cast<size_t>(std::max<ssize_t>(n, 0)));
    position_ = 0;
  }
  const std::string_view rest = std::string_view(buffer_).substr(position_);
  position_ = buffer_.size();
  return rest;
}

std::string Input::All(size_t limit) {
  std::string all;
  while (all.size() < limit) {
    const std::string_view block = Block();
    if (block.empty()) break;
    all.append(block);
  }
  return all;
}

void Process::Out(std::string_view text) {
  out_.append(text);
  if (out_.size() >= kEnoughOutput) Flush();
}

void Process::Flush() {
  if (out_.empty()) return;
  const std::string bytes = std::exchange(out_, {});
  const auto found = fds.find(1);
  const int code = Write(found == fds.end() ? -1 : found->second->get(), bytes);
  if (code == 0) return;
  Err(name() + ": write: " + std::strerror(-code) + "\n");
  throw Ended{1};
}

void Process::Err(std::string_view text) {
  Flush();
  const auto found = fds.find(2);
  if (found != fds.end()) (void)Write(found->second->get(), text);
}

int Process::FailErrno(std::string_view path, int code) {
  return Fail("{}: {}", path, std::strerror(-code));
}

int Process::Report(const Status& status) {
  return status ? 0 : Fail("{}", status.error().message);
}

int Process::ForEachInput(const std::vector<std::string>& paths,
                          const std::function<void(Input&)>& use) {
  int result = 0;
  const auto one = [&](Input input) {
    use(input);
    if (input.error() != 0) result = FailErrno(input.name(), -input.error());
  };
  if (paths.empty()) one(StandardInput());
  for (const std::string& path : paths) {
    if (path == "-") {
      one(StandardInput());
      continue;
    }
    int code = 0;
    std::shared_ptr<Fd> fd = Open(path, O_RDONLY, &code);
    if (fd) {
      one(Input(*this, std::move(fd), path));
    } else {
      result = FailErrno(path, code);
    }
  }
  return result;
}

bool Process::OutputIsTerminal() const {
  const auto found = fds.find(1);
  return found != fds.end() && isatty(found->second->get()) != 0;
}

int Process::Run(std::vector<std::string> arguments) {
  Flush();
  if (depth >= kMaxDepth) return Fail("too many commands within commands");
  Process inner(*this, std::move(arguments), environment);
  ++inner.depth;
  const int code = world->commands.Run(inner);
  inner.Flush();
  return code;
}

}  // namespace reprise::phone
