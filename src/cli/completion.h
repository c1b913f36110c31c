// Shell completion, made from the tables: verbs, options, enumerated words and
// file names.
//
// Threads: any.
#pragma once

#include <span>
#include <string>

#include "cli/verb.h"

namespace reprise::cli {

// Scripts to be sourced: `source <(reprise completion bash)`.
std::string BashCompletion(std::span<const Verb* const> verbs);
std::string ZshCompletion(std::span<const Verb* const> verbs);

}  // namespace reprise::cli
