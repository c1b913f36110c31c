// Stage: a device made ready for a session, once for all the runs on it: what
// it is, the agent on it, and the app that is to run there.
//
// Threads: one at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "adb/device.h"
#include "base/result.h"
#include "reprise/device_description.pb.h"
#include "session/agent_link.h"
#include "session/app_run.h"

namespace reprise::session {

class Stage {
 public:
  // `app`: none means that only the kernel's input matters.
  static Result<Stage> Open(adb::Device& device,
                            const std::optional<AppOptions>& app);

  // A new agent, and the app in the state that a run begins with; `resume`: in
  // that which it has. The agent must be able to watch it, unless somebody else
  // does.
  Result<std::unique_ptr<AgentLink>> Begin(bool resume = false);
  void LetOthersWatch() { agent_watches_ = false; }

  const DeviceDescription& facts() const { return facts_; }
  std::optional<AppRun>& app() { return app_; }

 private:
  explicit Stage(adb::Device& device) : device_(&device) {}

  adb::Device* device_;
  DeviceDescription facts_;
  std::string agent_;  // where it is on the device
  std::optional<AppRun> app_;
  bool agent_watches_ = true;
};

}  // namespace reprise::session
