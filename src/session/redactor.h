// Redactor: takes out of a run what is not to be on its tape, before it is
// written: what was typed into password fields always, unless somebody wants
// it; more by the user's rules.
//
// Whether keys go to a password field is known from the state that follows
// them, so kernel frames of keyboards wait for it.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "reprise/evdev.pb.h"
#include "reprise/state.pb.h"
#include "session/pseudonyms.h"

namespace reprise::session {

struct RedactionRules {
  bool passwords = true;     // what is typed into such fields
  bool text = false;         // what is typed anywhere, and fields with it
  bool views = false;        // texts of views
  bool log = false;          // texts of the log and of crashes
  bool preferences = false;  // strings in them
  bool pictures = false;     // all of the screen

  bool any() const {
    return passwords || text || views || log || preferences || pictures;
  }
};

// The words of --redact, and those that ReadRules() takes.
std::vector<std::string_view> RedactionWords();
RedactionRules ReadRules(const std::vector<std::string>& words);
// Where what is typed can still be read although `text` is on, in a sentence
// for people; "" = nowhere, or it is off.
std::string EchoesOf(const RedactionRules& rules);
// "passwords,log", "off"; as a tape's metadata have it.
std::string NameOf(const RedactionRules& rules);
RedactionRules RulesOf(std::string_view name);

// A message on its way to a tape.
struct RedactedMessage {
  uint32_t channel = 0;
  std::string topic;
  uint64_t log_time = 0;
  uint64_t publish_time = 0;
  std::string data;
};

class Redactor {
 public:
  using Sink = std::function<Status(const RedactedMessage&)>;

  Redactor(const RedactionRules& rules, Pseudonyms pseudonyms, Sink sink)
      : rules_(rules),
        pseudonyms_(std::move(pseudonyms)),
        sink_(std::move(sink)) {}

  Status Take(RedactedMessage message);
  // No more will come.
  Status Finish();
  // What is compared with a tape, as it would be on one.
  void RedactState(StateEvent* state);

 private:
  // As they may be on the tape; false: not at all.
  bool Redact(RedactedMessage* message);
  bool HoldsKeys(const RedactedMessage& message) const;
  // True if a password field has the focus; both of them.
  bool RedactForest(Blob* blob, std::vector<Pseudonym>* used);
  bool RedactViews(ViewTree* tree, std::vector<Pseudonym>* used);
  // Takes the keys out of a keyboard that a password is typed on.
  void HideKeys(ViewTree* tree, bool in_password) const;
  void RedactText(std::string* data) const;
  void RedactKey(std::string* data) const;
  void RedactFrame(std::string* data) const;
  void RedactGesture(std::string* data) const;
  void RedactWidget(std::string* data) const;
  void RedactLog(std::string* data) const;
  // Puts a token in the place of a text that is not empty.
  template <typename Message>
  void Replace(std::string* text, std::string_view rule,
               Message* lists_it) const;

  const RedactionRules rules_;
  const Pseudonyms pseudonyms_;
  const Sink sink_;
  bool in_password_ = false;  // the field with the focus is one
  std::deque<RedactedMessage> held_;
  struct Forest {
    std::string digest;  // of what is on the tape
    uint64_t size = 0;
    bool in_password = false;
  };
  std::map<std::string, Forest> forests_;  // by the digest that came
};

}  // namespace reprise::session
