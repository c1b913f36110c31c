// The topics that code knows by name, so that each is spelled once. What they
// carry is in the table of tape/channels.h.
//
// Threads: constants.
#pragma once

#include <string_view>

namespace reprise::tape {

inline constexpr std::string_view kTouchTopic = "/input/touch";
inline constexpr std::string_view kKeyTopic = "/input/key";
inline constexpr std::string_view kTextTopic = "/input/text";
inline constexpr std::string_view kGestureTopic = "/input/gesture";
inline constexpr std::string_view kWidgetTopic = "/ui/widget";
inline constexpr std::string_view kIntentTopic = "/intent";
inline constexpr std::string_view kCallTopic = "/call";
inline constexpr std::string_view kScheduleTopic = "/schedule";
inline constexpr std::string_view kStateTopic = "/state";
inline constexpr std::string_view kDeviceTopic = "/device";
inline constexpr std::string_view kScreenTopic = "/screen";
inline constexpr std::string_view kLogTopic = "/log";
inline constexpr std::string_view kMethodTopic = "/method";
inline constexpr std::string_view kAnchorTopic = "/reprise/anchor";
inline constexpr std::string_view kRepriseTopic = "/reprise";

}  // namespace reprise::tape
