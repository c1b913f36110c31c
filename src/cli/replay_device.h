// ReplayDevice: where a tape is replayed: a device that adb knows, or a virtual
// phone that is there for this replay only.
//
//   --on SERIAL         that device
//   --on phone:PROFILE  a fresh phone of that profile, with a virtual clock,
//                       and with an on-screen keyboard if the tape's had one
//   nothing             the only device; if there is none and the tape is of a
//                       virtual phone, a fresh one like that
//
// Threads: main thread only.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "adb/device.h"
#include "base/result.h"
#include "cli/console.h"
#include "cli/phone_fleet.h"
#include "cli/scratch_folder.h"
#include "tape/reader.h"

namespace reprise::cli {

class ReplayDevice {
 public:
  // `app`: what is to run there, a package or an APK; empty: nothing.
  static Result<ReplayDevice> Pick(const std::string& on,
                                   const std::string& app,
                                   tape::TapeReader& tape, Console& console);

  adb::Device& device() { return *device_; }

 private:
  ReplayDevice() = default;
  Status StartPhone(const std::string& profile, const std::string& app,
                    tape::TapeReader& tape, Console& console);

  std::unique_ptr<ScratchFolder> folder_;  // of the phone, which goes first
  std::unique_ptr<PhoneFleet> phone_;
  std::optional<adb::Device> device_;
};

// True for "phone:PROFILE".
bool IsFreshPhone(const std::string& on);

}  // namespace reprise::cli
