#include "minimize/prior.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "base/check.h"

namespace reprise::minimize {
namespace {

// Points of a grid are written in decimals, thresholds are quotients.
constexpr double kSamePoint = 1e-9;
constexpr double kNever = -std::numeric_limits<double>::infinity();

double Times(uint32_t count, double logarithm) {
  return count == 0 ? 0 : count * logarithm;
}

}  // namespace

Result<Prior> Prior::Make(std::vector<double> points,
                          std::vector<double> weights) {
  if (points.size() != weights.size() || points.empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "A prior has {} points and {} weights: give each point one.",
                points.size(), weights.size());
  }
  double before = -1;
  double inside = 0;
  for (size_t i = 0; i < points.size(); i++) {
    const double p = points[i];
    const double weight = weights[i];
    if (!(p >= 0 && p <= 1 && p > before)) {
      return Fail(ErrorKind::kInvalidArgument,
                  "Point {} of a prior is {}: points rise from 0 to 1.", i + 1,
                  p);
    }
    if (!(weight >= 0 && weight <= 1e9)) {
      return Fail(ErrorKind::kInvalidArgument,
                  "Weight {} of a prior is {}: weights are at least 0 and at "
                  "most 1e9.",
                  i + 1, weight);
    }
    before = p;
    if (p > 0 && p < 1) inside = std::max(inside, weight);
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (!(inside > 0 && inside / sum > 1e-12)) {
    return Fail(ErrorKind::kInvalidArgument,
                "A prior gives no weight to any point between 0 and 1, so no "
                "candidate could pass once and fail once: add such a point.");
  }
  for (double& weight : weights) weight /= sum;
  Prior prior;
  for (const double p : points) {
    prior.log_pass_.push_back(p == 0 ? kNever : std::log(p));
    prior.log_fail_.push_back(p == 1 ? kNever : std::log1p(-p));
  }
  prior.points_ = std::move(points);
  prior.weights_ = std::move(weights);
  return prior;
}

double Prior::Joint(const Tally& tally, std::vector<double>* out) const {
  out->resize(points_.size());
  double largest = kNever;
  for (size_t i = 0; i < points_.size(); i++) {
    const double log =
        Times(tally.passes, log_pass_[i]) + Times(tally.fails, log_fail_[i]);
    (*out)[i] = log;
    if (weights_[i] > 0) largest = std::max(largest, log);
  }
  for (size_t i = 0; i < points_.size(); i++) {
    (*out)[i] =
        weights_[i] > 0 ? weights_[i] * std::exp((*out)[i] - largest) : 0;
  }
  return largest;
}

std::vector<double> Prior::Posterior(const Tally& tally) const {
  std::vector<double> joint;
  Joint(tally, &joint);
  const double sum = std::accumulate(joint.begin(), joint.end(), 0.0);
  for (double& value : joint) value /= sum;
  return joint;
}

double Prior::PassProbability(const Tally& tally) const {
  const std::vector<double> posterior = Posterior(tally);
  return std::inner_product(posterior.begin(), posterior.end(), points_.begin(),
                            0.0);
}

double Prior::ProbabilityAtLeast(double threshold, const Tally& tally) const {
  const std::vector<double> posterior = Posterior(tally);
  double sum = 0;
  for (size_t i = 0; i < points_.size(); i++) {
    if (points_[i] >= threshold - kSamePoint) sum += posterior[i];
  }
  return sum;
}

double Prior::LogEvidence(const Tally& tally) const {
  std::vector<double> joint;
  const double scale = Joint(tally, &joint);
  return scale + std::log(std::accumulate(joint.begin(), joint.end(), 0.0));
}

const Prior& DefaultPrior() {
  static const Prior* const kPrior = [] {
    auto made =
        Prior::Make({0,  .05, .1, .15, .2, .25, .3, .35, .4,   .45, .5, .55,
                     .6, .65, .7, .75, .8, .85, .9, .95, .975, .99, 1},
                    {.555,  .02,   .01,   .0015, .0015, .0015, .0015, .0015,
                     .0015, .0015, .0015, .0015, .006,  .026,  .020,  .043,
                     .038,  .0174, .0328, .0224, .0101, .166,  .0157});
    CHECK(made.has_value());
    return new Prior(*std::move(made));
  }();
  return *kPrior;
}

double GoodProbability(const Rule& rule) {
  constexpr double kBelow = 0.05;
  const double asked = static_cast<double>(rule.st) / rule.nr;
  return std::min(kGoodProbability, std::max(asked - kBelow, asked / 2));
}

double PassRuleProbability(const Rule& rule, double p) {
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  double sum = 0;
  for (uint32_t passes = rule.st; passes <= rule.nr; passes++) {
    const uint32_t fails = rule.nr - passes;
    sum += std::exp(std::lgamma(rule.nr + 1.0) - std::lgamma(passes + 1.0) -
                    std::lgamma(fails + 1.0) + passes * std::log(p) +
                    fails * std::log1p(-p));
  }
  return std::min(sum, 1.0);
}

uint32_t FittingSt(const Tally& tally, uint32_t nr) {
  constexpr double kSure = 0.9;
  if (tally.runs() == 0) return 0;
  const double rate = static_cast<double>(tally.passes) / tally.runs();
  uint32_t st = nr;
  while (st > 0 && PassRuleProbability({.nr = nr, .st = st}, rate) < kSure) {
    st--;
  }
  return rate > 0 ? st : 0;
}

double P1(const Prior& prior, const Tally& final_check) {
  return prior.ProbabilityAtLeast(kGoodProbability, final_check);
}

double P2(const Prior& prior, const Rule& rule, uint32_t units) {
  const double bound = static_cast<double>(rule.st) / rule.nr;
  double failed = 0;
  double failed_though_good = 0;
  for (size_t i = 0; i < prior.points().size(); i++) {
    const double p = prior.points()[i];
    const double fails =
        prior.weights()[i] * (1 - PassRuleProbability(rule, p));
    failed += fails;
    if (p >= bound - kSamePoint) failed_though_good += fails;
  }
  return std::pow(1 - failed_though_good / failed, units);
}

Prior LearnPrior(const Prior& start, std::span<const Tally> tallies) {
  constexpr int kMaxRounds = 1000;
  constexpr double kStill = 1e-9;
  // Many candidates have the same few tallies.
  std::map<std::pair<uint32_t, uint32_t>, double> counts;
  for (const Tally& tally : tallies) {
    if (tally.runs() > 0) counts[{tally.passes, tally.fails}]++;
  }
  const std::vector<double> points(start.points().begin(),
                                   start.points().end());
  Prior prior = start;
  for (int round = 0; round < kMaxRounds; round++) {
    std::vector<double> weights(points.size());
    for (size_t i = 0; i < points.size(); i++) {
      weights[i] = kStartStrength * start.weights()[i];
    }
    for (const auto& [tally, count] : counts) {
      const std::vector<double> posterior =
          prior.Posterior({tally.first, tally.second});
      for (size_t i = 0; i < points.size(); i++) {
        weights[i] += count * posterior[i];
      }
    }
    auto made = Prior::Make(points, std::move(weights));
    CHECK(made.has_value());  // the start has its share in every weight
    double moved = 0;
    for (size_t i = 0; i < points.size(); i++) {
      moved =
          std::max(moved, std::abs(made->weights()[i] - prior.weights()[i]));
    }
    prior = *std::move(made);
    if (moved < kStill) break;
  }
  return prior;
}

}  // namespace reprise::minimize
