#include "minimize/mdp_solver.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include "minimize/mdp_work.h"

namespace reprise::minimize {
namespace {

// What one thread uses while it solves tasks.
struct Worker {
  std::unique_ptr<MdpWalker> walker;
  AlignedFloats best;
};

// Fewer targets are done sooner than other threads have woken up.
constexpr size_t kLeastShared = 128;

// The place in a block of a state with these failures, when traces that ran
// equally often are sorted by them.
size_t Canonical(std::span<const uint16_t> runs, uint32_t counts,
                 std::array<uint32_t, kMaxMdpTraces> failures) {
  size_t place = 0;
  for (size_t d = 0; d < runs.size(); d++) {
    for (size_t j = d;
         j > 0 && runs[j - 1] == runs[j] && failures[j - 1] > failures[j];
         j--) {
      std::swap(failures[j - 1], failures[j]);
    }
  }
  for (size_t d = 0; d < runs.size(); d++) {
    place = place * counts + failures[d];
  }
  return place;
}

// Makes values of failures differences to that of death, axis by axis.
void SubtractDeath(uint32_t k, uint32_t f, size_t step, float* values) {
  size_t all = step;
  for (uint32_t d = 0; d < k; d++) all *= f + 1;
  for (size_t weight = step; weight < all; weight *= f + 1) {
    for (size_t first = 0; first < all; first += weight * (f + 1)) {
      const float* death = values + first + f * weight;
      for (uint32_t failures = 0; failures < f; failures++) {
        float* value = values + first + failures * weight;
        for (size_t i = 0; i < weight; i++) value[i] -= death[i];
      }
    }
  }
}

}  // namespace

void MdpSolver::Run() {
  for (uint32_t k = 1; k <= mdp_.shape_.n; k++) {
    const MdpBlocks& blocks = mdp_.blocks_[k - 1];
    mdp_.values_[k - 1].assign(blocks.values() * blocks.count(), 0);
    if (k == 1) {
      SolveSingle();
    } else {
      SolveMany(k);
    }
  }
}

void MdpSolver::SolveSingle() {
  const MdpShape& shape = mdp_.shape_;
  const MdpBlocks& blocks = mdp_.blocks_[0];
  const uint32_t f = shape.failures();
  const size_t weights[] = {1};
  std::vector<float> best(f);
  for (uint32_t block = blocks.count(); block-- > 0;) {
    const auto runs = blocks.runs(block);
    if (!DecidedNext(runs)) {
      const uint16_t to[] = {static_cast<uint16_t>(runs[0] + shape.m)};
      const float* after = mdp_.values_[0].data() + blocks.Find(to) * f;
      const float* matrix = mdp_.chances_.Matrix(runs[0], to[0]);
      for (uint32_t row = 0; row < f; row++) {
        const float* chances = matrix + row * (f + 1);
        best[row] = std::inner_product(chances, chances + f, after, 0.0F);
      }
    }
    Settle(block, weights, best.data());
  }
}

void MdpSolver::SolveMany(uint32_t k) {
  const MdpBlocks& blocks = mdp_.blocks_[k - 1];
  MdpWalkPlan plan(mdp_.shape_, k, blocks, mdp_.chances_);
  const std::vector<MdpBatch> batches = CutMdpWork(&plan);
  std::vector<Worker> workers(team_.threads());
  for (Worker& worker : workers) worker.walker = MakeMdpWalker(plan);
  const size_t size = plan.target_values();
  AlignedFloats targets;
  for (const MdpBatch& batch : batches) {
    const size_t count = batch.targets.size() / k;
    const bool alone = count < kLeastShared;
    const auto runs = [&](size_t target) {
      return std::span(batch.targets).subspan(target * k, k);
    };
    targets.Resize(count * size);
    team_.ForEach(count, alone, [&](size_t i, uint32_t) {
      LoadTarget(plan, runs(i), targets.data() + i * size);
    });
    team_.ForEach(batch.tasks.size(), alone, [&](size_t i, uint32_t thread) {
      const MdpTask& task = batch.tasks[i];
      Worker& worker = workers[thread];
      worker.best.Resize(task.values);
      float* best = worker.best.data();
      std::fill(best, best + task.values,
                std::numeric_limits<float>::infinity());
      const auto prefix = blocks.runs(task.sources.front()).first(MdpPrefix(k));
      for (size_t to = task.first_target; to < task.end_target; to++) {
        worker.walker->Walk(runs(to), targets.data() + to * size, prefix, best);
      }
      for (const uint32_t block : task.sources) {
        const MdpProduct product = plan.ProductOf(blocks.runs(block));
        Settle(block, std::span(product.weights).first(k), best);
        best += product.values;
      }
    });
  }
}

void MdpSolver::LoadTarget(const MdpWalkPlan& plan,
                           std::span<const uint16_t> runs, float* out) const {
  const uint32_t k = plan.k;
  const uint32_t f = plan.shape.failures();
  std::array<size_t, kMaxMdpTraces> weights;
  size_t step = plan.target_step();
  for (uint32_t d = k; d-- > 0; step *= f + 1) weights[d] = step;
  std::fill(out, out + step, 0.0F);
  // Who has run nr times without dying has passed: nothing is left to do.
  uint32_t decided = 0;
  for (uint32_t d = 0; d < k; d++) {
    if (runs[d] == plan.shape.rule.nr) decided |= 1U << d;
  }
  for (uint32_t living = 1; living < 1U << k; living++) {
    if ((living & decided) == 0) LoadLiving(runs, weights, living, out);
  }
  SubtractDeath(k, f, plan.target_step(), out);
}

void MdpSolver::LoadLiving(std::span<const uint16_t> runs,
                           std::span<const size_t> weights, uint32_t living,
                           float* out) const {
  const uint32_t f = mdp_.shape_.failures();
  std::array<uint16_t, kMaxMdpTraces> live_runs;
  std::array<size_t, kMaxMdpTraces> live_weights;
  uint32_t live = 0;
  for (uint32_t d = 0; d < runs.size(); d++) {
    if ((living >> d & 1) == 0) {
      out += f * weights[d];
      continue;
    }
    live_runs[live] = runs[d];
    live_weights[live++] = weights[d];
  }
  const MdpBlocks& blocks = mdp_.blocks_[live - 1];
  const uint32_t block = blocks.Find({live_runs.data(), live});
  const float* values = mdp_.values_[live - 1].data() + block * blocks.values();
  const float* end = values + blocks.values();
  const size_t last_weight = live_weights[live - 1];
  std::array<uint32_t, kMaxMdpTraces> failures = {};
  while (true) {
    for (uint32_t i = 0; i < f; i++) out[i * last_weight] = *values++;
    if (values == end) return;
    for (uint32_t d = live - 1; d-- > 0;) {
      out += live_weights[d];
      if (++failures[d] < f) break;
      out -= f * live_weights[d];
      failures[d] = 0;
    }
  }
}

bool MdpSolver::DecidedNext(std::span<const uint16_t> runs) const {
  uint32_t left = 0;
  for (const uint16_t done : runs) left += mdp_.shape_.rule.nr - done;
  return left <= mdp_.shape_.m;
}

void MdpSolver::Settle(uint32_t block, std::span<const size_t> weights,
                       const float* best) {
  const MdpShape& shape = mdp_.shape_;
  const auto k = static_cast<uint32_t>(weights.size());
  const MdpBlocks& blocks = mdp_.blocks_[k - 1];
  const auto runs = blocks.runs(block);
  const uint32_t f = shape.failures();
  const bool last = DecidedNext(runs);
  float* values = mdp_.values_[k - 1].data() + block * blocks.values();
  // Traces with the same number of runs can change places: the walk came by
  // only one of the ways to tell them apart. The least of all is kept.
  const bool tied = std::ranges::adjacent_find(runs) != runs.end();
  std::vector<size_t> canonical(tied ? blocks.values() : 0);
  if (tied) {
    std::fill(values, values + blocks.values(),
              std::numeric_limits<float>::infinity());
  }
  std::array<uint32_t, kMaxMdpTraces> failures = {};
  for (size_t i = 0; i < blocks.values(); i++) {
    bool live = true;
    size_t at = 0;
    for (uint32_t d = 0; d < k; d++) {
      live = live && failures[d] <= runs[d] &&
             runs[d] - failures[d] < shape.rule.st;
      at += failures[d] * weights[d];
    }
    const float value = !live ? 0 : last ? 1 : 1 + best[at];
    if (tied) {
      const size_t place = canonical[i] = Canonical(runs, f, failures);
      values[place] = std::min(values[place], value);
    } else {
      values[i] = value;
    }
    for (uint32_t d = k; d-- > 0 && ++failures[d] == f;) failures[d] = 0;
  }
  for (size_t i = 0; i < canonical.size(); i++)
    values[i] = values[canonical[i]];
}

}  // namespace reprise::minimize
