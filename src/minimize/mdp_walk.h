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

#include <array>
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

// Where the values of a source lie in a finished product: the first axis counts
// fastest, and only failures that it can have; the two last axes are apart.
struct MdpProduct {
  std::array<size_t, kMaxMdpTraces> weights;  // of one failure more
  size_t values;                              // padding included
};

// Sources whose first so many of k traces ran as often are walked to together:
// few enough that their least values stay in the processor's cache.
constexpr uint32_t MdpPrefix(uint32_t k) { return k > 5 ? 2 : 1; }

// What is the same for all walks with k live traces, k at least 2.
struct MdpWalkPlan {
  MdpWalkPlan(const MdpShape& shape_, uint32_t traces, const MdpBlocks& blocks_,
              const MdpChances& chances_)
      : shape(shape_), k(traces), blocks(&blocks_), chances(&chances_) {}

  MdpProduct ProductOf(std::span<const uint16_t> runs) const;
  // How many values a target has, dead traces and padding included.
  size_t target_values() const;
  // How far apart values of the last axis of a target lie.
  uint32_t target_step() const { return k == 2 ? kLanes : 1; }

  MdpShape shape;
  uint32_t k;
  const MdpBlocks* blocks;
  const MdpChances* chances;
  // Where the product of the source at each rank begins, in lanes.
  std::vector<uint32_t> starts;
};

class MdpWalker {
 public:
  virtual ~MdpWalker() = default;

  // To `target`, where traces ran `to` times, rising and at most nr, from all
  // sources that begin with `prefix`; their least values are kept in `best`.
  // The target has the values of all failures and of death of each trace, the
  // last one's counting fastest, those of failures less that of death. It and
  // `best` are aligned as AlignedFloats are, and kLanes unused floats follow.
  virtual void Walk(std::span<const uint16_t> to, const float* target,
                    std::span<const uint16_t> prefix, float* best) = 0;
};

std::unique_ptr<MdpWalker> MakeMdpWalker(const MdpWalkPlan& plan);

}  // namespace reprise::minimize
