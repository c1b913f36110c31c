// The file service "sync:" as bytes, both directions and both versions: what a
// client asks (SyncRequests reads it, the Append functions write it) and what
// the daemon answers (SyncReplies reads it, the Append functions write it).
//
// Every message begins with four letters; most go on with a length (u32,
// little-endian) and as many bytes. Version 2 of a request is used when the
// device has the feature: stat_v2 (STA2, LST2), ls_v2 (LIS2), sendrecv_v2
// (SND2, RCV2).
//
// Pure: readers are fed in pieces of any size. Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise::adb {

inline constexpr size_t kSyncData = 64 * 1024;    // most of one DATA
inline constexpr size_t kMaxSyncPath = 1024;      // Android's limit
inline constexpr size_t kMaxSyncName = 255;       // in a folder
inline constexpr size_t kMaxSyncMessage = 16384;  // of one FAIL

constexpr uint32_t SyncId(const char (&name)[5]) {
  uint32_t id = 0;
  for (int i = 3; i >= 0; --i) {
    id = id << 8 | static_cast<unsigned char>(name[i]);
  }
  return id;
}

// What STAT and its sisters tell. Version 1 knows only mode, size (32 bits)
// and mtime (32 bits), and tells of no error but by a mode of 0.
struct FileStat {
  uint32_t error = 0;  // an errno of Linux; then the rest is 0
  uint64_t dev = 0;
  uint64_t ino = 0;
  uint32_t mode = 0;  // with its type: S_ISDIR() and so on
  uint32_t nlink = 0;
  uint32_t uid = 0;
  uint32_t gid = 0;
  uint64_t size = 0;
  int64_t atime = 0;
  int64_t mtime = 0;
  int64_t ctime = 0;

  bool operator==(const FileStat&) const = default;
};

struct SyncRequest {
  uint32_t id = 0;
  std::string path;    // of all but DATA, DONE, QUIT
  uint32_t mode = 0;   // SEND, SND2
  uint32_t flags = 0;  // SND2, RCV2: compression, of which we offer none
  std::string data;    // DATA
  uint32_t mtime = 0;  // DONE

  bool operator==(const SyncRequest&) const = default;
};

// Written by the client.
void AppendSyncPath(uint32_t id, std::string_view path, std::string* out);
void AppendSyncSend(std::string_view path, uint32_t mode, bool v2,
                    std::string* out);
void AppendSyncReceive(std::string_view path, bool v2, std::string* out);
void AppendSyncData(std::string_view data, std::string* out);  // <= kSyncData
void AppendSyncDone(uint32_t mtime, std::string* out);

// Read by the daemon.
class SyncRequests {
 public:
  void Feed(std::string_view bytes) { buffer_.append(bytes); }
  // nullopt: more bytes are needed. Corruption: this is no request.
  Result<std::optional<SyncRequest>> Next();

 private:
  std::string buffer_;
};

struct SyncReply {
  uint32_t id = 0;   // DATA, DONE, OKAY, FAIL, STAT or DENT (of any version)
  FileStat stat;     // STAT, DENT
  std::string text;  // DATA: bytes; DENT: name; FAIL: why

  bool operator==(const SyncReply&) const = default;
};

// Written by the daemon. `id` is that of the request: STAT, STA2, LST2, LIST
// or LIS2; an entry without name ends a list.
void AppendSyncStat(uint32_t id, const FileStat& stat, std::string* out);
void AppendSyncEntry(uint32_t id, const FileStat& stat, std::string_view name,
                     std::string* out);
void AppendSyncStatus(uint32_t id, std::string_view text, std::string* out);

// Read by the client, which knows what it asked: the size of some replies is
// not in them.
class SyncReplies {
 public:
  explicit SyncReplies(uint32_t request) : request_(request) {}
  void Feed(std::string_view bytes) { buffer_.append(bytes); }
  // nullopt: more bytes are needed. kDevice: this is no reply to the request.
  Result<std::optional<SyncReply>> Next();

 private:
  const uint32_t request_;
  std::string buffer_;
};

}  // namespace reprise::adb
