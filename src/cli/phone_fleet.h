// PhoneFleet: virtual phones for the time of one command, all alike: each with
// the virtual clock, a folder of its own and the same app. They go with the
// object. Nobody else is given one who does not name it (adb::ChooseDevice).
//
// Threads: main thread only, but for Revive().
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "adb/device.h"
#include "base/result.h"
#include "cli/phone_start.h"
#include "tape/reader.h"

namespace reprise::cli {

struct FleetOptions {
  // Of their names: two fleets of a command, of which one may still be
  // stopping, need different ones.
  std::string label = "worker";
  size_t count = 1;
  std::string profile;           // as `reprise phone start` takes it
  std::string apk;               // installed on each
  std::filesystem::path folder;  // of their own folders; it is there
  bool reuse = true;             // a process for several runs, one by one
  bool soft_keyboard = false;    // switched on
};

// The profile of the display that a tape was recorded on, as `reprise phone
// start` takes it; empty: the tape does not tell.
std::string ProfileOf(tape::TapeReader& tape);
// Whether the phone of a tape had its on-screen keyboard switched on.
bool HadSoftKeyboard(tape::TapeReader& tape);

class PhoneFleet {
 public:
  static Result<std::unique_ptr<PhoneFleet>> Start(const FleetOptions& options);
  ~PhoneFleet();
  PhoneFleet(const PhoneFleet&) = delete;
  PhoneFleet& operator=(const PhoneFleet&) = delete;

  // As adb has them, in the order of their numbers.
  Result<std::vector<adb::Device>> Devices() const;

  // Phone i, which is started again if it has died. From any thread, but one at
  // a time for each phone, and not while Devices() runs.
  Result<adb::Device> Revive(size_t i);

 private:
  PhoneFleet() = default;

  struct Phone {
    PhoneStart start;
    std::string serial = {};
  };
  static Status Begin(Phone& phone);
  static Result<adb::Device> DeviceOf(const Phone& phone);

  std::vector<Phone> phones_;
};

}  // namespace reprise::cli
