// The proof of a minimised recording of an app: phones that took no part in the
// search run it anew, each run with a seed of its own, and one run that reaches
// the target becomes the result: a tape with all that was seen, which replays,
// and whose steps are told in words.
//
// Threads: main thread only.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/phone_fleet.h"
#include "minimize/candidate.h"
#include "session/device_oracle.h"

namespace reprise::cli {

struct ProofOptions {
  FleetOptions fleet;
  session::DeviceOracleOptions oracle;
  // A tape with the input that is left; tapes of runs are made beside it.
  std::string input;
  std::string out;  // the tape to write
  std::string command_line;
  uint32_t runs = 20;
};

struct Proof {
  minimize::Tally runs;
  bool recorded = false;           // `out` was written
  std::vector<std::string> steps;  // in words, of the run on `out`
  std::string crash;               // its signature, if the target is a crash
};

Result<Proof> ProveResult(const ProofOptions& options,
                          const std::function<bool()>& stop_asked);

}  // namespace reprise::cli
