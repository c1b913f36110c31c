// The inner loop of solving the MDP: one target, all ways to get there.
//
// How often each trace has run changes as the schedule says; only failures are
// chance, and those of different traces are independent. So the expected values
// of all failures of a source block, when a schedule takes it to a target
// block, are the target's values multiplied along each axis by that trace's
// matrix (mdp_chances.h). The walk goes through the axes depth first over all
// schedules, so that schedules with the same beginning share their products,
// and keeps the least value of each state. It chooses the axes in the order in
// which their traces lie in the source, so that products come out sorted.
//
// Threads: one walker per thread; what it reads does not change meanwhile.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "minimize/mdp_chances.h"
#include "minimize/mdp_layout.h"

namespace reprise::minimize {

// Rows of products are padded to whole vectors.
inline constexpr uint32_t kLanes = 8;
inline uint32_t Padded(size_t floats) {
  return static_cast<uint32_t>((floats + kLanes - 1) / kLanes * kLanes);
}

// Floats that vectors are read from, zero at first.
class AlignedFloats {
 public:
  void Resize(size_t floats) { lanes_.resize(Padded(floats) / kLanes + 1); }
  float* data() { return lanes_.data()->values; }

 private:
  struct alignas(kLanes * sizeof(float)) Lanes {
    float values[kLanes];
  };
  std::vector<Lanes> lanes_;
};

// What is the same for all walks with k live traces, k at least 2.
struct MdpWalkPlan {
  MdpWalkPlan(const MdpShape& shape, uint32_t traces, const MdpBlocks& blocks,
              const MdpChances& chances);

  // How far apart values of the two last axes lie in a finished product.
  uint32_t stride() const;
  // How many values a finished product has, padding included.
  size_t row_values() const;
  // How many values a target has, dead traces and padding included.
  size_t target_values() const;

  MdpShape shape;
  uint32_t k;
  const MdpBlocks* blocks;
  const MdpChances* chances;
  // Where each value of a source block lies in a finished product: the first
  // axis counts fastest there, the two last are apart.
  std::vector<uint32_t> places;
};

// Where the least values go: a row of row_values() floats for each block that
// can be a source.
struct MdpBest {
  std::vector<float> values;
  std::span<const uint32_t> row_of_block;
};

class MdpWalker {
 public:
  virtual ~MdpWalker() = default;

  // `runs` rises and is at most nr; `target` has the values of all failures
  // and of death of each trace, the last one's counting fastest, each followed
  // by stride() - 1 unused ones when k is 2, and kLanes unused ones at the end.
  // It is aligned as AlignedFloats are.
  virtual void Walk(std::span<const uint16_t> runs, const float* target,
                    MdpBest* best) = 0;
};

std::unique_ptr<MdpWalker> MakeMdpWalker(const MdpWalkPlan& plan);

}  // namespace reprise::minimize
