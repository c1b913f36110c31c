// The command line of reprise-phone, which `reprise phone start` writes.
//
// Threads: plain functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "phone/daemon/virtual_phone.h"

namespace reprise::phone {

struct SupervisorOptions {
  std::string folder;
  std::string name = "phone";
  // As given; what is not is the phone's own, or the usual.
  std::string profile;
  std::optional<bool> virtual_clock;
  std::optional<uint64_t> seed;
  std::optional<std::string> net;
  bool soft_keyboard = false;  // switches it on
  uint16_t port = 0;           // of adb; 0: as an emulator's, or any
  bool spare = true;           // another process waits for the next app
  bool reuse = true;    // a process for several apps, one after the other
  bool worker = false;  // of one command, which nobody else is given
  int ready_fd = -1;    // where to say that it is there, or why not
  std::vector<std::string> apks;
};

// What stands before a word that is wrong is in `options` all the same.
Status ParseSupervisorOptions(std::span<const char* const> arguments,
                              SupervisorOptions* options);

// What a phone is started with: what was given, else what it keeps; it keeps
// that. A clock that is given without a seed has none.
Result<PhoneOptions> ChooseOptions(const SupervisorOptions& given,
                                   Store& store);

// "pixel-7", "nexus-4", "small", "tablet" or "WIDTHxHEIGHT@DPI".
Result<PhoneProfile> ParseProfile(const std::string& text);
// "on", "off", "slow=MS" or "loss=P" with P from 0 to 1, also several with a
// comma between.
Result<Network> ParseNetwork(const std::string& text);

// The launcher of phone/framework: $REPRISE_PHONE_FRAMEWORK, or beside us.
Result<std::string> FindFramework();

}  // namespace reprise::phone
