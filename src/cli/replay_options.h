// The options of `replay`, read: what is played, how, and where on the tape it
// begins and ends.
//
// Threads: plain functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/parse.h"
#include "session/input_replayer.h"
#include "session/replay_steps.h"
#include "tape/reader.h"

namespace reprise::cli {

// A function, because the tables of verbs are made before main().
std::vector<Option> ReplayOptionTable();

Result<session::PlanOptions> ReadPlanOptions(const Arguments& arguments);
Result<session::ReplayOptions> ReadReplayOptions(const Arguments& arguments);

// The app of the tape, in the state that it began in; none: it has none.
Result<std::optional<session::AppOptions>> AppOf(tape::TapeReader& tape,
                                                 const Arguments& arguments);

// --from and --until: the number of a step ("3"), or a time ("1.5s").
Result<std::optional<session::StepPlace>> PlaceOption(
    const Arguments& arguments, std::string_view name);

// The options that only a recording of an app can have; empty: none was given.
std::string NeedsApp(const Arguments& arguments);

}  // namespace reprise::cli
