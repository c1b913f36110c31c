#include "minimize/first_check.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <utility>

#include "base/check.h"

namespace reprise::minimize {
namespace {

// Less probable, and it is not tried.
constexpr double kPlausible = 0.5;

class FirstCheck : public Search {
 public:
  FirstCheck(std::unique_ptr<Search> search, const SearchOptions& options)
      : options_(options), search_(std::move(search)), whole_(options.units) {
    std::iota(whole_.begin(), whole_.end(), 0U);
  }

  std::vector<Candidate> Next(size_t slots) override {
    if (refused_) return {};
    if (!checked_) {
      const uint32_t wanted = Wanted();
      const uint32_t under_way = tally_.runs() + pending_;
      const size_t runs =
          std::min<size_t>(slots, wanted - std::min(wanted, under_way));
      pending_ += static_cast<uint32_t>(runs);
      return {runs, whole_};
    }
    while (true) {
      std::vector<Candidate> runs = search_->Next(slots);
      const size_t asked = runs.size();
      std::erase_if(runs, [this](const Candidate& candidate) {
        if (candidate != whole_ || stock_.empty()) return false;
        told_.push_back(stock_.front());
        stock_.pop_front();
        return true;
      });
      for (const Verdict verdict : std::exchange(told_, {})) {
        search_->Report(whole_, verdict);
      }
      if (!runs.empty() || asked == 0 || search_->done()) return runs;
    }
  }

  void Report(const Candidate& candidate, Verdict verdict) override {
    if (candidate != whole_ || pending_ == 0) {
      search_->Report(candidate, verdict);
      return;
    }
    pending_--;
    tally_.Add(verdict);
    stock_.push_back(verdict);
    if (checked_ || tally_.runs() < Wanted()) return;
    checked_ = true;
    refused_ = !MayPass(options_, tally_);
    if (refused_) {
      history_.push_back({"not reproducible", options_.units, tally_.runs()});
    }
  }

  void Withdraw(const Candidate& candidate) override {
    if (candidate == whole_ && pending_ > 0) {
      pending_--;
    } else {
      search_->Withdraw(candidate);
    }
  }

  bool done() const override { return refused_ || search_->done(); }

  Outcome outcome() const override {
    Outcome outcome = search_->outcome();
    if (refused_) outcome.end = Outcome::End::kNotReproducible;
    if (refused_ || outcome.end != Outcome::End::kNotReproducible) {
      outcome.initial = tally_;
    }
    return outcome;
  }

  std::string Describe() const override {
    return checked_ ? search_->Describe()
                    : fmt::format(
                          "first check: {} of {} runs of the whole "
                          "reached the target",
                          tally_.passes, tally_.runs());
  }

  const std::vector<Decision>& history() const override {
    return refused_ ? history_ : search_->history();
  }

 private:
  // Runs after which it is known, as it seems now.
  uint32_t Wanted() const {
    if (Passed({options_.nr, options_.st}, tally_)) return tally_.runs();
    const uint32_t half = (options_.nr + 1) / 2;
    if (tally_.fails == 0) return half;
    if (tally_.passes > 0) return options_.nr;
    return std::max(half, options_.nr - options_.st + 1);
  }

  const SearchOptions options_;
  const std::unique_ptr<Search> search_;
  Candidate whole_;
  Tally tally_;
  uint32_t pending_ = 0;       // runs of the check
  std::deque<Verdict> stock_;  // that the search was not told yet
  std::vector<Verdict> told_;
  bool checked_ = false;
  bool refused_ = false;
  std::vector<Decision> history_;
};

}  // namespace

bool MayPass(const SearchOptions& options, const Tally& tally) {
  const Rule rule{.nr = options.nr, .st = options.st};
  return tally.fails == 0 || Passed(rule, tally) ||
         options.prior.ProbabilityAtLeast(GoodProbability(rule), tally) >=
             kPlausible;
}

std::unique_ptr<Search> WithFirstCheck(std::unique_ptr<Search> search,
                                       const SearchOptions& options) {
  return std::make_unique<FirstCheck>(std::move(search), options);
}

}  // namespace reprise::minimize
