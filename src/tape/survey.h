// Survey: what a first pass over a tape has to find out before messages can be
// taken away or tapes be joined.
//
// A link can point forwards, a frame can need an earlier one that the cut
// takes away, and bytes can stand in a message that goes: none of this is
// known while messages stream by, so an edit that removes or joins reads its
// inputs twice. What is kept in memory grows with the ids (id_set.h) and with
// what has to be moved, not with the data.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>

#include "base/result.h"
#include "tape/blobs.h"
#include "tape/edit_part.h"
#include "tape/id_set.h"
#include "tape/links.h"
#include "tape/message_type.h"
#include "tape/reader.h"

namespace reprise::tape {

// What an edit has to know of the messages of a channel.
struct ChannelFacts {
  const MessageLinks* links = nullptr;  // nullptr: not messages of ours
  std::unique_ptr<MessageBlobs> blobs;  // nullptr: none in them
  uint32_t base_ref = 0;  // number of the field of this name, 0: none
  bool anchor = false;
};

class TapeFacts {
 public:
  // The tape has to outlive it.
  explicit TapeFacts(const TapeReader& tape);

  const ChannelFacts& Of(uint16_t channel_id);

 private:
  const TapeReader& tape_;
  LinkTable links_;
  TypeTable types_;
  std::map<uint16_t, ChannelFacts> facts_;
};

struct Survey {
  // Of the messages that stay. Those in `carried` are outside of the cut and
  // are brought to its edge: id to new log_time, both as on the old tape.
  IdSet ids;
  std::unordered_map<uint64_t, uint64_t> carried;

  uint64_t asked_for = 0;  // messages that stay, without what came along
  std::map<uint16_t, uint32_t> last_sequence;  // of the channels that stay

  // Where the bytes of blobs are that go away with their message, by digest.
  struct Place {
    uint16_t channel_id = 0;
    uint64_t log_time = 0;
  };
  std::map<std::string, Place, std::less<>> removed_blobs;
  // Digests of attached blobs that messages name which stay, or go.
  std::set<std::string, std::less<>> attached_kept;
  std::set<std::string, std::less<>> attached_removed;
};

// The range of the part that `log_time` lies in, or nullptr.
const TimeRange* RangeOf(const EditPart& part, uint64_t log_time);

Result<Survey> SurveyPart(EditPart& part, TapeFacts& facts);

}  // namespace reprise::tape
