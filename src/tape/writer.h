// TapeWriter: one MCAP file, written append-only by one thread.
//
// The state of a tape on disk: it begins with magic and Header ("cut" from
// here on: every prefix opens), grows by whole records, and is complete once
// Finish() has written summary and footer. What Write() took is in memory
// until the chunk is closed: by size (chunk_bytes) or by whoever watches the
// clock (CloseChunk; recorder.h does it every 100 ms).
//
// Schema and Channel records stand outside the chunks, before the first chunk
// that needs them, so that every chunk can be read whatever happened to the
// others.
//
// When the disk refuses, the file is cut back to the last whole record, the
// error is kept, and every later call returns it: what was written before
// stays readable.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "tape/mcap.h"

namespace reprise::tape {

// The version of what a tape means; readers refuse a greater one.
inline constexpr int kTapeVersion = 1;
// "x-reprise/1", the profile in the Header of a tape.
std::string TapeProfile();
// "reprise 0.1.0, tape version 1", the library in the Header of a tape.
std::string TapeLibrary();

enum class Compression { kNone, kZstd };

struct WriterOptions {
  Compression compression = Compression::kZstd;
  int zstd_level = 1;
  uint64_t chunk_bytes = 1 << 20;  // a chunk is closed when it has as many
  Header header{TapeProfile(), TapeLibrary()};
};

class TapeWriter {
 public:
  static Result<std::unique_ptr<TapeWriter>> Create(FileSystem& files,
                                                    const std::string& path,
                                                    WriterOptions options = {});
  ~TapeWriter();  // without Finish() the tape stays cut, as after a crash
  TapeWriter(const TapeWriter&) = delete;
  TapeWriter& operator=(const TapeWriter&) = delete;

  // The ids are the caller's. The same record again is fine; another one with
  // a known id, a schema 0, or a channel whose schema is missing is refused.
  Status AddSchema(const Schema& schema);
  Status AddChannel(const Channel& channel);
  // An id that no schema or channel has yet.
  Result<uint16_t> FreeSchemaId() const;
  Result<uint16_t> FreeChannelId() const;

  // The id of the channel for a topic of the channel table (channels.h), made
  // with its built-in schema when it is not there yet. With metadata, the
  // channel is the one with the same topic and metadata.
  Result<uint16_t> ChannelFor(std::string_view topic,
                              const StringMap& metadata = {});

  // The channel must have been added. The data is copied.
  Status Write(const Message& message);

  Status AddAttachment(const AttachmentInfo& info, std::string_view data);
  // For large ones: the data comes from several calls of AttachmentData() and
  // must be `data_size` bytes in all; nothing else may come in between.
  Status BeginAttachment(const AttachmentInfo& info, uint64_t data_size);
  Status AttachmentData(std::string_view data);

  Status AddMetadata(const Metadata& metadata);

  // Hands what was written so far to the system: it survives our death.
  Status CloseChunk();
  bool HasOpenChunk() const { return open_messages_ > 0; }

  // Completes the tape and waits until it is on the disk.
  Status Finish();

  // Of the closed chunks; counts per channel come with Finish().
  const Statistics& statistics() const { return statistics_; }
  const std::map<uint16_t, Schema>& schemas() const { return schemas_; }
  const std::map<uint16_t, Channel>& channels() const { return channels_; }
  uint64_t file_size() const { return size_; }
  // The disk's first refusal: from then on nothing is written any more.
  const Status& health() const { return health_; }

 private:
  struct Compressor;

  TapeWriter(std::unique_ptr<File> file, std::string path,
             WriterOptions options);
  Status Emit(std::string_view bytes);
  Status EmitSmall(std::string_view what);
  Status EndAttachment();
  // Summary, summary offsets, footer and magic, for a summary at `start`.
  std::string SummaryBytes(uint64_t start) const;

  const std::unique_ptr<File> file_;
  const std::string path_;
  const WriterOptions options_;
  std::unique_ptr<Compressor> compressor_;

  uint64_t size_ = 0;      // of the file
  uint64_t whole_ = 0;     // up to here the file is whole records
  uint32_t data_crc_ = 0;  // of everything before DataEnd
  Status health_;          // the first refusal of the disk
  bool finished_ = false;

  std::string open_chunk_;  // records of the open chunk
  uint64_t open_messages_ = 0;
  uint64_t open_start_time_ = 0;
  uint64_t open_end_time_ = 0;
  std::vector<MessageIndex> open_index_;  // one per channel in the open chunk
  std::vector<int32_t> open_index_of_;    // channel id to open_index_, or -1
  std::string scratch_;

  bool in_attachment_ = false;
  uint64_t attachment_left_ = 0;  // bytes that AttachmentData() still owes
  uint32_t attachment_crc_ = 0;

  std::map<uint16_t, Schema> schemas_;
  std::map<uint16_t, Channel> channels_;
  std::vector<uint64_t> message_counts_;  // by channel id
  std::vector<ChunkIndex> chunk_indexes_;
  std::vector<AttachmentIndex> attachment_indexes_;
  std::vector<MetadataIndex> metadata_indexes_;
  Statistics statistics_;
};

}  // namespace reprise::tape
