// The view tree as Android's `uiautomator dump` writes it (XML), for devices
// on which nothing of ours can look into the app.
//
// Threads: plain functions.
#pragma once

#include <string_view>

#include "base/result.h"
#include "reprise/view.pb.h"

namespace reprise::session {

inline constexpr size_t kMaxDumpBytes = size_t{16} << 20;
inline constexpr int kMaxDumpNodes = 20'000;

// One window: what has the focus. An error when it is no dump, with what the
// command said.
Result<ViewTree> ParseUiDump(std::string_view xml);

}  // namespace reprise::session
