#include "formats/maestro_values.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "formats/script_lines.h"

namespace reprise::formats {

using Kind = YamlNode::Kind;

Status KnownKeys(const YamlNode& map,
                 std::initializer_list<std::string_view> known) {
  for (size_t i = 0; i < map.keys.size(); i++) {
    if (std::ranges::count(known, map.keys[i]) == 0) {
      return FailAt(map.items[i], "{} is not read here", Quote(map.keys[i]));
    }
  }
  return {};
}

Result<std::string> TextOf(const YamlNode& node) {
  if (node.kind != Kind::kScalar) return FailAt(node, "want a text");
  std::string text;
  for (size_t i = 0; i < node.text.size(); i++) {
    const std::string_view rest = std::string_view(node.text).substr(i);
    if (rest.starts_with("\\${")) continue;
    const bool escaped = i > 0 && node.text[i - 1] == '\\';
    if (rest.starts_with("${") && !escaped) {
      return FailAt(node, "{} has JavaScript in it, which is not run",
                    Quote(node.text));
    }
    text += node.text[i];
  }
  return text;
}

Result<std::string> LiteralOf(const YamlNode& node) {
  ASSIGN_OR_RETURN(const std::string pattern, TextOf(node));
  std::string text;
  for (size_t i = 0; i < pattern.size(); i++) {
    const std::string_view rest = std::string_view(pattern).substr(i);
    const bool last = rest.size() == 1;
    const bool alnum =
        !last && (std::isalnum(static_cast<unsigned char>(rest[1])) != 0);
    if (rest[0] == '\\' && !last && !alnum) {
      text += pattern[++i];
      continue;
    }
    if (rest.starts_with(".*") || rest.starts_with(".+") || rest[0] == '|' ||
        rest[0] == '[' || (rest[0] == '\\' && alnum)) {
      return FailAt(node,
                    "{} is a regular expression; only a text itself is read",
                    Quote(pattern));
    }
    text += rest[0];
  }
  return text;
}

Result<int64_t> NumberOf(const YamlNode& node, int64_t least, int64_t most) {
  const std::optional<int64_t> value =
      node.kind == Kind::kScalar ? ParseInteger(node.text) : std::nullopt;
  if (!value || *value < least || *value > most) {
    return FailAt(node, "{} is no number from {} to {}", Quote(node.text),
                  least, most);
  }
  return *value;
}

}  // namespace reprise::formats
