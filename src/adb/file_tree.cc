#include "adb/file_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace reprise::adb {
namespace {

FileStat FromSystem(const struct stat& info) {
  return {.error = 0,
          .dev = info.st_dev,
          .ino = info.st_ino,
          .mode = info.st_mode,
          .nlink = static_cast<uint32_t>(info.st_nlink),
          .uid = info.st_uid,
          .gid = info.st_gid,
          .size = static_cast<uint64_t>(info.st_size),
          .atime = info.st_atime,
          .mtime = info.st_mtime,
          .ctime = info.st_ctime};
}

FileStat ErrorStat(int code) {
  FileStat stat;
  stat.error = static_cast<uint32_t>(code);
  return stat;
}

class RealSource : public FileSource {
 public:
  explicit RealSource(Fd fd) : fd_(std::move(fd)) {}

  int Read(size_t limit, std::string* out) override {
    out->resize(limit);
    while (true) {
      const ssize_t n = read(fd_.get(), out->data(), limit);
      if (n >= 0) {
        out->resize(static_cast<size_t>(n));
        return 0;
      }
      if (errno != EINTR) return errno;
    }
  }

 private:
  Fd fd_;
};

class RealSink : public FileSink {
 public:
  RealSink(Fd folder, std::string name, Fd fd, bool regular)
      : folder_(std::move(folder)),
        name_(std::move(name)),
        fd_(std::move(fd)),
        removes_(regular) {}

  ~RealSink() override {
    if (removes_) (void)unlinkat(folder_.get(), name_.c_str(), 0);
  }

  int Write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t n = write(fd_.get(), bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return errno;
      bytes.remove_prefix(static_cast<size_t>(n));
    }
    return 0;
  }

  int Finish(uint32_t mtime) override {
    const timespec time = {.tv_sec = mtime, .tv_nsec = 0};
    const timespec times[2] = {time, time};
    // A device node has no time that matters.
    if (futimens(fd_.get(), times) != 0 && removes_) return errno;
    removes_ = false;
    return 0;
  }

 private:
  Fd folder_;
  const std::string name_;
  Fd fd_;
  bool removes_;
};

}  // namespace

Result<std::unique_ptr<RealFileTree>> RealFileTree::At(
    const std::string& root) {
  ASSIGN_OR_RETURN(RootFolder folder, RootFolder::At(root));
  return std::unique_ptr<RealFileTree>(new RealFileTree(std::move(folder)));
}

FileStat RealFileTree::Stat(const std::string& path, bool follow_links) {
  const int flags = follow_links ? O_PATH : O_PATH | O_NOFOLLOW;
  const int opened = root_.Open(path, flags);
  if (opened < 0) return ErrorStat(-opened);
  const Fd fd(opened);
  struct stat info = {};
  if (fstat(fd.get(), &info) != 0) return ErrorStat(errno);
  return FromSystem(info);
}

int RealFileTree::List(const std::string& path,
                       std::vector<std::pair<std::string, FileStat>>* entries) {
  const int opened = root_.Open(path, O_RDONLY | O_DIRECTORY);
  if (opened < 0) return -opened;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(fdopendir(opened), closedir);
  if (!folder) {
    close(opened);
    return ENOMEM;
  }
  while (const dirent* entry = readdir(folder.get())) {
    struct stat info = {};
    const bool known = fstatat(dirfd(folder.get()), entry->d_name, &info,
                               AT_SYMLINK_NOFOLLOW) == 0;
    entries->emplace_back(entry->d_name,
                          known ? FromSystem(info) : ErrorStat(errno));
  }
  return 0;
}

int RealFileTree::Read(const std::string& path,
                       std::unique_ptr<FileSource>* source) {
  const int opened = root_.Open(path, O_RDONLY);
  if (opened < 0) return -opened;
  *source = std::make_unique<RealSource>(Fd(opened));
  return 0;
}

int RealFileTree::Write(const std::string& path, uint32_t mode,
                        std::unique_ptr<FileSink>* sink) {
  Fd folder;
  std::string name;
  if (path.find('\0') != std::string::npos) return EINVAL;
  if (const int code = root_.OpenParent(path, true, &folder, &name))
    return code;
  struct stat info = {};
  const bool there =
      fstatat(folder.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
  const bool regular = !there || S_ISREG(info.st_mode) || S_ISLNK(info.st_mode);
  // A program that runs from the old file keeps it.
  if (there && regular) (void)unlinkat(folder.get(), name.c_str(), 0);
  Fd fd(openat(
      folder.get(), name.c_str(),
      O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
      mode & 0777));
  if (!fd.valid()) return errno;
  // As asked, whatever our umask.
  if (regular && fchmod(fd.get(), mode & 0777) != 0) return errno;
  *sink = std::make_unique<RealSink>(std::move(folder), std::move(name),
                                     std::move(fd), regular);
  return 0;
}

int RealFileTree::MakeLink(const std::string& path, const std::string& target) {
  Fd folder;
  std::string name;
  if (path.find('\0') != std::string::npos) return EINVAL;
  if (const int code = root_.OpenParent(path, true, &folder, &name))
    return code;
  struct stat info = {};
  if (fstatat(folder.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 &&
      (S_ISREG(info.st_mode) || S_ISLNK(info.st_mode))) {
    (void)unlinkat(folder.get(), name.c_str(), 0);
  }
  return symlinkat(target.c_str(), folder.get(), name.c_str()) == 0 ? 0 : errno;
}

}  // namespace reprise::adb
