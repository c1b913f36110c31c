// EditPlan: what is to become of one or several tapes, and EditReport: what
// became of them. docs/format/editing.md has the rules and their reasons.
//
// The steps always happen in this order, each on the result of the one before:
//   1. concatenate: every further input is moved behind the one before it
//   2. cut          to ranges of time
//   3. keep, drop   by topic
//   4. rename       topics
//   5. shift        all times
//   6. metadata     is set and removed
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace reprise::tape {

inline constexpr uint64_t kEndOfTape = std::numeric_limits<uint64_t>::max();

// [from, to): two ranges that meet share no message, so that the pieces of a
// tape, put together, are the tape. kEndOfTape includes the last message.
struct TimeRange {
  uint64_t from = 0;
  uint64_t to = kEndOfTape;
};

struct TopicRename {
  std::string from;
  std::string to;
};

// Sets a key of a metadata record, which is made if it is missing; without a
// value removes the key, and without a key as well the whole record.
struct MetadataChange {
  std::string record;
  std::string key;
  std::optional<std::string> value;
};

struct EditPlan {
  std::vector<std::string> inputs;  // paths, at least one
  uint64_t gap = 0;                 // ns between the inputs

  std::vector<TimeRange> cut;  // ns; none: everything stays
  // The times of `cut` count from the first message (of the first input), or
  // else are log_times.
  bool cut_from_start = true;

  // Globs (base/glob.h). A topic stays when it matches one of `keep`, or
  // `keep` is empty, and none of `drop`.
  std::vector<std::string> keep;
  std::vector<std::string> drop;

  std::vector<TopicRename> renames;  // all at once: two topics may be swapped
  int64_t shift = 0;                 // ns, added to all times
  std::vector<MetadataChange> metadata;
};

// Refuses what no tape could make sense of.
Status CheckPlan(const EditPlan& plan);

struct EditReport {
  uint64_t messages_kept = 0;
  uint64_t messages_dropped = 0;
  // Of those kept: with other data than before (links, blobs, joints), and
  // brought to the edge of a cut because what is in it needs them.
  uint64_t messages_rewritten = 0;
  uint64_t messages_carried = 0;

  uint64_t links_cleared = 0;  // they named messages that are not there
  uint64_t blobs_moved = 0;    // to the first message that is left
  uint64_t blobs_merged = 0;   // an earlier tape had the same bytes
  uint64_t blobs_missing = 0;  // their bytes could not be read
  uint64_t times_clamped = 0;  // publish_times that could not move as far

  uint64_t channels_kept = 0;
  uint64_t channels_dropped = 0;
  uint64_t channels_merged = 0;
  uint64_t topics_renamed = 0;

  uint64_t attachments_kept = 0;
  uint64_t attachments_dropped = 0;  // nothing that is left refers to them
  uint64_t attachments_merged = 0;
  uint64_t attachments_renamed = 0;
  uint64_t attachments_lost = 0;  // damaged

  uint64_t metadata_changed = 0;  // keys and records set or removed

  uint64_t gaps_changed = 0;  // pauses, by timing rules (input/retime_tape.h)

  // By input: what was added to its times and to its ids.
  std::vector<int64_t> time_shifts;
  std::vector<uint64_t> id_offsets;

  // What the user should know, e.g. that a topic to drop was not there.
  std::vector<std::string> warnings;

  // All of it that is not zero, for people, e.g. "12 links to removed messages
  // were cleared".
  std::vector<std::string> Sentences() const;
};

}  // namespace reprise::tape
