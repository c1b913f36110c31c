// Preferences: a file of shared preferences, as Android writes it, as a
// message. Such a file is the part of an app's state that its user can see and
// that a run leaves behind (VALERA's externally visible state).
//
// The file is the app's, so nothing in it is believed: sizes and counts are
// bounded, and what is no preferences file is an error.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "reprise/state.pb.h"

namespace reprise::android {

inline constexpr size_t kMaxPreferencesBytes = size_t{4} << 20;
inline constexpr size_t kMaxPreferences = 10'000;

// `name` is the file's, without folder and ".xml". Entries are sorted by key;
// those beyond kMaxPreferences are counted in left_out.
Result<PreferencesFile> ReadPreferences(std::string name, std::string_view xml);

}  // namespace reprise::android
