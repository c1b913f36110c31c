#include "cli/watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace reprise::cli {
namespace {

constexpr int kLongestWaitMs = 1000;

}  // namespace

Result<std::unique_ptr<FileWatch>> FileWatch::On(const std::string& path) {
  int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (fd >= 0 &&
      inotify_add_watch(fd, path.c_str(), IN_MODIFY | IN_CLOSE_WRITE) < 0) {
    close(fd);
    fd = -1;
  }
  return std::unique_ptr<FileWatch>(new FileWatch(fd));
}

FileWatch::~FileWatch() {
  if (fd_ >= 0) close(fd_);
}

Status FileWatch::Wait() {
  pollfd events{fd_, POLLIN, 0};
  const int ready = poll(&events, fd_ >= 0 ? 1 : 0, kLongestWaitMs);
  if (ready < 0 && errno != EINTR) {
    return Fail(ErrorKind::kIo, "cannot wait for the tape to grow: {}",
                std::strerror(errno));
  }
  // What was written is found by looking; the events only wake us.
  char discarded[4096];
  while (fd_ >= 0 && read(fd_, discarded, sizeof(discarded)) > 0) {
  }
  return {};
}

}  // namespace reprise::cli
