#include "compare/step_alignment.h"

#include <algorithm>
#include <unordered_map>

namespace reprise::compare {
namespace {

// Of the table of the common sequence; larger runs are aligned by order.
constexpr size_t kMaxCells = 16'000'000;

using Moments = std::vector<RunMoment>;
// Steps only, without begin and end, as indices of the other's moments.
using Counterparts = std::vector<std::optional<size_t>>;

// For each step of `b` that of `a` whose input it answers to; nothing if the
// input of one is not that of the other.
std::optional<Counterparts> ByOrigin(const RunView& a, const RunView& b) {
  if (!b.is_replay()) return std::nullopt;
  std::unordered_map<uint64_t, size_t> steps;
  for (size_t i = 1; i + 1 < a.moments().size(); ++i) {
    for (const uint64_t frame : a.moments()[i].frames) {
      steps.try_emplace(frame, i);
    }
  }
  Counterparts found(b.moments().size());
  size_t last = 0;
  for (size_t i = 1; i + 1 < b.moments().size(); ++i) {
    if (b.moments()[i].frames.empty()) return std::nullopt;
    for (const uint64_t frame : b.moments()[i].frames) {
      const auto step = steps.find(frame);
      // The gesture of input at the end of a tape that was cut may be missing.
      if (step == steps.end() && a.cut_ns()) continue;
      if (step == steps.end()) return std::nullopt;
      // A gesture may have been taken apart, or put together, by its timing.
      if (!found[i] && step->second > last) found[i] = last = step->second;
    }
  }
  return found;
}

Counterparts ByWords(const Moments& a, const Moments& b) {
  Counterparts found(b.size());
  size_t begin = 1;
  while (begin + 1 < a.size() && begin + 1 < b.size() &&
         a[begin].words == b[begin].words) {
    found[begin] = begin;
    begin++;
  }
  size_t end_a = a.size() - 1;
  size_t end_b = b.size() - 1;
  while (end_a > begin && end_b > begin &&
         a[end_a - 1].words == b[end_b - 1].words) {
    found[--end_b] = --end_a;
  }
  const size_t rows = end_a - begin;
  const size_t columns = end_b - begin;
  if (rows == 0 || columns == 0) return found;
  if (rows > kMaxCells / columns) {
    for (size_t i = 0; i < std::min(rows, columns); ++i) {
      found[begin + i] = begin + i;
    }
    return found;
  }
  std::vector<uint32_t> table((rows + 1) * (columns + 1));
  const auto at = [&](size_t i, size_t j) -> uint32_t& {
    return table[i * (columns + 1) + j];
  };
  for (size_t i = rows; i-- > 0;) {
    for (size_t j = columns; j-- > 0;) {
      at(i, j) = a[begin + i].words == b[begin + j].words
                     ? at(i + 1, j + 1) + 1
                     : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (size_t i = 0, j = 0; i < rows && j < columns;) {
    if (a[begin + i].words == b[begin + j].words) {
      found[begin + j++] = begin + i++;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      i++;
    } else {
      j++;
    }
  }
  return found;
}

}  // namespace

Alignment AlignSteps(const RunView& a, const RunView& b) {
  Alignment alignment;
  auto found = ByOrigin(a, b);
  alignment.by_origin = found.has_value();
  if (!found) found = ByWords(a.moments(), b.moments());
  const size_t end_a = a.moments().size() - 1;
  const size_t end_b = b.moments().size() - 1;
  auto& pairs = alignment.pairs;
  pairs.push_back({0, 0});
  size_t next_a = 1;
  size_t next_b = 1;
  const auto gap = [&](size_t to_a, size_t to_b) {
    // As many here as there: the same steps in other words.
    const bool same = to_a - next_a == to_b - next_b;
    while (next_a < to_a && next_b < to_b && same) {
      pairs.push_back({next_a++, next_b++});
    }
    while (next_a < to_a) pairs.push_back({next_a++, std::nullopt});
    while (next_b < to_b) pairs.push_back({std::nullopt, next_b++});
  };
  for (size_t b_step = 1; b_step < end_b; ++b_step) {
    const auto a_step = (*found)[b_step];
    if (!a_step || *a_step < next_a) continue;
    gap(*a_step, b_step);
    pairs.push_back({next_a++, next_b++});
  }
  gap(end_a, end_b);
  pairs.push_back({end_a, end_b});
  return alignment;
}

}  // namespace reprise::compare
