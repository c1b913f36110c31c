#include "tape/edit.h"

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "tape/blobs.h"
#include "tape/channels.h"
#include "tape/concatenate.h"
#include "tape/copy.h"
#include "tape/edit_part.h"
#include "tape/survey.h"
#include "tape/wire.h"

namespace reprise::tape {
namespace {

// Attachments up to this size are compared; larger ones of the same name are
// taken to differ.
constexpr uint64_t kMaxComparedBytes = 64 << 20;

// ClockAnchor.reason and its value for the begin of a tape that was joined.
constexpr uint32_t kAnchorReason = 4;
constexpr uint64_t kReasonJoined = 7;

// The same anchor with another reason, in the order of protobuf's fields.
std::string JoinedAnchor(std::string_view data) {
  std::string out;
  bool written = false;
  const auto write = [&out, &written] {
    if (written) return;
    AppendTag(&out, kAnchorReason, WireType::kVarint);
    AppendVarint(&out, kReasonJoined);
    written = true;
  };
  WireReader fields(data);
  while (fields.Next()) {
    if (fields.number() >= kAnchorReason) write();
    if (fields.number() == kAnchorReason) continue;
    out.append(data.substr(fields.start(), fields.end() - fields.start()));
  }
  write();
  return fields.ok() ? out : std::string(data);
}

class Editor {
 public:
  Editor(FileSystem& files, const EditPlan& plan)
      : files_(files), plan_(plan) {}

  Result<EditReport> Run(const std::string& path);

 private:
  Status SurveyAll();
  Status CopyMessages(size_t part, const ChannelMerger& channels);
  // False when the message goes; otherwise sets when it is logged.
  bool Stays(size_t part, const Message& message, uint64_t* log_time);
  // The message's new data, in a buffer of ours or where it was.
  std::string_view NewData(size_t part, const Message& message);
  bool RewriteLinks(size_t part, const MessageLinks& links,
                    std::string_view data);
  bool RewriteBlobs(size_t part, const MessageBlobs& blobs,
                    std::string_view data);
  bool FetchBlob(size_t part, std::string_view digest);
  Status CopyAttachments();
  Result<bool> SameAttachment(const AttachmentIndex& attachment, size_t part);
  bool IsUseless(const AttachmentIndex& attachment) const;
  void WarnOfDamage();

  FileSystem& files_;
  const EditPlan& plan_;
  EditReport report_;
  std::vector<EditPart> parts_;
  std::vector<std::unique_ptr<TapeFacts>> facts_;  // by part
  bool surveyed_ = false;
  std::vector<Survey> surveys_;       // by part, if surveyed_
  std::vector<uint64_t> id_offsets_;  // by part
  std::unique_ptr<PartTape> out_;

