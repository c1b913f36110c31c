#include "compare/divergence.h"

#include <fmt/format.h>

#include <algorithm>

namespace reprise::compare {

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

}  // namespace reprise::compare
