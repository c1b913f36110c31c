// Brings the agent onto a device: the build for its architecture, pushed once
// and kept there under a name with its digest, so that the next session only
// starts it.
//
// Agents are looked for in $REPRISE_AGENTS, beside the program (agent/ABI/) and
// where an installation has them (../lib/reprise/agent/ABI/).
//
// Threads: plain functions.
#pragma once

#include <string>

#include "base/result.h"
#include "reprise/device_description.pb.h"

namespace reprise::adb {
class Device;
}

namespace reprise::session {

// The path of the agent on this machine. An error says where it was looked for
// and how to build it.
Result<std::string> FindAgent(const std::string& abi);

// The path of the agent on the device, ready to be started.
Result<std::string> InstallAgent(adb::Device& device,
                                 const DeviceDescription& facts);

}  // namespace reprise::session
