#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "minimize/random.h"
#include "minimize/simulate.h"

namespace reprise::minimize {
namespace {

// The columns "events" of the paper's Tables 1 and 2: first those found with
// the heuristic, then those with the MDP.
constexpr auto kLengths = std::to_array<uint8_t>(
    {0,  0, 3, 5, 0, 2,  2, 19, 25, 2, 0, 3,  8, 0, 1, 7, 15, 5,  2, 1,
     1,  1, 1, 8, 6, 5,  3, 3,  0,  2, 3, 10, 0, 2, 3, 3, 0,  0,  2, 4,
     0,  3, 5, 2, 6, 3,  0, 3,  13, 0, 0, 3,  5, 0, 2, 2, 16, 23, 7, 0,
     3,  7, 0, 1, 7, 11, 5, 2,  1,  1, 1, 1,  3, 5, 5, 2, 4,  0,  2, 3,
     10, 0, 2, 3, 3, 0,  0, 2,  3,  0, 3, 5,  2, 6, 3, 0, 3,  11});
constexpr double kFlakyShare = 0.2;
constexpr double kDialogShare = 0.25;

// The shape below makes strict ND3MIN with the heuristic need about 42 steps on
// average, and by length about what the paper's tables say.

// Units of no use between the needed ones: log-uniform up to this.
constexpr double kMostBetween = 25;
// How often, in the mean, a stage's button is hit again somewhere.
constexpr double kRepeats = 0.5;
// A detour before a stage, where there is room.
constexpr double kDetourShare = 0.2;

constexpr double kWholeAtLeast = 0.9;
constexpr int kTries = 1000;

class Builder {
 public:
  Builder(uint32_t units, uint32_t length, uint64_t seed)
      : units_(units), random_(seed) {
    PlacePlanted(length);
  }

  SyntheticApp Plain() {
    const uint16_t first = AddState();
    starts_ = {{first, 1}};
    Stages(first, 0, planted_.size());
    return Make("plain");
  }

  SyntheticApp Flaky() {
    const uint16_t first = AddState();
    const uint16_t dead = AddState();
    const double fails = random_.Chance(0.5) ? random_.Between(0, 0.06) : 0;
    starts_ = {{first, 1 - fails}, {dead, fails}};
    uint16_t state = first;
    for (size_t i = 0; i < planted_.size();) {
      // A stage that works sometimes has as many units as make it sure enough.
      size_t copies = 1;
      double works = 1;
      if (random_.Chance(0.25)) {
        works = random_.Between(0.6, 0.99);
        double misses = 1 - works;
        while (misses > 0.06 && i + copies < planted_.size()) {
          copies++;
          misses *= 1 - works;
        }
      }
      const uint16_t next =
          i + copies == planted_.size() ? SyntheticApp::kTarget : AddState();
      for (size_t j = i; j < i + copies; ++j) {
        AddEdge(planted_[j], state, next, works);
      }
      MaybeRepeat(state, next, works);
      MaybeDetour(state, i);
      if (random_.Chance(0.1)) {
        if (const auto unit = FreeUnit(0, units_)) {
          AddEdge(*unit, state, dead, random_.Between(0.01, 0.08));
        }
      }
      state = next;
      i += copies;
    }
    if (planted_.empty()) starts_[0].state = SyntheticApp::kTarget;
    return Make("flaky");
  }

  SyntheticApp Dialog() {
    if (planted_.size() < 2) return Plain();
    const bool modes = planted_.size() < 3 || random_.Chance(0.3);
    return modes ? Modes() : Eat24();
  }

 private:
  // Two modes that share the stages but one, where each wants its own unit.
  SyntheticApp Modes() {
    const size_t at = random_.Below(planted_.size() - 1);
    const double share = random_.Between(0.25, 0.75);
    const uint16_t after = StateAfter(at + 1);
    std::array<uint16_t, 2> first;
    for (size_t mode = 0; mode < 2; ++mode) {
      const uint16_t start = AddState();
      first[mode] = start;
      const uint16_t fork = at == 0 ? start : AddState();
      if (at > 0) StagesTo(start, fork, 0, at);
      AddEdge(planted_[at + mode], fork, after, 1);
      MaybeRepeat(fork, after, 1);
    }
    starts_ = {{first[0], share}, {first[1], 1 - share}};
    if (after != SyntheticApp::kTarget) {
      Stages(after, at + 2, planted_.size());
    }
    return Make("dialog");
  }

  // The paper's Eat24: three units that work with and without the dialog.
  SyntheticApp Eat24() {
    const size_t at = random_.Below(planted_.size() - 2);
    const double comes = random_.Between(0.2, 0.6);
    const uint16_t home = AddState();
    const uint16_t covered = AddState();
    const uint16_t moved = AddState();
    const uint16_t after = StateAfter(at + 2);
    if (at == 0) {
      starts_ = {{home, 1 - comes}, {covered, comes}};
    } else {
      const uint16_t start = AddState();
      const uint16_t before = at == 1 ? start : AddState();
      starts_ = {{start, 1}};
      if (at > 1) StagesTo(start, before, 0, at - 1);
      AddEdge(planted_[at - 1], before, home, 1 - comes);
      AddEdge(planted_[at - 1], before, covered, comes);
    }
    AddEdge(planted_[at], home, after, 1);
    AddEdge(planted_[at + 1], covered, moved, 1);
    AddEdge(planted_[at + 2], moved, after, 1);
    MaybeRepeat(home, after, 1);
    MaybeRepeat(covered, moved, 1);
    MaybeRepeat(moved, after, 1);
    if (after != SyntheticApp::kTarget) {
      Stages(after, at + 3, planted_.size());
    }
    return Make("dialog");
  }

