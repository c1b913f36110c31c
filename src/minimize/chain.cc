#include "minimize/chain.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace reprise::minimize {
namespace {

constexpr double kSamePoint = 1e-9;

// The logarithm of the probability of a tally when the success probability is
// one of the prior's points below (or not below) what is good.
class Half {
 public:
  Half(const Prior& prior, double enough, bool good) {
    double sum = 0;
    for (size_t i = 0; i < prior.points().size(); ++i) {
      const double point = prior.points()[i];
      if ((point >= enough - kSamePoint) != good) continue;
      // Sure success does not exist: one failure must not be proof.
      points_.push_back(std::clamp(point, 0.002, 0.998));
      weights_.push_back(prior.weights()[i]);
      sum += prior.weights()[i];
    }
    // A prior need not have points on both sides.
    for (double& weight : weights_) weight /= std::max(sum, 1e-300);
  }

  double LogEvidence(const Tally& tally) const {
    double sum = 0;
    for (size_t i = 0; i < points_.size(); ++i) {
      sum += weights_[i] * std::pow(points_[i], tally.passes) *
             std::pow(1 - points_[i], tally.fails);
    }
    return std::log(std::max(sum, 1e-300));
  }

 private:
  std::vector<double> points_;
  std::vector<double> weights_;
};

void AddTo(Tally* sum, const Tally& tally) {
  sum->passes += tally.passes;
  sum->fails += tally.fails;
}

}  // namespace

Candidate Without(const Candidate& base, const Candidate& part) {
  Candidate rest;
  rest.reserve(base.size());
  std::set_difference(base.begin(), base.end(), part.begin(), part.end(),
                      std::back_inserter(rest));
  return rest;
}

void Chain::Push(Candidate part) {
  bases_.push_back(Without(top(), part));
  parts_.push_back(std::move(part));
}

Candidate Chain::PutBack(size_t i) {
  Candidate part = std::move(parts_[i]);
  parts_.erase(parts_.begin() + static_cast<ptrdiff_t>(i));
  bases_.resize(i + 1);
  for (size_t j = i; j < parts_.size(); ++j) {
    bases_.push_back(Without(bases_[j], parts_[j]));
  }
  return part;
}

Suspicion Judge(const Chain& chain, const Evidence& evidence,
                const Prior& prior, double enough, double hazard) {
  const Half good(prior, enough, true);
  const Half bad(prior, enough, false);
  const size_t parts = chain.size();
  std::vector<Tally> tallies;
  Tally after;  // of the bases after the first needed part
  for (size_t i = 0; i <= parts; ++i) {
    tallies.push_back(evidence.Of(chain.base(i)));
    AddTo(&after, tallies.back());
  }
  std::vector<double> logs;
  Tally before;
  for (size_t i = 0; i <= parts; ++i) {
    AddTo(&before, tallies[i]);
    after.passes -= tallies[i].passes;
    after.fails -= tallies[i].fails;
    logs.push_back(std::log1p(-hazard) * static_cast<double>(i) +
                   (i < parts ? std::log(hazard) : 0) +
                   good.LogEvidence(before) + bad.LogEvidence(after));
  }
  const double most = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (double& log : logs) sum += log = std::exp(log - most);
  Suspicion suspicion;
  suspicion.sound = logs.back() / sum;
  logs.pop_back();
  for (double& log : logs) log /= sum;
  suspicion.culprit = std::move(logs);
  return suspicion;
}

}  // namespace reprise::minimize
