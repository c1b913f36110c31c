// What makes two crashes of apps the same (or two hangs, which count as
// crashes), and which of them a tape has.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "reprise/log.pb.h"
#include "tape/reader.h"

namespace reprise::compare {

// No tape of a run has as many; what comes after is left out.
inline constexpr size_t kMaxCrashes = 1000;

// "java.lang.Bad at com.a.Main.open, com.a.Main.onClick", or what stands for it
// where the log tells no stack. Empty: neither a crash nor a hang.
std::string CrashSignature(const LogEvent& log);

// Names that each run makes up may differ: numbers of proxy classes, numbers
// and addresses of classes that stand for lambdas.
bool SameCrash(std::string_view one, std::string_view other);

// The different ones, in the order in which they came.
Result<std::vector<std::string>> CrashesOf(tape::TapeReader& tape);

}  // namespace reprise::compare
