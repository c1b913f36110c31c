#include "tape/concatenate.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "tape/channels.h"

namespace reprise::tape {
namespace {

constexpr uint64_t kMaxId = std::numeric_limits<uint64_t>::max();

// True when n tapes fit with ids below `unit` each.
bool Fits(uint64_t unit, size_t tapes) {
  return unit != 0 && (tapes <= 1 || kMaxId / unit >= tapes);
}

// The smallest power of ten above `id`, or 0 when it has more than 64 bits.
uint64_t PowerOfTenAbove(uint64_t id) {
  uint64_t power = 1;
  while (power <= id) {
    if (power > kMaxId / 10) return 0;
    power *= 10;
  }
  return power;
}

}  // namespace

Result<std::vector<uint64_t>> ChooseIdOffsets(
    const std::vector<const IdSet*>& ids) {
  uint64_t largest = 0;
  for (const IdSet* set : ids) largest = std::max(largest, set->Max());
  uint64_t unit = PowerOfTenAbove(largest);
  if (!Fits(unit, ids.size())) unit = largest == kMaxId ? 0 : largest + 1;

  std::vector<uint64_t> offsets(ids.size());
  for (size_t i = 1; i < ids.size(); i++) {
    // Tapes with an offset are above all others, and apart from each other.
    bool collides = false;
    for (size_t before = 0; before < i && !collides; before++) {
      collides = offsets[before] == 0 && ids[i]->Intersects(*ids[before]);
    }
    if (!collides) continue;
    if (!Fits(unit, ids.size())) {
      return Fail(ErrorKind::kUnsupported,
                  "{} tapes whose message ids go up to {} cannot be joined: "
                  "the ids would have more than 64 bits",
                  ids.size(), largest);
    }
    offsets[i] = unit * i;
  }
  return offsets;
}

Result<uint16_t> ChannelMerger::PlaceSchema(const Schema& schema) {
  for (const auto& [id, known] : schemas_) {
    if (known.name == schema.name && known.encoding == schema.encoding &&
        known.data == schema.data) {
      return id;
    }
  }
  Schema placed = schema;
  if (schemas_.contains(placed.id)) {
    ASSIGN_OR_RETURN(placed.id, out_.FreeSchemaId());
  }
  RETURN_IF_ERROR(out_.AddSchema(placed));
  schemas_[placed.id] = placed;
  return placed.id;
}

Result<uint16_t> ChannelMerger::PlaceChannel(Channel channel, bool* merged) {
  for (const auto& [id, known] : out_.channels()) {
    // Two channels of one tape were two for a reason.
    if (of_this_part_.contains(id)) continue;
    const uint16_t own_id = std::exchange(channel.id, id);
    if (known == channel) {
      *merged = true;
      return id;
    }
    channel.id = own_id;
  }
  if (out_.channels().contains(channel.id)) {
    ASSIGN_OR_RETURN(channel.id, out_.FreeChannelId());
  }
  RETURN_IF_ERROR(out_.AddChannel(channel));
  of_this_part_.insert(channel.id);
  return channel.id;
}

Status ChannelMerger::AddPart(const EditPart& part,
                              const std::map<uint16_t, uint32_t>& last_sequence,
                              EditReport* report) {
  targets_.clear();
  of_this_part_.clear();
  const auto& schemas = part.tape->schemas();
  std::map<uint16_t, uint16_t> schema_ids;
  std::set<uint16_t> of_dropped;  // schemas that channels use which go
  for (const auto& [id, channel] : part.tape->channels()) {
    if (!part.topics.contains(id)) of_dropped.insert(channel.schema_id);
  }
  for (const auto& [id, topic] : part.topics) {
    of_dropped.erase(part.tape->channels().at(id).schema_id);
  }
  for (const auto& [id, schema] : schemas) {
    if (of_dropped.contains(id)) continue;
    ASSIGN_OR_RETURN(schema_ids[id], PlaceSchema(schema));
  }
  for (const auto& [id, topic] : part.topics) {
    Channel channel = part.tape->channels().at(id);
    channel.topic = topic;
    if (channel.schema_id != 0)
      channel.schema_id = schema_ids.at(channel.schema_id);
    bool merged = false;
    ASSIGN_OR_RETURN(const uint16_t placed, PlaceChannel(channel, &merged));
    if (merged) {
      of_this_part_.insert(placed);
      report->channels_merged++;
    } else {
      report->channels_kept++;
    }
    Target target{placed, 0};
    const auto last = last_sequence.find(id);
    if (last != last_sequence.end() && last->second != 0) {
      uint32_t& next = next_sequence_[placed];
      target.sequence_offset = next;
      next += last->second + 1;
    }
    targets_[id] = target;
  }
  return {};
}

const ChannelMerger::Target* ChannelMerger::Of(uint16_t channel_id) const {
  const auto found = targets_.find(channel_id);
  return found == targets_.end() ? nullptr : &found->second;
}

std::string NameMerger::Place(const std::string& name, size_t part) {
  std::string placed = name;
  for (size_t number = part + 1;; number++) {
    const auto [known, added] = first_.try_emplace(placed, part);
    if (added || known->second == part) return placed;
    placed = fmt::format("{}#{}", name, number);
  }
}

int NameMerger::Before(const std::string& name, size_t part) const {
  const auto found = first_.find(name);
  if (found == first_.end() || found->second >= part) return -1;
  return static_cast<int>(found->second);
}

namespace {

// The end of a recording moves with its messages, and to the end of a cut.
void MoveEnd(const EditPart& part, Metadata* record) {
  const auto entry = record->metadata.find(std::string(metadata_key::kEndTime));
  if (entry == record->metadata.end()) return;
  std::string& text = entry->second;
  uint64_t time = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), time);
  if (error != std::errc() || end != text.data() + text.size()) return;
  if (!part.ranges.empty() && part.ranges.back().to != kEndOfTape) {
    time = std::min(time, part.ranges.back().to - 1);
  }
  bool clamped = false;
  text = std::to_string(MoveTime(time, part.shift, &clamped));
}

