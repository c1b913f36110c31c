// How long solving the MDP takes, for 2 to 6 candidates on one thread and on
// two, and what it takes of memory.
#include <benchmark/benchmark.h>

#include "minimize/mdp.h"

namespace reprise::minimize {
namespace {

void BM_SolveMdp(benchmark::State& state) {
  MdpShape shape;
  shape.n = static_cast<uint32_t>(state.range(0));
  const auto threads = static_cast<uint32_t>(state.range(1));
  const std::vector<Tally> start(shape.n);
  for (auto _ : state) {
    const auto mdp = Mdp::Solve(shape, DefaultPrior(), threads);
    state.counters["steps"] = mdp->ExpectedSteps(start).value();
  }
  const MdpEstimate estimate = EstimateMdp(shape, threads);
  state.counters["states"] = static_cast<double>(estimate.states);
  state.counters["MB"] = static_cast<double>(estimate.bytes) / 1e6;
}
BENCHMARK(BM_SolveMdp)
    ->ArgsProduct({{2, 3, 4, 5, 6}, {1, 2}})
    ->ArgNames({"n", "threads"})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace reprise::minimize
