// The phone's files as a program in some folder names them. Nothing leads out
// of the phone's root: every path goes through RootFolder. What is below /proc
// is made up, and the system's own folders can be read only.
//
// Errors are -errno. Threads: any.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adb/root_folder.h"
#include "base/fd.h"
#include "phone/shell/proc_files.h"

namespace reprise::phone {

class Files {
 public:
  static constexpr size_t kMaxEntries = 100'000;

  Files(const adb::RootFolder& root, std::string folder,
        std::optional<ProcFiles> proc = std::nullopt)
      : root_(root), folder_(std::move(folder)), proc_(proc) {}

  // From the root on, without . and ..
  std::string Absolute(std::string_view path) const;

  // A descriptor or -errno.
  int Open(std::string_view path, int flags, uint32_t mode = 0666) const;
  // 0 or -errno.
  int Stat(std::string_view path, bool follow, struct stat* out) const;
  bool Exists(std::string_view path) const;
  bool IsFolder(std::string_view path) const;
  // Names, sorted, without . and ..
  int List(std::string_view path, std::vector<std::string>* names) const;
  int ReadLink(std::string_view path, std::string* target) const;
  int MakeFolder(std::string_view path, uint32_t mode = 0775) const;
  int Remove(std::string_view path, bool folder) const;
  int RemoveTree(std::string_view path) const;
  int Rename(std::string_view from, std::string_view to) const;
  int Link(std::string_view target, std::string_view path, bool symbolic) const;
  int Chmod(std::string_view path, uint32_t mode) const;
  // The same without links in it; of what exists.
  int Real(std::string_view path, std::string* out) const;
  // All of a file, at most `limit` bytes.
  int ReadAll(std::string_view path, size_t limit, std::string* out) const;
  int WriteAll(std::string_view path, std::string_view bytes) const;

  // What a pattern stands for, sorted; none if nothing matches.
  std::vector<std::string> Glob(const std::string& pattern) const;

 private:
  // The folder that `path` is in; `changed`: -EROFS if nothing in it may be.
  int Parent(std::string_view path, bool changed, Fd* folder,
             std::string* name) const;
  std::string FromRoot(std::string_view path) const;
  // What lies on the phone's own partitions stays as it is.
  bool IsReadOnly(int folder, const std::string& name) const;
  void GlobBelow(const std::string& prefix, std::vector<std::string> parts,
                 std::vector<std::string>* out) const;

  const adb::RootFolder& root_;
  std::string folder_;
  std::optional<ProcFiles> proc_;
};

// The last part of a path, and what is before it.
std::string BaseName(std::string_view path);
std::string DirName(std::string_view path);

}  // namespace reprise::phone
