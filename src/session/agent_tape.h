// AgentTape: what the agent sends, as a tape. The agent sends channels and
// messages ready to be written; here they get their place on the tape, and the
// gestures in them are found as they come and written beside them: in the
// kernel's frames, or, from an agent that watches the app, in what the app was
// given, together with the widgets that they went to.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "compare/widget_steps.h"
#include "input/event_gestures.h"
#include "input/gestures.h"
#include "reprise/agent.pb.h"
#include "session/app_run.h"
#include "session/redactor.h"
#include "tape/recorder.h"

namespace reprise::session {

class AgentTape {
 public:
  // `app`: the one that is watched; none: only the kernel's input is recorded,
  // as it is. `display`: the agent cannot watch, ShellWatch does, and gestures
  // are found in the kernel's frames on a display of this size.
  AgentTape(tape::TapeRecorder& recorder, const std::optional<AppRun>& app,
            const std::optional<input::DisplaySize>& display = std::nullopt);

  Status Add(const AgentReply::Channel& channel);
  Status Add(const AgentReply::TapeMessage& message);
  // Time passed: gestures that can no longer change are written.
  void AdvanceTo(uint64_t time);
  // The recording is over: the gestures that were open are written.
  void FinishGestures();

  uint64_t frames() const { return frames_; }
  uint64_t gestures() const { return gestures_; }
  size_t devices() const { return devices_; }
  // Times of the device's clock; 0 before the first message.
  uint64_t first_time() const { return first_time_; }
  uint64_t last_time() const { return last_time_; }

 private:
  enum class Content { kFrames, kTouch, kKey, kText, kState, kOther };
  struct Channel {
    uint16_t id;
    Content content;
    std::string topic;
  };

  static Content ContentOf(std::string_view topic);
  // What may be on the tape.
  Status Put(const RedactedMessage& message);
  void TakeFrame(const RedactedMessage& message);
  void TakeEvent(Content content, const RedactedMessage& message);
  void WriteGesture(input::Timed<GestureEvent> gesture);
  // A device that is watched by commands is not looked at when a gesture
  // begins: the last state before is the one that it began in.
  void TellStateBefore(const GestureEvent& gesture);
  void WriteStep(int64_t time_ns, WidgetEvent step);
  void Write(std::string_view topic, int64_t log_ns, int64_t publish_ns,
             std::string_view data);

  tape::TapeRecorder& recorder_;
  const tape::FeedPtr feed_;
  const bool watches_;  // the app is watched, by whomever
  const std::optional<input::DisplaySize> display_;
  Redactor redactor_;
  input::GestureSegmenter frame_gestures_;
  input::EventSegmenter event_gestures_;
  compare::WidgetSteps steps_;
  std::map<uint32_t, Channel> channels_;  // by the agent's number
  std::deque<std::pair<int64_t, StateEvent>> standing_;  // with display_
  uint64_t frames_ = 0;
  uint64_t gestures_ = 0;
  size_t devices_ = 0;
  uint64_t first_time_ = 0;
  uint64_t last_time_ = 0;
  Status failed_;  // of the last gesture
};

}  // namespace reprise::session
