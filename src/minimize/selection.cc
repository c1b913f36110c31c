#include "minimize/selection.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/text.h"
#include "minimize/mdp_selection.h"
#include "minimize/search.h"

namespace reprise::minimize {
namespace {

class Naive : public Selection {
 public:
  explicit Naive(const SelectionOptions& options) : rule_(options.rule) {}

  // All runs of the first, then all of the second, and so on.
  std::vector<uint32_t> Schedule(std::span<const Tally> tallies,
                                 uint32_t slots) override {
    std::vector<uint32_t> schedule;
    for (const Tally& tally : tallies) {
      schedule.push_back(std::min(RunsLeft(rule_, tally), slots));
      slots -= schedule.back();
    }
    return schedule;
  }

 private:
  const Rule rule_;
};

class RoundRobin : public Selection {
 public:
  explicit RoundRobin(const SelectionOptions& options) : rule_(options.rule) {}

  std::vector<uint32_t> Schedule(std::span<const Tally> tallies,
                                 uint32_t slots) override {
    std::vector<uint32_t> schedule(tallies.size());
    std::vector<uint32_t> all(tallies.size());
    std::iota(all.begin(), all.end(), 0U);
    FillRoundRobin(rule_, tallies, all, slots, &schedule);
    return schedule;
  }

 private:
  const Rule rule_;
};

class Figure3 : public Selection {
 public:
  explicit Figure3(const SelectionOptions& options)
      : rule_(options.rule), c_(options.c) {}

  std::vector<uint32_t> Schedule(std::span<const Tally> tallies,
                                 uint32_t slots) override {
    share_.heuristic++;
    return HeuristicSchedule(rule_, c_, tallies, slots);
  }
  SelectionShare share() const override { return share_; }

 private:
  const Rule rule_;
  const double c_;
  SelectionShare share_;
};

template <typename Policy>
Result<std::unique_ptr<Selection>> Make(const SelectionOptions& options) {
  return std::make_unique<Policy>(options);
}

struct Entry {
  std::string_view name;
  Result<std::unique_ptr<Selection>> (*make)(const SelectionOptions&);
};

constexpr std::array kSelections = {
    Entry{"heuristic", Make<Figure3>},
    Entry{"mdp", MakeMdpSelection},
    Entry{"round-robin", Make<RoundRobin>},
    Entry{"naive", Make<Naive>},
};

}  // namespace

void FillRoundRobin(const Rule& rule, std::span<const Tally> tallies,
                    std::span<const uint32_t> candidates, uint32_t slots,
                    std::vector<uint32_t>* schedule) {
  uint32_t used = std::accumulate(schedule->begin(), schedule->end(), 0U);
  bool any = true;
  while (any) {
    any = false;
    for (const uint32_t k : candidates) {
      if (used >= slots) return;
      if ((*schedule)[k] >= RunsLeft(rule, tallies[k])) continue;
      (*schedule)[k]++;
      used++;
      any = true;
    }
  }
}

std::vector<std::string_view> SelectionNames() {
  std::vector<std::string_view> names;
  for (const Entry& entry : kSelections) names.push_back(entry.name);
  return names;
}

Result<std::unique_ptr<Selection>> MakeSelection(
    std::string_view name, const SelectionOptions& options) {
  for (const Entry& entry : kSelections) {
    if (entry.name == name) return entry.make(options);
  }
  return Fail(ErrorKind::kInvalidArgument,
              "There is no selection '{}': choose one of {}.",
              EscapeForTerminal(name), fmt::join(SelectionNames(), ", "));
}

}  // namespace reprise::minimize
