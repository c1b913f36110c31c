// What stands at the beginning and the end of every tape that a session makes:
// how and on what it was made, and why it ended.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "reprise/device_description.pb.h"
#include "session/app_run.h"
#include "session/session_end.h"
#include "tape/recorder.h"

namespace reprise::session {

struct TapeIdentity {
  std::string_view verb;          // "record"
  std::string_view command_line;  // as typed
  std::string_view source;        // a replay: the tape that is replayed
  std::string redaction{};        // as NameOf() has it; empty: of no app
};

Status WriteIdentity(const TapeIdentity& identity,
                     const DeviceDescription& device, tape::TapeRecorder& tape);

// Which app it is, and the state that it began in.
Status WriteApp(const AppRun& app, tape::TapeRecorder& tape);

// Why it ended; `verdict` is a word on a replay: "same", "diverged", or empty
// for none; `stopped`: it ended there.
Status WriteEnd(const SessionEnd& end, uint64_t last_time,
                tape::TapeRecorder& tape, std::string_view verdict = "",
                bool stopped = false);

}  // namespace reprise::session
