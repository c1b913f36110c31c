// Blobs: bytes on a tape that stand in one message and are named by others.
//
// A reprise.Blob (proto/reprise/blob.proto) has the SHA-256 of its bytes; the
// bytes themselves stand only in the first message of the tape that has this
// digest. Who takes messages away or joins tapes has to move them, and finds
// them with this, at any depth of a message.
//
// As with links.h the work is done on the bytes: what is not touched keeps its
// bytes, and no message object is built.
//
// Threads: a MessageBlobs may be used by many. It refers to the MessageType it
// was made for.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace reprise::tape {

struct MessageType;

inline constexpr size_t kDigestBytes = 32;

// Views into the message.
struct BlobView {
  std::string_view sha256;  // kDigestBytes of them
  uint64_t size = 0;
  std::string_view data;  // empty: the bytes are elsewhere
  bool attached = false;  // they are in the attachment AttachmentName()
};

// "blob/<digest in hex>": where large blobs are kept.
std::string BlobAttachmentName(std::string_view sha256);

class MessageBlobs {
 public:
  explicit MessageBlobs(const MessageType& type);

  // False: messages of this type have no blobs.
  bool any() const { return !steps_.empty(); }

  // Replaces *blobs by all that have a digest, in the order of the bytes. An
  // error when the data is not a protobuf message.
  Status Read(std::string_view data, std::vector<BlobView>* blobs) const;

  // Puts change(blob) in the place of the data of every blob with a digest;
  // nullopt leaves it. False, and *out is left alone, when nothing changed.
  using Change =
      std::function<std::optional<std::string_view>(const BlobView&)>;
  Result<bool> Rewrite(std::string_view data, const Change& change,
                       std::string* out) const;

 private:
  // The fields of a type that are blobs (type: nullptr) or lead to some.
  struct Step {
    uint32_t number;
    const MessageType* type;
  };
  using Steps = std::unordered_map<const MessageType*, std::vector<Step>>;
  struct Walk;

  const MessageType* root_;
  Steps steps_;
};

}  // namespace reprise::tape
