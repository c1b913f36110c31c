#include "weave/monitors.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace reprise::weave {
namespace {

using dex::Code;
using dex::Instruction;
using dex::Label;
using dex::Op;

constexpr int kUnreached = -1;
// Deeper nesting is not told apart.
constexpr int kMaxDepth = 1000;

class Depths {
 public:
  explicit Depths(const Code& code)
      : code_(code), depth_(code.instructions.size(), kUnreached) {
    places_.assign(code.labels, code.instructions.size());
    for (size_t i = 0; i < code.instructions.size(); ++i) {
      const Instruction& instruction = code.instructions[i];
      if (instruction.op == Op::kLabel && instruction.label() < code.labels) {
        places_[instruction.label()] = i;
      }
    }
    FindTries();
  }

  std::vector<bool> Exposed() {
    Reach(0, 0);
    while (!todo_.empty()) {
      const size_t at = todo_.back();
      todo_.pop_back();
      Follow(at);
    }
    std::vector<bool> exposed(depth_.size());
    for (size_t i = 0; i < depth_.size(); ++i) {
      exposed[i] = depth_[i] > 0 && !caught_[i] &&
                   dex::CanThrow(code_.instructions[i].op);
    }
    return exposed;
  }

 private:
  // Which tries are at each instruction, as the differences between them:
  // methods with monitors are few and small.
  void FindTries() {
    caught_.assign(depth_.size(), false);
    tries_at_.resize(depth_.size());
    for (size_t k = 0; k < code_.tries.size(); ++k) {
      const dex::Try& entry = code_.tries[k];
      const bool all =
          !entry.handlers.empty() && !entry.handlers.back().type.valid();
      const size_t end = PlaceOf(entry.end);
      for (size_t i = PlaceOf(entry.start); i < end; ++i) {
        if (dex::IsMark(code_.instructions[i].op)) continue;
        if (all) caught_[i] = true;
        if (dex::CanThrow(code_.instructions[i].op)) tries_at_[i].push_back(k);
      }
    }
  }

  size_t PlaceOf(Label label) const {
    return label < places_.size() ? places_[label] : depth_.size();
  }

  void Reach(size_t at, int depth) {
    if (at >= depth_.size() || depth_[at] != kUnreached) return;
    depth_[at] = depth;
    todo_.push_back(at);
  }

  void Follow(size_t at) {
    const Instruction& instruction = code_.instructions[at];
    int depth = depth_[at];
    for (const size_t k : tries_at_[at]) {
      for (const dex::Handler& handler : code_.tries[k].handlers) {
        Reach(PlaceOf(handler.target), ThrowDepth(instruction, depth));
      }
    }
    if (instruction.op == Op::kMonitorEnter) {
      depth = std::min(depth + 1, kMaxDepth);
    }
    if (instruction.op == Op::kMonitorExit) depth = std::max(depth - 1, 0);
    if (instruction.op != Op::kLabel &&
        dex::InfoOf(instruction.op).ref == dex::kRefLabel) {
      Reach(PlaceOf(instruction.label()), depth);
    }
    if (dex::InfoOf(instruction.op).ref == dex::kRefSwitch &&
        instruction.ref < code_.switches.size()) {
      for (const auto& entry : code_.switches[instruction.ref].cases) {
        Reach(PlaceOf(entry.target), depth);
      }
    }
    if (!dex::EndsBlock(instruction.op)) Reach(at + 1, depth);
  }

  // A monitor-exit that throws has released all the same, to ART.
  static int ThrowDepth(const Instruction& instruction, int depth) {
    return instruction.op == Op::kMonitorExit ? std::max(depth - 1, 0) : depth;
  }

  const Code& code_;
  std::vector<int> depth_;      // before each instruction
  std::vector<size_t> places_;  // by label
  std::vector<bool> caught_;    // by instruction: all exceptions
  std::vector<std::vector<size_t>> tries_at_;
  std::vector<size_t> todo_;
};

}  // namespace

std::vector<bool> UnguardedMonitors(const Code& code) {
  const bool any = std::any_of(
      code.instructions.begin(), code.instructions.end(),
      [](const Instruction& i) { return i.op == Op::kMonitorEnter; });
  if (!any) return {};
  return Depths(code).Exposed();
}

}  // namespace reprise::weave
