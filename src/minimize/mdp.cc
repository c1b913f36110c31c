#include "minimize/mdp.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "minimize/mdp_solver.h"

namespace reprise::minimize {

// A live trace of the state that is asked about, and where it is asked to go.
struct MdpTrace {
  uint32_t candidate = 0;
  Tally tally;
  uint32_t to = 0;
};

namespace {

constexpr size_t kMaxFound = 100000;

using Trace = MdpTrace;

// One step ahead of a state.
class LookAhead {
 public:
  LookAhead(const Mdp& mdp, const MdpChances& chances,
            std::span<const MdpBlocks> blocks)
      : mdp_(mdp), chances_(chances), blocks_(blocks) {}

  // The expected steps after the traces have gone where they are to go.
  double After(std::span<const Trace> traces) const;

 private:
  double Sum(std::span<const float* const> rows, const float* values,
             size_t count) const;

  const Mdp& mdp_;
  const MdpChances& chances_;
  std::span<const MdpBlocks> blocks_;
};

double LookAhead::After(std::span<const Trace> traces) const {
  const auto k = static_cast<uint32_t>(traces.size());
  const uint32_t f = mdp_.shape().failures();
  std::array<uint32_t, kMaxMdpTraces> order;
  std::iota(order.begin(), order.begin() + k, 0U);
  std::stable_sort(
      order.begin(), order.begin() + k,
      [traces](uint32_t a, uint32_t b) { return traces[a].to < traces[b].to; });
  double sum = 0;
  for (uint32_t living = 1; living < 1U << k; living++) {
    std::array<uint16_t, kMaxMdpTraces> runs;
    std::array<const float*, kMaxMdpTraces> rows;
    uint32_t live = 0;
    double dead = 1;
    bool decided = false;
    for (uint32_t i = 0; i < k; i++) {
      const Trace& trace = traces[order[i]];
      const float* row = chances_.Matrix(trace.tally.runs(), trace.to) +
                         trace.tally.fails * (f + 1);
      if ((living >> i & 1) == 0) {
        dead *= row[f];
        continue;
      }
      decided = decided || trace.to == mdp_.shape().rule.nr;
      runs[live] = static_cast<uint16_t>(trace.to);
      rows[live++] = row;
    }
    if (decided || dead == 0) continue;
    const MdpBlocks& blocks = blocks_[live - 1];
    const uint32_t block = blocks.Find({runs.data(), live});
    sum += dead * Sum({rows.data(), live},
                      mdp_.values(live).data() + block * blocks.values(),
                      blocks.values());
  }
  return sum;
}

// The values weighted by the chances of each trace; the last one's failures
// count slowest.
double LookAhead::Sum(std::span<const float* const> rows, const float* values,
                      size_t count) const {
  const uint32_t f = mdp_.shape().failures();
  const size_t part = count / f;
  const float* row = rows.back();
  double sum = 0;
  for (uint32_t i = 0; i < f; i++) {
    if (row[i] == 0) continue;
    sum += row[i] * (rows.size() == 1 ? values[i]
                                      : Sum(rows.first(rows.size() - 1),
                                            values + i * part, part));
  }
  return sum;
}

// The live ones, those with equal tallies side by side.
std::vector<Trace> LiveTraces(const Rule& rule,
                              std::span<const Tally> tallies) {
  std::vector<Trace> traces;
  for (uint32_t i = 0; i < tallies.size(); i++) {
    if (!Dead(rule, tallies[i])) {
      traces.push_back({i, tallies[i], tallies[i].runs()});
    }
  }
  std::stable_sort(traces.begin(), traces.end(),
                   [](const Trace& a, const Trace& b) {
                     return std::pair(a.tally.runs(), a.tally.fails) <
                            std::pair(b.tally.runs(), b.tally.fails);
                   });
  return traces;
}

// Tries all ways to spread `left` runs over the traces from `d` on; those with
// equal tallies get fewer and fewer.
template <typename Function>
void Spread(uint32_t nr, std::vector<Trace>* traces, size_t d, uint32_t left,
            const Function& function) {
  Trace& trace = (*traces)[d];
  const uint32_t from = trace.tally.runs();
  uint32_t most = std::min(left, nr - from);
  if (d > 0 && (*traces)[d - 1].tally == trace.tally) {
    most = std::min(most, (*traces)[d - 1].to - from);
  }
  uint32_t room = 0;
  for (size_t i = d + 1; i < traces->size(); i++) {
    room += nr - (*traces)[i].tally.runs();
  }
  for (uint32_t runs = left > room ? left - room : 0; runs <= most; runs++) {
    trace.to = from + runs;
    if (d + 1 < traces->size()) {
      Spread(nr, traces, d + 1, left - runs, function);
    } else {
      function();
    }
  }
  trace.to = from;
}

}  // namespace

Mdp::Mdp(const MdpShape& shape, const Prior& prior)
    : shape_(shape), chances_(shape.rule, prior), values_(shape.n) {
  for (uint32_t k = 1; k <= shape.n; k++) blocks_.emplace_back(shape, k);
}

std::unique_ptr<Mdp> Mdp::Solve(const MdpShape& shape, const Prior& prior,
                                uint32_t threads) {
  std::unique_ptr<Mdp> mdp(new Mdp(shape, prior));
  MdpSolver(mdp.get(), threads).Run();
  return mdp;
}

Result<std::unique_ptr<Mdp>> Mdp::FromValues(
    const MdpShape& shape, const Prior& prior,
    std::vector<std::vector<float>> values) {
  std::unique_ptr<Mdp> mdp(new Mdp(shape, prior));
  bool fits = values.size() == shape.n;
  for (uint32_t k = 1; fits && k <= shape.n; k++) {
    const MdpBlocks& blocks = mdp->blocks_[k - 1];
    fits = values[k - 1].size() == blocks.values() * blocks.count();
    // No state takes more steps than there are runs to make.
    const auto most = static_cast<float>(k * shape.rule.nr);
    for (const float value : values[k - 1]) {
      fits = fits && value >= 0 && value <= most;
    }
  }
  if (!fits) {
    return Fail(ErrorKind::kCorruption,
                "These are no values of the MDP for n {}, m {}, nr {} and st "
                "{}: solve it again.",
                shape.n, shape.m, shape.rule.nr, shape.rule.st);
  }
  mdp->values_ = std::move(values);
  return mdp;
}

std::optional<double> Mdp::ExpectedSteps(std::span<const Tally> tallies) const {
  if (std::any_of(tallies.begin(), tallies.end(), [this](const Tally& tally) {
        return Passed(shape_.rule, tally);
      })) {
    return 0;
  }
  const std::vector<Trace> traces = LiveTraces(shape_.rule, tallies);
  if (traces.empty()) return 0;
  if (traces.size() > shape_.n) return std::nullopt;
  const MdpBlocks& blocks = blocks_[traces.size() - 1];
  std::vector<uint16_t> runs;
  size_t place = 0;
  size_t weight = 1;
  for (const Trace& trace : traces) {
    runs.push_back(static_cast<uint16_t>(trace.tally.runs()));
    place += trace.tally.fails * weight;
    weight *= shape_.failures();
  }
  const uint32_t block = blocks.Find(runs);
  if (block == MdpBlocks::kNone) return std::nullopt;
  return values_[traces.size() - 1][block * blocks.values() + place];
}

std::optional<std::vector<uint32_t>> Mdp::Schedule(
    std::span<const Tally> tallies) const {
  const std::optional<double> steps = ExpectedSteps(tallies);
  if (!steps) return std::nullopt;
  std::vector<uint32_t> schedule(tallies.size(), 0);
  if (*steps == 0) return schedule;
  const std::vector<Trace> traces = LiveTraces(shape_.rule, tallies);
  std::vector<uint32_t> key;
  for (const Trace& trace : traces) {
    key.push_back(trace.tally.passes);
    key.push_back(trace.tally.fails);
  }
  std::vector<uint32_t> spread;
  {
    const std::lock_guard lock(mutex_);
    const auto found = found_.find(key);
    if (found != found_.end()) spread = found->second;
  }
  if (spread.empty()) {
    spread = BestSpread(traces);
    const std::lock_guard lock(mutex_);
    if (found_.size() < kMaxFound) found_.emplace(std::move(key), spread);
  }
  for (size_t i = 0; i < traces.size(); i++) {
    schedule[traces[i].candidate] = spread[i];
  }
  return schedule;
}

std::vector<uint32_t> Mdp::BestSpread(std::vector<Trace> traces) const {
  uint32_t room = 0;
  for (const Trace& trace : traces) room += RunsLeft(shape_.rule, trace.tally);
  // What is better by less is rounding: the first of equals is taken, so that
  // machines agree.
  constexpr double kBetter = 1e-6;
  double least = INFINITY;
  std::vector<uint32_t> spread(traces.size());
  const LookAhead ahead(*this, chances_, blocks_);
  Spread(shape_.rule.nr, &traces, 0, std::min(room, shape_.m), [&] {
    const double after = ahead.After(traces);
    if (after >= least - kBetter) return;
    least = after;
    for (size_t i = 0; i < traces.size(); i++) {
      spread[i] = traces[i].to - traces[i].tally.runs();
    }
  });
  return spread;
}

}  // namespace reprise::minimize
