// Starts the supervisor of a virtual phone (reprise-phone) and waits until it
// answers.
//
// Threads: main thread only.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"

namespace reprise::cli {

struct PhoneStart {
  std::string name;
  std::string data;                  // the folder; empty: the usual place
  std::vector<std::string> options;  // of reprise-phone, and the APKs
};

// What it says of itself. An error when it runs already, or cannot be started.
Result<nlohmann::json> StartPhone(const PhoneStart& start);

// Until the adb server, if one runs, knows a phone that was started as a
// device: it notices an emulator after a moment, one with another serial only
// when told to. Bounded; whoever needs the device says that it is missing.
void AwaitAdb(const std::string& serial);

}  // namespace reprise::cli
