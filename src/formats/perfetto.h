// A tape as a trace for ui.perfetto.dev: gestures, activities, tasks of threads
// as slices; log, frames, state and what Reprise did as instants. Written by
// hand in protobuf's wire format, since Debian has no Perfetto to link. See
// docs/format/foreign/perfetto.md.
//
// Threads: a plain function.
#pragma once

#include <functional>
#include <string_view>

#include "base/result.h"
#include "input/recording.h"
#include "tape/reader.h"

namespace reprise::formats {

// Hands the trace to `sink` piece by piece; what a trace has no place for is in
// `losses`.
Status WritePerfetto(tape::TapeReader& tape,
                     const std::function<Status(std::string_view)>& sink,
                     input::Losses* losses);

}  // namespace reprise::formats
