// Links: the ids by which the messages of a tape name each other.
//
// Every top-level message of Reprise begins with
//   uint64 id = 1;      its own id, unique on its tape
//   uint64 cause = 2;   the id of the message that made it happen
//   uint64 origin = 3;  an id on another tape: never changed here
// and may name more messages of its tape in fields called *_ref (uint64) and
// *_refs (repeated uint64), at any depth. Cutting and concatenating tapes
// gives messages new ids or takes them away, and every link has to follow.
//
// Reading and rewriting work on the bytes: no message object is built, and
// whatever is not a link, unknown fields included, keeps its bytes and its
// place. Messages that are not ours have no links: those of a tape with
// another profile, of another encoding, or whose schema does not begin with
// the three fields above.
//
//   LinkTable table(tape->header(), tape->schemas(), tape->channels());
//   if (const MessageLinks* links = table.Of(message->channel_id)) {
//     ASSIGN_OR_RETURN(bool changed, links->Rewrite(message->data, rename,
//                                                   &data));
//     if (changed) copy.data = data;
//   }
//
// Threads: a MessageLinks may be used by many, a LinkTable by one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tape/mcap.h"

namespace reprise::tape {

// 0 is "none" everywhere.
struct Links {
  uint64_t id = 0;
  uint64_t cause = 0;
  uint64_t origin = 0;
  std::vector<uint64_t> refs;  // of *_ref and *_refs, in the order of the bytes
  bool operator==(const Links&) const = default;
};

// Where the links are in the messages of one schema.
class MessageLinks {
 public:
  // Fails when the schema cannot be used or its messages have no links; the
  // error says why. LinkTable is the usual way to get one.
  static Result<std::unique_ptr<MessageLinks>> For(const Schema& schema);
  ~MessageLinks();

  // True when there are *_ref or *_refs fields: without, the three at the top
  // are all there is.
  bool has_refs() const;

  // Replaces *links. An error when the data is not a protobuf message.
  Status Read(std::string_view data, Links* links) const;

  // Only the three at the top: skips everything else, so it is faster.
  Status ReadTop(std::string_view data, Links* links) const;

  // Puts rename(x) in the place of every id, cause and ref x that is not 0.
  // A link that becomes 0 is taken out, and so is its element of a *_refs.
  // False, and *out is left alone, when nothing changed; otherwise *out is
  // the new data. An error when the data is not a protobuf message.
  using Rename = std::function<uint64_t(uint64_t)>;
  Result<bool> Rewrite(std::string_view data, const Rename& rename,
                       std::string* out) const;

 private:
  struct Plan;
  explicit MessageLinks(std::unique_ptr<const Plan> plan);
  const std::unique_ptr<const Plan> plan_;
};

// The MessageLinks of the channels of one tape, made when first asked for.
// The maps must outlive the table; they may grow meanwhile.
class LinkTable {
 public:
  LinkTable(const Header& header, const std::map<uint16_t, Schema>& schemas,
            const std::map<uint16_t, Channel>& channels);
  ~LinkTable();

  // nullptr when the messages of the channel have no links.
  const MessageLinks* Of(uint16_t channel_id);

 private:
  struct Entry {
    bool known = false;
    const MessageLinks* links = nullptr;
  };
  const bool ours_;
  const std::map<uint16_t, Schema>& schemas_;
  const std::map<uint16_t, Channel>& channels_;
  std::vector<Entry> by_channel_;
  std::map<uint16_t, std::unique_ptr<MessageLinks>> by_schema_;
};

}  // namespace reprise::tape
