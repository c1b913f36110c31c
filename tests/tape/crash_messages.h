// The messages of the crash tests: each can be told from its number, so that
// who reads a tape knows what has to be there, byte by byte. Shared by the
// tests and by the program that they kill.
//
// Threads: any.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tape/mcap.h"
#include "tape/writer.h"

namespace reprise::tape {

inline constexpr int kCrashChannels = 3;

std::string CrashData(uint64_t number);
Message CrashMessage(uint64_t number, std::string_view data);
// Adds the channels that CrashMessage() uses, and their schema.
Status AddCrashChannels(TapeWriter& writer);

// The number behind data of CrashData(), or -1.
int64_t NumberOfData(std::string_view data);
// The number of a message that is exactly CrashMessage(), or -1.
int64_t NumberOf(const Message& message);

}  // namespace reprise::tape
