// SessionDevice: where an app is recorded or a tape replayed: a device that adb
// knows, or a virtual phone that is there for this only.
//
//   --on SERIAL         that device
//   --on NAME           the virtual phone of that name
//   --on phone          the virtual phone of that name if it runs, otherwise a
//                       fresh one, with a virtual clock, like the recorded one
//   --on phone:PROFILE  a fresh one of that profile
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
#include "cli/parse.h"
#include "cli/phone_fleet.h"
#include "cli/scratch_folder.h"
#include "tape/reader.h"

namespace reprise::cli {

// A function, because the tables of verbs are made before main().
Option SessionOnOption();

// Before anything is looked for: --on names something.
Status CheckSessionOn(const Arguments& arguments);

// The same of an app that is a file: it is an APK.
Status CheckApp(const std::string& app);

// True for --on phone:PROFILE, which starts a phone in any case.
bool IsFreshPhone(const std::string& on);

class SessionDevice {
 public:
  // `app`: what is to run there, a package or an APK; empty: nothing. `tape`:
  // of which a fresh phone is to be like the recorded one; null: none.
  static Result<SessionDevice> Pick(const Arguments& arguments,
                                    const std::string& app,
                                    tape::TapeReader* tape, Console& console);

  adb::Device& device() { return *device_; }
  bool fresh() const { return phone_ != nullptr; }

 private:
  SessionDevice() = default;
  Status StartPhone(const std::string& profile, const std::string& app,
                    tape::TapeReader* tape, Console& console);

  std::unique_ptr<ScratchFolder> folder_;  // of the phone, which goes first
  std::unique_ptr<PhoneFleet> phone_;
  std::optional<adb::Device> device_;
};

}  // namespace reprise::cli
