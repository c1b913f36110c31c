#include "compare/divergence.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace reprise::compare {
namespace {

// Bytes of a long value that people see.
constexpr size_t kMostShown = 120;
constexpr size_t kHead = 40;
constexpr size_t kTail = 20;
constexpr size_t kBefore = 10;
constexpr size_t kAfter = 40;

// Where a character begins, at or before a place.
size_t CharacterAt(std::string_view text, size_t at) {
  at = std::min(at, text.size());
  while (at > 0 && at < text.size() && (text[at] & 0xC0) == 0x80) at--;
  return at;
}

std::string Shorten(std::string_view value, size_t differs) {
  if (value.size() <= kMostShown) return std::string(value);
  const size_t from = differs > kBefore ? differs - kBefore : 0;
  const std::pair<size_t, size_t> pieces[] = {
      {0, kHead},
      {from, differs + kAfter},
      {value.size() - kTail, value.size()}};
  std::string text;
  size_t end = 0;
  for (const auto& [first, last] : pieces) {
    const size_t begin = std::max(CharacterAt(value, first), end);
    const size_t after = CharacterAt(value, last);
    if (after <= begin) continue;
    if (begin > end) text += "...";
    text += value.substr(begin, after - begin);
    end = after;
  }
  return text;
}

}  // namespace

using Class = RepriseEvent::Divergence;

std::string_view NameOf(DivergenceClass kind) {
  switch (kind) {
    case Class::CLASS_TIMING:
      return "timing";
    case Class::CLASS_LAYOUT:
      return "layout";
    case Class::CLASS_CONTENT:
      return "content";
    case Class::CLASS_MISSING_WIDGET:
      return "missing-widget";
    case Class::CLASS_CRASH:
      return "crash";
    case Class::CLASS_DEVICE:
      return "device";
    case Class::CLASS_SCREEN:
      return "screen";
    case Class::CLASS_ORDER:
      return "order";
    case Class::CLASS_INTERACTION:
      return "interaction";
    default:
      return "other";
  }
}

std::string Sentence(const Divergence& divergence) {
  if (divergence.kind == Class::CLASS_DEVICE) return divergence.sentence;
  if (divergence.step == 0) {
    return "at the start: " + divergence.sentence;
  }
  const bool at = divergence.at_step || divergence.kind == Class::CLASS_ORDER;
  return fmt::format("{} step {} ({}): {}", at ? "at" : "after",
                     divergence.step, divergence.words, divergence.sentence);
}

RepriseEvent ToEvent(const Divergence& one) {
  RepriseEvent event;
  event.set_kind(RepriseEvent::KIND_DIVERGENCE);
  event.set_severity(RepriseEvent::SEVERITY_WARNING);
  event.set_sentence(Sentence(one));
  event.set_topic(one.topic);
  event.set_origin(one.id_a);
  if (one.id_b != 0) event.add_subject_refs(one.id_b);
  event.set_expected(one.expected);
  event.set_actual(one.actual);
  auto* const divergence = event.mutable_divergence();
  divergence->set_divergence_class(one.kind);
  divergence->set_topic(one.topic);
  divergence->set_path(one.path);
  divergence->set_expected(one.expected);
  divergence->set_actual(one.actual);
  divergence->set_step(one.step);
  divergence->set_words(one.words);
  divergence->set_at_step(one.at_step);
  divergence->set_what(one.sentence);
  if (one.time_a) divergence->set_recorded_ns(*one.time_a);
  return event;
}

Divergence FromEvent(const RepriseEvent& event) {
  const auto& divergence = event.divergence();
  Divergence one;
  one.step = divergence.step();
  one.words = divergence.words();
  one.at_step = divergence.at_step();
  if (divergence.has_recorded_ns()) one.time_a = divergence.recorded_ns();
  one.kind = divergence.divergence_class();
  one.topic = divergence.topic();
  one.path = divergence.path();
  one.expected = divergence.expected();
  one.actual = divergence.actual();
  one.sentence = divergence.what();
  one.id_a = event.origin();
  if (!event.subject_refs().empty()) one.id_b = event.subject_refs(0);
  return one;
}

std::string Excerpt(std::string_view value) {
  constexpr size_t kMost = 160;
  const size_t begin = value.find_first_not_of("\r\n");
  if (begin == std::string_view::npos) return {};
  value.remove_prefix(begin);
  const std::string_view line = value.substr(0, value.find_first_of("\r\n"));
  size_t end = std::min(line.size(), kMost);
  if (end < line.size()) {
    while (end > 0 && (line[end] & 0xC0) == 0x80) end--;
  }
  return fmt::format("{}{}", line.substr(0, end),
                     end < value.size() ? "..." : "");
}

std::pair<std::string, std::string> Shortened(std::string_view one,
                                              std::string_view other) {
  const auto differs = static_cast<size_t>(
      std::distance(one.begin(), std::ranges::mismatch(one, other).in1));
  return {Shorten(one, differs), Shorten(other, differs)};
}

}  // namespace reprise::compare
