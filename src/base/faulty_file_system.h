// A file system that misbehaves when told to: a disk that runs full in the
// middle of a write, a call that fails, a read that comes back short.
//
// It wraps another one and lives in the library, not in a test, because every
// module proves with it that it loses nothing (see file.h).
//
//   MemoryFileSystem memory;
//   FaultyFileSystem disk(memory);
//   disk.Inject({.call = FileCall::kSync, .nth = 2});
//   disk.FillAfter(1000);
//
// Threads: any.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace reprise {

enum class FileCall {
  kOpenForReading,
  kCreate,
  kRename,
  kRemove,
  kReadAt,
  kAppend,
  kTruncate,
  kSync,
  kSize,
};

// "ReadAt" and so on.
std::string_view FileCallName(FileCall call);

struct FileFault {
  FileCall call = FileCall::kAppend;
  uint64_t nth = 1;    // 1 is the next call of this kind from now on
  uint64_t times = 1;  // how many calls in a row; kForever for all
  ErrorKind kind = ErrorKind::kIo;
  uint64_t torn = 0;  // of a failing Append, how many bytes are written

  static constexpr uint64_t kForever = ~uint64_t{0};
};

class FaultyFileSystem : public FileSystem {
 public:
  // `base` must live as long as this and the files that it opened.
  explicit FaultyFileSystem(FileSystem& base);
  ~FaultyFileSystem() override;

  Result<std::unique_ptr<File>> OpenForReading(
      const std::string& path) override;
  Result<std::unique_ptr<File>> Create(const std::string& path) override;
  Status Rename(const std::string& from, const std::string& to) override;
  Status Remove(const std::string& path) override;

  void Inject(FileFault fault);

  // All files together take as many bytes more. The Append that goes over
  // writes what fits and fails, as on a real disk. Truncating makes room.
  void FillAfter(uint64_t bytes);

  // Every ReadAt gives this many bytes at most, as if the file ended there.
  void ShortenReads(size_t most);

  // No faults, no full disk, no short reads from here on.
  void Heal();

  struct CallRecord {
    FileCall call;
    std::string path;
    uint64_t size;  // bytes asked for, written, or truncated to; else 0
    bool failed;
  };
  // What was called, in order, through the files too.
  std::vector<CallRecord> Calls() const;
  uint64_t Count(FileCall call) const;
  // The same as lines: "Append a.mcap 8", "Sync a.mcap failed".
  std::vector<std::string> CallLines() const;

 private:
  class State;
  class FaultyFile;

  FileSystem& base_;
  const std::shared_ptr<State> state_;  // shared with the open files
};

}  // namespace reprise
