// A run as a test script tells it: input as in a Recording, and besides steps
// that name a widget instead of a place, starts of the app, turns of the
// device. What formats of test tools are read into and written from.
//
// Threads: a plain value and plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "input/recording.h"
#include "reprise/device_event.pb.h"
#include "reprise/intent.pb.h"
#include "reprise/reprise_event.pb.h"
#include "reprise/widget.pb.h"

namespace reprise::tape {
class TapeReader;
class TapeWriter;
}  // namespace reprise::tape

namespace reprise::formats {

// A gesture on a widget. From a tape it belongs to a gesture there; from a
// script it has none, and `kind` says which one to make.
struct WidgetStep {
  int64_t time_ns = 0;
  int64_t end_ns = 0;
  WidgetEvent widget;
  GestureEvent::Kind kind = GestureEvent::KIND_UNSPECIFIED;
};

struct Script {
  input::Recording recording;
  std::vector<WidgetStep> widgets;
  std::vector<input::Timed<IntentEvent>> intents;
  std::vector<input::Timed<DeviceEvent>> device;
  std::vector<input::Timed<RepriseEvent>> notes;
  std::string package;   // "com.a"; empty: not known
  std::string activity;  // that the launcher starts: "com.a/.Main"; or empty
  bool cleared = false;  // the app began without data

  bool empty() const {
    return recording.empty() && recording.gestures.empty() && widgets.empty() &&
           intents.empty() && device.empty() && notes.empty();
  }
};

// All of it that a tape has.
Result<Script> ReadScript(tape::TapeReader& tape, input::Losses* losses);

// Writes what a Recording does not hold, with ids that are not taken. The
// recording was written before, and has its ids.
Status WriteScriptSteps(const Script& script, tape::TapeWriter& tape);

}  // namespace reprise::formats
