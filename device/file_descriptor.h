// FileDescriptor: an open file that is closed when its owner is gone, and an
// eventfd made of one, with which any thread or signal handler ends a poll().
//
// Threads: one at a time, except Wakeup::Wake(), which is for any and for
// signal handlers.
#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

namespace reprise::agent {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  ~FileDescriptor() { Close(); }
  FileDescriptor(FileDescriptor&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      Close();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  void Close() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }

 private:
  int fd_ = -1;
};

class Wakeup {
 public:
  Wakeup() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
  // Readable from the first Wake() on, for good.
  int fd() const { return event_.get(); }
  void Wake() const {
    const uint64_t one = 1;
    (void)!write(event_.get(), &one, sizeof one);
  }

 private:
  FileDescriptor event_;
};

}  // namespace reprise::agent
