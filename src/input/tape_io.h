// Recordings from tapes and onto tapes.
//
// Frames go to /input/evdev/<node>, one channel per device with its description
// in the metadata; motions, keys, texts and gestures to their topics.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "input/recording.h"
#include "reprise/evdev.pb.h"
#include "tape/mcap.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::input {

// No recording of a person has more; a tape with more is refused.
inline constexpr uint64_t kMaxRecordedFrames = 50'000'000;

// A frame as the message of its channel, and back. `device` is left alone.
void ToMessage(const Frame& frame, EvdevFrame* message);
Status FromMessage(const EvdevFrame& message, const tape::Message& times,
                   Frame* frame);

// What KIND_STREAM_ENDED calls the input that a program plays.
inline constexpr std::string_view kInputStream = "evdev";

// The input on a tape. What cannot be understood is left out and said in
// `losses`: that a tape is odd somewhere must not keep the rest from replay.
Result<Recording> ReadRecording(tape::TapeReader& tape, Losses* losses);

// Writes all of it. Elements without an id get one (AssignIds). Times before 0
// move everything so that the first is at 0.
Status WriteRecording(Recording recording, tape::TapeWriter& tape);

// The topic of a device's frames: "/input/evdev/event3".
std::string TopicOf(const EvdevDevice& device);

}  // namespace reprise::input
