#include "minimize/mdp_chances.h"

#include <algorithm>
#include <cmath>

namespace reprise::minimize {

MdpChances::MdpChances(const Rule& rule, const Prior& prior) : nr_(rule.nr) {
  const uint32_t nr = rule.nr;
  const uint32_t failures = nr - rule.st + 1;
  size_ = size_t{failures} * (failures + 1);
  matrices_.assign(size_t{nr + 1} * (nr + 1) * size_, 0);

  // Logarithms of the chance of one sequence with so many passes and fails.
  std::vector<double> sequence(size_t{nr + 1} * (nr + 1));
  const auto of = [&sequence, nr](uint32_t passes, uint32_t fails) -> double& {
    return sequence[size_t{passes} * (nr + 1) + fails];
  };
  for (uint32_t passes = 0; passes <= nr; passes++) {
    for (uint32_t fails = 0; passes + fails <= nr; fails++) {
      of(passes, fails) = prior.LogEvidence({passes, fails});
    }
  }
  std::vector<double> factorial(nr + 1, 0);
  for (uint32_t i = 1; i <= nr; i++) {
    factorial[i] = factorial[i - 1] + std::log(i);
  }

  for (uint32_t from = 0; from <= nr; from++) {
    for (uint32_t to = from; to <= nr; to++) {
      float* matrix = matrices_.data() + (size_t{from} * (nr + 1) + to) * size_;
      const uint32_t runs = to - from;
      for (uint32_t f = 0; f < failures && f <= from; f++) {
        if (from - f >= rule.st) continue;  // has passed
        double dead = 0;
        for (uint32_t more = 0; more <= runs; more++) {
          const double chance = std::exp(
              factorial[runs] - factorial[more] - factorial[runs - more] +
              of(from - f + runs - more, f + more) - of(from - f, f));
          if (f + more < failures) {
            matrix[f * (failures + 1) + f + more] = static_cast<float>(chance);
          } else {
            dead += chance;
          }
        }
        matrix[f * (failures + 1) + failures] = static_cast<float>(dead);
      }
    }
  }
}

}  // namespace reprise::minimize
