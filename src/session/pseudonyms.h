// Pseudonyms: what stands on a tape in the place of a secret. The same secret
// of the same kind gets the same token wherever this key is used, so that
// comparing works without the secret (proto/reprise/redaction.proto).
//
// Threads: one at a time.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "reprise/redaction.pb.h"

namespace reprise::session {

class Pseudonyms {
 public:
  // `key`: 32 random bytes.
  explicit Pseudonyms(std::string key) : key_(std::move(key)) {}

  // With the key of this machine's user, which is made when it is first asked
  // for and never goes onto a tape: $XDG_DATA_HOME/reprise/redaction.key. If
  // it cannot be kept, tokens are the same within this process only.
  static Pseudonyms OfThisUser();

  // For a secret; `rule` names the user's one, for KIND_CUSTOM.
  Pseudonym Of(std::string_view secret, Pseudonym::Kind kind,
               std::string_view rule = "") const;

 private:
  std::string key_;
};

}  // namespace reprise::session
