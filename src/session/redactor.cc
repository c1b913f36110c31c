#include "session/redactor.h"

#include <algorithm>
#include <array>
#include <utility>

#include "apk/digest.h"
#include "reprise/gesture.pb.h"
#include "reprise/key_event.pb.h"
#include "reprise/log.pb.h"
#include "reprise/text_event.pb.h"
#include "reprise/widget.pb.h"
#include "tape/topics.h"

namespace reprise::session {
namespace {

// Where in "A' of row 3 'B" or "A' into 'B" the part between the quotes is;
// empty: what is quoted is one text.
std::string_view BetweenQuotes(std::string_view quoted) {
  constexpr std::string_view kRow = "' of row ";
  constexpr std::string_view kInto = "' into '";
  if (const size_t into = quoted.rfind(kInto); into != quoted.npos) {
    return quoted.substr(into, kInto.size());
  }
  const size_t row = quoted.rfind(kRow);
  if (row == quoted.npos) return {};
  const size_t end = quoted.find_first_not_of("0123456789", row + kRow.size());
  if (end == quoted.npos || !quoted.substr(end).starts_with(" '")) return {};
  return quoted.substr(row, end + 2 - row);
}

// Words as parts, and whether each is what stands in quotes: all from the first
// to the last, since a text may have some.
std::vector<std::pair<std::string_view, bool>> PartsOf(std::string_view words) {
  const size_t open = words.find('\'');
  if (open == words.npos) return {{words, false}};
  const size_t last = words.rfind('\'');
  const size_t close = last > open ? last : words.size();
  const std::string_view quoted = words.substr(open + 1, close - open - 1);
  std::vector<std::pair<std::string_view, bool>> parts = {
      {words.substr(0, open + 1), false}};
  const std::string_view between = BetweenQuotes(quoted);
  if (between.empty()) {
    parts.emplace_back(quoted, true);
  } else {
    const auto at = static_cast<size_t>(between.data() - quoted.data());
    parts.emplace_back(quoted.substr(0, at), true);
    parts.emplace_back(between, false);
    parts.emplace_back(quoted.substr(at + between.size()), true);
  }
  parts.emplace_back(close < words.size() ? words.substr(close) : "'", false);
  return parts;
}

constexpr std::string_view kEvdevPrefix = "/input/evdev/";
constexpr uint32_t kKeyType = 1;  // EV_KEY
constexpr size_t kMaxHeld = 10'000;
constexpr size_t kMaxForests = 10'000;
// LayoutParams.TYPE_INPUT_METHOD
constexpr int32_t kInputMethod = 2011;
// InputType.TYPE_MASK_CLASS, _VARIATION
constexpr int32_t kClassMask = 0xF;
constexpr int32_t kVariationMask = 0xFF0;

struct Range {
  int32_t first;
  int32_t last;
};
// Keys that spell: letters, digits, signs, shift, backspace; by the kernel's
// numbers and by Android's.
constexpr auto kKernelKeys = std::to_array<Range>(
    {{2, 14}, {16, 27}, {30, 55}, {57, 57}, {71, 83}, {86, 86}, {111, 111}});
constexpr auto kAndroidKeys = std::to_array<Range>({{7, 18},
                                                    {29, 56},
                                                    {59, 60},
                                                    {62, 62},
                                                    {67, 77},
                                                    {81, 81},
                                                    {112, 112},
                                                    {144, 159},
                                                    {161, 163}});

template <size_t N>
bool IsIn(const std::array<Range, N>& ranges, int64_t code) {
  return std::ranges::any_of(ranges, [&](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

// textPassword, textVisiblePassword, textWebPassword; numberPassword.
bool IsPasswordInput(int32_t type) {
  const int32_t variation = type & kVariationMask;
  if ((type & kClassMask) == 1) {
    return variation == 0x80 || variation == 0x90 || variation == 0xE0;
  }
  return (type & kClassMask) == 2 && variation == 0x10;
}

bool IsPassword(const ViewNode& node) {
  return (node.flags() & static_cast<uint32_t>(ViewNode::FLAG_PASSWORD)) != 0 ||
         IsPasswordInput(node.input_type());
}

bool HasFocus(const ViewNode& node) {
  return (node.flags() & static_cast<uint32_t>(ViewNode::FLAG_FOCUSED)) != 0;
}

// The dots that stand for a password tell its length only.
bool IsDots(std::string_view text) {
  constexpr std::string_view kDot = "•";
  while (text.starts_with(kDot)) text.remove_prefix(kDot.size());
  return text.empty();
}

// Changes a message; leaves what is none.
template <typename Message, typename Change>
void Rewrite(std::string* data, const Change& change) {
  Message message;
  if (!message.ParseFromString(*data)) return;
  change(&message);
  *data = message.SerializeAsString();
}

}  // namespace

std::vector<std::string_view> RedactionWords() {
  return {"passwords",   "text",     "views", "log",
          "preferences", "pictures", "all",   "nothing"};
}

RedactionRules ReadRules(const std::vector<std::string>& words) {
  const auto has = [&](std::string_view word) {
    return std::ranges::find(words, word) != words.end();
  };
  const bool all = has("all");
  return {.passwords = !has("nothing") || all,
          .text = has("text") || all,
          .views = has("views") || all,
          .log = has("log") || all,
          .preferences = has("preferences") || all,
          .pictures = has("pictures") || all};
}

std::string EchoesOf(const RedactionRules& rules) {
  if (!rules.text) return "";
  std::string words;
  for (const auto& [word, on] :
       {std::pair("views", rules.views), std::pair("log", rules.log),
        std::pair("preferences", rules.preferences),
        std::pair("pictures", rules.pictures)}) {
    if (!on) words += (words.empty() ? "" : ", ") + std::string(word);
  }
  if (words.empty()) return "";
  return fmt::format(
      "--redact text leaves what is typed where the app shows or keeps it; to "
      "take it out there, --redact these, too: {}",
      words);
}

std::string NameOf(const RedactionRules& rules) {
  std::string name;
  for (const auto& [word, on] :
       {std::pair("passwords", rules.passwords), std::pair("text", rules.text),
        std::pair("views", rules.views), std::pair("log", rules.log),
        std::pair("preferences", rules.preferences),
        std::pair("pictures", rules.pictures)}) {
    if (on) name += (name.empty() ? "" : ",") + std::string(word);
  }
  return name.empty() ? "off" : name;
}

RedactionRules RulesOf(std::string_view name) {
  std::vector<std::string> words;
  for (size_t at = 0; at <= name.size();) {
    const size_t comma = std::min(name.find(',', at), name.size());
    words.emplace_back(name.substr(at, comma - at));
    at = comma + 1;
  }
  RedactionRules rules = ReadRules(words);
  rules.passwords = name != "off";
  return rules;
}

Status Redactor::Take(RedactedMessage message) {
  if (!rules_.any()) return sink_(message);
  if (HoldsKeys(message) && held_.size() < kMaxHeld) {
    held_.push_back(std::move(message));
    return {};
  }
  const bool told =
      message.topic == tape::kStateTopic || message.topic == tape::kKeyTopic;
  const bool write = Redact(&message);
  if (told || held_.size() >= kMaxHeld) RETURN_IF_ERROR(Finish());
  return write ? sink_(message) : Status();
}

Status Redactor::Finish() {
  for (; !held_.empty(); held_.pop_front()) {
    if (Redact(&held_.front())) RETURN_IF_ERROR(sink_(held_.front()));
  }
  return {};
}

bool Redactor::HoldsKeys(const RedactedMessage& message) const {
  if (!rules_.passwords || !message.topic.starts_with(kEvdevPrefix)) {
    return false;
  }
  // Those after one that waits wait as well: frames keep their order.
  if (!held_.empty()) return true;
  EvdevFrame frame;
  return frame.ParseFromString(message.data) &&
         std::ranges::any_of(frame.events(), [](const auto& event) {
           return event.type() == kKeyType && IsIn(kKernelKeys, event.code());
         });
}

bool Redactor::Redact(RedactedMessage* message) {
  const std::string_view topic = message->topic;
  if (topic == tape::kScreenTopic) return !rules_.pictures;
  if (topic == tape::kStateTopic) {
    Rewrite<StateEvent>(&message->data,
                        [&](StateEvent* state) { RedactState(state); });
  }
  if (topic == tape::kTextTopic) RedactText(&message->data);
  if (topic == tape::kKeyTopic) RedactKey(&message->data);
  if (topic == tape::kGestureTopic) RedactGesture(&message->data);
  if (topic == tape::kWidgetTopic) RedactWidget(&message->data);
  if (topic == tape::kLogTopic) RedactLog(&message->data);
  if (topic.starts_with(kEvdevPrefix)) RedactFrame(&message->data);
  return true;
}

template <typename Message>
void Redactor::Replace(std::string* text, std::string_view rule,
                       Message* lists_it) const {
  if (text->empty()) return;
  const Pseudonym made = pseudonyms_.Of(
      *text,
      rule == "passwords" ? Pseudonym::KIND_PASSWORD : Pseudonym::KIND_CUSTOM,
      rule == "passwords" ? "" : rule);
  *text = made.token();
  *lists_it->add_pseudonyms() = made;
}

bool Redactor::RedactViews(ViewTree* tree, std::vector<Pseudonym>* used) {
  // What lists a state's pseudonyms is the state.
  struct List {
    std::vector<Pseudonym>* used;
    Pseudonym* add_pseudonyms() const { return &used->emplace_back(); }
  } list{used};
  bool in_password = false;
  for (ViewNode& node : *tree->mutable_nodes()) {
    const bool password = IsPassword(node);
    in_password = in_password || (password && HasFocus(node));
    if (password && rules_.passwords) {
      if (!IsDots(node.text())) {
        Replace(node.mutable_text(), "passwords", &list);
      }
    } else if (rules_.views || (rules_.text && node.input_type() != 0)) {
      Replace(node.mutable_text(), rules_.views ? "views" : "text", &list);
    }
    if (rules_.views) {
      Replace(node.mutable_description(), "views", &list);
      Replace(node.mutable_hint(), "views", &list);
    }
  }
  return in_password;
}

void Redactor::HideKeys(ViewTree* tree, bool in_password) const {
  // Its root stays: what a tap touches is the keyboard, somewhere.
  if (!rules_.passwords || !in_password || tree->type() != kInputMethod ||
      tree->nodes_size() < 2) {
    return;
  }
  tree->mutable_nodes()->DeleteSubrange(1, tree->nodes_size() - 1);
}

bool Redactor::RedactForest(Blob* blob, std::vector<Pseudonym>* used) {
  const auto known = forests_.find(blob->sha256());
  if (known != forests_.end() && blob->data().empty()) {
    blob->set_sha256(known->second.digest);
    blob->set_size(known->second.size);
    return known->second.in_password;
  }
  ViewForest forest;
  if (blob->data().empty() || !forest.ParseFromString(blob->data())) {
    return false;
  }
  Forest kept;
  for (ViewTree& tree : *forest.mutable_windows()) {
    kept.in_password = RedactViews(&tree, used) || kept.in_password;
  }
  bool hidden = false;
  for (ViewTree& tree : *forest.mutable_windows()) {
    const int before = tree.nodes_size();
    HideKeys(&tree, kept.in_password);
    hidden = hidden || tree.nodes_size() != before;
  }
  const std::string was = blob->sha256();
  if (!used->empty() || hidden) {
    blob->set_data(forest.SerializeAsString());
    blob->set_size(blob->data().size());
    blob->set_sha256(apk::Digest(apk::DigestKind::kSha256, {blob->data()}));
  }
  kept.digest = blob->sha256();
  kept.size = blob->size();
  if (forests_.size() >= kMaxForests) forests_.clear();
  forests_[was] = kept;
  return kept.in_password;
}

void Redactor::RedactState(StateEvent* state) {
  std::vector<Pseudonym> used;
  bool in_password = false;
  for (ViewTree& tree : *state->mutable_windows()) {
    in_password = RedactViews(&tree, &used) || in_password;
  }
  for (ViewTree& tree : *state->mutable_windows()) HideKeys(&tree, in_password);
  if (state->has_windows_blob()) {
    in_password =
        RedactForest(state->mutable_windows_blob(), &used) || in_password;
  }
  if (state->has_windows()) in_password_ = in_password;
  for (const Pseudonym& one : used) *state->add_pseudonyms() = one;
  if (rules_.pictures) state->clear_screen_ref();
  if (!rules_.preferences) return;
  for (PreferencesFile& file : *state->mutable_preferences()) {
    for (Preference& entry : *file.mutable_entries()) {
      if (entry.has_string_value()) {
        Replace(entry.mutable_string_value(), "preferences", state);
      }
      if (!entry.has_set_value()) continue;
      for (std::string& one : *entry.mutable_set_value()->mutable_values()) {
        Replace(&one, "preferences", state);
      }
    }
  }
}

void Redactor::RedactText(std::string* data) const {
  const bool password = rules_.passwords && in_password_;
  Rewrite<TextEvent>(data, [&](TextEvent* event) {
    const bool secret =
        password || (rules_.passwords && IsPasswordInput(event->input_type()));
    if (!secret && !rules_.text) return;
    Replace(event->mutable_text(), secret ? "passwords" : "text", event);
  });
}

void Redactor::RedactKey(std::string* data) const {
  if (!rules_.text && !(rules_.passwords && in_password_)) return;
  Rewrite<KeyEvent>(data, [&](KeyEvent* event) {
    if (!IsIn(kAndroidKeys, event->key_code()) && event->characters().empty()) {
      return;
    }
    event->clear_key_code();
    event->clear_scan_code();
    event->clear_meta_state();
    event->clear_characters();
    event->set_redacted(true);
  });
}

void Redactor::RedactFrame(std::string* data) const {
  if (!rules_.text && !(rules_.passwords && in_password_)) return;
  Rewrite<EvdevFrame>(data, [&](EvdevFrame* frame) {
    if (std::ranges::none_of(frame->events(), [](const auto& event) {
          return event.type() == kKeyType && IsIn(kKernelKeys, event.code());
        })) {
      return;
    }
    frame->clear_events();
    frame->set_redacted(true);
  });
}

void Redactor::RedactGesture(std::string* data) const {
  if (!rules_.text) return;
  Rewrite<GestureEvent>(data, [&](GestureEvent* gesture) {
    for (uint32_t& code : *gesture->mutable_key_codes()) {
      if (IsIn(kKernelKeys, code)) code = 0;
    }
  });
}

void Redactor::RedactWidget(std::string* data) const {
  if (!rules_.views && !rules_.text) return;
  Rewrite<WidgetEvent>(data, [&](WidgetEvent* step) {
    const auto hide = [&](WidgetIdentity* widget) {
      if (!rules_.views) return;
      Replace(widget->mutable_text(), "views", step);
      Replace(widget->mutable_description(), "views", step);
    };
    if (step->has_target()) hide(step->mutable_target());
    if (step->has_handler()) hide(step->mutable_handler());
    if (step->has_scrolled()) hide(step->mutable_scrolled());
    if (step->has_last_visible()) hide(step->mutable_last_visible());
    if (step->has_end_target()) hide(step->mutable_end_target());
    if (!rules_.views && step->action() != WidgetEvent::ACTION_TEXT) return;
    std::string words;
    for (const auto& [text, quoted] : PartsOf(step->words())) {
      std::string part(text);
      if (quoted) Replace(&part, rules_.views ? "views" : "text", step);
      words += part;
    }
    step->set_words(words);
  });
}

void Redactor::RedactLog(std::string* data) const {
  if (!rules_.log) return;
  Rewrite<LogEvent>(data, [&](LogEvent* event) {
    if (event->has_line()) {
      Replace(event->mutable_line()->mutable_text(), "log", event);
    }
    if (!event->has_crash()) return;
    for (auto& one : *event->mutable_crash()->mutable_throwables()) {
      Replace(one.mutable_message(), "log", event);
    }
    Replace(event->mutable_crash()->mutable_abort_message(), "log", event);
  });
}

}  // namespace reprise::session
