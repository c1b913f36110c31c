// Diagnosis: for one device, what can be recorded and replayed on it, why not,
// and what to do. `reprise doctor` prints it.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reprise/agent.pb.h"
#include "reprise/device_description.pb.h"

namespace reprise::session {

enum class Verdict { kYes, kPartly, kNo };
std::string_view NameOf(Verdict verdict);  // "yes", "partly", "no"

// One thing that Reprise may do with a device.
struct Finding {
  std::string what;  // "record kernel input"
  Verdict verdict = Verdict::kYes;
  std::string why;     // one sentence; empty: nothing to explain
  std::string advice;  // what to do; empty: nothing, or nothing can be done
};

// What there is to watch an app with.
struct AppTools {
  bool agent_watches = false;
  std::vector<std::string> missing;  // of the commands that ShellWatch uses
};
// The question for the device's shell, and what its answer means.
std::string_view AppToolsCommand();
std::vector<std::string> ParseMissing(std::string_view output);

// From what the device is and what the agent found there.
std::vector<Finding> Diagnose(const DeviceDescription& device,
                              const AgentReply::Probe& probe,
                              const AppTools& tools);

}  // namespace reprise::session
