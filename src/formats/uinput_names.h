// The words and numbers of `uinput` commands that are not the kernel's event
// codes.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace reprise::formats {

// UI_SET_EVBIT and UI_SET_PROPBIT; between them one number per event type.
inline constexpr uint32_t kSetTypes = 100;
inline constexpr uint32_t kSetProperties = 110;

// 101 of "UI_SET_KEYBIT".
std::optional<uint32_t> UinputControlByName(std::string_view name);
// "UI_SET_KEYBIT" of 101; empty if there is none.
std::string_view UinputControlName(uint32_t control);
// EV_KEY of 101; 0 if it is for no event type.
uint32_t TypeOfControl(uint32_t control);
// 101 of EV_KEY; 0 if its codes cannot be set.
uint32_t ControlOfType(uint32_t type);

// BUS_USB of "usb", in any case of letters, and back (empty: none).
std::optional<uint32_t> UinputBusByName(std::string_view name);
std::string_view UinputBusName(uint32_t bus);

}  // namespace reprise::formats
