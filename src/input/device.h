// What a kernel input device can do, asked of its description (EvdevDevice in
// proto/reprise/evdev_device.proto), and its place in a channel's metadata.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "reprise/evdev_device.pb.h"

namespace reprise::input {

// How a device speaks of fingers.
enum class TouchProtocol {
  kNone,    // it is no touch device
  kSingle,  // ABS_X, ABS_Y and BTN_TOUCH
  kA,       // all contacts in every frame, separated by SYN_MT_REPORT
  kB,       // slots with tracking ids
};

// What a device is to a person, for names, selection and advice.
enum class DeviceClass {
  kTouch,     // touchscreen
  kPointer,   // mouse, touchpad, stylus tablet without a screen
  kKeys,      // buttons or keyboard
  kSwitches,  // lid, headphones
  kSensor,    // accelerometer, compass, light, proximity
  kJoystick,  // gamepad
  kOther,
};
std::string_view NameOf(DeviceClass device_class);  // "touch", "keys", ...

bool HasType(const EvdevDevice& device, uint32_t type);
bool HasCode(const EvdevDevice& device, uint32_t type, uint32_t code);
bool HasProperty(const EvdevDevice& device, uint32_t property);
// Null if it has no such axis.
const EvdevDevice::AbsAxis* FindAxis(const EvdevDevice& device, uint32_t code);

// Keep the lists rising and without doubles.
void AddCode(EvdevDevice* device, uint32_t type, uint32_t code);
void AddType(EvdevDevice* device, uint32_t type);
void AddProperty(EvdevDevice* device, uint32_t property);
// Adds EV_ABS and the axis, or gives the one that is there.
EvdevDevice::AbsAxis* AddAxis(EvdevDevice* device, uint32_t code);

TouchProtocol TouchProtocolOf(const EvdevDevice& device);
DeviceClass ClassOf(const EvdevDevice& device);

// Which sensor a kSensor device is: "accelerometer", "compass", "light",
// "proximity", "gyroscope", or "" when its name and axes do not tell.
std::string_view SensorOf(const EvdevDevice& device);

// The value of channel_key::kEvdevDevice, and back. Hostile metadata is an
// error, as is a description that no kernel could have given (codes or counts
// out of bounds).
std::string ToMetadata(const EvdevDevice& device);
Result<EvdevDevice> FromMetadata(std::string_view json);

// An error that says what is wrong if the kernel would not know such a device.
Status CheckDevice(const EvdevDevice& device);

}  // namespace reprise::input
