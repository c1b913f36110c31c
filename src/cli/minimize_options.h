// The options of `reprise minimize`, understood and checked against each other.
//
// Threads: plain values.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/parse.h"
#include "minimize/search.h"

namespace reprise::cli {

struct MinimizeOptions {
  std::string tape;         // empty: abstract units
  std::string out;          // empty with abstract units
  std::string command;      // of the oracle; empty: only learn a prior
  bool long_lived = false;  // --oracle, not --test
  std::string target;       // on virtual phones, instead of a command
  std::string app;          // the APK that runs there
  std::string profile;      // of the phones; empty: as recorded
  std::string search;
  minimize::SearchOptions parameters;  // units are set for --units only
  size_t workers = 1;
  bool batch = false;
  std::chrono::nanoseconds run_timeout = {};
  std::optional<std::chrono::nanoseconds>
      budget;                        // of all runs but the proof's
  std::optional<int64_t> settle_ns;  // none: adaptive
  std::vector<std::string> passes;
  bool default_passes = false;  // nobody named them
  bool resume = false;
  bool force = false;
  std::vector<std::string> journals;  // more than one only to learn from
  bool usual_journal = false;         // nobody named one
  std::vector<std::string> reports;
  std::string prior;  // a file; empty: the built-in one
  bool learn_prior = false;

  // What decides how a search goes, in words, for the journal.
  std::string InWords() const;
};

Result<MinimizeOptions> ReadMinimizeOptions(const Arguments& arguments);

// The table's part, for verb_minimize.cc.
std::vector<Option> MinimizeOptionTable();

}  // namespace reprise::cli
