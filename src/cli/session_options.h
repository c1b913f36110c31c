// What the verbs that work on a device share: how they pick it, where their
// tape goes, and how they tell what goes on.
//
// Threads: main thread only.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/parse.h"
#include "session/input_recorder.h"

namespace reprise::cli {

// The options --on, --force and --wait. Functions, because the tables of verbs
// are made before main(), in no order between files.
Option OnOption();
Option ForceOption();
Option WaitOption();

// The serial that --on means, also by the name of a virtual phone; empty: it is
// not given.
Result<std::string> SerialOf(const Arguments& arguments);

// How long --wait waits for a widget or a screen, in ns.
Result<int64_t> WaitOf(const Arguments& arguments);

// That no tape of this name is there, unless --force says to write over it.
Status CheckFree(const std::string& out, bool force);

// The tape to write: never over one that is there, unless --force, and never
// over one of the inputs.
Result<std::string> NewTape(const Arguments& arguments, std::string out,
                            std::span<const std::string> inputs);

// "run-20260131-235959.mcap"
std::string DefaultTapeName();

// Notes, progress and warnings go to the console, and Ctrl-C ends the session.
session::SessionWatcher WatcherFor(Console& console,
                                   const CatchInterrupt& interrupt);

// The exit code of a session that ended for that reason.
ExitCode ExitCodeOf(const std::string& end_reason, const Status& problem);

// One JSON object as a line.
template <typename Json>
std::string JsonLine(const Json& json) {
  // Names of devices need not be UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace reprise::cli
