// Java's stack traces: the text that Throwable.printStackTrace writes and that
// is in the log after a crash, as messages; and what makes two crashes the
// same.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>

#include "reprise/log.pb.h"

namespace reprise::android {

inline constexpr int kMaxThrowables = 64;
inline constexpr int kMaxStackFrames = 1024;

// Fills crash->throwables from the text, and crash->signature. Lines that
// belong to no stack are part of the message before them.
void ReadStack(std::string_view text, LogEvent::Crash* crash);

// Class of the innermost cause and the app's own frames of it, without lines:
// "java.lang.IllegalStateException at com.a.Notes.open, com.a.Main.onClick".
// Frames of Android and Java are not the app's; if there are no others the
// first one stands for them.
std::string SignatureOf(const LogEvent::Crash& crash);

}  // namespace reprise::android
