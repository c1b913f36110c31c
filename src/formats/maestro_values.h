// Values in a flow of Maestro: what its texts, patterns and numbers mean.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/result.h"
#include "formats/yaml_tree.h"

namespace reprise::formats {

// An error about the first key that is none of these.
Status KnownKeys(const YamlNode& map,
                 std::initializer_list<std::string_view> known);

// A text; scripts in it cannot be run here.
Result<std::string> TextOf(const YamlNode& node);

// Maestro's texts are regular expressions, or literal; here only those that
// say one text.
Result<std::string> LiteralOf(const YamlNode& node);

Result<int64_t> NumberOf(const YamlNode& node, int64_t least, int64_t most);

}  // namespace reprise::formats
