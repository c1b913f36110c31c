#include "minimize/mdp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>

#include "minimize/selection.h"

namespace reprise::minimize {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The same problem written down as it is said: every state, every schedule,
// every outcome.
class BruteForce {
 public:
  BruteForce(const MdpShape& shape, const Prior& prior) : shape_(shape) {
    const Rule& rule = shape.rule;
    for (uint32_t f = 0; f <= rule.nr - rule.st; f++) {
      for (uint32_t s = 0; s < rule.st && s + f < rule.nr; s++) {
        items_.push_back({s, f});
      }
    }
    after_.resize(items_.size());
    for (size_t i = 0; i < items_.size(); i++) {
      after_[i].resize(rule.nr + 1);
      for (uint32_t v = 0; v + items_[i].runs() <= rule.nr; v++) {
        after_[i][v] = Outcomes(prior, items_[i], v);
      }
    }
    tables_.resize(shape.n + 1);
    tables_[0] = {0};
    for (uint32_t k = 1; k <= shape.n; k++) Solve(k);
  }

  const std::vector<Tally>& items() const { return items_; }
  // Calls with each state and its value.
  template <typename Function>
  void ForEach(Function function) const {
    for (uint32_t k = 1; k <= shape_.n; k++) {
      const auto states = States(k);
      for (const auto& state : states) {
        std::vector<Tally> tallies;
        for (const size_t item : state) tallies.push_back(items_[item]);
        function(tallies, tables_[k][Place(state)]);
      }
    }
  }

 private:
  struct Outcome {
    size_t item;  // or items_.size() when dead
    double chance;
  };
  using State = std::vector<size_t>;

  std::vector<Outcome> Outcomes(const Prior& prior, const Tally& tally,
                                uint32_t v) const {
    const Rule& rule = shape_.rule;
    const std::vector<double> belief = prior.Posterior(tally);
    double dead = 0;
    std::vector<Outcome> outcomes;
    for (uint32_t fails = 0; fails <= v; fails++) {
      double chance = 0;
      for (size_t i = 0; i < belief.size(); i++) {
        const double p = prior.points()[i];
        chance += belief[i] * std::pow(p, v - fails) * std::pow(1 - p, fails);
      }
      for (uint32_t i = 0; i < fails; i++) chance *= (v - i) / (i + 1.0);
      const Tally next{tally.passes + v - fails, tally.fails + fails};
      if (Dead(rule, next)) {
        dead += chance;
      } else if (!Passed(rule, next)) {
        const auto found = std::find(items_.begin(), items_.end(), next);
        outcomes.push_back(
            {static_cast<size_t>(found - items_.begin()), chance});
      }
    }
    if (dead > 0) outcomes.push_back({items_.size(), dead});
    return outcomes;
  }

  size_t Place(const State& state) const {
    size_t place = 0;
    for (const size_t item : state) place = place * items_.size() + item;
    return place;
  }
  uint32_t Sum(const State& state) const {
    uint32_t sum = 0;
    for (const size_t item : state) sum += items_[item].runs();
    return sum;
  }

  // Sorted ones, those that ran most first.
  std::vector<State> States(uint32_t k) const {
    std::vector<State> states;
    ForEachRising(k, static_cast<uint32_t>(items_.size() - 1),
                  [&](std::span<const uint16_t> list) {
                    State state(list.begin(), list.end());
                    if (k == shape_.n && Sum(state) % shape_.m != 0) return;
                    states.push_back(state);
                  });
    std::stable_sort(
        states.begin(), states.end(),
        [this](const State& a, const State& b) { return Sum(a) > Sum(b); });
    return states;
  }

  void Solve(uint32_t k) {
    tables_[k].assign(static_cast<size_t>(std::pow(items_.size(), k) + 0.5),
                      -1);
    for (State state : States(k)) {
      const uint32_t room = k * shape_.rule.nr - Sum(state);
      double least = INFINITY;
      Try(state, 0, std::min(room, shape_.m), {}, &least);
      do {
        tables_[k][Place(state)] = 1 + least;
      } while (std::next_permutation(state.begin(), state.end()));
    }
  }

  void Try(const State& state, size_t d, uint32_t left,
           std::vector<const std::vector<Outcome>*> chosen, double* least) {
    if (d == state.size()) {
      if (left == 0) *least = std::min(*least, Expect(chosen, 0, 0, 0));
      return;
    }
    const uint32_t most =
        std::min(left, shape_.rule.nr - items_[state[d]].runs());
    chosen.push_back(nullptr);
    for (uint32_t v = 0; v <= most; v++) {
      chosen.back() = &after_[state[d]][v];
      Try(state, d + 1, left - v, chosen, least);
    }
  }

