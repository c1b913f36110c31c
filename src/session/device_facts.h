// What a device is, asked of its shell: maker, model, Android, kernel, display.
// One command asks everything, because each takes a round trip.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "reprise/device_description.pb.h"

namespace reprise::adb {
class Device;
}

namespace reprise::session {

// The command, and what its output says. What is not told is left out: a Linux
// machine behind adb has no getprop.
std::string_view FactsCommand();
DeviceDescription ParseFacts(std::string_view output);

// Asks the device. The serial is left out: it names a person's phone, and
// whoever wants it on the tape says so.
Result<DeviceDescription> AskFacts(adb::Device& device);

// "Pixel 7 (Android 14)", "Linux 6.1.0"; never empty.
std::string NameOf(const DeviceDescription& device);

// The agent that it runs: "arm64", "arm", "x86_64". An error names the ABI that
// there is no agent for.
Result<std::string> AgentAbiOf(const DeviceDescription& device);

}  // namespace reprise::session
