#include <unordered_map>

#include "input/event_gestures.h"
#include "input/gestures.h"

namespace reprise::input {
namespace {

void DeriveFromFrames(const Recording& recording, const GestureRules& rules,
                      const GestureSegmenter::Sink& sink) {
  GestureSegmenter segmenter(sink, rules);
  for (size_t i = 0; i < recording.devices.size(); i++) {
    segmenter.AddDevice(static_cast<uint32_t>(i), recording.devices[i],
                        recording.display);
  }
  for (const Frame& frame : recording.frames) segmenter.Push(frame);
  segmenter.Finish();
}

void DeriveFromEvents(const Recording& recording, const GestureRules& rules,
                      const GestureSegmenter::Sink& sink) {
  EventSegmenter segmenter(sink, recording.display, rules);
  for (const auto& motion : recording.motions) segmenter.Push(motion);
  for (const auto& key : recording.keys) segmenter.Push(key);
  segmenter.Finish();
}

// Links gestures to the events that were made of the same frames.
void LinkEvents(Recording* recording) {
  std::unordered_map<uint64_t, GestureEvent*> by_frame;
  for (auto& gesture : recording->gestures) {
    for (const uint64_t id : gesture.message.frame_refs()) {
      by_frame[id] = &gesture.message;
    }
  }
  const auto find = [&](const auto& event) -> GestureEvent* {
    for (const uint64_t id : event.frame_refs()) {
      const auto known = by_frame.find(id);
      if (known != by_frame.end()) return known->second;
    }
    return nullptr;
  };
  for (const auto& motion : recording->motions) {
    GestureEvent* gesture = find(motion.message);
    if (gesture != nullptr) gesture->add_touch_refs(motion.message.id());
  }
  for (const auto& key : recording->keys) {
    GestureEvent* gesture = find(key.message);
    if (gesture != nullptr) gesture->add_key_refs(key.message.id());
  }
}

}  // namespace

void DeriveGestures(Recording* recording, GestureRules rules) {
  recording->gestures.clear();
  const GestureSegmenter::Sink sink = [&](Timed<GestureEvent> gesture) {
    recording->gestures.push_back(std::move(gesture));
  };
  if (!recording->frames.empty()) {
    DeriveFromFrames(*recording, rules, sink);
    LinkEvents(recording);
  } else {
    DeriveFromEvents(*recording, rules, sink);
  }
  SortByTime(recording);
  AssignIds(recording, AfterLastId(*recording));
}

}  // namespace reprise::input
