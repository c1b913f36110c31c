// YAML as a tree with the place of every part, read by libyaml. Only what
// configuration files need: no anchors, aliases and tags, which could make a
// small file a large tree, and no keys that are not plain text.
//
// Threads: plain values and functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace reprise::formats {

inline constexpr size_t kMaxYamlDepth = 32;
inline constexpr size_t kMaxYamlNodes = 1'000'000;
inline constexpr size_t kMaxYamlScalarBytes = size_t{64} << 10;

struct YamlNode {
  enum class Kind { kScalar, kList, kMap };
  Kind kind = Kind::kScalar;
  size_t line = 0;  // from 1
  size_t column = 0;
  std::string text;               // of a scalar
  bool plain = false;             // it is not in quotes
  std::vector<YamlNode> items;    // of a list, and the values of a map
  std::vector<std::string> keys;  // of a map, each of an item

  // Null if there is none of that key.
  const YamlNode* Find(std::string_view key) const;
};

// The documents of the text. Errors are a clause with line and column.
Result<std::vector<YamlNode>> ParseYaml(std::string_view text);

// An error about this node, such as "line 3, column 5: ...".
template <typename... Args>
tl::unexpected<Error> FailAt(const YamlNode& node,
                             fmt::format_string<Args...> format,
                             Args&&... args) {
  return Fail(ErrorKind::kCorruption, "line {}, column {}: {}", node.line,
              node.column, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace reprise::formats
