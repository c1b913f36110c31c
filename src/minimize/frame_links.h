// What to do with pointer and key events when frames that they were made of
// are gone: events only link to frames that are there, and one that has lost
// all of its frames is gone with them.
//
// Threads: plain functions.
#pragma once

#include <linux/input.h>

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "input/recording.h"

namespace reprise::minimize {

// `items` are motions or keys; `frames` those that are left.
template <typename T>
void DropLostFrames(const std::vector<input::Frame>& frames,
                    std::vector<input::Timed<T>>* items) {
  std::unordered_set<uint64_t> ids;
  for (const input::Frame& frame : frames) ids.insert(frame.id);
  std::erase_if(*items, [&](auto& item) {
    auto* refs = item.message.mutable_frame_refs();
    const bool had_frames = !refs->empty();
    refs->erase(std::remove_if(refs->begin(), refs->end(),
                               [&](uint64_t id) { return !ids.contains(id); }),
                refs->end());
    return had_frames && refs->empty();
  });
}

// True when there is nothing in it but what every frame has.
inline bool SaysNothing(const input::Frame& frame) {
  return std::ranges::all_of(frame.events, [](const input::Event& event) {
    return event.type == EV_MSC ||
           (event.type == EV_SYN && event.code == SYN_REPORT);
  });
}

}  // namespace reprise::minimize
