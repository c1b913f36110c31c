// Lines of a log without what differs between two equal runs: addresses, hash
// codes, numbers of processes, folders of the machine. Two lines are the same
// when these texts are.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>

namespace reprise::compare {

// "Lambda$358/0x7f84@51826296 of pid 4002" is "Lambda$#/#@# of pid #".
std::string NormaliseLine(std::string_view line);

}  // namespace reprise::compare
