#include "tape/recover.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "tape/channels.h"
#include "tape/copy.h"

namespace reprise::tape {
namespace {

// Repacking reads and writes everything once more. Below this many chunks
// nothing is gained, and chunks of this mean size are good enough.
constexpr size_t kFewChunks = 16;
constexpr uint64_t kGoodChunkBytes = 256 << 10;

Status CopySchemasAndChannels(const TapeReader& in, TapeWriter& out) {
  for (const auto& [id, schema] : in.schemas()) {
    RETURN_IF_ERROR(out.AddSchema(schema));
  }
  for (const auto& [id, channel] : in.channels()) {
    RETURN_IF_ERROR(out.AddChannel(channel));
  }
  return {};
}

struct Copied {
  uint64_t messages = 0;
  uint64_t too_large = 0;  // left out: other programs may write such
};

Result<Copied> CopyMessages(TapeReader& in, TapeWriter& out) {
  Copied copied;
  MessageCursor cursor = in.Messages(InFileOrder());
  while (const Message* message = cursor.Next()) {
    if (message->data.size() > kMaxMessageBytes) {
      copied.too_large++;
      continue;
    }
    RETURN_IF_ERROR(out.Write(*message));
    copied.messages++;
  }
  RETURN_IF_ERROR(cursor.status());
  return copied;
}

// Adds between which messages of the tape the damage lies.
Loss MakeLoss(const TapeReader& tape, const Damage& damage) {
  Loss loss{damage.offset, damage.size, {}, {}, damage.what};
  if (damage.size == 0) return loss;  // something said wrong, nothing missing
  for (const Block& block : tape.blocks()) {
    if (block.offset == damage.offset) {
      // The index knows what was in the chunk.
      loss.after = block.start_time;
      loss.before = block.end_time;
      break;
    }
    if (block.offset < damage.offset) {
      loss.after = std::max(loss.after.value_or(0), block.end_time);
    } else if (!loss.before || block.start_time < *loss.before) {
      loss.before = block.start_time;
    }
  }
  // Chunks that overlap in time tell nothing.
  if (loss.after && loss.before && *loss.after > *loss.before) {
    loss.after = loss.before = std::nullopt;
  }
  return loss;
}

// "; what is missing was logged between 1.2s and 1.3s", from the tape's start.
std::string DescribeSpan(const TapeReader& tape, const Loss& loss) {
  const uint64_t start = tape.statistics().message_start_time;
  const auto show = [start](uint64_t time) {
    return FormatDuration(static_cast<int64_t>(time - start));
  };
  if (loss.after && loss.before) {
    return fmt::format(
        "; what is missing was logged between {} and {} after the first "
        "message",
        show(*loss.after), show(*loss.before));
  }
  if (loss.after) {
    return fmt::format(
        "; what is missing was logged later than {} after the first message",
        show(*loss.after));
  }
  if (loss.before) {
    return "; what is missing was logged before the first message";
  }
  return "";
}

std::vector<Loss> FindLosses(const TapeReader& tape) {
  std::vector<Loss> losses;
  for (const Damage& damage : tape.damage()) {
    Loss loss = MakeLoss(tape, damage);
    loss.what += DescribeSpan(tape, loss);
    losses.push_back(std::move(loss));
  }
  if (!tape.complete()) {
    Loss cut;
    cut.offset = tape.cut_at();
    cut.size = tape.file_size() - std::min(tape.file_size(), tape.cut_at());
    if (!tape.blocks().empty() && !tape.data_ended()) {
      cut.after = tape.statistics().message_end_time;
    }
    // Being cut is the first of the problems, and says its own span.
    cut.what = tape.Problems().front();
    losses.insert(losses.begin(), std::move(cut));
  }
  return losses;
}

// What the index passes over is covered by the checksum of the whole file.
Status AddHiddenDamage(FileSystem& files, const std::string& path,
                       RecoverReport* report) {
  ASSIGN_OR_RETURN(auto tape, TapeReader::Open(files, path, {.verify = true}));
  if (tape->damage().empty()) return {};
  const Damage& damage = tape->damage().front();
  Loss loss;
  loss.offset = damage.offset;
  loss.size = damage.size;
  loss.what = fmt::format(
      "{}; all messages and attachments were read nevertheless, metadata may "
      "be damaged",
      damage.what);
  report->losses.push_back(std::move(loss));
  return {};
}

// A recording that was cut ended where its messages end, whatever it says.
bool NeedsEnd(const TapeReader& tape) {
  return tape.tape_version() > 0 && !tape.data_ended();
}

uint64_t CountReadable(const TapeReader& tape) {
  return static_cast<uint64_t>(
      std::ranges::count_if(tape.blocks(), [&tape](const Block& block) {
        return std::ranges::none_of(
            tape.damage(), [&block](const Damage& damage) {
              return damage.size > 0 && damage.offset == block.offset;
            });
      }));
}

}  // namespace

Result<RecoverReport> Recover(FileSystem& files, const std::string& in,
                              const std::string& out) {
  using std::filesystem::path;
  if (path(in).lexically_normal() == path(out).lexically_normal()) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} would be replaced by what could be saved of it: give "
                "another name for the result",
                in);
  }
  // Through the index, when there is one: it finds even chunks whose first
  // bytes are damaged. Every chunk has its checksum anyway.
  ASSIGN_OR_RETURN(auto tape, TapeReader::Open(files, in));
  ASSIGN_OR_RETURN(auto part, PartTape::Create(files, out, OptionsLike(*tape)));
  TapeWriter& writer = part->writer();

  RecoverReport report;
  report.was_complete = tape->complete();
  const bool needs_end = NeedsEnd(*tape);
  for (const Metadata& record : tape->metadata()) {
    if (needs_end && record.name == metadata::kEnd) continue;
    RETURN_IF_ERROR(writer.AddMetadata(record));
    report.metadata++;
  }
  if (needs_end) {
    Metadata end{std::string(metadata::kEnd),
                 {{std::string(metadata_key::kEndReason), "recovered"}}};
    if (tape->statistics().message_count > 0) {
      end.metadata[std::string(metadata_key::kEndTime)] =
          std::to_string(tape->statistics().message_end_time);
    }
    RETURN_IF_ERROR(writer.AddMetadata(end));
  }
  for (const AttachmentIndex& attachment : tape->attachments()) {
    // The reader lists those that are damaged.
    if (!CheckAttachment(*tape, attachment)) continue;
    RETURN_IF_ERROR(CopyAttachment(*tape, attachment, attachment.info, writer));
    report.attachments++;
  }
  RETURN_IF_ERROR(CopySchemasAndChannels(*tape, writer));
  ASSIGN_OR_RETURN(const Copied copied, CopyMessages(*tape, writer));
  RETURN_IF_ERROR(part->Commit());
  report.messages = copied.messages;
  report.chunks = CountReadable(*tape);
  report.losses = FindLosses(*tape);
  if (copied.too_large > 0) {
    Loss loss;
    loss.what = fmt::format("{} messages of more than {} bytes are left out",
                            copied.too_large, kMaxMessageBytes);
    report.losses.push_back(std::move(loss));
  }
  if (report.losses.empty()) {
    RETURN_IF_ERROR(AddHiddenDamage(files, in, &report));
  }
  return report;
}