  std::string with_links_;  // data of a message after each step
  std::string with_blobs_;
  std::string with_reason_;
  std::string fetched_blob_;
  std::map<std::string, size_t, std::less<>> blob_in_;  // digest to part
  size_t anchors_marked_ = 0;  // parts whose joint is marked
  NameMerger names_;
};

bool AnyDropped(const std::vector<EditPart>& parts) {
  for (const EditPart& part : parts) {
    if (part.topics.size() < part.tape->channels().size()) return true;
  }
  return false;
}

Result<EditReport> Editor::Run(const std::string& path) {
  RETURN_IF_ERROR(CheckPlan(plan_));
  ASSIGN_OR_RETURN(parts_, MakeParts(files_, plan_, &report_));
  for (const EditPart& part : parts_) {
    facts_.push_back(std::make_unique<TapeFacts>(*part.tape));
    report_.time_shifts.push_back(part.shift);
  }
  surveyed_ = parts_.size() > 1 || !plan_.cut.empty() || AnyDropped(parts_);
  id_offsets_.resize(parts_.size());
  if (surveyed_) RETURN_IF_ERROR(SurveyAll());
  report_.id_offsets = id_offsets_;

  ASSIGN_OR_RETURN(
      out_, PartTape::Create(files_, path, OptionsLike(*parts_[0].tape)));
  for (const Metadata& record : MergeMetadata(parts_, plan_, &report_)) {
    RETURN_IF_ERROR(out_->writer().AddMetadata(record));
  }
  RETURN_IF_ERROR(CopyAttachments());
  ChannelMerger channels(out_->writer());
  for (size_t i = 0; i < parts_.size(); i++) {
    RETURN_IF_ERROR(channels.AddPart(
        parts_[i],
        surveyed_ ? surveys_[i].last_sequence : std::map<uint16_t, uint32_t>(),
        &report_));
    RETURN_IF_ERROR(CopyMessages(i, channels));
  }
  RETURN_IF_ERROR(out_->Commit());
  WarnOfDamage();
  return std::move(report_);
}

Status Editor::SurveyAll() {
  std::vector<const IdSet*> ids;
  uint64_t asked_for = 0;
  uint64_t messages = 0;
  for (size_t i = 0; i < parts_.size(); i++) {
    ASSIGN_OR_RETURN(Survey survey, SurveyPart(parts_[i], *facts_[i]));
    surveys_.push_back(std::move(survey));
    asked_for += surveys_.back().asked_for;
    messages += parts_[i].tape->statistics().message_count;
  }
  if (asked_for == 0 && messages > 0) {
    return Fail(ErrorKind::kInvalidArgument,
                "nothing is left: no message on the topics that stay lies in "
                "the cut; all messages together are from {}",
                DescribeTimes(parts_, plan_.cut_from_start));
  }
  for (const Survey& survey : surveys_) ids.push_back(&survey.ids);
  ASSIGN_OR_RETURN(id_offsets_, ChooseIdOffsets(ids));
  return {};
}

Status Editor::CopyMessages(size_t part, const ChannelMerger& channels) {
  MessageCursor cursor = parts_[part].tape->Messages(InFileOrder());
  while (const Message* message = cursor.Next()) {
    const ChannelMerger::Target* target = channels.Of(message->channel_id);
    Message copy = *message;
    if (target == nullptr || !Stays(part, *message, &copy.log_time)) {
      report_.messages_dropped++;
      continue;
    }
    bool clamped = false;
    copy.channel_id = target->channel_id;
    copy.sequence += target->sequence_offset;
    copy.log_time = MoveTime(copy.log_time, parts_[part].shift, &clamped);
    copy.publish_time =
        MoveTime(copy.publish_time, parts_[part].shift, &clamped);
    if (clamped) report_.times_clamped++;
    if (surveyed_) copy.data = NewData(part, *message);
    if (copy.data.data() != message->data.data()) report_.messages_rewritten++;
    RETURN_IF_ERROR(out_->writer().Write(copy));
    report_.messages_kept++;
  }
  return cursor.status();
}

bool Editor::Stays(size_t part, const Message& message, uint64_t* log_time) {
  if (!surveyed_ || RangeOf(parts_[part], message.log_time) != nullptr) {
    return true;
  }
  const auto& carried = surveys_[part].carried;
  if (carried.empty()) return false;
  const ChannelFacts& facts = facts_[part]->Of(message.channel_id);
  Links links;
  if (facts.links == nullptr || !facts.links->ReadTop(message.data, &links)) {
    return false;
  }
  const auto found = carried.find(links.id);
  if (found == carried.end()) return false;
  *log_time = found->second;
  report_.messages_carried++;
  return true;
}

std::string_view Editor::NewData(size_t part, const Message& message) {
  std::string_view data = message.data;
  const ChannelFacts& facts = facts_[part]->Of(message.channel_id);
  if (facts.links == nullptr) return data;
  if (RewriteLinks(part, *facts.links, data)) data = with_links_;
  if (facts.blobs != nullptr && RewriteBlobs(part, *facts.blobs, data)) {
    data = with_blobs_;
  }
  if (facts.anchor && part > anchors_marked_) {
    anchors_marked_ = part;
    with_reason_ = JoinedAnchor(data);
    data = with_reason_;
  }
  return data;
}

bool Editor::RewriteLinks(size_t part, const MessageLinks& links,
                          std::string_view data) {
  const IdSet& ids = surveys_[part].ids;
  const uint64_t offset = id_offsets_[part];
  uint64_t cleared = 0;
  const auto rewritten = links.Rewrite(
      data,
      [&](uint64_t id) -> uint64_t {
        if (ids.Contains(id)) return id + offset;
        cleared++;
        return 0;
      },
      &with_links_);
  // What is not protobuf has no links, and keeps its bytes.
  if (!rewritten || !*rewritten) return false;
  report_.links_cleared += cleared;
  return true;
}

bool Editor::RewriteBlobs(size_t part, const MessageBlobs& blobs,
                          std::string_view data) {
  const auto change =
      [&](const BlobView& blob) -> std::optional<std::string_view> {
    if (blob.attached || blob.size == 0) return std::nullopt;
    const auto known = blob_in_.find(blob.sha256);
    if (known != blob_in_.end()) {
      // A tape that repeats its own bytes is left as it is.
      if (blob.data.empty() || known->second == part) return std::nullopt;
      report_.blobs_merged++;
      return std::string_view();
    }
    blob_in_.emplace(blob.sha256, part);
    if (!blob.data.empty()) return std::nullopt;
    if (!FetchBlob(part, blob.sha256)) {
      report_.blobs_missing++;
      return std::nullopt;
    }
    report_.blobs_moved++;
    return fetched_blob_;
  };
  const auto rewritten = blobs.Rewrite(data, change, &with_blobs_);
  return rewritten && *rewritten;
}

bool Editor::FetchBlob(size_t part, std::string_view digest) {
  const auto& removed = surveys_[part].removed_blobs;
  const auto place = removed.find(digest);
  if (place == removed.end()) return false;
  const MessageBlobs& blobs = *facts_[part]->Of(place->second.channel_id).blobs;
  ReadFilter filter;
  filter.from = filter.to = place->second.log_time;
  filter.channels = {place->second.channel_id};
  filter.order = ReadFilter::Order::kFile;
  MessageCursor cursor = parts_[part].tape->Messages(std::move(filter));
  std::vector<BlobView> found;
  while (const Message* message = cursor.Next()) {
    if (!blobs.Read(message->data, &found)) continue;
    for (const BlobView& blob : found) {
      if (blob.sha256 != digest || blob.data.empty()) continue;
      fetched_blob_ = blob.data;
      return true;
    }
  }
  return false;
}

Status Editor::CopyAttachments() {
  for (size_t i = 0; i < parts_.size(); i++) {
    TapeReader& tape = *parts_[i].tape;
    for (const AttachmentIndex& attachment : tape.attachments()) {
      if (surveyed_ && IsUseless(attachment)) {
        report_.attachments_dropped++;
        continue;
      }
      if (const Status whole = CheckAttachment(tape, attachment); !whole) {
        report_.attachments_lost++;
        report_.warnings.push_back(
            fmt::format("{}: {}", tape.path(), whole.error().message));
        continue;
      }
      ASSIGN_OR_RETURN(const bool same, SameAttachment(attachment, i));
      if (same) {
        report_.attachments_merged++;
        continue;
      }
      AttachmentInfo info = attachment.info;
      info.name = names_.Place(info.name, i);
      if (info.name != attachment.info.name) report_.attachments_renamed++;
      bool clamped = false;
      if (info.log_time != 0) {
        info.log_time = MoveTime(info.log_time, parts_[i].shift, &clamped);
      }
      RETURN_IF_ERROR(CopyAttachment(tape, attachment, info, out_->writer()));
      report_.attachments_kept++;
    }
  }
  return {};
}

// Only messages that go away need it: their blob is in it.
bool Editor::IsUseless(const AttachmentIndex& attachment) const {
  const std::string& name = attachment.info.name;
  if (!name.starts_with(attachment::kBlobPrefix)) return false;
  const Result<std::string> digest =
      HexDecode(name.substr(attachment::kBlobPrefix.size()));
  if (!digest) return false;
  bool was_used = false;
  for (const Survey& survey : surveys_) {
    if (survey.attached_kept.contains(*digest)) return false;
    was_used |= survey.attached_removed.contains(*digest);
  }
  return was_used;
}

// Whether a part before has this attachment, by name and content.
Result<bool> Editor::SameAttachment(const AttachmentIndex& attachment,
                                    size_t part) {
  const std::string& name = attachment.info.name;
  const int before = names_.Before(name, part);
  if (before < 0) return false;
  TapeReader& tape = *parts_[static_cast<size_t>(before)].tape;
  for (const AttachmentIndex& other : tape.attachments()) {
    if (other.info.name != name ||
        other.info.media_type != attachment.info.media_type ||
        other.data_size != attachment.data_size) {
      continue;
    }
    // The name of a blob is its digest.
    if (name.starts_with(attachment::kBlobPrefix)) return true;
    if (attachment.data_size > kMaxComparedBytes) continue;
    std::string bytes[2];
    const auto into = [](std::string* all) {
      return [all](std::string_view piece) -> Status {
        all->append(piece);
        return {};
      };
    };
    RETURN_IF_ERROR(
        parts_[part].tape->ReadAttachment(attachment, into(&bytes[0])));
    if (!tape.ReadAttachment(other, into(&bytes[1]))) continue;
    if (bytes[0] == bytes[1]) return true;
  }
  return false;
}

void Editor::WarnOfDamage() {
  for (const EditPart& part : parts_) {
    for (const std::string& problem : part.tape->Problems()) {
      report_.warnings.push_back(
          fmt::format("{}: {}", part.tape->path(), problem));
    }
  }
}

}  // namespace

Result<EditReport> Edit(FileSystem& files, const EditPlan& plan,
                        const std::string& out) {
  return Editor(files, plan).Run(out);
}

}  // namespace reprise::tape
