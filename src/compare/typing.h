// What is typed, as people read it: not one step for each character, but the
// word. The steps stay as they are, and keep their numbers.
//
//   3 to 6  type 'milk' into 'title' in NoteEditor
//
// Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "compare/run_view.h"
#include "reprise/key_event.pb.h"
#include "reprise/text_event.pb.h"

namespace reprise::compare {

// Knows of keys and touches what they typed. Bounded: what is over kMaxRunItems
// is not known.
class Typing {
 public:
  void Take(const KeyEvent& key);
  void Take(const TextEvent& text);

  // By these events of a gesture; empty: a shift alone. None: nothing, or not
  // only that.
  std::optional<std::string> TypedBy(const std::vector<uint64_t>& events) const;

 private:
  // By event; none: something else came of it.
  std::unordered_map<uint64_t, std::optional<std::string>> typed_;
};

// One line for a step, or for several in which a text was typed in a row into
// one field.
struct StepLine {
  size_t first = 0;  // moments of the run
  size_t last = 0;
  std::string words;
};

// All steps, without begin and end.
std::vector<StepLine> LinesOf(const RunView& run);

}  // namespace reprise::compare
