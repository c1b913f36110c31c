#include "minimize/characters_pass.h"

#include <linux/input.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "input/event_codes.h"
#include "input/gestures.h"
#include "input/motion_actions.h"
#include "input/pointer_events.h"
#include "minimize/frame_links.h"

namespace reprise::minimize {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

// The code point at the start of `text`, which is not empty, and its bytes.
struct CodePoint {
  uint32_t value;
  size_t bytes;
};

CodePoint FirstOf(std::string_view text) {
  const auto lead = static_cast<uint8_t>(text[0]);
  const size_t bytes = lead >= 0xf0   ? 4
                       : lead >= 0xe0 ? 3
                       : lead >= 0xc0 ? 2
                                      : 1;
  if (bytes > text.size() || !IsUtf8(text.substr(0, bytes))) return {lead, 1};
  uint32_t value = bytes == 1 ? lead : lead & (0x7fU >> bytes);
  for (size_t i = 1; i < bytes; i++) {
    value = value << 6 | (static_cast<uint8_t>(text[i]) & 0x3fU);
  }
  return {value, bytes};
}

constexpr uint32_t kJoiner = 0x200d;

// Changes the code point before it: accents, variants and colours.
bool IsMark(uint32_t value) {
  return (value >= 0x300 && value <= 0x36f) ||
         (value >= 0x1ab0 && value <= 0x1aff) ||
         (value >= 0x1dc0 && value <= 0x1dff) ||
         (value >= 0x20d0 && value <= 0x20ff) ||
         (value >= 0xfe00 && value <= 0xfe0f) ||
         (value >= 0x1f3fb && value <= 0x1f3ff) || value == kJoiner;
}

bool CanBeCut(const TextEvent& text) {
  return text.pseudonyms().empty() &&
         (text.kind() == TextEvent::KIND_UNSPECIFIED ||
          text.kind() == TextEvent::KIND_COMMIT ||
          text.kind() == TextEvent::KIND_COMPOSE ||
          text.kind() == TextEvent::KIND_CHANGED);
}

class CharactersPass : public Reduction {
 public:
  explicit CharactersPass(input::Recording recording)
      : recording_(std::move(recording)) {
    for (const auto& frame : recording_.frames) frames_[frame.id] = &frame;
    for (const auto& key : recording_.keys) {
      keys_[key.message.id()] = &key.message;
    }
    for (size_t i = 0; i < recording_.texts.size(); i++) {
      const TextEvent& text = recording_.texts[i].message;
      if (!CanBeCut(text)) continue;
      const auto characters = CharactersOf(text.text());
      if (characters.size() < 2) continue;
      first_of_text_[i] = size();
      for (const std::string_view character : characters) {
        parts_.push_back("'" + EscapeForTerminal(character) + "' of a text");
      }
    }
    for (const auto& gesture : recording_.gestures) {
      if (gesture.message.key_codes_size() > 1) FindKeys(gesture.message);
    }
  }

  uint32_t size() const override {
    return static_cast<uint32_t>(parts_.size());
  }
  std::string Describe(uint32_t part) const override { return parts_[part]; }

  input::Recording Make(const Candidate& kept) const override {
    input::Recording made = recording_;
    std::vector<bool> keep(parts_.size(), false);
    for (const uint32_t part : kept) keep[part] = true;
    for (const auto& [index, first] : first_of_text_) {
      std::string text;
      const auto& before = recording_.texts[index].message.text();
      uint32_t part = first;
      for (const std::string_view character : CharactersOf(before)) {
        if (keep[part++]) text += character;
      }
      made.texts[index].message.set_text(text);
    }
    const auto gone = [&](uint64_t id, size_t event) {
      const auto found = parts_of_.find(id);
      if (found == parts_of_.end()) return false;
      const uint32_t part = found->second[event];
      return part != kNone && !keep[part];
    };
    std::erase_if(made.keys,
                  [&](const auto& key) { return gone(key.message.id(), 0); });
    std::erase_if(made.frames, [&](input::Frame& frame) {
      size_t next = 0;
      const size_t cut = std::erase_if(frame.events, [&](const input::Event&) {
        return gone(frame.id, next++);
      });
      return cut > 0 && SaysNothing(frame);
    });
    DropLostFrames(made.frames, &made.keys);
    DropTexts(&made);
    input::DeriveGestures(&made);
    return made;
  }

