// A program that is run to its end for somebody who waits: the translator of
// dex files.
//
// Threads: any but the loop's. It ends with the thread that waits for it.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace reprise::phone {

struct HelperResult {
  int exit_code = 0;
  std::string output;  // the last that it wrote to its standard files
};

// An error when it cannot be started, takes longer than `patience`, or
// `stopped` says so.
Result<HelperResult> RunHelper(const std::vector<std::string>& argv,
                               std::chrono::seconds patience,
                               const std::function<bool()>& stopped);

}  // namespace reprise::phone
