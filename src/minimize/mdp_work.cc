#include "minimize/mdp_work.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace reprise::minimize {
namespace {

uint32_t SumOf(std::span<const uint16_t> runs) {
  return std::accumulate(runs.begin(), runs.end(), 0U);
}

// The sources of one sum, cut by their prefixes.
std::vector<MdpTask> CutSources(MdpWalkPlan* plan,
                                std::vector<uint32_t> sources) {
  const MdpBlocks& blocks = *plan->blocks;
  const auto prefix = [&](uint32_t block) {
    return blocks.runs(block).first(MdpPrefix(plan->k));
  };
  std::ranges::stable_sort(sources, [&](uint32_t a, uint32_t b) {
    return std::ranges::lexicographical_compare(prefix(a), prefix(b));
  });
  std::vector<MdpTask> tasks;
  for (const uint32_t block : sources) {
    if (tasks.empty() ||
        !std::ranges::equal(prefix(block),
                            prefix(tasks.back().sources.front()))) {
      tasks.emplace_back();
    }
    MdpTask& task = tasks.back();
    plan->starts[blocks.Rank(blocks.runs(block))] =
        static_cast<uint32_t>(task.values / kLanes);
    task.sources.push_back(block);
    task.values += plan->ProductOf(blocks.runs(block)).values;
  }
  return tasks;
}

}  // namespace

std::vector<MdpBatch> CutMdpWork(MdpWalkPlan* plan) {
  const uint32_t k = plan->k;
  const uint32_t m = plan->shape.m;
  const uint32_t nr = plan->shape.rule.nr;
  const MdpBlocks& blocks = *plan->blocks;
  const uint32_t all = k * nr;
  std::vector<std::vector<uint32_t>> sources(all);
  for (uint32_t block = 0; block < blocks.count(); block++) {
    sources[SumOf(blocks.runs(block))].push_back(block);
  }
  // Once all have run nr times all is decided: nothing to look up.
  std::vector<std::vector<uint16_t>> targets(size_t{all} + m);
  ForEachRising(k, nr, [&](std::span<const uint16_t> runs) {
    const uint32_t sum = SumOf(runs);
    if (sum < m || sum == all || sources[sum - m].empty()) return;
    targets[sum].insert(targets[sum].end(), runs.begin(), runs.end());
  });

  plan->starts.resize(blocks.ranks());
  std::vector<MdpBatch> batches;
  const size_t target_bytes = plan->target_values() * sizeof(float);
  uint32_t first_sum = 0;  // of the batch, the others are less
  for (uint32_t sum = all; sum-- > 0;) {
    if (sources[sum].empty()) continue;
    const std::vector<uint16_t>& to = targets[sum + m];
    if (batches.empty() || first_sum - sum >= m ||
        (batches.back().targets.size() + to.size()) / k * target_bytes >
            kMaxMdpBatchBytes) {
      batches.emplace_back();
      first_sum = sum;
    }
    MdpBatch& batch = batches.back();
    const size_t first_target = batch.targets.size() / k;
    batch.targets.insert(batch.targets.end(), to.begin(), to.end());
    for (MdpTask& task : CutSources(plan, std::move(sources[sum]))) {
      task.first_target = first_target;
      task.end_target = batch.targets.size() / k;
      batch.tasks.push_back(std::move(task));
    }
  }
  // The longest first: no thread is left alone with one at the end.
  const auto cost = [](const MdpTask& task) {
    return task.values * (task.end_target - task.first_target);
  };
  for (MdpBatch& batch : batches) {
    std::ranges::stable_sort(batch.tasks, std::greater<>(), cost);
  }
  return batches;
}

}  // namespace reprise::minimize
