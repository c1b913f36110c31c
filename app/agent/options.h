// The agent's options: what follows = in -agentpath:LIB=OPTIONS.
//
// Threads: plain values.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise::agent {

struct Options {
  std::string plan;     // a file (docs/architecture/weave.md)
  std::string runtime;  // a jar with classes.dex
  std::string log;      // a file; empty: the system's log
};

// plan=FILE,runtime=JAR[,log=FILE], in any order. Errors are of kind
// kInvalidArgument.
Result<Options> ParseOptions(std::string_view text);

}  // namespace reprise::agent
