// Formatted text at the end of a string. fmt::format_to() with a back inserter
// does the same and compiles all of fmt into each source that calls it.
//
// Threads: any; these are functions without state.
#pragma once

#include <fmt/format.h>

#include <string>

namespace reprise {

void AppendFormatted(std::string* out, fmt::string_view format,
                     fmt::format_args args);

// AppendFormat(&out, "{:02x}", byte);
template <typename... Args>
void AppendFormat(std::string* out, fmt::format_string<Args...> format,
                  Args&&... args) {
  AppendFormatted(out, format, fmt::make_format_args(args...));
}

}  // namespace reprise
