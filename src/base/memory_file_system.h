// Files in memory, for tests and fuzzers: quick, and gone with the object.
//
// There are no folders: any path names a file. Open files share their bytes
// with the path, as on a disk: a reader sees what a writer appends, and a file
// that was removed or replaced stays whole for those who have it open.
//
// Threads: any; unlike File asks, several may even use one file.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/file.h"

namespace reprise {

class MemoryFileSystem : public FileSystem {
 public:
  MemoryFileSystem();
  ~MemoryFileSystem() override;

  Result<std::unique_ptr<File>> OpenForReading(
      const std::string& path) override;
  Result<std::unique_ptr<File>> Create(const std::string& path) override;
  Status Rename(const std::string& from, const std::string& to) override;
  Status Remove(const std::string& path) override;

  // Puts a file there, synced, in the place of what was there.
  void Put(const std::string& path, std::string bytes);
  // Its bytes, or NotFound.
  Result<std::string> Get(const std::string& path);
  // In alphabetical order.
  std::vector<std::string> Paths();

  // What a power cut at its worst leaves: of each file the bytes that were
  // there at its last Sync() and were not truncated since. Names survive.
  void LoseWhatWasNotSynced();

 private:
  struct Node;
  class OpenFile;

  std::shared_ptr<Node> Find(const std::string& path);  // nullptr: none

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Node>> nodes_;  // guarded by mutex_
};

}  // namespace reprise
