#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace reprise {
namespace {

tl::unexpected<Error> SystemError(const std::string& path,
                                  std::string_view what) {
  const int code = errno;
  const bool missing = code == ENOENT || code == ENOTDIR;
  const ErrorKind kind = missing ? ErrorKind::kNotFound : ErrorKind::kIo;
  return Fail(kind, "{}: cannot {}: {}", path, what, std::strerror(code));
}

// So many left-overs mean that looking for a free name does not work here.
constexpr int kMaxPartNames = 10'000;

class PosixFile : public File {
 public:
  PosixFile(int fd, std::string path, uint64_t end)
      : fd_(fd), path_(std::move(path)), end_(end) {}
  ~PosixFile() override { close(fd_); }
  PosixFile(const PosixFile&) = delete;
  PosixFile& operator=(const PosixFile&) = delete;

  Result<size_t> ReadAt(uint64_t offset, char* out, size_t size) override {
    size_t done = 0;
    while (done < size) {
      const ssize_t n = pread(fd_, out + done, size - done,
                              static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return SystemError(path_, "read");
      if (n == 0) break;
      done += static_cast<size_t>(n);
    }
    return done;
  }

  Status Append(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t n =
          pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(end_));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return SystemError(path_, "write");
      end_ += static_cast<uint64_t>(n);
      bytes.remove_prefix(static_cast<size_t>(n));
    }
    return {};
  }

  Status Truncate(uint64_t size) override {
    if (ftruncate(fd_, static_cast<off_t>(size)) != 0) {
      return SystemError(path_, "truncate");
    }
    end_ = size;
    return {};
  }

  Status Sync() override {
    // A pipe or a device has nothing to sync and says EINVAL.
    if (fdatasync(fd_) != 0 && errno != EINVAL && errno != EROFS) {
      return SystemError(path_, "flush to the disk");
    }
    return {};
  }

  Result<uint64_t> Size() override {
    struct stat info;
    if (fstat(fd_, &info) != 0) return SystemError(path_, "look at");
    return static_cast<uint64_t>(info.st_size);
  }

 private:
  const int fd_;
  const std::string path_;
  uint64_t end_;  // where Append() writes
};

class PosixFileSystem : public FileSystem {
 public:
  Result<std::unique_ptr<File>> OpenForReading(
      const std::string& path) override {
    // Without O_NONBLOCK, opening a pipe waits for somebody to write to it.
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return SystemError(path, "open");
    auto file = std::make_unique<PosixFile>(fd, path, 0);
    struct stat info;
    if (fstat(fd, &info) != 0) return SystemError(path, "look at");
    if (S_ISDIR(info.st_mode)) {
      return Fail(ErrorKind::kCorruption, "{} is a directory, not a file",
                  path);
    }
    if (!S_ISREG(info.st_mode)) {
      return Fail(ErrorKind::kUnsupported,
                  "{} is not a regular file; copy it to one first", path);
    }
    return file;
  }

  Result<std::unique_ptr<File>> Create(const std::string& path) override {
    const int fd =
        open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
      // A missing folder is the system refusing, not a missing input.
      return Fail(ErrorKind::kIo, "{}: cannot create: {}", path,
                  std::strerror(errno));
    }
    return std::make_unique<PosixFile>(fd, path, 0);
  }

  Status Rename(const std::string& from, const std::string& to) override {
    if (rename(from.c_str(), to.c_str()) != 0) {
      return SystemError(from, "rename to " + to);
    }
    return {};
  }

  Status Remove(const std::string& path) override {
    if (unlink(path.c_str()) != 0) return SystemError(path, "remove");
    return {};
  }
};

}  // namespace

FileSystem& RealFileSystem() {
  static PosixFileSystem files;
  return files;
}

std::string FreePartName(FileSystem& files, const std::string& path) {
  std::string name = path + ".part";
  for (int i = 1;; i++) {
    const auto there = files.OpenForReading(name);
    if (!there && there.error().kind == ErrorKind::kNotFound) return name;
    name = fmt::format("{}.{}.part", path, i);
    if (i == kMaxPartNames) return name;
  }
}

Result<std::string> ReadWholeFile(FileSystem& files, const std::string& path,
                                  uint64_t limit) {
  ASSIGN_OR_RETURN(auto file, files.OpenForReading(path));
  ASSIGN_OR_RETURN(const uint64_t size, file->Size());
  if (size > limit) {
    return Fail(ErrorKind::kUnsupported,
                "{} has {} bytes; at most {} are accepted here", path, size,
                limit);
  }
  std::string bytes(size, '\0');
  ASSIGN_OR_RETURN(const size_t n, file->ReadAt(0, bytes.data(), size));
  bytes.resize(n);
  return bytes;
}

Status WriteWholeFile(FileSystem& files, const std::string& path,
                      std::string_view bytes) {
  const std::string part = FreePartName(files, path);
  ASSIGN_OR_RETURN(auto file, files.Create(part));
  Status written = file->Append(bytes);
  if (written) written = file->Sync();
  file.reset();
  if (written) written = files.Rename(part, path);
  if (!written) (void)files.Remove(part);
  return written;
}

}  // namespace reprise
