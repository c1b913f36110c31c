#include "compare/typing.h"

#include "input/virtual_devices.h"

namespace reprise::compare {
namespace {

constexpr int32_t kDown = 0;  // KeyEvent.ACTION_DOWN
constexpr int32_t kShiftLeft = 59;
constexpr int32_t kShiftRight = 60;

// Into the same field. The first character may be what gives a field the focus.
bool GoesOn(const std::string& where, const std::string& next) {
  return next == where ||
         (next.starts_with(" into ") && next.ends_with(where) &&
          !where.starts_with(" into ") && !where.starts_with(" on "));
}

}  // namespace

void Typing::Take(const KeyEvent& key) {
  if (key.action() != kDown || typed_.size() >= kMaxRunItems) return;
  std::optional<std::string>& typed = typed_[key.id()];
  if (key.key_code() == kShiftLeft || key.key_code() == kShiftRight) {
    typed = "";
  } else if (const auto character = input::CharacterOf(key)) {
    typed = std::string(1, *character);
  }
}

void Typing::Take(const TextEvent& text) {
  const uint64_t of = text.cause() == 0 ? text.id() : text.cause();
  if (typed_.size() >= kMaxRunItems) return;
  const auto [known, added] = typed_.try_emplace(of);
  known->second.reset();
  if (text.kind() == TextEvent::KIND_COMMIT && text.pseudonyms().empty() &&
      added) {
    known->second = text.text();
  }
}

std::optional<std::string> Typing::TypedBy(
    const std::vector<uint64_t>& events) const {
  std::optional<std::string> typed;
  for (const uint64_t event : events) {
    const auto known = typed_.find(event);
    if (known == typed_.end()) continue;
    if (!known->second) return std::nullopt;
    typed = typed.value_or("") + *known->second;
  }
  return typed;
}

std::vector<StepLine> LinesOf(const RunView& run) {
  const std::vector<RunMoment>& moments = run.moments();
  std::vector<StepLine> lines;
  std::optional<std::string> text;  // of the last line; none: nothing
  for (size_t i = 1; i + 1 < moments.size(); ++i) {
    const RunMoment& moment = moments[i];
    if (text && moment.typed &&
        GoesOn(moments[i - 1].typed_where, moment.typed_where)) {
      *text += *moment.typed;
      lines.back().last = i;
      if (!text->empty()) {
        lines.back().words = "type '" + *text + "'" + moment.typed_where;
      }
      continue;
    }
    text = moment.typed;
    lines.push_back({i, i, moment.words});
  }
  return lines;
}

}  // namespace reprise::compare
