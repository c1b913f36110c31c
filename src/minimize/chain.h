// Chain: the way from the whole recording to what a search stands on now, as
// the parts that were removed one after the other. A search that builds on
// removals before they are certain must be able to take back the one that
// proves wrong and keep the others.
//
// Suspicion judges a chain by the runs of all of its bases: success can only
// fall along it, so there is a first part that should have stayed, or none.
//
// Threads: plain values.
// Invariant: base(i + 1) is base(i) without part(i); parts are not empty.
#pragma once

#include <cstddef>
#include <vector>

#include "minimize/candidate.h"
#include "minimize/evidence.h"
#include "minimize/prior.h"

namespace reprise::minimize {

// The units of `base` that are not in `part`.
Candidate Without(const Candidate& base, const Candidate& part);

class Chain {
 public:
  explicit Chain(Candidate whole) : bases_{std::move(whole)} {}

  size_t size() const { return parts_.size(); }
  const Candidate& base(size_t i) const { return bases_[i]; }
  const Candidate& part(size_t i) const { return parts_[i]; }
  const Candidate& top() const { return bases_.back(); }

  void Push(Candidate part);
  // Takes part i back into all later bases and gives it.
  Candidate PutBack(size_t i);

 private:
  std::vector<Candidate> bases_;
  std::vector<Candidate> parts_;
};

struct Suspicion {
  double sound = 1;             // that no part was needed
  std::vector<double> culprit;  // that part i is the first that was
};

// `enough`: the success probability of a base that is good. `hazard`: the
// probability that a part was needed, before any run.
Suspicion Judge(const Chain& chain, const Evidence& evidence,
                const Prior& prior, double enough, double hazard);

}  // namespace reprise::minimize
