// The version of Reprise, for --version and for the header of every tape.
//
// It is written once, in the project() line of CMakeLists.txt, which hands it
// to the compiler.
#pragma once

#include <string_view>

#ifndef REPRISE_VERSION
#error "REPRISE_VERSION is missing: link reprise_base, which defines it"
#endif

namespace reprise {

inline constexpr std::string_view kVersion = REPRISE_VERSION;

}  // namespace reprise
