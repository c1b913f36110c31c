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

// From what the device is and what the agent found there.
std::vector<Finding> Diagnose(const DeviceDescription& device,
                              const AgentReply::Probe& probe);

}  // namespace reprise::session
