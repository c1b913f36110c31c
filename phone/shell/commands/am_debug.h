// The verbs of am for those who look into an app: which is to be debugged,
// which of its methods run, what is on its heap.
//
// Threads: the one that runs the command.
#pragma once

#include <optional>
#include <string>

#include "phone/shell/process.h"

namespace reprise::phone {

// The exit code; none: the verb is none of them.
std::optional<int> AmDebug(Process& process, const std::string& verb);

}  // namespace reprise::phone