 private:
  // Tells the presses of the keys of one gesture apart. Frames and what is
  // above the kernel tell of the same ones.
  class Presses {
   public:
    explicit Presses(CharactersPass* pass) : pass_(*pass) {}

    void StartOver() { counts_.clear(); }
    // The part that an event of a key belongs to; kNone when it went down
    // before the gesture.
    uint32_t PartOf(uint32_t code, bool goes_down) {
      uint32_t& count = counts_[code];
      if (goes_down) count++;
      if (count == 0) return kNone;
      const auto [found, added] =
          parts_.try_emplace(std::pair(code, count), pass_.size());
      if (added) {
        pass_.parts_.push_back(
            fmt::format("{} of keys", input::CodeName(EV_KEY, code)));
      }
      return found->second;
    }

   private:
    CharactersPass& pass_;
    std::map<uint32_t, uint32_t> counts_;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> parts_;
  };

  void FindKeys(const GestureEvent& gesture) {
    Presses presses(this);
    for (const uint64_t id : gesture.frame_refs()) {
      const auto found = frames_.find(id);
      if (found == frames_.end()) continue;
      const std::vector<input::Event>& events = found->second->events;
      auto& parts = parts_of_[id];
      for (const input::Event& event : events) {
        parts.push_back(event.type == EV_KEY
                            ? presses.PartOf(event.code, event.value == 1)
                            : kNone);
      }
      // A scan code goes with the key that it announces.
      for (size_t i = 0; i + 1 < parts.size(); i++) {
        if (events[i].type == EV_MSC) parts[i] = parts[i + 1];
      }
    }
    presses.StartOver();
    for (const uint64_t id : gesture.key_refs()) {
      const auto found = keys_.find(id);
      if (found == keys_.end()) continue;
      const KeyEvent& key = *found->second;
      const auto code = key.scan_code() > 0
                            ? static_cast<uint32_t>(key.scan_code())
                            : input::KernelKeyOf(key.key_code());
      const bool goes_down = key.action() == input::motion_action::kDown &&
                             key.repeat_count() == 0;
      parts_of_[id] = {presses.PartOf(code, goes_down)};
    }
  }

  // Texts of which nothing is left, and those whose key is gone.
  void DropTexts(input::Recording* made) const {
    std::unordered_set<uint64_t> left;
    for (const input::Frame& frame : made->frames) left.insert(frame.id);
    for (const auto& key : made->keys) left.insert(key.message.id());
    size_t next = 0;
    std::erase_if(made->texts, [&](const auto& text) {
      const size_t index = next++;
      const uint64_t cause = text.message.cause();
      if (parts_of_.contains(cause) && !left.contains(cause)) return true;
      return first_of_text_.contains(index) && text.message.text().empty();
    });
  }

  const input::Recording recording_;
  std::unordered_map<uint64_t, const input::Frame*> frames_;  // by id
  std::unordered_map<uint64_t, const KeyEvent*> keys_;
  std::vector<std::string> parts_;            // what each is
  std::map<size_t, uint32_t> first_of_text_;  // its first part, by text
  // The part of each event of a frame, or of a key event, by its id.
  std::unordered_map<uint64_t, std::vector<uint32_t>> parts_of_;
};

}  // namespace

std::vector<std::string_view> CharactersOf(std::string_view text) {
  std::vector<std::string_view> characters;
  bool joined = false;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = FirstOf(text.substr(at));
    if (!characters.empty() && (joined || IsMark(point.value))) {
      std::string_view& last = characters.back();
      last = {last.data(), last.size() + point.bytes};
    } else {
      characters.push_back(text.substr(at, point.bytes));
    }
    joined = point.value == kJoiner;
    at += point.bytes;
  }
  return characters;
}

Result<std::unique_ptr<Reduction>> MakeCharacters(
    const input::Recording& recording) {
  input::Recording whole = recording;
  input::AssignIds(&whole);
  input::DeriveGestures(&whole);
  return std::make_unique<CharactersPass>(std::move(whole));
}

}  // namespace reprise::minimize
