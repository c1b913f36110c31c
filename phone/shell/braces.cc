#include "phone/shell/braces.h"

#include <optional>

namespace reprise::phone {
namespace {

bool IsPlain(const Part& part) {
  return part.kind == Part::Kind::kText && !part.quoted;
}

// Characters that may be braces are parts of their own here.
std::vector<Part> Separate(const Word& word) {
  std::vector<Part> parts;
  for (const Part& part : word.parts) {
    if (!IsPlain(part)) {
      parts.push_back(part);
      continue;
    }
    bool joins = false;
    for (const char c : part.text) {
      const bool sign = c == '{' || c == ',' || c == '}';
      if (sign || !joins) parts.push_back({});
      parts.back().text += c;
      joins = !sign;
    }
  }
  return parts;
}

struct Group {
  size_t begin, end;           // its braces
  std::vector<size_t> commas;  // between them, not in inner ones
};

std::optional<Group> FirstGroup(const std::vector<Part>& parts) {
  std::vector<Group> open;
  std::optional<Group> first;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!IsPlain(parts[i])) continue;
    if (parts[i].text == "{") {
      open.push_back({i, i, {}});
    } else if (parts[i].text == "," && !open.empty()) {
      open.back().commas.push_back(i);
    } else if (parts[i].text == "}" && !open.empty()) {
      open.back().end = i;
      if (!open.back().commas.empty() &&
          (!first || open.back().begin < first->begin)) {
        first = open.back();
      }
      open.pop_back();
    }
  }
  return first;
}

}  // namespace

std::vector<Word> ExpandBraces(const Word& word, size_t limit) {
  std::vector<std::vector<Part>> todo = {Separate(word)};
  std::vector<Word> words;
  while (!todo.empty()) {
    const std::vector<Part> parts = std::move(todo.back());
    todo.pop_back();
    const auto group = FirstGroup(parts);
    if (!group) {
      words.push_back({parts});
    } else {
      std::vector<size_t> ends = group->commas;
      ends.push_back(group->end);
      const auto at = [&](size_t i) {
        return parts.begin() + static_cast<ptrdiff_t>(i);
      };
      // The last first: the first is taken next.
      for (size_t i = ends.size(); i-- > 0;) {
        const size_t from = (i == 0 ? group->begin : ends[i - 1]) + 1;
        std::vector<Part>& one = todo.emplace_back(at(0), at(group->begin));
        one.insert(one.end(), at(from), at(ends[i]));
        one.insert(one.end(), at(group->end + 1), parts.end());
      }
    }
    if (words.size() + todo.size() > limit) return {};
  }
  return words;
}

}  // namespace reprise::phone