bool IsWorthRepacking(const std::vector<Block>& blocks) {
  if (blocks.size() < kFewChunks) return false;
  uint64_t bytes = 0;
  for (const Block& block : blocks) bytes += block.uncompressed_size;
  return bytes / blocks.size() < kGoodChunkBytes;
}

Result<bool> Repack(FileSystem& files, const std::string& path,
                    WriterOptions options) {
  ASSIGN_OR_RETURN(auto tape, TapeReader::Open(files, path));
  if (!tape->complete() || !tape->damage().empty() ||
      !IsWorthRepacking(tape->blocks())) {
    return false;
  }
  options.header = tape->header();
  ASSIGN_OR_RETURN(auto part,
                   PartTape::Create(files, path, std::move(options)));
  TapeWriter& writer = part->writer();
  for (const Metadata& record : tape->metadata()) {
    RETURN_IF_ERROR(writer.AddMetadata(record));
  }
  for (const AttachmentIndex& attachment : tape->attachments()) {
    // Half an attachment in the new tape goes away with it.
    const Status status =
        CopyAttachment(*tape, attachment, attachment.info, writer);
    if (!status && status.error().kind == ErrorKind::kCorruption) return false;
    RETURN_IF_ERROR(status);
  }
  RETURN_IF_ERROR(CopySchemasAndChannels(*tape, writer));
  ASSIGN_OR_RETURN(const Copied copied, CopyMessages(*tape, writer));
  // The index promised them; what turns up damaged now stays as it is.
  if (!tape->damage().empty() ||
      copied.messages != tape->statistics().message_count) {
    return false;
  }
  RETURN_IF_ERROR(part->Commit());
  return true;
}

}  // namespace reprise::tape
