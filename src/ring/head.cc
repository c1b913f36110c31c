#include "ring/head.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "ring/format.h"

namespace reprise::ring {

Result<std::unique_ptr<RingHead>> RingHead::Open(const std::string& path) {
  const int fd =
      open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    return Fail(errno == ENOENT ? ErrorKind::kNotFound : ErrorKind::kIo,
                "{} cannot be opened: {}", path, std::strerror(errno));
  }
  std::unique_ptr<RingHead> head(new RingHead(fd, path));
  struct stat facts = {};
  if (fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    return Fail(ErrorKind::kInvalidArgument, "{} is no regular file", path);
  }
  return head;
}

RingHead::~RingHead() { close(fd_); }

Status RingHead::Publish(uint64_t position) {
  const ssize_t put = pwrite(fd_, &position, sizeof(position), kAtHead);
  if (put != sizeof(position)) {
    return Fail(ErrorKind::kIo, "{} cannot be written: {}", path_,
                put < 0 ? std::strerror(errno) : "the disk is full");
  }
  return {};
}

}  // namespace reprise::ring
