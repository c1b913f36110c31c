// AgentTape: what the agent sends, as a tape. The agent sends channels and
// messages ready to be written; here they get their place on the tape, and the
// gestures in them are found as they come and written beside them: in the
// kernel's frames, or, from an agent that watches the app, in what the app was
// given, together with the widgets that they went to.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>

#include "base/result.h"
#include "compare/widget_steps.h"
#include "input/event_gestures.h"
#include "input/gestures.h"
#include "reprise/agent.pb.h"
#include "tape/recorder.h"

namespace reprise::session {

class AgentTape {
 public:
  // `watches`: the agent watches the app.
  AgentTape(tape::TapeRecorder& recorder, bool watches);

  Status Add(const AgentReply::Channel& channel);
  Status Add(const AgentReply::TapeMessage& message);
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
  };

  static Content ContentOf(std::string_view topic);
  void TakeFrame(uint32_t channel, const AgentReply::TapeMessage& message);
  void TakeEvent(Content content, const AgentReply::TapeMessage& message);
  void WriteGesture(input::Timed<GestureEvent> gesture);
  void WriteStep(int64_t time_ns, WidgetEvent step);
  void Write(std::string_view topic, int64_t log_ns, int64_t publish_ns,
             std::string_view data);

  tape::TapeRecorder& recorder_;
  const tape::FeedPtr feed_;
  const bool watches_;
  input::GestureSegmenter frame_gestures_;
  input::EventSegmenter event_gestures_;
  compare::WidgetSteps steps_;
  std::map<uint32_t, Channel> channels_;  // by the agent's number
  uint64_t frames_ = 0;
  uint64_t gestures_ = 0;
  size_t devices_ = 0;
  uint64_t first_time_ = 0;
  uint64_t last_time_ = 0;
  Status failed_;  // of the last gesture
};

}  // namespace reprise::session
