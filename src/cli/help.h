// What the tables say to people: --help, and the generated part of the pages
// in docs/guide.
//
// Threads: any.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "cli/verb.h"

namespace reprise::cli {

struct EnvironmentVariable {
  std::string_view name;
  std::string_view meaning;
};
// Every one that `reprise` looks at.
std::span<const EnvironmentVariable> EnvironmentVariables();

// `reprise --help` and `reprise VERB --help`, no line wider than `width`.
std::string ToolHelp(std::span<const Verb* const> verbs, int width);
std::string VerbHelp(const Verb& verb, int width);

// Replaces, in each DIR/VERB.md and in DIR/verbs.md, what stands between
// "<!-- options: begin -->" and "<!-- options: end -->" by what the tables
// say. A page that is not there is made.
Status WriteDocs(FileSystem& files, std::span<const Verb* const> verbs,
                 const std::string& directory);

}  // namespace reprise::cli
