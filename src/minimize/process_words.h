// What became of an oracle's process, in clauses for reports.
//
// Threads: plain functions.
#pragma once

#include <chrono>
#include <string>

#include "base/piped_process.h"

namespace reprise::minimize {

// "ended with exit code 3, its last words: no such device"
std::string HowItEnded(const PipedProcess& process);

// "took longer than 10m"
std::string TookTooLong(std::chrono::nanoseconds timeout);

}  // namespace reprise::minimize