  double Expect(const std::vector<const std::vector<Outcome>*>& chosen,
                size_t d, size_t place, uint32_t live) const {
    if (d == chosen.size()) return tables_[live][place];
    double sum = 0;
    for (const Outcome& outcome : *chosen[d]) {
      const bool dead = outcome.item == items_.size();
      sum += outcome.chance *
             Expect(chosen, d + 1,
                    dead ? place : place * items_.size() + outcome.item,
                    dead ? live : live + 1);
    }
    return sum;
  }

  const MdpShape shape_;
  std::vector<Tally> items_;  // live traces
  std::vector<std::vector<std::vector<Outcome>>> after_;
  std::vector<std::vector<double>> tables_;  // by live traces, any order
};

void ExpectSolvesExactly(const MdpShape& shape, const Prior& prior) {
  const auto mdp = Mdp::Solve(shape, prior, 2);
  const BruteForce brute(shape, prior);
  uint64_t states = 0;
  double worst = 0;
  brute.ForEach([&](const std::vector<Tally>& state, double value) {
    states++;
    const auto steps = mdp->ExpectedSteps(state);
    ASSERT_TRUE(steps.has_value());
    worst = std::max(worst, std::abs(*steps - value));
  });
  EXPECT_LT(worst, 1e-6);
  EXPECT_EQ(states, EstimateMdp(shape, 1).states);
}

double StepsOf(uint32_t n) {
  MdpShape shape;
  shape.n = n;
  const std::vector<Tally> start(n);
  return Mdp::Solve(shape, DefaultPrior(), 2)->ExpectedSteps(start).value();
}

TEST(Mdp, CountsTheLiveStatesOfThePaper) {
  const uint64_t states[] = {151, 3379, 55563, 729705, 8010271};
  for (uint32_t n = 2; n <= 6; n++) {
    MdpShape shape;
    shape.n = n;
    EXPECT_EQ(EstimateMdp(shape, 2).states, states[n - 2]);
  }
}

TEST(Mdp, NeedsTheLeastStepsUnderThePrior) {
  EXPECT_NEAR(StepsOf(2), 1.5916, 5e-5);
  EXPECT_NEAR(StepsOf(3), 1.8207, 5e-5);
  EXPECT_NEAR(StepsOf(4), 2.0619, 5e-5);
}

TEST(Mdp, NeedsTheLeastStepsForFive) {
  if (std::getenv("REPRISE_FULL") == nullptr) GTEST_SKIP() << "REPRISE_FULL";
  EXPECT_NEAR(StepsOf(5), 2.3118, 5e-5);
}

TEST(Mdp, IsExactForTwoAndThree) {
  for (const uint32_t n : {1, 2, 3}) {
    MdpShape shape;
    shape.n = n;
    ExpectSolvesExactly(shape, DefaultPrior());
  }
}

TEST(Mdp, IsExactForFour) {
  if (std::getenv("REPRISE_FULL") == nullptr) GTEST_SKIP() << "REPRISE_FULL";
  MdpShape shape;
  shape.n = 4;
  ExpectSolvesExactly(shape, DefaultPrior());
}

TEST(Mdp, IsExactForOtherRulesSlotsAndPriors) {
  const Prior prior = *Prior::Make({0, 0.3, 0.8, 1}, {1, 2, 3, 1});
  ExpectSolvesExactly({2, 1, {6, 3}}, prior);
  ExpectSolvesExactly({2, 100, {6, 3}}, prior);
  ExpectSolvesExactly({3, 4, {5, 5}}, prior);
  ExpectSolvesExactly({3, 7, {6, 3}}, prior);
  ExpectSolvesExactly({3, 5, {6, 1}}, prior);
  ExpectSolvesExactly({4, 5, {5, 4}}, prior);
  ExpectSolvesExactly({5, 4, {3, 2}}, prior);
  ExpectSolvesExactly({6, 3, {2, 2}}, prior);
  ExpectSolvesExactly({6, 2, {2, 1}}, prior);
  ExpectSolvesExactly({6, 5, {4, 2}}, prior);
}

TEST(Mdp, HasTheSameValuesForAnyNumberOfThreads) {
  EXPECT_TRUE(rc::check([] {
    const uint32_t n = *rc::gen::inRange<uint32_t>(2, 5);
    const uint32_t nr = *rc::gen::inRange<uint32_t>(1, 21);
    const uint32_t st = *rc::gen::inRange<uint32_t>(nr - nr / 4, nr + 1);
    const MdpShape shape = {n, *rc::gen::inRange<uint32_t>(1, 20), {nr, st}};
    const auto one = Mdp::Solve(shape, DefaultPrior(), 1);
    const auto more =
        Mdp::Solve(shape, DefaultPrior(), *rc::gen::inRange<uint32_t>(2, 5));
    for (uint32_t k = 1; k <= n; k++) {
      RC_ASSERT(std::ranges::equal(one->values(k), more->values(k)));
    }
  }));
}

// The expected steps when a policy is followed, exactly.
class PolicyValue {
 public:
  using Policy = std::function<std::vector<uint32_t>(std::span<const Tally>)>;
  PolicyValue(const Rule& rule, Policy policy)
      : rule_(rule), policy_(std::move(policy)) {}

