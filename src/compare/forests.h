// Forests: the view trees of the states on a tape. Trees that are equal stand on
// a tape once and are named by their digest, so whoever reads states remembers
// some.
//
// Threads: one at a time.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>

#include "compare/widgets.h"
#include "reprise/state.pb.h"

namespace reprise::compare {

class Forests {
 public:
  // As many are remembered.
  static constexpr size_t kKept = 512;

  // Null: they are not on the tape any more, or unreadable. Every state must
  // be shown, in the order of the tape.
  std::shared_ptr<const Screenful> Take(const StateEvent& state);

 private:
  std::map<std::string, std::shared_ptr<const Screenful>> kept_;  // by digest
  std::deque<std::string> order_;
};

}  // namespace reprise::compare
