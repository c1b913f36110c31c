#include "input/retime_tape.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>

#include "base/text.h"
#include "input/gestures.h"
#include "input/tape_io.h"
#include "input/time_math.h"
#include "reprise/reprise_event.pb.h"
#include "tape/channels.h"
#include "tape/copy.h"
#include "tape/links.h"

namespace reprise::input {
namespace {

constexpr uint64_t kLatest = std::numeric_limits<int64_t>::max();

class Retiming {
 public:
  Retiming(tape::TapeReader& in, tape::TapeWriter& out, const TimeMap& map)
      : in_(in), out_(out), map_(map) {}

  Status Run(RetimeReport* report) {
    RETURN_IF_ERROR(FindFreeId());
    for (const auto& [id, schema] : in_.schemas()) {
      RETURN_IF_ERROR(out_.AddSchema(schema));
    }
    for (const auto& [id, channel] : in_.channels()) {
      RETURN_IF_ERROR(out_.AddChannel(channel));
    }
    for (const tape::Metadata& record : in_.metadata()) {
      RETURN_IF_ERROR(out_.AddMetadata(Moved(record)));
    }
    for (const tape::AttachmentIndex& attachment : in_.attachments()) {
      if (!tape::CheckAttachment(in_, attachment)) {
        report->warnings.push_back(
            fmt::format("the attachment {:?} is damaged and left out",
                        attachment.info.name));
        continue;
      }
      tape::AttachmentInfo info = attachment.info;
      info.log_time = At(info.log_time);
      RETURN_IF_ERROR(tape::CopyAttachment(in_, attachment, info, out_));
    }
    return CopyMessages(report);
  }

 private:
  uint64_t At(uint64_t time) const {
    if (time > kLatest) return time;  // no clock gave it
    return static_cast<uint64_t>(
        std::max<int64_t>(map_.At(static_cast<int64_t>(time)), 0));
  }

  tape::Metadata Moved(tape::Metadata record) const {
    const auto end =
        record.metadata.find(std::string(tape::metadata_key::kEndTime));
    if (record.name != tape::metadata::kEnd || end == record.metadata.end()) {
      return record;
    }
    const std::string& text = end->second;
    uint64_t time = 0;
    const auto [stop, error] =
        std::from_chars(text.data(), text.data() + text.size(), time);
    if (error == std::errc() && stop == text.data() + text.size()) {
      end->second = std::to_string(At(time));
    }
    return record;
  }

  Status FindFreeId() {
    tape::LinkTable table(in_.header(), in_.schemas(), in_.channels());
    tape::Links links;
    uint64_t largest = 0;
    tape::MessageCursor cursor = in_.Messages(tape::InFileOrder());
    while (const tape::Message* message = cursor.Next()) {
      uint32_t& next = sequences_[message->channel_id];
      next = std::max(next, message->sequence + 1);
      const tape::MessageLinks* known = table.Of(message->channel_id);
      if (known == nullptr || !known->ReadTop(message->data, &links)) continue;
      largest = std::max(largest, links.id);
    }
    RETURN_IF_ERROR(cursor.status());
    if (largest >
        std::numeric_limits<uint64_t>::max() - map_.changes().size() - 1) {
      return Fail(ErrorKind::kUnsupported,
                  "{} has a message with the id {}, which leaves none for the "
                  "messages that say where time was warped",
                  in_.path(), largest);
    }
    next_id_ = largest + 1;
    return {};
  }

  Status CopyMessages(RetimeReport* report) {
    auto change = map_.changes().begin();
    const auto changed_until = [&](uint64_t time) -> Status {
      while (change != map_.changes().end() &&
             change->at_ns <= static_cast<int64_t>(std::min(time, kLatest))) {
        RETURN_IF_ERROR(Say(*change++));
      }
      return {};
    };
    tape::MessageCursor cursor = in_.Messages(tape::InFileOrder());
    while (const tape::Message* message = cursor.Next()) {
      RETURN_IF_ERROR(changed_until(message->log_time));
      tape::Message moved = *message;
      moved.log_time = At(message->log_time);
      moved.publish_time = At(message->publish_time);
      RETURN_IF_ERROR(out_.Write(moved));
      report->messages++;
    }
    RETURN_IF_ERROR(cursor.status());
    report->gaps_changed = map_.changes().size();
    return changed_until(kLatest);
  }

  Status Say(const TimeMap::Change& change) {
    ASSIGN_OR_RETURN(const uint16_t channel,
                     out_.ChannelFor(tape::kRepriseTopic));
    RepriseEvent event;
    event.set_id(next_id_++);
    event.set_kind(RepriseEvent::KIND_TIME_WARPED);
    event.set_severity(RepriseEvent::SEVERITY_INFO);
    event.set_sentence(
        fmt::format("the pause of {} before this gesture was made {}",
                    FormatDuration(change.recorded_gap_ns),
                    FormatDuration(change.played_gap_ns)));
    event.mutable_timing()->set_recorded_gap_ns(change.recorded_gap_ns);
    event.mutable_timing()->set_played_gap_ns(change.played_gap_ns);
    const auto time =
        static_cast<uint64_t>(std::max<int64_t>(map_.At(change.at_ns), 0));
    const std::string data = event.SerializeAsString();
    return out_.Write({channel, sequences_[channel]++, time, time, data});
  }

  tape::TapeReader& in_;
  tape::TapeWriter& out_;
  const TimeMap& map_;
  std::map<uint16_t, uint32_t> sequences_;  // the next of each channel
  uint64_t next_id_ = 1;
};

// An earlier edit moved the events, but not the samples inside them.
void AlignSamples(Recording* recording) {
  for (auto& motion : recording->motions) {
    auto* samples = motion.message.mutable_samples();
    if (samples->empty()) continue;
    const int64_t moved =
        SubtractTime(motion.time_ns, samples->rbegin()->time_ns());
    for (auto& sample : *samples) {
      sample.set_time_ns(AddTime(sample.time_ns(), moved));
    }
  }
}

}  // namespace

Result<RetimeReport> RetimeTape(FileSystem& files, const std::string& in,
                                const std::string& out,
                                const TimingRules& rules) {
  ASSIGN_OR_RETURN(auto tape, tape::TapeReader::Open(files, in));
  RetimeReport report;
  Losses losses;
  ASSIGN_OR_RETURN(Recording recording, ReadRecording(*tape, &losses));
  for (const Loss& loss : losses.all()) report.warnings.push_back(loss.what);
  AssignIds(&recording);
  AlignSamples(&recording);
  DeriveGestures(&recording);
  if (recording.gestures.empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} has no touches and no keys, so there are no pauses between "
                "them that timing rules could change",
                in);
  }
  const TimeMap map = TimeMap::For(recording, rules);
  ASSIGN_OR_RETURN(
      auto part, tape::PartTape::Create(files, out, tape::OptionsLike(*tape)));
  RETURN_IF_ERROR(Retiming(*tape, part->writer(), map).Run(&report));
  RETURN_IF_ERROR(part->Commit());
  const auto first = static_cast<int64_t>(
      std::min(tape->statistics().message_start_time, kLatest));
  const auto last = static_cast<int64_t>(
      std::min(tape->statistics().message_end_time, kLatest));
  report.recorded_ns = SubtractTime(last, first);
  report.played_ns = SubtractTime(map.At(last), map.At(first));
  return report;
}

}  // namespace reprise::input