  double Of(std::vector<Tally> state) {
    for (const Tally& tally : state) {
      if (Passed(rule_, tally)) return 0;
    }
    std::erase_if(state, [&](const Tally& t) { return Dead(rule_, t); });
    if (state.empty()) return 0;
    std::vector<std::pair<uint32_t, uint32_t>> key;
    for (const Tally& t : state) key.emplace_back(t.passes, t.fails);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    const double value = 1 + Expect(&state, policy_(state), 0, 1);
    known_[key] = value;
    return value;
  }

 private:
  double Expect(std::vector<Tally>* state, const std::vector<uint32_t>& runs,
                size_t d, double chance) {
    if (d == state->size()) return chance * Of(*state);
    const Tally before = (*state)[d];
    double sum = 0;
    double ways = 1;
    const double already = DefaultPrior().LogEvidence(before);
    for (uint32_t fails = 0; fails <= runs[d]; fails++) {
      (*state)[d] = {before.passes + runs[d] - fails, before.fails + fails};
      const double p =
          ways * std::exp(DefaultPrior().LogEvidence((*state)[d]) - already);
      sum += Expect(state, runs, d + 1, chance * p);
      ways *= static_cast<double>(runs[d] - fails) / (fails + 1);
    }
    (*state)[d] = before;
    return sum;
  }

  const Rule rule_;
  const Policy policy_;
  std::map<std::vector<std::pair<uint32_t, uint32_t>>, double> known_;
};

TEST(Mdp, ItsPolicyAttainsItsValueAndTheHeuristicIsNeverBetter) {
  const Rule rule;
  for (const uint32_t n : {2, 3}) {
    MdpShape shape;
    shape.n = n;
    const auto mdp = Mdp::Solve(shape, DefaultPrior(), 2);
    const std::vector<Tally> start(n);
    const double optimal = *mdp->ExpectedSteps(start);
    PolicyValue ours(rule, [&](std::span<const Tally> state) {
      return mdp->Schedule(state).value();
    });
    PolicyValue heuristic(rule, [&](std::span<const Tally> state) {
      return HeuristicSchedule(rule, 0.8, state, 15);
    });
    EXPECT_NEAR(ours.Of(start), optimal, 1e-5) << n;
    EXPECT_GE(heuristic.Of(start), optimal) << n;
    RecordProperty("heuristic_steps_" + std::to_string(n),
                   std::to_string(heuristic.Of(start)));
  }
}

TEST(Mdp, SchedulesInTheOrderOfTheCandidates) {
  const auto mdp = Mdp::Solve({3, 15, {}}, DefaultPrior(), 1);
  // The dead one gets nothing; who is nearly there gets what it lacks.
  const auto schedule =
      mdp->Schedule(std::vector<Tally>{{0, 3}, {0, 2}, {13, 0}}).value();
  EXPECT_EQ(schedule[0], 0);
  EXPECT_GE(schedule[1], 1);
  EXPECT_GE(schedule[2], 5);
  EXPECT_EQ(schedule[1] + schedule[2], 15);
  EXPECT_THAT(mdp->Schedule(std::vector<Tally>{{18, 0}, {0, 0}}).value(),
              ElementsAre(0, 0));
}

TEST(Mdp, KnowsNothingOfStatesOffItsWay) {
  const auto mdp = Mdp::Solve({2, 15, {}}, DefaultPrior(), 1);
  EXPECT_FALSE(mdp->Schedule(std::vector<Tally>{{1, 0}, {0, 0}}));
  EXPECT_FALSE(mdp->Schedule(std::vector<Tally>(3)));
  EXPECT_TRUE(mdp->Schedule(std::vector<Tally>{{1, 0}, {0, 3}}));
}

TEST(Mdp, RefusesWhatDoesNotFit) {
  const Status large = CheckMdp({6, 15, {100, 90}}, 2, 8ULL << 30);
  ASSERT_FALSE(large.has_value());
  EXPECT_THAT(large.error().message, HasSubstr("takes"));
  EXPECT_FALSE(CheckMdp({7, 15, {}}, 2, UINT64_MAX).has_value());
  EXPECT_FALSE(CheckMdp({2, 0, {}}, 2, UINT64_MAX).has_value());
  EXPECT_FALSE(CheckMdp({2, 1, {20, 21}}, 2, UINT64_MAX).has_value());
  EXPECT_TRUE(CheckMdp({5, 15, {}}, 2, 64 << 20).has_value());
}

}  // namespace
}  // namespace reprise::minimize
