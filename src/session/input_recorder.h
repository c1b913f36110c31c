// InputRecorder: records the kernel input of a device, and if asked an app on
// it with all that can be seen of it, onto a tape, until it is told to stop, a
// time has passed, or the device is gone. Whatever happens, the tape is
// finished and holds all that arrived.
//
// Threads: one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "adb/device.h"
#include "base/result.h"
#include "reprise/reprise_event.pb.h"
#include "session/app_run.h"
#include "session/session_end.h"

namespace reprise::session {

// How a session tells its caller what goes on.
struct SessionWatcher {
  // A step, as a sentence: "recording 5 devices of Pixel 7 (Android 14)".
  std::function<void(const std::string&)> on_note;
  // About ten times a second.
  std::function<void(const std::string&)> on_progress;
  // A warning or an error that the device reported.
  std::function<void(const RepriseEvent&)> on_event;
  // True when the session is to end; asked about ten times a second.
  std::function<bool()> stop_asked;
};

struct RecordOptions {
  std::optional<AppOptions> app;   // none: only the kernel's input
  std::vector<std::string> nodes;  // empty: all
  std::optional<uint64_t> for_ns;  // of the device's time; none: until told
  std::string out;                 // the tape
  std::string command_line;
};

struct RecordReport : SessionEnd {
  uint64_t frames = 0;
  uint64_t gestures = 0;
  size_t devices = 0;
  uint64_t duration_ns = 0;
};

// An error only when there is no tape: it could not begin, or not be written.
Result<RecordReport> RecordInput(adb::Device& device,
                                 const RecordOptions& options,
                                 const SessionWatcher& watcher);

}  // namespace reprise::session
