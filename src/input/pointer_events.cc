#include "input/pointer_events.h"

#include <vector>

#include "input/pointer_reader.h"

namespace reprise::input {

void DerivePointerEvents(Recording* recording) {
  const auto derived = [](const auto& event) {
    return !event.message.frame_refs().empty();
  };
  std::erase_if(recording->motions, derived);
  std::erase_if(recording->keys, derived);
  std::vector<PointerReader> readers;
  for (uint32_t i = 0; i < recording->devices.size(); i++) {
    readers.emplace_back(recording->devices[i], i, recording->display);
  }
  for (const Frame& frame : recording->frames) {
    readers.at(frame.device).Push(frame, &recording->motions, &recording->keys);
  }
  SortByTime(recording);
  AssignIds(recording, AfterLastId(*recording));
}

}  // namespace reprise::input
