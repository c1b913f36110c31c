// Text for a page: what HTML would read as its own is written out.
//
// Threads: a plain function.
#pragma once

#include <string>
#include <string_view>

namespace reprise {

// Fit to stand between tags, and in an attribute within double quotes.
std::string EscapeForHtml(std::string_view text);

}  // namespace reprise
