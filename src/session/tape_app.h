// TapeApp: what a tape says of the app that was recorded on it, as far as a
// replay needs it: which one, how its state began, when it was started.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "reprise/app_identity.pb.h"
#include "reprise/device_description.pb.h"
#include "reprise/initial_state.pb.h"
#include "session/redactor.h"
#include "tape/reader.h"

namespace reprise::session {

struct TapeApp {
  AppIdentity identity;
  InitialState state;
  std::optional<std::string> files;  // that it began with, as AppOptions has it
  RedactionRules redaction;
  std::optional<int64_t> started_ns;  // by the device's clock
  std::optional<uint64_t> seed;       // of a virtual phone
  bool vary = false;     // what the seed does, as AppOptions has it
  bool methods = false;  // those that ran are on the tape
  // A phone on which nobody looks has no home screen: replays look as often.
  std::optional<int64_t> picture_interval_ns;
};

// None: only the input of a device was recorded.
Result<std::optional<TapeApp>> ReadTapeApp(tape::TapeReader& tape);

// An attachment of this name; none: it is not there, or is not one.
template <typename T>
std::optional<T> ReadAttached(tape::TapeReader& tape, std::string_view name);

}  // namespace reprise::session
