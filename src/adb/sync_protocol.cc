#include "adb/sync_protocol.h"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/bytes.h"
#include "base/text.h"

namespace reprise::adb {
namespace {

constexpr size_t kHeaderSize = 8;  // letters and length
// ",33188" after the path of a SEND.
constexpr size_t kMaxSendSuffix = 16;

std::string Name(uint32_t id) {
  std::string name;
  ByteWriter(&name).U32(id);
  return EscapeForTerminal(name);
}

uint32_t Clamp32(uint64_t value) {
  return static_cast<uint32_t>(
      std::min<uint64_t>(value, std::numeric_limits<uint32_t>::max()));
}

bool IsVersion2(uint32_t id) {
  return id == SyncId("STA2") || id == SyncId("LST2") || id == SyncId("LIS2");
}

void AppendFields(bool v2, const FileStat& stat, std::string* out) {
  ByteWriter writer(out);
  if (!v2) {
    writer.U32(stat.mode);
    writer.U32(Clamp32(stat.size));
    writer.U32(static_cast<uint32_t>(stat.mtime));
    return;
  }
  writer.U32(stat.error);
  writer.U64(stat.dev);
  writer.U64(stat.ino);
  writer.U32(stat.mode);
  writer.U32(stat.nlink);
  writer.U32(stat.uid);
  writer.U32(stat.gid);
  writer.U64(stat.size);
  writer.U64(static_cast<uint64_t>(stat.atime));
  writer.U64(static_cast<uint64_t>(stat.mtime));
  writer.U64(static_cast<uint64_t>(stat.ctime));
}

FileStat ReadFields(bool v2, ByteReader* reader) {
  FileStat stat;
  if (!v2) {
    stat.mode = reader->U32();
    stat.size = reader->U32();
    stat.mtime = reader->U32();
    return stat;
  }
  stat.error = reader->U32();
  stat.dev = reader->U64();
  stat.ino = reader->U64();
  stat.mode = reader->U32();
  stat.nlink = reader->U32();
  stat.uid = reader->U32();
  stat.gid = reader->U32();
  stat.size = reader->U64();
  stat.atime = static_cast<int64_t>(reader->U64());
  stat.mtime = static_cast<int64_t>(reader->U64());
  stat.ctime = static_cast<int64_t>(reader->U64());
  return stat;
}

size_t FieldsSize(bool v2) { return v2 ? 68 : 12; }

// "PATH,MODE": the mode is what follows the last comma.
Status SplitSendPath(SyncRequest* request) {
  const size_t comma = request->path.rfind(',');
  const std::string_view digits =
      comma == std::string::npos
          ? std::string_view()
          : std::string_view(request->path).substr(comma + 1);
  const char* const end = digits.data() + digits.size();
  const auto [stop, code] = std::from_chars(digits.data(), end, request->mode);
  if (digits.empty() || code != std::errc() || stop != end) {
    return Fail(ErrorKind::kCorruption,
                "the path of a SEND must end with a comma and the file's mode");
  }
  request->path.resize(comma);
  return {};
}

}  // namespace

void AppendSyncPath(uint32_t id, std::string_view path, std::string* out) {
  ByteWriter writer(out);
  writer.U32(id);
  writer.Prefixed32(path);
}

void AppendSyncSend(std::string_view path, uint32_t mode, bool v2,
                    std::string* out) {
  if (!v2) {
    AppendSyncPath(SyncId("SEND"), fmt::format("{},{}", path, mode), out);
    return;
  }
  AppendSyncPath(SyncId("SND2"), path, out);
  ByteWriter writer(out);
  writer.U32(SyncId("SND2"));
  writer.U32(mode);
  writer.U32(0);  // flags
}

void AppendSyncReceive(std::string_view path, bool v2, std::string* out) {
  AppendSyncPath(v2 ? SyncId("RCV2") : SyncId("RECV"), path, out);
  if (!v2) return;
  ByteWriter writer(out);
  writer.U32(SyncId("RCV2"));
  writer.U32(0);  // flags
}

void AppendSyncData(std::string_view data, std::string* out) {
  AppendSyncPath(SyncId("DATA"), data, out);
}

void AppendSyncDone(uint32_t mtime, std::string* out) {
  ByteWriter writer(out);
  writer.U32(SyncId("DONE"));
  writer.U32(mtime);
}

Result<std::optional<SyncRequest>> SyncRequests::Next() {
  ByteReader reader(buffer_);
  SyncRequest request;
  request.id = reader.U32();
  const uint32_t size = reader.U32();
  if (!reader.ok()) return std::nullopt;
  size_t limit = kMaxSyncPath;
  size_t setup = 0;  // bytes after the path
  switch (request.id) {
    case SyncId("LIST"):
    case SyncId("LIS2"):
    case SyncId("STAT"):
    case SyncId("STA2"):
    case SyncId("LST2"):
    case SyncId("RECV"):
      break;
    case SyncId("SEND"):
      limit += kMaxSendSuffix;
      break;
    case SyncId("SND2"):
      setup = 12;
      break;
    case SyncId("RCV2"):
      setup = 8;
      break;
    case SyncId("DATA"):
      limit = kSyncData;
      break;
    case SyncId("QUIT"):
    case SyncId("DONE"):
      if (request.id == SyncId("DONE")) request.mtime = size;
      buffer_.erase(0, kHeaderSize);
      return request;
    default:
      return Fail(ErrorKind::kCorruption, "unknown file request {}",
                  Name(request.id));
  }
  if (size > limit) {
    return Fail(ErrorKind::kCorruption,
                "the file request {} has {} bytes; at most {} are allowed",
                Name(request.id), size, limit);
  }
  if (reader.remaining() < size + setup) return std::nullopt;
  const std::string_view bytes = reader.Bytes(size);
  (request.id == SyncId("DATA") ? request.data : request.path) = bytes;
  if (setup > 0) {
    const bool same = reader.U32() == request.id;
    if (request.id == SyncId("SND2")) request.mode = reader.U32();
    request.flags = reader.U32();
    if (!same) {
      return Fail(ErrorKind::kCorruption,
                  "the file request {} is not followed by its settings",
                  Name(request.id));
    }
  }
  if (request.id == SyncId("SEND")) RETURN_IF_ERROR(SplitSendPath(&request));
  buffer_.erase(0, kHeaderSize + size + setup);
  return request;
}

void AppendSyncStat(uint32_t id, const FileStat& stat, std::string* out) {
  ByteWriter(out).U32(id);
  AppendFields(IsVersion2(id), stat, out);
}

void AppendSyncEntry(uint32_t id, const FileStat& stat, std::string_view name,
                     std::string* out) {
  const bool v2 = IsVersion2(id);
  const uint32_t entry = v2 ? SyncId("DNT2") : SyncId("DENT");
  ByteWriter(out).U32(name.empty() ? SyncId("DONE") : entry);
  AppendFields(v2, stat, out);
  ByteWriter(out).Prefixed32(name);
}

void AppendSyncStatus(uint32_t id, std::string_view text, std::string* out) {
  AppendSyncPath(id, text.substr(0, kMaxSyncMessage), out);
}

Result<std::optional<SyncReply>> SyncReplies::Next() {
  ByteReader reader(buffer_);
  SyncReply reply;
  reply.id = reader.U32();
  if (!reader.ok()) return std::nullopt;
  const bool v2 = IsVersion2(request_);
  const bool list = request_ == SyncId("LIST") || request_ == SyncId("LIS2");
  const bool stat = request_ == SyncId("STAT") || request_ == SyncId("STA2") ||
                    request_ == SyncId("LST2");
  const bool receive = request_ == SyncId("RECV") || request_ == SyncId("RCV2");
  const uint32_t entry = v2 ? SyncId("DNT2") : SyncId("DENT");

  size_t limit = 0;
  if (stat && reply.id == request_) {
    if (reader.remaining() < FieldsSize(v2)) return std::nullopt;
    reply.id = SyncId("STAT");
    reply.stat = ReadFields(v2, &reader);
    buffer_.erase(0, reader.position());
    return reply;
  }
  if (list && (reply.id == entry || reply.id == SyncId("DONE"))) {
    if (reader.remaining() < FieldsSize(v2) + 4) return std::nullopt;
    reply.stat = ReadFields(v2, &reader);
    if (reply.id == entry) reply.id = SyncId("DENT");
    limit = kMaxSyncName;
  } else if (reply.id == SyncId("FAIL")) {
    limit = kMaxSyncMessage;
  } else if (receive && reply.id == SyncId("DATA")) {
    limit = kSyncData;
  } else if ((receive && reply.id == SyncId("DONE")) ||
             (!receive && !list && !stat && reply.id == SyncId("OKAY"))) {
    // The number is a length that nothing follows, or has no meaning.
    if (reader.remaining() < 4) return std::nullopt;
    buffer_.erase(0, kHeaderSize);
    return reply;
  } else {
    return Fail(ErrorKind::kDevice,
                "the device answers {} to the file request {}; the connection "
                "is out of step",
                Name(reply.id), Name(request_));
  }
  const uint32_t size = reader.U32();
  if (!reader.ok()) return std::nullopt;
  if (size > limit) {
    return Fail(ErrorKind::kDevice,
                "the device answers {} with {} bytes; at most {} are allowed",
                Name(reply.id), size, limit);
  }
  if (reader.remaining() < size) return std::nullopt;
  reply.text = reader.Bytes(size);
  buffer_.erase(0, reader.position());
  return reply;
}

}  // namespace reprise::adb
