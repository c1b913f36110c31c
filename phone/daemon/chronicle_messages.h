// What happens on the phone as messages of a tape: its own words are those of
// proto/reprise/phone.proto, a tape has those that fit every device.
//
// Threads: plain functions.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "phone/shell/log_buffer.h"
#include "reprise/key_event.pb.h"
#include "reprise/log.pb.h"
#include "reprise/motion_event.pb.h"
#include "reprise/phone.pb.h"
#include "reprise/state.pb.h"
#include "reprise/text_event.pb.h"

namespace reprise::phone {

// More than anybody types at once.
inline constexpr size_t kMaxCommittedBytes = 100'000;

// `down_ns`: when the gesture began.
MotionEvent ToMotionEvent(const PhoneInput& input, int64_t down_ns);
KeyEvent ToKeyEvent(const PhoneInput& input, int64_t down_ns);
// A commit, or an editor action.
TextEvent ToTextEvent(const PhoneInput& input);
// What a key of the on-screen keyboard did.
TextEvent ToTextEvent(const PhoneReply::Typed& typed);
// The way back, for a replay.
Result<PhoneInput> ToInput(const TextEvent& event);
LogEvent ToLogEvent(const LogLine& line);
LogEvent ToCrash(const PhoneReply::Died& died);
LogEvent ToAnr(const PhoneReply::Anr& anr);
StateEvent::Activity ToActivity(const PhoneActivity& activity);

}  // namespace reprise::phone
