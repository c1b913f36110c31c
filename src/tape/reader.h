// TapeReader: any MCAP file, whole, cut, damaged or still being written.
//
// Open() reads the summary when there is a good one and walks the file
// otherwise. It fails only when nothing can be read; everything else that is
// wrong is listed in damage(), in words, and the rest is readable. Chunks are
// read one at a time, so a tape may be larger than memory.
//
// Messages are found through blocks: a block is a chunk, or a run of messages
// that stand outside chunks (other writers do that).
//
//   ASSIGN_OR_RETURN(auto tape, TapeReader::Open(RealFileSystem(), path));
//   MessageCursor cursor = tape->Messages({.from = t0, .to = t1});
//   while (const Message* message = cursor.Next()) ...
//   RETURN_IF_ERROR(cursor.status());
//
// Threads: one at a time, the cursors of a reader included.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "tape/cursor.h"
#include "tape/mcap.h"

namespace reprise::tape {

// Something on a tape that could not be read, or is not as it should be.
struct Damage {
  uint64_t offset = 0;  // where in the file it begins
  uint64_t size = 0;    // bytes concerned
  std::string what;     // a sentence
};

struct Block {
  uint64_t offset = 0;  // of the first record
  uint64_t length = 0;  // of all its records, prefixes included
  bool chunk = true;    // false: messages outside chunks
  uint64_t start_time = 0;
  uint64_t end_time = 0;
  uint64_t compressed_size = 0;
  uint64_t uncompressed_size = 0;
  std::string compression;
  // Which channels have messages in it; empty when the index does not tell.
  std::vector<uint16_t> channels;
};

struct OpenOptions {
  // Read and check every byte even when there is a good summary.
  bool verify = false;
};

class TapeReader {
 public:
  static Result<std::unique_ptr<TapeReader>> Open(FileSystem& files,
                                                  const std::string& path,
                                                  OpenOptions options = {});
  ~TapeReader();

  const std::string& path() const { return path_; }
  uint64_t file_size() const { return file_size_; }
  const Header& header() const { return header_; }
  // True when the tape was finished: it has its summary and its footer.
  bool complete() const { return complete_; }
  // True when all its data is there, whatever became of the summary.
  bool data_ended() const { return data_ended_; }
  // Where a tape that is not complete ends: the first byte of what is missing.
  uint64_t cut_at() const { return cut_at_; }
  // What is wrong with it, cursors add to it; being cut is not in it.
  const std::vector<Damage>& damage() const { return damage_; }
  // All that is wrong, as sentences to show a person: cut first, then damage.
  std::vector<std::string> Problems() const;
  // The version of the tape, or 0 for an MCAP file of another program.
  int tape_version() const { return tape_version_; }

  const std::map<uint16_t, Schema>& schemas() const { return schemas_; }
  const std::map<uint16_t, Channel>& channels() const { return channels_; }
  const Statistics& statistics() const { return statistics_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  const std::vector<AttachmentIndex>& attachments() const {
    return attachments_;
  }
  const std::vector<Metadata>& metadata() const { return metadata_; }

  MessageCursor Messages(ReadFilter filter = {});

  // Hands the data to `sink` piece by piece; an error when its CRC is wrong.
  Status ReadAttachment(const AttachmentIndex& attachment,
                        const std::function<Status(std::string_view)>& sink);

  // Looks for what was written since: new blocks are appended to blocks().
  // Only for a tape that was not complete; true when there is something new.
  Result<bool> Refresh();

 private:
  friend class MessageCursor;
  friend class Scanner;
  TapeReader(std::unique_ptr<File> file, std::string path);

  struct Summary;

  Status ReadHeader();
  Status CheckReadable();
  Status ReadTapeVersion();
  // Nothing when there is no summary, or none that can be trusted.
  Result<std::optional<Summary>> ReadSummary();
  bool TakeSummary(std::string_view bytes, Summary* summary);
  Status ScanEverything();
  void ReportUnreadable(uint64_t from, uint64_t to);
  Status ScanGaps(Summary summary);
  Status Verify(const Summary& summary);

  const std::unique_ptr<File> file_;
  const std::string path_;
  uint64_t file_size_ = 0;
  Header header_;
  uint64_t data_start_ = 0;  // offset after the Header
  bool complete_ = false;
  bool data_ended_ = false;  // a DataEnd record is there
  uint64_t cut_at_ = 0;
  int tape_version_ = 0;
  std::string unsupported_;  // a compression that chunks have and we do not
  std::vector<Damage> damage_;
  std::map<uint16_t, Schema> schemas_;
  std::map<uint16_t, Channel> channels_;
  Statistics statistics_;
  std::vector<Block> blocks_;
  std::vector<AttachmentIndex> attachments_;
  std::vector<Metadata> metadata_;
};

}  // namespace reprise::tape
