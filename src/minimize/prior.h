// Prior: how probable it is that a candidate reaches the target with
// probability p, before any run of it, on a grid of p. With the runs of a
// candidate it gives what to believe of the candidate (the paper's p1 and p2,
// sections 3 and 5), and the transition probabilities of the MDP.
//
// Threads: plain values.
// Invariants: points rise within [0, 1]; weights are >= 0 and sum up to 1; one
// strictly between 0 and 1 is positive, so that every tally is possible.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "minimize/candidate.h"
#include "minimize/statistics.h"

namespace reprise::minimize {

class Prior {
 public:
  // Normalises the weights. An error says which value breaks the invariants.
  static Result<Prior> Make(std::vector<double> points,
                            std::vector<double> weights);

  std::span<const double> points() const { return points_; }
  std::span<const double> weights() const { return weights_; }

  // The weights after these runs.
  std::vector<double> Posterior(const Tally& tally) const;
  // That the next run passes.
  double PassProbability(const Tally& tally) const;
  // That the candidate passes with probability `threshold` or more.
  double ProbabilityAtLeast(double threshold, const Tally& tally) const;
  // The logarithm of the probability of one sequence of runs with this tally.
  double LogEvidence(const Tally& tally) const;

  bool operator==(const Prior& other) const {
    return points_ == other.points_ && weights_ == other.weights_;
  }

 private:
  Prior() = default;
  // Fills `out` with likelihoods times weights, scaled; returns the scale's
  // logarithm.
  double Joint(const Tally& tally, std::vector<double>* out) const;

  std::vector<double> points_;
  std::vector<double> weights_;
  std::vector<double> log_pass_;
  std::vector<double> log_fail_;
};

// Fitted to the probabilities that the paper prints.
const Prior& DefaultPrior();

// The paper's "good enough", of p1.
inline constexpr double kGoodProbability = 0.85;

// The same for a rule: as far below st/nr as the paper's is, but above 0, and
// never more than the paper's.
double GoodProbability(const Rule& rule);

// That a candidate with success probability p gets st of nr runs.
double PassRuleProbability(const Rule& rule, double p);
// The largest st that a candidate with so many passes meets with probability
// 0.9; 0: none.
uint32_t FittingSt(const Tally& tally, uint32_t nr);

// p1: that the result passes with kGoodProbability or more, after its final
// check.
double P1(const Prior& prior, const Tally& final_check);
// p2: that no deletion of one of its `units` passes with st/nr or more, given
// that all of them failed the rule (Lemma 1).
double P2(const Prior& prior, const Rule& rule, uint32_t units);

// The most probable weights given these tallies, on the points of `start`
// (expectation and maximisation in turn), which itself counts as much as
// kStartStrength tallies: a few runs move it a little.
inline constexpr double kStartStrength = 20;
Prior LearnPrior(const Prior& start, std::span<const Tally> tallies);

// As a small JSON text: {"reprise_prior":1,"points":[[0,0.5],[0.9,0.5]]}, each
// point with its weight. At most kMaxPriorPoints of them.
inline constexpr size_t kMaxPriorPoints = 1000;
std::string FormatPrior(const Prior& prior);
Result<Prior> ParsePrior(std::string_view text);

}  // namespace reprise::minimize
