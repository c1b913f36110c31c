// What is read of a tape as words, by which two runs are compared and which
// people read.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>

#include "reprise/log.pb.h"
#include "reprise/state.pb.h"

namespace reprise::compare {

// A value: "true", "5", "\"Ada\"", "{a, b}".
std::string TextOf(const Preference& entry);

// "CREATED"
std::string_view LifecycleName(StateEvent::Lifecycle lifecycle);

// What makes two crashes the same, and what people are told of one.
std::string CrashSignature(const LogEvent::Crash& crash);
std::string CrashWords(const LogEvent::Crash& crash);

}  // namespace reprise::compare
