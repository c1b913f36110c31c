#include "phone/shell/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "phone/shell/pattern.h"

namespace reprise::phone {
namespace {

constexpr int kMaxDepth = 64;  // of folders that are removed or searched

// Those of the machine are as good as the phone's own.
constexpr std::array kDevices = {"/dev/null", "/dev/zero", "/dev/full",
                                 "/dev/urandom", "/dev/random"};

std::vector<std::string> Split(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    const size_t end = std::min(path.find('/'), path.size());
    if (end > 0) parts.emplace_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

int ListOf(int fd, std::vector<std::string>* names) {
  std::unique_ptr<DIR, int (*)(DIR*)> folder(fdopendir(fd), closedir);
  if (!folder) {
    close(fd);
    return -errno;
  }
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (names->size() >= Files::kMaxEntries) return -EFBIG;
    names->emplace_back(name);
  }
  std::sort(names->begin(), names->end());
  return 0;
}

// A file that holds a text and has no name.
int TextFile(const std::string& text) {
  const int fd = memfd_create("proc", MFD_CLOEXEC);
  if (fd < 0) return -errno;
  if (write(fd, text.data(), text.size()) < 0 || lseek(fd, 0, SEEK_SET) != 0 ||
      fchmod(fd, 0444) != 0) {
    const int code = -errno;
    close(fd);
    return code;
  }
  return fd;
}

// Where on the machine it is.
std::string PathOf(int fd) {
  std::error_code ignored;
  return std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", fd),
                                       ignored);
}

int RemoveBelow(int parent, const std::string& name, int depth) {
  if (unlinkat(parent, name.c_str(), 0) == 0) return 0;
  if (errno != EISDIR && errno != EPERM) return -errno;
  if (depth > kMaxDepth) return -ELOOP;
  const Fd folder(openat(parent, name.c_str(),
                         O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder.valid()) return -errno;
  std::vector<std::string> names;
  const int copy = fcntl(folder.get(), F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return -errno;
  if (const int code = ListOf(copy, &names)) return code;
  for (const std::string& inner : names) {
    const int code = RemoveBelow(folder.get(), inner, depth + 1);
    if (code != 0) return code;
  }
  return unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0 ? 0 : -errno;
}

}  // namespace

std::string Files::Absolute(std::string_view path) const {
  std::vector<std::string> whole;
  std::string joined(path);
  if (!path.starts_with('/')) joined = folder_ + "/" + joined;
  for (std::string& part : Split(joined)) {
    if (part == ".") continue;
    if (part != "..") {
      whole.push_back(std::move(part));
    } else if (!whole.empty()) {
      whole.pop_back();
    }
  }
  std::string result;
  for (const std::string& part : whole) result += "/" + part;
  return result.empty() ? "/" : result;
}

int Files::Open(std::string_view path, int flags, uint32_t mode) const {
  if (path.empty()) return -ENOENT;
  const std::string whole = Absolute(path);
  for (const char* device : kDevices) {
    if (whole != device) continue;
    const int fd = open(
        device, (flags & ~(O_CREAT | O_EXCL | O_TRUNC)) | O_CLOEXEC | O_NOCTTY);
    return fd < 0 ? -errno : fd;
  }
  const bool writes = (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) != 0;
  if (proc_ && (whole == "/proc" || whole.starts_with("/proc/"))) {
    if (writes) return -EACCES;
    if (const auto text = proc_->Read(whole)) return TextFile(*text);
    // One stands for all of its folders.
    return proc_->List(whole) ? root_.Open("/proc", flags) : -ENOENT;
  }
  if (writes) {
    Fd folder;
    std::string name;
    const int code = Parent(path, true, &folder, &name);
    if (code == -EROFS) return code;
  }
  return root_.Open(FromRoot(path), flags, (flags & O_CREAT) != 0 ? mode : 0);
}

int Files::Stat(std::string_view path, bool follow, struct stat* out) const {
  const Fd fd(Open(path, follow ? O_PATH : O_PATH | O_NOFOLLOW));
  if (!fd.valid()) return fd.get();
  return fstat(fd.get(), out) == 0 ? 0 : -errno;
}

bool Files::Exists(std::string_view path) const {
  struct stat info;
  return Stat(path, true, &info) == 0;
}

bool Files::IsFolder(std::string_view path) const {
  struct stat info;
  return Stat(path, true, &info) == 0 && S_ISDIR(info.st_mode);
}

int Files::List(std::string_view path, std::vector<std::string>* names) const {
  if (proc_) {
    if (auto made = proc_->List(Absolute(path))) {
      *names = *std::move(made);
      return 0;
    }
  }
  const int fd = Open(path, O_RDONLY | O_DIRECTORY);
  return fd < 0 ? fd : ListOf(fd, names);
}

std::string Files::FromRoot(std::string_view path) const {
  return path.starts_with('/') ? std::string(path)
                               : folder_ + "/" + std::string(path);
}

int Files::Parent(std::string_view path, bool changed, Fd* folder,
                  std::string* name) const {
  const int code = -root_.OpenParent(FromRoot(path), false, folder, name);
  if (code != 0 || !changed) return code;
  return IsReadOnly(folder->get(), *name) ? -EROFS : 0;
}

bool Files::IsReadOnly(int folder, const std::string& name) const {
  const std::string root = PathOf(root_.fd());
  std::string path = PathOf(folder);
  if (!path.starts_with(root)) return false;
  if (path == root) return true;
  path = fmt::format("{}/{}/", path.substr(root.size()), name);
  for (const std::string_view fixed : {"/system/", "/vendor/", "/proc/"}) {
    if (path.starts_with(fixed)) return true;
  }
  return false;
}

int Files::ReadLink(std::string_view path, std::string* target) const {
  Fd folder;
  std::string name;
  if (const int code = Parent(path, false, &folder, &name)) return code;
  char buffer[4096];
  const ssize_t n =
      readlinkat(folder.get(), name.c_str(), buffer, sizeof(buffer));
  if (n < 0) return -errno;
  target->assign(buffer, static_cast<size_t>(n));
  return 0;
}

int Files::MakeFolder(std::string_view path, uint32_t mode) const {
  Fd folder;
  std::string name;
  const int code = Parent(path, true, &folder, &name);
  if (code == -EISDIR || (code == -EROFS && Exists(path))) return -EEXIST;
  if (code != 0) return code;
  return mkdirat(folder.get(), name.c_str(), mode) == 0 ? 0 : -errno;
}

int Files::Remove(std::string_view path, bool is_folder) const {
  Fd folder;
  std::string name;
  if (const int code = Parent(path, true, &folder, &name)) return code;
  const int flags = is_folder ? AT_REMOVEDIR : 0;
  return unlinkat(folder.get(), name.c_str(), flags) == 0 ? 0 : -errno;
}

int Files::RemoveTree(std::string_view path) const {
  Fd folder;
  std::string name;
  if (const int code = Parent(path, true, &folder, &name)) return code;
  return RemoveBelow(folder.get(), name, 0);
}

int Files::Rename(std::string_view from, std::string_view to) const {
  Fd old_folder, new_folder;
  std::string old_name, new_name;
  if (const int code = Parent(from, true, &old_folder, &old_name)) return code;
  if (const int code = Parent(to, true, &new_folder, &new_name)) return code;
  return renameat(old_folder.get(), old_name.c_str(), new_folder.get(),
                  new_name.c_str()) == 0
             ? 0
             : -errno;
}

int Files::Link(std::string_view target, std::string_view path,
                bool symbolic) const {
  Fd folder, from;
  std::string name, old_name;
  if (const int code = Parent(path, true, &folder, &name)) return code;
  const std::string text(target);
  if (symbolic) {
    return symlinkat(text.c_str(), folder.get(), name.c_str()) == 0 ? 0
                                                                    : -errno;
  }
  if (const int code = Parent(target, false, &from, &old_name)) return code;
  return linkat(from.get(), old_name.c_str(), folder.get(), name.c_str(), 0) ==
                 0
             ? 0
             : -errno;
}

int Files::Chmod(std::string_view path, uint32_t mode) const {
  // No descriptor that was only opened by O_PATH can be changed itself; its
  // name in /proc can, and leads nowhere else.
  Fd folder;
  std::string name;
  if (Parent(path, true, &folder, &name) == -EROFS) return -EROFS;
  const Fd fd(Open(path, O_PATH));
  if (!fd.valid()) return fd.get();
  char self[64];
  (void)std::snprintf(self, sizeof(self), "/proc/self/fd/%d", fd.get());
  return chmod(self, mode) == 0 ? 0 : -errno;
}

int Files::Real(std::string_view path, std::string* out) const {
  std::vector<std::string> left = Split(Absolute(path));
  std::reverse(left.begin(), left.end());
  std::string result;
  int links = 0;
  while (!left.empty()) {
    const std::string part = left.back();
    left.pop_back();
    if (part == ".") continue;
    if (part == "..") {
      result = result.empty() ? "" : result.substr(0, result.rfind('/'));
      continue;
    }
    const std::string next = result + "/" + part;
    struct stat info;
    if (const int code = Stat(next, false, &info)) return code;
    std::string target;
    if (!S_ISLNK(info.st_mode)) {
      result = next;
    } else if (++links > 40) {
      return -ELOOP;
    } else if (const int code = ReadLink(next, &target)) {
      return code;
    } else {
      if (target.starts_with('/')) result.clear();
      std::vector<std::string> parts = Split(target);
      left.insert(left.end(), parts.rbegin(), parts.rend());
    }
  }
  *out = result.empty() ? "/" : result;
  return 0;
}

int Files::ReadAll(std::string_view path, size_t limit,
                   std::string* out) const {
  const Fd fd(Open(path, O_RDONLY));
  if (!fd.valid()) return fd.get();
  char buffer[64 * 1024];
  while (true) {
    const ssize_t n = read(fd.get(), buffer, sizeof(buffer));
    if (n < 0) return -errno;
    if (n == 0) return 0;
    if (out->size() + static_cast<size_t>(n) > limit) return -EFBIG;
    out->append(buffer, static_cast<size_t>(n));
  }
}

int Files::WriteAll(std::string_view path, std::string_view bytes) const {
  const Fd fd(Open(path, O_WRONLY | O_CREAT | O_TRUNC));
  if (!fd.valid()) return fd.get();
  while (!bytes.empty()) {
    const ssize_t n = write(fd.get(), bytes.data(), bytes.size());
    if (n < 0) return -errno;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return 0;
}

std::vector<std::string> Files::Glob(const std::string& pattern) const {
  std::vector<std::string> out;
  GlobBelow(pattern.starts_with('/') ? "/" : "", Split(pattern), &out);
  std::sort(out.begin(), out.end());
  return out;
}

void Files::GlobBelow(const std::string& prefix, std::vector<std::string> parts,
                      std::vector<std::string>* out) const {
  if (parts.empty() || parts.size() > kMaxDepth) return;
  const std::string part = parts.front();
  parts.erase(parts.begin());
  std::vector<std::string> names;
  if (!HasPattern(part)) {
    if (struct stat info; Stat(prefix + Unescape(part), false, &info) == 0) {
      names.push_back(Unescape(part));
    }
  } else {
    (void)List(prefix.empty() ? "." : prefix, &names);
    std::erase_if(names, [&](const std::string& name) {
      return (name.starts_with('.') && !part.starts_with('.')) ||
             !MatchesPattern(part, name);
    });
  }
  for (const std::string& name : names) {
    if (out->size() >= kMaxEntries) return;
    if (parts.empty()) {
      out->push_back(prefix + name);
    } else if (IsFolder(prefix + name)) {
      GlobBelow(prefix + name + "/", parts, out);
    }
  }
}

std::string BaseName(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos || path == "/") return std::string(path);
  return std::string(path.substr(slash + 1));
}

std::string DirName(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  while (slash > 0 && path[slash - 1] == '/') --slash;
  return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

}  // namespace reprise::phone
