// MakeSpeculative: the speculative search, and where it gives up, the paper's
// from the best that it found. That one asks each question once and so comes to
// a certificate also where an app is too flaky for anything to become sure.
#include <memory>
#include <utility>

#include "base/check.h"
#include "minimize/nd3min.h"
#include "minimize/speculative.h"
#include "minimize/speculative_state.h"

namespace reprise::minimize {
namespace {

class Relay : public Search {
 public:
  explicit Relay(const SearchOptions& options)
      : options_(options), first_(options) {
    options_.selection = "heuristic";
    options_.cache = true;
  }

  std::vector<Candidate> Next(size_t slots) override {
    if (second_ != nullptr) return second_->Next(slots);
    std::vector<Candidate> runs = first_.Next(slots);
    if (!first_.spent() || slots == 0) return runs;
    HandOver();
    return second_->Next(slots);
  }

  void Report(const Candidate& candidate, Verdict verdict) override {
    now().Report(candidate, verdict);
    Follow();
  }

  void Withdraw(const Candidate& candidate) override {
    now().Withdraw(candidate);
  }

  bool done() const override { return now().done(); }
  std::string Describe() const override { return now().Describe(); }

  Outcome outcome() const override {
    Outcome outcome = now().outcome();
    outcome.initial = first_.outcome().initial;
    return outcome;
  }

  const std::vector<Decision>& history() const override {
    return second_ == nullptr ? first_.history() : history_;
  }

 private:
  Search& now() {
    if (second_ == nullptr) return first_;
    return *second_;
  }
  const Search& now() const { return const_cast<Relay*>(this)->now(); }

  void HandOver() {
    const Candidate* best = first_.Best();
    Result<std::unique_ptr<Search>> second = MakeNd3MinFrom(
        options_, best == nullptr ? first_.whole() : *best, best != nullptr);
    CHECK(second.has_value());
    second_ = *std::move(second);
    history_ = first_.history();
    Follow();
  }

  // The history goes on where the first search ended.
  void Follow() {
    if (second_ == nullptr) return;
    const std::vector<Decision>& all = second_->history();
    for (; followed_ < all.size(); ++followed_) {
      history_.push_back(all[followed_]);
      history_.back().runs += first_.runs();
    }
  }

  SearchOptions options_;  // of the second
  Speculative first_;
  std::unique_ptr<Search> second_;
  std::vector<Decision> history_;
  size_t followed_ = 0;  // decisions of the second
};

}  // namespace

Result<std::unique_ptr<Search>> MakeSpeculative(const SearchOptions& options) {
  return std::make_unique<Relay>(options);
}

}  // namespace reprise::minimize
