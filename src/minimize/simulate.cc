#include "minimize/simulate.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "minimize/random.h"

namespace reprise::minimize {

SyntheticApp::SyntheticApp(std::string kind, uint32_t units,
                           std::vector<Start> starts,
                           const std::vector<Edge>& edges, Candidate planted)
    : kind_(std::move(kind)),
      units_(units),
      starts_(std::move(starts)),
      edges_(units),
      planted_(std::move(planted)) {
  for (const Start& start : starts_) {
    states_ = std::max<uint16_t>(states_, start.state + 1);
  }
  for (const Edge& edge : edges) {
    CHECK_LT(edge.unit, units);
    states_ = std::max<uint16_t>(states_, std::max(edge.from, edge.to) + 1);
    edges_[edge.unit].push_back(edge);
  }
}

Candidate SyntheticApp::Whole() const {
  Candidate whole(units_);
  std::iota(whole.begin(), whole.end(), 0);
  return whole;
}

bool SyntheticApp::Run(const Candidate& candidate, uint64_t run_seed) const {
  Random random(run_seed);
  // What excludes each other shares one draw.
  double draw = random.Unit();
  uint16_t state = starts_.back().state;
  for (const Start& start : starts_) {
    if (draw < start.probability) {
      state = start.state;
      break;
    }
    draw -= start.probability;
  }
  for (const uint32_t unit : candidate) {
    if (state == kTarget) return true;
    if (unit >= units_ || edges_[unit].empty()) continue;
    draw = random.Unit();
    for (const Edge& edge : edges_[unit]) {
      if (edge.from != state) continue;
      if (draw < edge.probability) {
        state = edge.to;
        break;
      }
      draw -= edge.probability;
    }
  }
  return state == kTarget;
}

double SyntheticApp::SuccessProbability(const Candidate& candidate) const {
  std::vector<double> now(states_, 0);
  for (const Start& start : starts_) now[start.state] += start.probability;
  std::vector<double> next;
  for (const uint32_t unit : candidate) {
    if (unit >= units_ || edges_[unit].empty()) continue;
    next = now;
    for (const Edge& edge : edges_[unit]) {
      if (edge.from == kTarget) continue;
      const double moved = now[edge.from] * edge.probability;
      next[edge.from] -= moved;
      next[edge.to] += moved;
    }
    now.swap(next);
  }
  return now[kTarget];
}

}  // namespace reprise::minimize
