// AgentTape: what the agent sends, as a tape. The agent sends channels and
// messages ready to be written; here they get their place on the tape, and the
// gestures in the frames are found as they come and written beside them.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>

#include "base/result.h"
#include "input/gestures.h"
#include "reprise/agent.pb.h"
#include "tape/recorder.h"

namespace reprise::session {

class AgentTape {
 public:
  explicit AgentTape(tape::TapeRecorder& recorder);

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
  struct Channel {
    uint16_t id;
    bool frames;  // of an input device
  };

  void TakeFrame(uint32_t channel, const AgentReply::TapeMessage& message);
  void WriteGesture(input::Timed<GestureEvent> gesture);

  tape::TapeRecorder& recorder_;
  const tape::FeedPtr feed_;
  input::GestureSegmenter segmenter_;
  std::map<uint32_t, Channel> channels_;  // by the agent's number
  uint64_t frames_ = 0;
  uint64_t gestures_ = 0;
  size_t devices_ = 0;
  uint64_t first_time_ = 0;
  uint64_t last_time_ = 0;
  Status failed_;  // of the last gesture
};

}  // namespace reprise::session