void ChangeMetadata(const MetadataChange& change,
                    std::vector<Metadata>* records, EditReport* report) {
  const auto named = [&change](const Metadata& record) {
    return record.name == change.record;
  };
  if (change.value) {
    auto record = std::ranges::find_if(*records, named);
    if (record == records->end()) {
      records->push_back({change.record, {}});
      record = std::prev(records->end());
    }
    record->metadata[change.key] = *change.value;
    report->metadata_changed++;
    return;
  }
  uint64_t removed = 0;
  if (change.key.empty()) {
    removed = std::erase_if(*records, named);
  } else {
    for (Metadata& record : *records) {
      if (named(record)) removed += record.metadata.erase(change.key);
    }
  }
  report->metadata_changed += removed;
  if (removed == 0) {
    report->warnings.push_back(fmt::format(
        "there is no metadata {}{}{} to remove",
        EscapeForTerminal(change.record), change.key.empty() ? "" : ":",
        EscapeForTerminal(change.key)));
  }
}

std::string FileName(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::vector<Metadata> MergeMetadata(const std::vector<EditPart>& parts,
                                    const EditPlan& plan, EditReport* report) {
  std::vector<Metadata> records;
  std::optional<Metadata> end;
  NameMerger names;
  const auto add = [&records](Metadata record) {
    if (std::ranges::find(records, record) == records.end()) {
      records.push_back(std::move(record));
    }
  };
  bool ours = true;
  for (size_t i = 0; i < parts.size(); i++) {
    ours &= parts[i].tape->tape_version() > 0;
    for (Metadata record : parts[i].tape->metadata()) {
      if (record.name == metadata::kEnd) {
        MoveEnd(parts[i], &record);
        end = std::move(record);  // the last one is the end of all
        continue;
      }
      // Of sources there may be many; what is equal is there once anyway.
      if (record.name != metadata::kSource &&
          std::ranges::find(records, record) == records.end()) {
        record.name = names.Place(record.name, i);
      }
      add(std::move(record));
    }
  }
  if (ours) {
    for (const EditPart& part : parts) {
      add({std::string(metadata::kSource),
           {{std::string(metadata_key::kSourceName),
             FileName(part.tape->path())},
            {std::string(metadata_key::kSourceRole), "input"},
            {std::string(metadata_key::kSourceFormat), "mcap"}}});
    }
  }
  if (end) records.push_back(*std::move(end));
  for (const MetadataChange& change : plan.metadata) {
    ChangeMetadata(change, &records, report);
  }
  return records;
}

}  // namespace reprise::tape
