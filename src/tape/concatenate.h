// Concatenation: how the schemas, channels, ids, sequence numbers, attachments
// and metadata of several tapes become those of one.
//
// Rules (docs/format/editing.md has the reasons):
//  1. What is equal is there once: a schema of the same name, encoding and
//     data; a channel of the same topic, schema, encoding and metadata; an
//     attachment of the same name and content; a metadata record. What
//     differs stays apart and keeps its id when that is free.
//  2. Message ids of a tape get an offset only if they collide with those of a
//     tape before: n * 10^k for the input n (from 0), with 10^k above all ids,
//     so that message 42 of the third tape is, for example, 20042.
//  3. Sequence numbers of a channel that was merged continue.
//  4. An attachment or metadata record whose name a tape before has for
//     another content is called NAME#2 for the second tape, and so on.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "tape/edit_part.h"
#include "tape/id_set.h"
#include "tape/mcap.h"
#include "tape/writer.h"

namespace reprise::tape {

// What to add to the ids of each tape. An error when they do not fit.
Result<std::vector<uint64_t>> ChooseIdOffsets(
    const std::vector<const IdSet*>& ids);

// Gives the schemas and channels of the parts, one part after the other, their
// place on the new tape.
class ChannelMerger {
 public:
  explicit ChannelMerger(TapeWriter& out) : out_(out) {}

  // Adds what stays of the part. `last_sequence` has the highest sequence
  // number of each of its channels; 0 when they are not counted.
  Status AddPart(const EditPart& part,
                 const std::map<uint16_t, uint32_t>& last_sequence,
                 EditReport* report);

  // Where a channel of the part that was added last goes; nullptr: nowhere.
  struct Target {
    uint16_t channel_id = 0;
    uint32_t sequence_offset = 0;
  };
  const Target* Of(uint16_t channel_id) const;

 private:
  Result<uint16_t> PlaceSchema(const Schema& schema);
  Result<uint16_t> PlaceChannel(Channel channel, bool* merged);

  TapeWriter& out_;
  std::map<uint16_t, Schema> schemas_;
  std::set<uint16_t> of_this_part_;  // channels that it added
  std::map<uint16_t, uint32_t> next_sequence_;
  std::map<uint16_t, Target> targets_;
};

// Finds names for things of several tapes: NAME, or NAME#n.
class NameMerger {
 public:
  // The name to use for a thing of input `part` (from 0).
  std::string Place(const std::string& name, size_t part);

  // The input that has this name from before `part`, or -1.
  int Before(const std::string& name, size_t part) const;

 private:
  std::map<std::string, size_t> first_;  // name to the input that has it
};

// The metadata records of all parts, those that name the inputs as sources,
// and what the plan changes.
std::vector<Metadata> MergeMetadata(const std::vector<EditPart>& parts,
                                    const EditPlan& plan, EditReport* report);

}  // namespace reprise::tape
