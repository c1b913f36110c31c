#include "adb/sync_client.h"

#include <poll.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "base/text.h"

namespace reprise::adb {
namespace {

constexpr size_t kReadSize = 128 * 1024;

// The device words its errno; these words are part of the protocol in practice.
ErrorKind KindOf(std::string_view why) {
  return why.find("No such file") != std::string_view::npos
             ? ErrorKind::kNotFound
             : ErrorKind::kIo;
}

}  // namespace

Status SyncClient::CheckPath(const std::string& path) const {
  if (!path.empty() && path.size() <= kMaxSyncPath) return {};
  return Fail(ErrorKind::kInvalidArgument,
              "a path on a device has 1 to {} bytes; \"{}\" has {}",
              kMaxSyncPath, EscapeForTerminal(path.substr(0, 64)), path.size());
}

Status SyncClient::Ended() const {
  return Fail(ErrorKind::kDevice,
              "{} went away in the middle of a file transfer; connect it again "
              "and repeat",
              connection_.peer());
}

Result<SyncReply> SyncClient::NextReply(SyncReplies& replies) {
  while (true) {
    ASSIGN_OR_RETURN(auto reply, replies.Next());
    if (reply) return *std::move(reply);
    ASSIGN_OR_RETURN(const std::string bytes, connection_.Read(kReadSize));
    if (bytes.empty()) return Fail(Ended().error());
    replies.Feed(bytes);
  }
}

Status SyncClient::Push(const Source& source, const std::string& path,
                        uint32_t mode, uint32_t mtime) {
  RETURN_IF_ERROR(CheckPath(path));
  const bool v2 = features_.sendrecv_v2;
  std::string message;
  AppendSyncSend(path, S_IFREG | (mode & 07777), v2, &message);
  Status sent = connection_.Write(message);
  while (sent) {
    std::string data;
    RETURN_IF_ERROR(source(kSyncData, &data));
    if (data.empty()) break;
    message.clear();
    AppendSyncData(data, &message);
    sent = connection_.Write(message);
    if (!sent) break;
    // A device that refuses says so at once; do not send it the rest.
    ASSIGN_OR_RETURN(const short ready,
                     connection_.Wait(POLLIN, std::chrono::milliseconds(0)));
    if (ready != 0) break;
  }
  if (sent) {
    message.clear();
    AppendSyncDone(mtime, &message);
    sent = connection_.Write(message);
  }
  // When writing failed the reason may still be there to be read.
  SyncReplies replies(v2 ? SyncId("SND2") : SyncId("SEND"));
  auto reply = NextReply(replies);
  if (!reply) return sent ? Fail(std::move(reply).error()) : sent;
  if (reply->id == SyncId("OKAY")) return {};
  return Fail(KindOf(reply->text), "cannot write {} on {}: {}",
              EscapeForTerminal(path), connection_.peer(),
              EscapeForTerminal(reply->text));
}

Status SyncClient::Pull(const std::string& path, const Sink& sink) {
  RETURN_IF_ERROR(CheckPath(path));
  const bool v2 = features_.sendrecv_v2;
  std::string message;
  AppendSyncReceive(path, v2, &message);
  RETURN_IF_ERROR(connection_.Write(message));
  SyncReplies replies(v2 ? SyncId("RCV2") : SyncId("RECV"));
  while (true) {
    ASSIGN_OR_RETURN(const SyncReply reply, NextReply(replies));
    if (reply.id == SyncId("DONE")) return {};
    if (reply.id == SyncId("FAIL")) {
      return Fail(KindOf(reply.text), "cannot read {} on {}: {}",
                  EscapeForTerminal(path), connection_.peer(),
                  EscapeForTerminal(reply.text));
    }
    RETURN_IF_ERROR(sink(reply.text));
  }
}

Result<FileStat> SyncClient::Stat(const std::string& path, bool follow_links) {
  RETURN_IF_ERROR(CheckPath(path));
  const uint32_t v2 = follow_links ? SyncId("STA2") : SyncId("LST2");
  const uint32_t request = features_.stat_v2 ? v2 : SyncId("STAT");
  std::string message;
  AppendSyncPath(request, path, &message);
  RETURN_IF_ERROR(connection_.Write(message));
  SyncReplies replies(request);
  ASSIGN_OR_RETURN(SyncReply reply, NextReply(replies));
  FileStat& stat = reply.stat;
  if (reply.id == SyncId("STAT") && stat.error == 0 && stat.mode != 0) {
    return stat;
  }
  // Version 1 does not say why; that it is not there is by far the most usual.
  const int code = stat.error != 0 ? static_cast<int>(stat.error) : ENOENT;
  const bool missing = code == ENOENT || code == ENOTDIR;
  return Fail(missing ? ErrorKind::kNotFound : ErrorKind::kIo,
              "cannot look at {} on {}: {}", EscapeForTerminal(path),
              connection_.peer(),
              reply.id == SyncId("FAIL") ? EscapeForTerminal(reply.text)
                                         : std::strerror(code));
}

Result<std::vector<SyncEntry>> SyncClient::List(const std::string& path) {
  RETURN_IF_ERROR(CheckPath(path));
  const uint32_t request = features_.ls_v2 ? SyncId("LIS2") : SyncId("LIST");
  std::string message;
  AppendSyncPath(request, path, &message);
  RETURN_IF_ERROR(connection_.Write(message));
  SyncReplies replies(request);
  std::vector<SyncEntry> entries;
  while (true) {
    ASSIGN_OR_RETURN(SyncReply reply, NextReply(replies));
    if (reply.id == SyncId("DONE")) return entries;
    if (reply.id == SyncId("FAIL")) {
      return Fail(KindOf(reply.text), "cannot list {} on {}: {}",
                  EscapeForTerminal(path), connection_.peer(),
                  EscapeForTerminal(reply.text));
    }
    if (reply.text == "." || reply.text == "..") continue;
    if (entries.size() == kMaxEntries) {
      return Fail(ErrorKind::kDevice,
                  "the folder {} on {} has more than {} entries",
                  EscapeForTerminal(path), connection_.peer(), kMaxEntries);
    }
    entries.push_back({std::move(reply.text), reply.stat});
  }
}

}  // namespace reprise::adb
