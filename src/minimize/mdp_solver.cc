#include "minimize/mdp_solver.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <limits>
#include <numeric>
#include <thread>

namespace reprise::minimize {
namespace {

// Calls `work` with 0 .. threads-1 at the same time.
void OnThreads(uint32_t threads, const std::function<void(uint32_t)>& work) {
  std::vector<std::thread> others;
  for (uint32_t i = 1; i < threads; i++) others.emplace_back(work, i);
  work(0);
  for (std::thread& other : others) other.join();
}

}  // namespace

void MdpSolver::Run() {
  const MdpShape& shape = mdp_.shape_;
  for (uint32_t k = 1; k <= shape.n; k++) {
    const MdpBlocks& blocks = mdp_.blocks_[k - 1];
    mdp_.values_[k - 1].assign(blocks.values() * blocks.count(), 0);
    if (k == 1) {
      SolveSingle();
      continue;
    }
    const MdpWalkPlan plan(shape, k, blocks, mdp_.chances_);
    std::vector<uint32_t> row_of_block(blocks.count());
    const std::vector<Window> windows = Windows(k);
    for (size_t w = windows.size(); w-- > 0;) {
      SolveWindow(plan, windows[w], &row_of_block);
    }
  }
}

std::vector<MdpSolver::Window> MdpSolver::Windows(uint32_t k) const {
  const MdpShape& shape = mdp_.shape_;
  const uint32_t m = shape.m;
  const uint32_t all = k * shape.rule.nr;
  const MdpBlocks& blocks = mdp_.blocks_[k - 1];
  std::vector<Window> windows(all / m + 1);
  for (uint32_t block = 0; block < blocks.count(); block++) {
    const auto runs = blocks.runs(block);
    const uint32_t sum = std::accumulate(runs.begin(), runs.end(), 0U);
    windows[sum / m].sources.push_back(block);
  }
  // A target in which all have run nr times is decided, which Settle() knows.
  ForEachRising(k, shape.rule.nr, [&](std::span<const uint16_t> runs) {
    const uint32_t sum = std::accumulate(runs.begin(), runs.end(), 0U);
    if (sum < m || sum == all || (k == shape.n && sum % m != 0)) return;
    auto& targets = windows[sum / m - 1].targets;
    targets.insert(targets.end(), runs.begin(), runs.end());
  });
  return windows;
}

void MdpSolver::SolveSingle() {
  const MdpShape& shape = mdp_.shape_;
  const MdpBlocks& blocks = mdp_.blocks_[0];
  const uint32_t f = shape.failures();
  std::vector<float> best(f);
  std::vector<uint32_t> places(f);
  std::iota(places.begin(), places.end(), 0U);
  for (uint32_t block = blocks.count(); block-- > 0;) {
    const uint32_t from = blocks.runs(block)[0];
    const uint32_t to = from + shape.m;
    if (to >= shape.rule.nr) {
      Settle(1, block, nullptr, {});
      continue;
    }
    const uint16_t target[] = {static_cast<uint16_t>(to)};
    const float* after = mdp_.values_[0].data() + blocks.Find(target) * f;
    const float* matrix = mdp_.chances_.Matrix(from, to);
    for (uint32_t row = 0; row < f; row++) {
      const float* chances = matrix + row * (f + 1);
      best[row] = std::inner_product(chances, chances + f, after, 0.0F);
    }
    Settle(1, block, best.data(), places);
  }
}

void MdpSolver::SolveWindow(const MdpWalkPlan& plan, const Window& window,
                            std::vector<uint32_t>* row_of_block) {
  const uint32_t k = plan.k;
  const size_t row = plan.row_values();
  for (uint32_t i = 0; i < window.sources.size(); i++) {
    (*row_of_block)[window.sources[i]] = i;
  }
  const size_t targets = window.targets.size() / k;
  // Little work is done sooner than a thread is started.
  const uint32_t threads = targets < 64 ? 1 : threads_;
  std::vector<MdpBest> bests(threads);
  std::atomic<size_t> next = 0;
  OnThreads(threads, [&](uint32_t thread) {
    MdpBest& best = bests[thread];
    best.row_of_block = *row_of_block;
    if (targets > 0) {
      best.values.assign(window.sources.size() * row,
                         std::numeric_limits<float>::infinity());
    }
    const auto walker = MakeMdpWalker(plan);
    AlignedFloats values;
    values.Resize(plan.target_values());
    for (size_t i = next++; i < targets; i = next++) {
      const std::span<const uint16_t> runs(window.targets.data() + i * k, k);
      LoadTarget(plan, runs, values.data());
      walker->Walk(runs, values.data(), &best);
    }
  });
  next = 0;
  OnThreads(threads, [&](uint32_t) {
    for (size_t i = next++; i < window.sources.size(); i = next++) {
      if (targets == 0) {
        Settle(k, window.sources[i], nullptr, {});
        continue;
      }
      float* best = bests[0].values.data() + i * row;
      for (uint32_t other = 1; other < threads; other++) {
        const float* theirs = bests[other].values.data() + i * row;
        for (size_t j = 0; j < row; j++) best[j] = std::min(best[j], theirs[j]);
      }
      Settle(k, window.sources[i], best, plan.places);
    }
  });
}

void MdpSolver::LoadTarget(const MdpWalkPlan& plan,
                           std::span<const uint16_t> runs, float* out) const {
  const uint32_t k = plan.k;
  const uint32_t f = plan.shape.failures();
  std::array<size_t, kMaxMdpTraces> weight;
  size_t step = k == 2 ? plan.stride() : 1;
  for (uint32_t d = k; d-- > 0; step *= f + 1) weight[d] = step;
  std::fill(out, out + step, 0.0F);
  // Every choice of those that live on: their own block has the values.
  for (uint32_t living = 1; living < 1U << k; living++) {
    std::array<uint16_t, kMaxMdpTraces> live_runs;
    std::array<size_t, kMaxMdpTraces> live_weight;
    uint32_t live = 0;
    size_t base = 0;
    bool decided = false;
    for (uint32_t d = 0; d < k; d++) {
      if ((living >> d & 1) == 0) {
        base += f * weight[d];
        continue;
      }
      decided = decided || runs[d] == plan.shape.rule.nr;
      live_runs[live] = runs[d];
      live_weight[live++] = weight[d];
    }
    if (decided) continue;
    const MdpBlocks& blocks = mdp_.blocks_[live - 1];
    const uint32_t block = blocks.Find({live_runs.data(), live});
    const float* values =
        mdp_.values_[live - 1].data() + block * blocks.values();
    std::array<uint32_t, kMaxMdpTraces> failures = {};
    size_t place = base;
    for (size_t i = 0; i < blocks.values(); i++) {
      out[place] = values[i];
      for (uint32_t d = live; d-- > 0;) {
        place += live_weight[d];
        if (++failures[d] < f) break;
        place -= f * live_weight[d];
        failures[d] = 0;
      }
    }
  }
}

void MdpSolver::Settle(uint32_t k, uint32_t block, const float* best,
                       std::span<const uint32_t> places) {
  const MdpShape& shape = mdp_.shape_;
  const MdpBlocks& blocks = mdp_.blocks_[k - 1];
  const auto runs = blocks.runs(block);
  const uint32_t f = shape.failures();
  const uint32_t sum = std::accumulate(runs.begin(), runs.end(), 0U);
  const bool last = k * shape.rule.nr - sum <= shape.m;
  float* values = mdp_.values_[k - 1].data() + block * blocks.values();
  // Traces with the same number of runs can change places: the walk came by
  // only one of the ways to tell them apart. The least of all is kept.
  const bool tied = std::ranges::adjacent_find(runs) != runs.end();
  std::vector<uint32_t> canonical(tied ? blocks.values() : 0);
  std::fill(values, values + blocks.values(),
            std::numeric_limits<float>::infinity());
  std::array<uint32_t, kMaxMdpTraces> failures = {};
  for (size_t i = 0; i < blocks.values(); i++) {
    bool live = true;
    for (uint32_t d = 0; d < k; d++) {
      live = live && failures[d] <= runs[d] &&
             runs[d] - failures[d] < shape.rule.st;
    }
    size_t place = i;
    if (tied) place = canonical[i] = Canonical(runs, failures);
    const float after = last ? 0 : best[places[i]];
    values[place] = live ? std::min(values[place], 1 + after) : 0;
    for (uint32_t d = k; d-- > 0 && ++failures[d] == f;) failures[d] = 0;
  }
  for (size_t i = 0; i < canonical.size(); i++)
    values[i] = values[canonical[i]];
}

uint32_t MdpSolver::Canonical(
    std::span<const uint16_t> runs,
    std::array<uint32_t, kMaxMdpTraces> failures) const {
  uint32_t place = 0;
  for (size_t d = 0; d < runs.size(); d++) {
    for (size_t j = d;
         j > 0 && runs[j - 1] == runs[j] && failures[j - 1] > failures[j];
         j--) {
      std::swap(failures[j - 1], failures[j]);
    }
  }
  for (size_t d = 0; d < runs.size(); d++) {
    place = place * mdp_.shape_.failures() + failures[d];
  }
  return place;
}

}  // namespace reprise::minimize
