// The files that a daemon's sync: service shows, behind an interface: those of
// a machine, or of a virtual phone.
//
// Errors are numbers of errno, because the protocol carries them. Threads: one
// at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adb/root_folder.h"
#include "adb/sync_protocol.h"
#include "base/result.h"

namespace reprise::adb {

// A file that is read from its beginning.
class FileSource {
 public:
  virtual ~FileSource() = default;
  // Replaces `out` by the next bytes, at most `limit`; by none at the end.
  virtual int Read(size_t limit, std::string* out) = 0;
};

// A file that is written from its beginning. Without Finish() it is removed.
class FileSink {
 public:
  virtual ~FileSink() = default;
  virtual int Write(std::string_view bytes) = 0;
  virtual int Finish(uint32_t mtime) = 0;
};

// Paths begin at the root of the tree, with or without a slash.
class FileTree {
 public:
  virtual ~FileTree() = default;
  virtual FileStat Stat(const std::string& path, bool follow_links) = 0;
  virtual int List(const std::string& path,
                   std::vector<std::pair<std::string, FileStat>>* entries) = 0;
  virtual int Read(const std::string& path,
                   std::unique_ptr<FileSource>* source) = 0;
  // Makes or replaces a regular file, and the folders above it.
  virtual int Write(const std::string& path, uint32_t mode,
                    std::unique_ptr<FileSink>* sink) = 0;
  virtual int MakeLink(const std::string& path, const std::string& target) = 0;
};

// The machine's own files, as far as they are below a folder: no path and no
// link leads out of it.
class RealFileTree : public FileTree {
 public:
  static Result<std::unique_ptr<RealFileTree>> At(const std::string& root);

  FileStat Stat(const std::string& path, bool follow_links) override;
  int List(const std::string& path,
           std::vector<std::pair<std::string, FileStat>>* entries) override;
  int Read(const std::string& path,
           std::unique_ptr<FileSource>* source) override;
  int Write(const std::string& path, uint32_t mode,
            std::unique_ptr<FileSink>* sink) override;
  int MakeLink(const std::string& path, const std::string& target) override;

 private:
  explicit RealFileTree(RootFolder root) : root_(std::move(root)) {}

  RootFolder root_;
};

}  // namespace reprise::adb
