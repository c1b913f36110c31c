// The command line of reprise-phone, which `reprise phone start` writes.
//
// Threads: plain functions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "phone/daemon/virtual_phone.h"

namespace reprise::phone {

struct SupervisorOptions {
  std::string folder;
  std::string profile;  // as given; empty: the phone's own, or the usual one
  PhoneOptions phone;
  uint16_t port = 0;  // of adb; 0: as an emulator's, or any
  int ready_fd = -1;  // where to say that it is there, or why not
  std::vector<std::string> apks;
};

Result<SupervisorOptions> ParseSupervisorOptions(
    std::span<const char* const> arguments);

// "pixel-7", "nexus-4", "small", "tablet" or "WIDTHxHEIGHT@DPI".
Result<PhoneProfile> ParseProfile(const std::string& text);
// "on", "off", "slow=MS" or "loss=P" with P from 0 to 1, also several with a
// comma between.
Result<Network> ParseNetwork(const std::string& text);

// The launcher of phone/framework: $REPRISE_PHONE_FRAMEWORK, or beside us.
Result<std::string> FindFramework();

}  // namespace reprise::phone
