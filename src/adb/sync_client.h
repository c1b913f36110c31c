// Files on a device, over one "sync:" stream. Device uses it; who moves many
// files keeps one.
//
// Threads: one at a time. After an error of kind kDevice the stream is out of
// step and further calls fail; a refusal of one file (kNotFound, kIo) leaves
// it usable for questions, while after a failed Push() it is closed by old
// devices.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "adb/connection.h"
#include "adb/sync_protocol.h"
#include "base/result.h"

namespace reprise::adb {

// Which version of the requests the device knows.
struct SyncFeatures {
  bool stat_v2 = false;
  bool ls_v2 = false;
  bool sendrecv_v2 = false;
};

struct SyncEntry {
  std::string name;
  FileStat stat;
  bool operator==(const SyncEntry&) const = default;
};

class SyncClient {
 public:
  // A folder never has as many.
  static constexpr size_t kMaxEntries = 1'000'000;

  // Appends the next bytes of the file; none at its end.
  using Source = std::function<Status(size_t limit, std::string* out)>;
  using Sink = std::function<Status(std::string_view bytes)>;

  // `connection` is at the beginning of a sync: stream.
  SyncClient(Connection connection, SyncFeatures features)
      : connection_(std::move(connection)), features_(features) {}

  // Makes or replaces a regular file, and the folders above it. The mode is
  // its permission bits.
  Status Push(const Source& source, const std::string& path, uint32_t mode,
              uint32_t mtime);
  // kNotFound or kIo in the device's words when it cannot be read.
  Status Pull(const std::string& path, const Sink& sink);
  // kNotFound when there is nothing; follows links if asked and if the device
  // has stat_v2.
  Result<FileStat> Stat(const std::string& path, bool follow_links = true);
  // Without . and .. ; empty also when it is no folder: old protocol.
  Result<std::vector<SyncEntry>> List(const std::string& path);

 private:
  Status CheckPath(const std::string& path) const;
  Result<SyncReply> NextReply(SyncReplies& replies);
  Status Ended() const;

  Connection connection_;
  SyncFeatures features_;
};

}  // namespace reprise::adb
