// Intents as `am` and `cmd package` take them: the grammar of Android's
// Intent.parseCommandArgs, and an intent's text as Android prints it.
//
// Threads: plain functions.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "reprise/phone.pb.h"

namespace reprise::phone {

// What else a command understands: true if it took words[*at] (and moved *at
// past its values).
using OtherOption = std::function<Result<bool>(
    const std::vector<std::string>& words, size_t* at)>;

// Of words[first...].
Result<PhoneIntent> ParseIntent(const std::vector<std::string>& words,
                                size_t first, const OtherOption& other);

// "Intent { act=... cmp=com.a/.Main }"
std::string Describe(const PhoneIntent& intent);
// "com.a/com.a.Main" of "com.a/.Main".
std::string FullComponent(const std::string& component);
std::string ShortComponent(const std::string& component);

constexpr const char* kActionMain = "android.intent.action.MAIN";
constexpr const char* kActionView = "android.intent.action.VIEW";
constexpr const char* kCategoryLauncher = "android.intent.category.LAUNCHER";

}  // namespace reprise::phone
