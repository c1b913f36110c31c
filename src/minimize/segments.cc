#include "minimize/segments.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace reprise::minimize {
namespace {

// How many pieces each segment is cut in.
struct Cut {
  size_t index;
  size_t units;
  size_t pieces;
  size_t largest() const { return (units + pieces - 1) / pieces; }
  // The earlier of equals, so that the order of a heap decides nothing.
  bool operator<(const Cut& other) const {
    return largest() != other.largest() ? largest() < other.largest()
                                        : index > other.index;
  }
};

}  // namespace

void SplitToOpen(std::vector<Segment>* segments, size_t wanted) {
  std::vector<size_t> pieces(segments->size(), 1);
  std::priority_queue<Cut> cuts;
  size_t open = 0;
  for (size_t i = 0; i < segments->size(); ++i) {
    const Segment& segment = (*segments)[i];
    if (segment.state == Segment::State::kOpen) open++;
    if (segment.state != Segment::State::kAsked && !segment.single()) {
      cuts.push({i, segment.units.size(), 1});
    }
  }
  while (open < wanted && !cuts.empty()) {
    Cut cut = cuts.top();
    cuts.pop();
    const bool was_failed = cut.pieces == 1 && (*segments)[cut.index].state ==
                                                   Segment::State::kFailed;
    open += was_failed ? 2 : 1;
    pieces[cut.index] = ++cut.pieces;
    if (cut.pieces < cut.units) cuts.push(cut);
  }
  std::vector<Segment> split;
  for (size_t i = 0; i < segments->size(); ++i) {
    Segment& segment = (*segments)[i];
    if (pieces[i] == 1) {
      split.push_back(std::move(segment));
      continue;
    }
    const size_t units = segment.units.size();
    for (size_t j = 0; j < pieces[i]; ++j) {
      const auto from = static_cast<ptrdiff_t>(units * j / pieces[i]);
      const auto to = static_cast<ptrdiff_t>(units * (j + 1) / pieces[i]);
      Segment piece;
      piece.units.assign(segment.units.begin() + from,
                         segment.units.begin() + to);
      split.push_back(std::move(piece));
    }
  }
  *segments = std::move(split);
}

}  // namespace reprise::minimize
