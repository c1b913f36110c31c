// Names and bounds of the kernel's event types and codes (ABS_MT_POSITION_X),
// taken from linux/input-event-codes.h when Reprise is built.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace reprise::input {

// "EV_ABS"; empty if it has no name.
std::string_view TypeName(uint32_t type);
// "ABS_X"; empty if it has no name. Where the kernel has several names for a
// number, the one that its own tools print (BTN_TOUCH, KEY_MUTE).
std::string_view CodeName(uint32_t type, uint32_t code);
// "INPUT_PROP_DIRECT"; empty if it has no name.
std::string_view PropertyName(uint32_t property);

// The number behind a name, any of the names if there are several.
std::optional<uint16_t> TypeByName(std::string_view name);
std::optional<uint16_t> CodeByName(uint32_t type, std::string_view name);
std::optional<uint16_t> PropertyByName(std::string_view name);

// The largest code of a type (KEY_MAX for EV_KEY); 0 for EV_SYN's like that
// have none.
uint32_t MaxCodeOf(uint32_t type);

}  // namespace reprise::input
