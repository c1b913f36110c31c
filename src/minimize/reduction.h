// Reduction: something of a recording in parts that can be left out. A search
// works on the numbers of the parts and knows nothing else; so the same search
// removes gestures in the first pass (units.h) and pauses or whole streams in
// later ones (passes.h).
//
// Threads: constant once made.
#pragma once

#include <cstdint>
#include <string>

#include "input/recording.h"
#include "minimize/candidate.h"

namespace reprise::minimize {

class Reduction {
 public:
  virtual ~Reduction() = default;

  virtual uint32_t size() const = 0;
  // "tap at (100, 200)", for reports.
  virtual std::string Describe(uint32_t part) const = 0;
  // The recording with these parts only.
  virtual input::Recording Make(const Candidate& kept) const = 0;
};

}  // namespace reprise::minimize
