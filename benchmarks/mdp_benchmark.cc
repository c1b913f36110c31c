// How long solving the MDP takes, on two threads, for 2 to 6 candidates.
#include <benchmark/benchmark.h>

#include "minimize/mdp.h"

namespace reprise::minimize {
namespace {

void BM_SolveMdp(benchmark::State& state) {
  MdpShape shape;
  shape.n = static_cast<uint32_t>(state.range(0));
  const std::vector<Tally> start(shape.n);
  for (auto _ : state) {
    const auto mdp = Mdp::Solve(shape, DefaultPrior(), 2);
    state.counters["steps"] = mdp->ExpectedSteps(start).value();
  }
  state.counters["states"] = static_cast<double>(EstimateMdp(shape, 2).states);
}
BENCHMARK(BM_SolveMdp)
    ->DenseRange(2, 6)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace reprise::minimize
