// The patterns of names that a shell has: * ? [a-z] [!a-z], and \ before a
// character that stands for itself.
//
// Threads: plain functions. Matching takes no more than the product of both
// lengths.
#pragma once

#include <string>
#include <string_view>

namespace reprise::phone {

bool MatchesPattern(std::string_view pattern, std::string_view text);
// True if some character of it is not itself.
bool HasPattern(std::string_view pattern);
// A pattern that only matches `text`.
std::string Escape(std::string_view text);
// What a pattern without * ? [ matches.
std::string Unescape(std::string_view pattern);

}  // namespace reprise::phone
