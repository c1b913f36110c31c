// Random: a small generator whose numbers are the same everywhere, so that a
// seed means the same synthetic app and the same runs on every machine (the
// standard library's distributions differ between implementations).
//
// Threads: one at a time.
#pragma once

#include <cstdint>

namespace reprise::minimize {

// Splitmix64.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // In [0, 1).
  double Unit() { return static_cast<double>(Next() >> 11) * 0x1p-53; }
  double Between(double low, double high) {
    return low + Unit() * (high - low);
  }
  bool Chance(double probability) { return Unit() < probability; }
  // In [0, bound); bound is not 0. The bias of the remainder is below 2^-32
  // for the small bounds used here.
  uint32_t Below(uint32_t bound) {
    return static_cast<uint32_t>((Next() >> 32) * bound >> 32);
  }

 private:
  uint64_t state_;
};

// A seed for the `index`th of many things that hang on one seed.
inline uint64_t DeriveSeed(uint64_t seed, uint64_t index) {
  return Random(seed ^ (index + 1) * 0xd1342543de82ef95).Next();
}

}  // namespace reprise::minimize
