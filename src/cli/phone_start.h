// Starts the supervisor of a virtual phone (reprise-phone) and waits until it
// answers.
//
// Threads: main thread only.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "adb/server.h"
#include "base/result.h"

namespace reprise::cli {

struct PhoneStart {
  std::string name;
  std::string data;                  // the folder; empty: the usual place
  std::vector<std::string> options;  // of reprise-phone, and the APKs
};

// What it says of itself. An error when it runs already, or cannot be started.
Result<nlohmann::json> StartPhone(const PhoneStart& start);

// Until an adb server knows a phone that was started as a device: it notices an
// emulator after a moment, one at HOST:PORT when it is told of it, as here.
// Bounded; kDevice when it does not, or when the server does not run.
Status AwaitAdb(const adb::Server& server, const std::string& serial);
// That it is to forget one at HOST:PORT.
void ForgetAdb(const std::string& serial);

}  // namespace reprise::cli
