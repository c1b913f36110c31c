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

// Of a replay.
struct EndVerdict {
  std::string word;      // "same", "diverged"; empty: none
  bool stopped = false;  // it ended where it diverged
  bool effects = false;  // they were compared, on another display
};

// Why it ended.
Status WriteEnd(const SessionEnd& end, uint64_t last_time,
                tape::TapeRecorder& tape, const EndVerdict& verdict = {});

}  // namespace reprise::session
