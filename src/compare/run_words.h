// What stands on a tape, in words: values of preferences, lifecycles, crashes.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>

#include "reprise/log.pb.h"
#include "reprise/state.pb.h"

namespace reprise::compare {

std::string TextOf(const Preference& entry);
// "RESUMED"
std::string_view LifecycleName(StateEvent::Lifecycle lifecycle);
std::string CrashWords(const LogEvent::Crash& crash);

}  // namespace reprise::compare
