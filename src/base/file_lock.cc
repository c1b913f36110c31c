#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>

namespace reprise {

Result<std::unique_ptr<FileLock>> FileLock::Take(const std::string& path) {
  Fd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) {
    return Fail(errno == ENOENT ? ErrorKind::kNotFound : ErrorKind::kIo,
                "cannot open {}: {}", path, std::strerror(errno));
  }
  if (flock(fd.get(), LOCK_EX | LOCK_NB) == 0) {
    return std::unique_ptr<FileLock>(new FileLock(std::move(fd)));
  }
  if (errno == EWOULDBLOCK) return nullptr;
  return Fail(ErrorKind::kIo, "cannot lock {}: {}", path, std::strerror(errno));
}

}  // namespace reprise
