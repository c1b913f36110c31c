#include "adb/root_folder.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace reprise::adb {

Result<RootFolder> RootFolder::At(const std::string& root) {
  Fd fd(open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid()) {
    return Fail(ErrorKind::kNotFound, "cannot show the files below {}: {}",
                root, std::strerror(errno));
  }
  return RootFolder(std::move(fd));
}

int RootFolder::Open(const std::string& path, int flags, uint32_t mode) const {
  if (path.find('\0') != std::string::npos) return -EINVAL;
  open_how how = {};
  // Opening a pipe or reading a device must not hold the whole daemon up.
  how.flags = static_cast<uint64_t>(flags | O_CLOEXEC);
  if ((flags & O_PATH) == 0) how.flags |= O_NONBLOCK | O_NOCTTY;
  how.mode = mode;
  how.resolve = RESOLVE_IN_ROOT;
  while (true) {
    const long fd =
        syscall(SYS_openat2, fd_.get(), path.empty() ? "." : path.c_str(), &how,
                sizeof(how));
    if (fd >= 0) return static_cast<int>(fd);
    // EAGAIN: somebody renamed a folder meanwhile.
    if (errno != EINTR && errno != EAGAIN) return -errno;
  }
}

int RootFolder::OpenParent(const std::string& path, bool make, Fd* folder,
                           std::string* name) const {
  std::string whole = path;
  while (whole.ends_with('/')) whole.pop_back();
  const size_t slash = whole.rfind('/');
  *name = slash == std::string::npos ? whole : whole.substr(slash + 1);
  if (name->empty() || *name == "." || *name == "..") return EISDIR;
  const std::string above =
      slash == std::string::npos ? "." : whole.substr(0, slash + 1);
  int opened = Open(above, O_PATH | O_DIRECTORY);
  if (opened == -ENOENT && make) {
    Fd upper;
    std::string last;
    if (const int code = OpenParent(above, true, &upper, &last)) return code;
    if (mkdirat(upper.get(), last.c_str(), 0775) != 0 && errno != EEXIST) {
      return errno;
    }
    opened = Open(above, O_PATH | O_DIRECTORY);
  }
  if (opened < 0) return -opened;
  *folder = Fd(opened);
  return 0;
}

}  // namespace reprise::adb
