#include "ring/replay_file.h"

#include "base/bytes.h"
#include "base/check.h"
#include "ring/format.h"
#include "tape/crc.h"
#include "tape/topics.h"

namespace reprise::ring {
namespace {

// Any but 0, which an empty file would match.
constexpr uint64_t kKey = 0x5245'504c'4159'3031;
constexpr uint64_t kMaxBytes = kMaxCapacity - kHeaderBytes - 1;

}  // namespace

std::string RingHeader(uint64_t capacity, uint64_t key,
                       std::string_view channels) {
  CHECK_LE(channels.size(), kHeaderBytes - kAtText);
  std::string header;
  ByteWriter writer(&header);
  writer.U64(kMagic);
  writer.U32(kVersion);
  writer.U32(kHeaderBytes);
  writer.U64(capacity);
  writer.U64(key);
  writer.U32(0);
  writer.U32(static_cast<uint32_t>(channels.size()));
  header.resize(kAtText);
  header.append(channels);
  header.resize(kHeaderBytes);
  return header;
}

std::string RingEntry(uint64_t position, uint64_t key, uint16_t channel,
                      uint64_t log_time, uint64_t publish_time,
                      std::string_view data) {
  std::string rest;
  ByteWriter writer(&rest);
  writer.U32(static_cast<uint32_t>(data.size()));
  writer.U16(kMessageEntry);
  writer.U16(channel);
  writer.U32(0);
  writer.U64(log_time);
  writer.U64(publish_time);
  writer.Bytes(data);
  std::string entry;
  ByteWriter whole(&entry);
  whole.U64(position ^ key);
  whole.U32(tape::Crc32(rest));
  whole.Bytes(rest);
  entry.resize(EntryBytes(data.size()));
  return entry;
}

Result<uint64_t> WriteReplayFile(tape::TapeReader& tape, FileSystem& files,
                                 const std::string& path) {
  const auto is_call = [&tape](const tape::Message& message) {
    const auto channel = tape.channels().find(message.channel_id);
    return channel != tape.channels().end() &&
           channel->second.topic == tape::kCallTopic;
  };
  uint64_t capacity = 0;
  tape::MessageCursor sizes = tape.Messages();
  while (const tape::Message* message = sizes.Next()) {
    if (!is_call(*message)) continue;
    capacity += EntryBytes(message->data.size());
    if (capacity > kMaxBytes) {
      return Fail(
          ErrorKind::kUnsupported,
          "the calls of the tape take more than 2 GiB, which no app can "
          "map: cut the tape by time or stream (reprise edit)");
    }
  }
  RETURN_IF_ERROR(sizes.status());

  ASSIGN_OR_RETURN(auto file, files.Create(path));
  RETURN_IF_ERROR(file->Append(
      RingHeader(std::max(capacity, kMinCapacity), kKey,
                 fmt::format("channel 0 {}\n", tape::kCallTopic))));
  uint64_t position = 0;
  uint64_t count = 0;
  tape::MessageCursor messages = tape.Messages();
  while (const tape::Message* message = messages.Next()) {
    if (!is_call(*message)) continue;
    const std::string entry = RingEntry(position, kKey, 0, message->log_time,
                                        message->publish_time, message->data);
    RETURN_IF_ERROR(file->Append(entry));
    position += entry.size();
    count++;
  }
  RETURN_IF_ERROR(messages.status());
  if (position < kMinCapacity) {
    RETURN_IF_ERROR(file->Append(std::string(kMinCapacity - position, '\0')));
  }
  return count;
}

}  // namespace reprise::ring
