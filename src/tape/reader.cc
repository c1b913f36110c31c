#include "tape/reader.h"

#include <algorithm>
#include <charconv>

#include "base/bytes.h"
#include "base/check.h"
#include "base/text.h"
#include "tape/crc.h"
#include "tape/file_window.h"
#include "tape/mcap_bytes.h"
#include "tape/scanner.h"
#include "tape/writer.h"

namespace reprise::tape {
namespace {

constexpr uint64_t kFooterBytes = kRecordPrefix + 8 + 8 + 4;
constexpr uint64_t kMaxSummaryBytes = 1u << 30;
// Bytes read at a time when something large is streamed.
constexpr uint64_t kStreamStep = 256 << 10;

// What a file that is not an MCAP file seems to be, and what to do about it.
std::string GuessKind(std::string_view begin) {
  if (begin.starts_with("\x89PNG")) return "it is a PNG picture";
  if (begin.starts_with("PK\x03\x04")) return "it is a zip file or an APK";
  if (begin.starts_with("\x1f\x8b")) return "it is compressed; unpack it first";
  if (begin.starts_with("\x28\xb5\x2f\xfd")) {
    return "it is compressed; unpack it first";
  }
  if (begin.starts_with("{") || begin.starts_with("#")) {
    return "it looks like text; if it is the text form of a tape, make a tape "
           "of it with 'reprise convert IN.jsonl OUT.mcap'";
  }
  return "it does not begin like one";
}

size_t DifferentBytes(std::string_view a, std::string_view b) {
  size_t different = 0;
  for (size_t i = 0; i < std::min(a.size(), b.size()); i++) {
    different += a[i] != b[i];
  }
  return different;
}

// The number behind `marker`, or 0.
int NumberAfter(std::string_view text, std::string_view marker) {
  const size_t at = text.find(marker);
  if (at == std::string_view::npos) return 0;
  int number = 0;
  const char* begin = text.data() + at + marker.size();
  std::from_chars(begin, text.data() + text.size(), number);
  return number;
}

}  // namespace

struct TapeReader::Summary {
  std::map<uint16_t, Schema> schemas;
  std::map<uint16_t, Channel> channels;
  std::vector<ChunkIndex> chunks;
  std::optional<Statistics> statistics;
  uint64_t start = 0;
};

TapeReader::TapeReader(std::unique_ptr<File> file, std::string path)
    : file_(std::move(file)), path_(std::move(path)) {}

TapeReader::~TapeReader() = default;

Result<std::unique_ptr<TapeReader>> TapeReader::Open(FileSystem& files,
                                                     const std::string& path,
                                                     OpenOptions options) {
  ASSIGN_OR_RETURN(auto file, files.OpenForReading(path));
  std::unique_ptr<TapeReader> tape(new TapeReader(std::move(file), path));
  ASSIGN_OR_RETURN(tape->file_size_, tape->file_->Size());
  RETURN_IF_ERROR(tape->ReadHeader());
  if (tape->data_start_ == 0) return tape;  // cut within its first bytes
  ASSIGN_OR_RETURN(auto summary, tape->ReadSummary());
  if (summary && options.verify) {
    RETURN_IF_ERROR(tape->Verify(*summary));
  } else if (summary) {
    RETURN_IF_ERROR(tape->ScanGaps(*std::move(summary)));
  } else {
    RETURN_IF_ERROR(tape->ScanEverything());
  }
  RETURN_IF_ERROR(tape->CheckReadable());
  return tape;
}

Status TapeReader::CheckReadable() {
  const bool header_read = data_start_ > kMagic.size();
  if (!header_read && blocks_.empty() && channels_.empty() &&
      attachments_.empty() && metadata_.empty()) {
    return Fail(ErrorKind::kCorruption,
                "{} begins like a tape (an MCAP file), but neither its Header "
                "nor anything behind it can be read",
                path_);
  }
  bool readable = false;
  for (const Block& block : blocks_) {
    if (IsSupportedCompression(block.compression)) {
      readable = true;
    } else {
      unsupported_ = block.compression;
    }
  }
  if (!readable && !unsupported_.empty()) {
    return Fail(ErrorKind::kUnsupported,
                "{}: its chunks are compressed with \"{}\"; Reprise reads zstd "
                "and uncompressed chunks, compress it so first",
                path_, unsupported_);
  }
  return {};
}

Status TapeReader::ReadHeader() {
  if (file_size_ == 0) {
    return Fail(ErrorKind::kCorruption, "{} is empty; a tape is an MCAP file",
                path_);
  }
  FileWindow window(file_.get());
  ASSIGN_OR_RETURN(auto magic, window.At(0, kMagic.size()));
  const size_t different = DifferentBytes(magic, kMagic);
  // A bit that flipped here is no reason to lose the rest.
  const bool damaged_magic = magic.size() == kMagic.size() && different == 1;
  if (different > 0 && !damaged_magic) {
    return Fail(ErrorKind::kCorruption, "{} is not a tape (an MCAP file): {}",
                path_, GuessKind(magic));
  }
  const char version = magic.size() > 5 ? magic[5] : '0';
  if (magic.size() < kMagic.size()) return {};

  cut_at_ = kMagic.size();
  ASSIGN_OR_RETURN(auto view,
                   window.At(kMagic.size(), kRecordPrefix + kMaxHeaderBytes));
  ByteReader reader(view);
  const bool is_header = reader.U8() == static_cast<uint8_t>(Op::kHeader);
  const uint64_t length = reader.U64();
  const bool fits = reader.ok() && length <= reader.remaining();
  const bool parsed =
      reader.ok() && Parse(view.substr(kRecordPrefix), &header_);
  if (!reader.ok() ||
      (is_header && !fits && !parsed && length <= kMaxHeaderBytes)) {
    header_ = {};
    return {};  // cut within the Header
  }
  if (parsed) RETURN_IF_ERROR(ReadTapeVersion());
  const uint64_t fields =
      4 + header_.profile.size() + 4 + header_.library.size();
  const bool good = is_header && fits && length >= fields &&
                    (length == fields || tape_version_ == 0);
  data_start_ = kMagic.size();
  if (good) data_start_ += kRecordPrefix + length;
  // Otherwise the walk finds where the records go on, if they do.
  if (damaged_magic && version > '0' && version <= '9' && tape_version_ == 0) {
    return Fail(ErrorKind::kUnsupported,
                "{} is an MCAP file of version {}; this Reprise reads version "
                "0, look for a newer Reprise",
                path_, version);
  }
  if (damaged_magic) {
    damage_.push_back({0, kMagic.size(), "the first bytes are damaged"});
  }
  return {};
}

Status TapeReader::ReadTapeVersion() {
  // It stands in the Header twice, so that a flipped bit is not mistaken for
  // a tape of the future.
  const int in_profile = header_.profile.starts_with("x-reprise/")
                             ? NumberAfter(header_.profile, "x-reprise/")
                             : 0;
  const int in_library = NumberAfter(header_.library, "tape version ");
  if (in_profile == kTapeVersion || in_library == kTapeVersion) {
    tape_version_ = kTapeVersion;
    if (in_profile != in_library) {
      damage_.push_back({kMagic.size(), 0, "the Header is damaged"});
    }
    return {};
  }
  if (in_profile > kTapeVersion) {
    return Fail(ErrorKind::kUnsupported,
                "{} is a tape of version {}, written by {}; this Reprise "
                "reads version {}, look for a newer one",
                path_, in_profile, header_.library, kTapeVersion);
  }
  return {};
}

Result<std::optional<TapeReader::Summary>> TapeReader::ReadSummary() {
  const uint64_t end_bytes = kFooterBytes + kMagic.size();
  if (file_size_ < data_start_ + end_bytes) return std::nullopt;
  FileWindow window(file_.get());
  const uint64_t footer_at = file_size_ - end_bytes;
  ASSIGN_OR_RETURN(auto end, window.At(footer_at, end_bytes));
  Footer footer;
  RecordWalker walker(end.substr(0, kFooterBytes));
  if (!end.ends_with(kMagic) || !walker.Next() || walker.op() != Op::kFooter ||
      !Parse(walker.content(), &footer)) {
    return std::nullopt;
  }
  complete_ = true;
  if (footer.summary_start == 0) return std::nullopt;

  const auto distrust = [&](std::string_view why) {
    damage_.push_back(
        {footer.summary_start, 0,
         fmt::format("the summary {}; the whole file is read instead", why)});
    return std::nullopt;
  };
  if (footer.summary_start < data_start_ || footer.summary_start > footer_at ||
      footer_at - footer.summary_start > kMaxSummaryBytes) {
    return distrust("is said to be where it cannot be");
  }
  const uint64_t size = file_size_ - kMagic.size() - footer.summary_start;
  ASSIGN_OR_RETURN(auto bytes, window.At(footer.summary_start, size));
  if (bytes.size() < size) return distrust("is not all there");
  if (footer.summary_crc != 0 &&
      Crc32(bytes.substr(0, size - 4)) != footer.summary_crc) {
    return distrust("has a wrong checksum");
  }
  Summary summary;
  summary.start = footer.summary_start;
  if (!TakeSummary(bytes, &summary)) return distrust("cannot be read");
  // Without counts per channel the file must be read to know what is in it.
  if (!summary.statistics ||
      (summary.statistics->channel_message_counts.empty() &&
       summary.statistics->message_count > 0) ||
      summary.statistics->chunk_count != summary.chunks.size()) {
    return std::nullopt;
  }
  return summary;
}

bool TapeReader::TakeSummary(std::string_view bytes, Summary* summary) {
  RecordWalker walker(bytes);
  while (walker.Next()) {
    bool good = true;
    if (walker.op() == Op::kSchema) {
      Schema schema;
      good = Parse(walker.content(), &schema);
      if (schema.id != 0) summary->schemas[schema.id] = std::move(schema);
    } else if (walker.op() == Op::kChannel) {
      Channel channel;
      good = Parse(walker.content(), &channel);
      summary->channels[channel.id] = std::move(channel);
    } else if (walker.op() == Op::kChunkIndex) {
      good = Parse(walker.content(), &summary->chunks.emplace_back());
    } else if (walker.op() == Op::kStatistics) {
      good = Parse(walker.content(), &summary->statistics.emplace());
    }
    if (!good) return false;
  }
  if (walker.broken()) return false;
  std::sort(summary->chunks.begin(), summary->chunks.end(),
            [](const ChunkIndex& a, const ChunkIndex& b) {
              return a.chunk_start_offset < b.chunk_start_offset;
            });
  uint64_t free = data_start_;
  for (const ChunkIndex& chunk : summary->chunks) {
    if (chunk.chunk_start_offset < free ||
        chunk.chunk_start_offset > summary->start ||
        chunk.chunk_length > summary->start - chunk.chunk_start_offset ||
        chunk.chunk_length < kRecordPrefix) {
      return false;
    }
    free = chunk.chunk_start_offset + chunk.chunk_length;
    for (const auto& [channel, offset] : chunk.message_index_offsets) {
      if (!summary->channels.contains(channel)) return false;
    }
  }
  return true;
}

Status TapeReader::ScanEverything() {
  Scanner scanner(this);
  ASSIGN_OR_RETURN(auto outcome, scanner.Walk(data_start_, file_size_, false));
  scanner.Settle();
  cut_at_ = outcome.end;
  data_ended_ = outcome.data_end;
  if (complete_ && !data_ended_ && cut_at_ < file_size_) {
    ReportUnreadable(cut_at_, file_size_);
  }
  return {};
}

void TapeReader::ReportUnreadable(uint64_t from, uint64_t to) {
  damage_.push_back(
      {from, to - from,
       fmt::format("{} bytes at byte {} cannot be read", to - from, from)});
}

Status TapeReader::ScanGaps(Summary summary) {
  schemas_ = std::move(summary.schemas);
  channels_ = std::move(summary.channels);
  Scanner scanner(this);
  uint64_t position = data_start_;
  const auto walk_to = [&](uint64_t to) -> Status {
    if (position >= to) return {};
    ASSIGN_OR_RETURN(auto outcome, scanner.Walk(position, to, false));
    if (outcome.end < to && !outcome.data_end) {
      ReportUnreadable(outcome.end, to);
    }
    return {};
  };
  for (ChunkIndex& chunk : summary.chunks) {
    RETURN_IF_ERROR(walk_to(chunk.chunk_start_offset));
    Block block;
    block.offset = chunk.chunk_start_offset;
    block.length = chunk.chunk_length;
    block.start_time = chunk.message_start_time;
    block.end_time = chunk.message_end_time;
    block.compressed_size = chunk.compressed_size;
    block.uncompressed_size = chunk.uncompressed_size;
    block.compression = std::move(chunk.compression);
    for (const auto& [channel, offset] : chunk.message_index_offsets) {
      block.channels.push_back(channel);
    }
    blocks_.push_back(std::move(block));
    position = chunk.chunk_start_offset + chunk.chunk_length;
    if (chunk.message_index_length <= summary.start - position) {
      position += chunk.message_index_length;
    }
  }
  RETURN_IF_ERROR(walk_to(summary.start));
  scanner.Settle();
  statistics_ = *std::move(summary.statistics);
  for (const auto& [id, channel] : channels_) {
    statistics_.channel_message_counts.try_emplace(id, 0);
  }
  if (attachments_.size() != statistics_.attachment_count ||
      metadata_.size() != statistics_.metadata_count) {
    damage_.push_back(
        {summary.start, 0,
         fmt::format("the summary counts {} attachments and {} metadata "
                     "records, but {} and {} can be read",
                     statistics_.attachment_count, statistics_.metadata_count,
                     attachments_.size(), metadata_.size())});
  }
  cut_at_ = file_size_;
  data_ended_ = true;
  return {};
}

Status TapeReader::Verify(const Summary& summary) {
  schemas_ = summary.schemas;
  channels_ = summary.channels;
  RETURN_IF_ERROR(ScanEverything());
  const Statistics& told = *summary.statistics;
  if (told.message_count != statistics_.message_count ||
      told.attachment_count != statistics_.attachment_count ||
      told.metadata_count != statistics_.metadata_count) {
    damage_.push_back(
        {summary.start, 0,
         fmt::format("the summary counts {} messages, {} attachments and {} "
                     "metadata records, but {}, {} and {} can be read",
                     told.message_count, told.attachment_count,
                     told.metadata_count, statistics_.message_count,
                     statistics_.attachment_count,
                     statistics_.metadata_count)});
  }
  for (const AttachmentIndex& attachment : attachments_) {
    const Status read =
        ReadAttachment(attachment, [](std::string_view) { return Status(); });
    // A wrong checksum is in damage_ already.
    if (!read && read.error().kind != ErrorKind::kCorruption) return read;
  }
  // What no other checksum covers is covered by the one in DataEnd.
  if (!data_ended_) return {};
  FileWindow window(file_.get());
  uint32_t crc = 0;
  for (uint64_t at = 0; at < cut_at_;) {
    ASSIGN_OR_RETURN(auto view,
                     window.At(at, std::min(kStreamStep, cut_at_ - at)));
    if (view.empty()) break;
    crc = Crc32(view, crc);
    at += view.size();
  }
  ASSIGN_OR_RETURN(auto end, window.At(cut_at_ + kRecordPrefix, 4));
  const uint32_t stored = ByteReader(end).U32();
  if (stored != 0 && stored != crc) {
    damage_.push_back({data_start_, cut_at_ - data_start_,
                       "the checksum over the whole data is wrong"});
  }
  return {};
}

Result<bool> TapeReader::Refresh() {
  if (complete_) return false;
  ASSIGN_OR_RETURN(file_size_, file_->Size());
  if (data_start_ == 0) {
    RETURN_IF_ERROR(ReadHeader());
    cut_at_ = std::max(cut_at_, data_start_);
    if (data_start_ == 0) return false;
  }
  if (file_size_ <= cut_at_) return false;
  Scanner scanner(this);
  const uint64_t before = cut_at_;
  ASSIGN_OR_RETURN(auto outcome, scanner.Walk(cut_at_, file_size_, true));
  scanner.Settle();
  cut_at_ = outcome.end;
  data_ended_ = outcome.data_end;
  if (data_ended_) {
    FileWindow window(file_.get());
    ASSIGN_OR_RETURN(auto end,
                     window.At(file_size_ - kMagic.size(), kMagic.size()));
    complete_ = end == kMagic;
  }
  return cut_at_ > before || complete_;
}

std::vector<std::string> TapeReader::Problems() const {
  std::vector<std::string> sentences;
  if (!complete_ && data_ended_) {
    sentences.push_back(fmt::format(
        "the tape has lost its summary at byte {}; its {} messages are all "
        "there",
        cut_at_, statistics_.message_count));
  } else if (!complete_) {
    std::string missing = "what came later is missing";
    if (statistics_.message_count > 0) {
      const uint64_t last =
          statistics_.message_end_time - statistics_.message_start_time;
      missing = fmt::format(
          "what came later than {} after the first message is missing",
          FormatDuration(static_cast<int64_t>(last)));
    }
    sentences.push_back(fmt::format(
        "the tape was not finished: it is whole up to byte {} of {}, with {} "
        "messages; {}",
        cut_at_, file_size_, statistics_.message_count, missing));
  }
  for (const Damage& damage : damage_) sentences.push_back(damage.what);
  return sentences;
}

Status TapeReader::ReadAttachment(
    const AttachmentIndex& attachment,
    const std::function<Status(std::string_view)>& sink) {
  CHECK_GE(attachment.length, kRecordPrefix + 4 + attachment.data_size);
  FileWindow window(file_.get());
  const uint64_t crc_at = attachment.offset + attachment.length - 4;
  const uint64_t data_at = crc_at - attachment.data_size;
  uint32_t crc = 0;
  for (uint64_t at = attachment.offset + kRecordPrefix; at < crc_at;) {
    // The fields before the data are in the checksum, too.
    const uint64_t stop = at < data_at ? data_at : crc_at;
    ASSIGN_OR_RETURN(auto view,
                     window.At(at, std::min(kStreamStep, stop - at)));
    if (view.empty()) {
      return Fail(ErrorKind::kCorruption,
                  "the attachment {} is cut off at byte {}",
                  attachment.info.name, at);
    }
    crc = Crc32(view, crc);
    if (at >= data_at) RETURN_IF_ERROR(sink(view));
    at += view.size();
  }
  ASSIGN_OR_RETURN(auto end, window.At(crc_at, 4));
  const uint32_t stored = ByteReader(end).U32();
  if (stored == 0 || stored == crc) return {};
  std::string what =
      fmt::format("the attachment {} at byte {} has a wrong checksum",
                  attachment.info.name, attachment.offset);
  if (std::none_of(damage_.begin(), damage_.end(),
                   [&](const Damage& known) { return known.what == what; })) {
    damage_.push_back({attachment.offset, attachment.length, what});
  }
  return Fail(ErrorKind::kCorruption, "{}", what);
}

}  // namespace reprise::tape
