#include "minimize/statistics.h"

namespace reprise::minimize {

uint32_t RunsLeft(const Rule& rule, const Tally& tally) {
  if (Decided(rule, tally) || tally.runs() >= rule.nr) return 0;
  return rule.nr - tally.runs();
}

}  // namespace reprise::minimize