  uint16_t AddState() { return ++last_state_; }
  // The state that the planted unit of this index leads to.
  uint16_t StateAfter(size_t index) {
    return index + 1 == planted_.size() ? SyntheticApp::kTarget : AddState();
  }

  void AddEdge(uint32_t unit, uint16_t from, uint16_t to, double probability) {
    edges_.push_back({unit, from, to, probability});
  }

  // Taps that belong together came soon after each other, with a few others
  // between them.
  void PlacePlanted(uint32_t length) {
    if (length == 0) return;
    const auto others = static_cast<uint32_t>(
        std::exp(random_.Between(0, std::log(kMostBetween + 1))) - 1);
    const uint32_t width = length + (length > 1 ? others : 0);
    const uint32_t begin = random_.Below(units_ - width + 1);
    used_.insert(begin);
    used_.insert(begin + width - 1);
    while (used_.size() < length) FreeUnit(begin, begin + width);
    planted_.assign(used_.begin(), used_.end());
  }

  // Marks as used and gives a unit of [begin, end) that does nothing yet.
  std::optional<uint32_t> FreeUnit(uint32_t begin, uint32_t end) {
    for (int i = 0; begin < end && i < 20; ++i) {
      const uint32_t unit = begin + random_.Below(end - begin);
      if (used_.insert(unit).second) return unit;
    }
    return std::nullopt;
  }

  // Deterministic stages by planted_[begin, end), the last leading to `to`.
  void StagesTo(uint16_t state, uint16_t to, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const uint16_t next = i + 1 == end ? to : AddState();
      AddEdge(planted_[i], state, next, 1);
      MaybeRepeat(state, next, 1);
      MaybeDetour(state, i);
      state = next;
    }
  }
  void Stages(uint16_t state, size_t begin, size_t end) {
    if (begin == end) starts_ = {{SyntheticApp::kTarget, 1}};
    StagesTo(state, SyntheticApp::kTarget, begin, end);
  }

  void MaybeRepeat(uint16_t from, uint16_t to, double works) {
    const double mean = random_.Between(0, 2 * kRepeats);
    while (random_.Chance(mean / (1 + mean))) {
      const auto unit = FreeUnit(0, units_);
      if (!unit) return;
      AddEdge(*unit, from, to, works);
    }
  }

  // Away and back between the stage's unit and the one before it.
  void MaybeDetour(uint16_t state, size_t stage) {
    if (!random_.Chance(kDetourShare)) return;
    const uint32_t begin = stage == 0 ? 0 : planted_[stage - 1] + 1;
    const auto one = FreeUnit(begin, planted_[stage]);
    const auto other = FreeUnit(begin, planted_[stage]);
    if (!one || !other) return;
    const uint16_t away = AddState();
    AddEdge(std::min(*one, *other), state, away, 1);
    AddEdge(std::max(*one, *other), away, state, 1);
  }

  SyntheticApp Make(std::string kind) {
    return {std::move(kind), units_, std::move(starts_), edges_,
            std::move(planted_)};
  }

  uint32_t units_;
  Random random_;
  Candidate planted_;
  std::set<uint32_t> used_;
  uint16_t last_state_ = SyntheticApp::kTarget;
  std::vector<SyntheticApp::Start> starts_;
  std::vector<SyntheticApp::Edge> edges_;
};

SyntheticApp Build(std::string_view kind, uint32_t units, uint32_t length,
                   uint64_t seed) {
  Builder builder(units, length, seed);
  if (kind == "flaky") return builder.Flaky();
  if (kind == "dialog") return builder.Dialog();
  return builder.Plain();
}

SyntheticApp GenerateOf(std::string_view kind, uint32_t units, uint32_t length,
                        uint64_t seed) {
  Random random(seed);
  if (kind == "mixed") {
    const double draw = random.Unit();
    kind = draw < kFlakyShare                  ? "flaky"
           : draw < kFlakyShare + kDialogShare ? "dialog"
                                               : "plain";
  }
  for (int i = 0; i < kTries; ++i) {
    SyntheticApp app = Build(kind, units, length, random.Next());
    if (app.SuccessProbability(app.Whole()) >= kWholeAtLeast) return app;
  }
  // Cannot be: most apps of any kind and length pass often enough.
  return Build("plain", units, 0, random.Next());
}

}  // namespace

std::vector<std::string_view> SyntheticKinds() {
  return {"plain", "flaky", "dialog", "mixed"};
}

Result<SyntheticApp> Generate(std::string_view kind, uint32_t units,
                              uint64_t seed) {
  const auto kinds = SyntheticKinds();
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
    return Fail(ErrorKind::kInvalidArgument,
                "No kind of synthetic app is called '{}'; there are plain, "
                "flaky, dialog and mixed.",
                EscapeForTerminal(kind));
  }
  if (units < kMinSyntheticUnits || units > kMaxSyntheticUnits) {
    return Fail(ErrorKind::kInvalidArgument,
                "A synthetic app has {} to {} units, not {}.",
                kMinSyntheticUnits, kMaxSyntheticUnits, units);
  }
  const uint64_t draw = Random(seed).Next();
  return GenerateOf(kind, units, kLengths[draw % kLengths.size()],
                    DeriveSeed(seed, 0));
}

std::vector<SyntheticApp> GenerateSuite(uint32_t count, uint64_t seed) {
  std::vector<SyntheticApp> suite;
  for (uint32_t i = 0; i < count; ++i) {
    suite.push_back(GenerateOf("mixed", 500, kLengths[i % kLengths.size()],
                               DeriveSeed(seed, i)));
  }
  return suite;
}

}  // namespace reprise::minimize
