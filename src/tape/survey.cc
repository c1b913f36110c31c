#include "tape/survey.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "tape/copy.h"
#include "tape/wire.h"

namespace reprise::tape {
namespace {

constexpr std::string_view kBaseField = "base_ref";

// The last varint with this number, as protobuf takes it.
uint64_t ReadVarintField(std::string_view data, uint32_t number) {
  uint64_t value = 0;
  WireReader fields(data);
  while (fields.Next()) {
    if (fields.number() == number && fields.type() == WireType::kVarint) {
      value = fields.value();
    }
  }
  return value;
}

// Finds the anchors that a cut needs: of every range the nearest on both
// sides, so that each piece of the tape lies between two of its own.
class EdgeAnchors {
 public:
  explicit EdgeAnchors(const std::vector<TimeRange>& ranges)
      : ranges_(ranges),
        used_(ranges.size()),
        before_(ranges.size()),
        after_(ranges.size()) {}

  // A range that has messages of this part: the others need no anchors.
  void Use(const TimeRange* range) {
    used_[static_cast<size_t>(range - ranges_.data())] = true;
  }

  // An anchor that is in no range.
  void See(uint64_t id, uint64_t log_time) {
    for (size_t i = 0; i < ranges_.size(); i++) {
      if (log_time < ranges_[i].from) {
        if (before_[i].id == 0 || log_time >= before_[i].log_time) {
          before_[i] = {id, log_time};
        }
      } else if (after_[i].id == 0 || log_time < after_[i].log_time) {
        after_[i] = {id, log_time};
      }
    }
  }

  // One anchor may be the edge of two ranges; it cannot be there twice.
  void AddTo(std::unordered_map<uint64_t, uint64_t>* carried) const {
    for (size_t i = 0; i < ranges_.size(); i++) {
      if (!used_[i]) continue;
      if (before_[i].id != 0) {
        carried->try_emplace(before_[i].id, ranges_[i].from);
      }
      if (after_[i].id != 0) {
        carried->try_emplace(after_[i].id, ranges_[i].to - 1);
      }
    }
  }

 private:
  struct Anchor {
    uint64_t id = 0;
    uint64_t log_time = 0;
  };
  const std::vector<TimeRange>& ranges_;
  std::vector<bool> used_;
  std::vector<Anchor> before_;
  std::vector<Anchor> after_;
};

// Finds what frames are built on, over as many steps as it takes.
class Bases {
 public:
  void See(uint64_t id, uint64_t base, const TimeRange* range) {
    base_of_[id] = base;
    if (range != nullptr && base != 0) starts_.push_back({base, range->from});
  }

  void AddTo(const IdSet& kept,
             std::unordered_map<uint64_t, uint64_t>* carried) const {
    for (const auto& [first, edge] : starts_) {
      uint64_t id = first;
      while (id != 0 && !kept.Contains(id)) {
        const auto found = base_of_.find(id);
        if (found == base_of_.end()) break;  // was not on the tape at all
        if (!carried->try_emplace(id, edge).second) break;
        id = found->second;
      }
    }
  }

 private:
  std::unordered_map<uint64_t, uint64_t> base_of_;
  std::vector<std::pair<uint64_t, uint64_t>> starts_;  // base, edge
};

}  // namespace

TapeFacts::TapeFacts(const TapeReader& tape)
    : tape_(tape),
      links_(OptionsLike(tape).header, tape.schemas(), tape.channels()),
      types_(tape.schemas(), tape.channels()) {}

const ChannelFacts& TapeFacts::Of(uint16_t channel_id) {
  const auto [entry, added] = facts_.try_emplace(channel_id);
  ChannelFacts& facts = entry->second;
  if (!added) return facts;
  facts.links = links_.Of(channel_id);
  if (facts.links == nullptr) return facts;
  facts.anchor = IsAnchorChannel(tape_, tape_.channels().at(channel_id));
  const MessageType* type = types_.Of(channel_id);
  if (type == nullptr) return facts;
  auto blobs = std::make_unique<MessageBlobs>(*type);
  if (blobs->any()) facts.blobs = std::move(blobs);
  const FieldType* base = type->Find(kBaseField);
  if (base != nullptr && base->kind == FieldKind::kUint64 && !base->repeated) {
    facts.base_ref = base->number;
  }
  return facts;
}

const TimeRange* RangeOf(const EditPart& part, uint64_t log_time) {
  // They are in order and do not overlap: only the last that begins before.
  const auto next = std::upper_bound(
      part.ranges.begin(), part.ranges.end(), log_time,
      [](uint64_t time, const TimeRange& range) { return time < range.from; });
  if (next == part.ranges.begin()) return nullptr;
  const TimeRange& range = *std::prev(next);
  return log_time < range.to || range.to == kEndOfTape ? &range : nullptr;
}

Result<Survey> SurveyPart(EditPart& part, TapeFacts& facts_of) {
  Survey survey;
  EdgeAnchors anchors(part.ranges);
  Bases bases;
  Links links;
  std::vector<BlobView> blobs;
  // Attached blobs of messages that go, unless they are carried.
  std::vector<std::pair<uint64_t, std::string>> attached;

  MessageCursor cursor = part.tape->Messages(InFileOrder());
  while (const Message* message = cursor.Next()) {
    const uint16_t channel = message->channel_id;
    const bool stays = part.topics.contains(channel);
    const TimeRange* range = stays ? RangeOf(part, message->log_time) : nullptr;
    if (range != nullptr && !part.implied.contains(channel)) {
      survey.asked_for++;
      anchors.Use(range);
    }
    if (stays) {
      uint32_t& last = survey.last_sequence[channel];
      last = std::max(last, message->sequence);
    }
    const ChannelFacts& facts = facts_of.Of(channel);
    if (facts.links == nullptr) continue;
    // What cannot be read has no links, and keeps its bytes.
    if (!facts.links->ReadTop(message->data, &links)) continue;
    if (range != nullptr && links.id != 0) survey.ids.Add(links.id);
    if (stays && links.id != 0) {
      if (facts.anchor && range == nullptr) {
        anchors.See(links.id, message->log_time);
      }
      if (facts.base_ref != 0) {
        bases.See(links.id, ReadVarintField(message->data, facts.base_ref),
                  range);
      }
    }
    if (facts.blobs == nullptr || !facts.blobs->Read(message->data, &blobs)) {
      continue;
    }
    for (const BlobView& blob : blobs) {
      if (blob.attached) {
        if (range != nullptr) {
          survey.attached_kept.emplace(blob.sha256);
        } else {
          attached.emplace_back(links.id, blob.sha256);
        }
      } else if (range == nullptr && !blob.data.empty()) {
        survey.removed_blobs.try_emplace(
            std::string(blob.sha256),
            Survey::Place{channel, message->log_time});
      }
    }
  }
  RETURN_IF_ERROR(cursor.status());

  anchors.AddTo(&survey.carried);
  bases.AddTo(survey.ids, &survey.carried);
  for (const auto& [id, edge] : survey.carried) survey.ids.Add(id);
  for (auto& [id, digest] : attached) {
    (survey.carried.contains(id) ? survey.attached_kept
                                 : survey.attached_removed)
        .insert(std::move(digest));
  }
  return survey;
}

}  // namespace reprise::tape
