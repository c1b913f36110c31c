// AgentLink: a running agent on a device, and the messages to and from it
// (proto/reprise/agent.proto).
//
// The agent ends when the link does: closing its input makes it lift what it
// pressed and go.
//
// Threads: one at a time.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "adb/device.h"
#include "adb/shell_stream.h"
#include "base/clock.h"
#include "base/framed.h"
#include "base/result.h"
#include "reprise/agent.pb.h"

namespace reprise::session {

class AgentLink {
 public:
  // Starts the agent at `path` on the device and takes its hello.
  static Result<std::unique_ptr<AgentLink>> Start(adb::Device& device,
                                                  const std::string& path);

  const AgentReply::Hello& hello() const { return hello_; }
  // The device's CLOCK_MONOTONIC at this moment, as far as the hello tells.
  uint64_t DeviceNow() const {
    return hello_.clock_ns() + (RealClock().Monotonic() - hello_at_ns_);
  }

  Status Send(const AgentRequest& request);

  // The next reply, or nothing when none came within `patience`. An error of
  // the kind kDevice when the agent ended or the device is gone; what the agent
  // said on its way out is in it.
  Result<std::optional<AgentReply>> Receive(std::chrono::milliseconds patience);

  // The next reply, which must be of this kind; Failed becomes an error.
  Result<AgentReply> Expect(AgentReply::ReplyCase kind,
                            std::chrono::milliseconds patience);

 private:
  explicit AgentLink(adb::ShellStream stream);
  tl::unexpected<Error> Lost() const;

  adb::ShellStream stream_;
  FramedReader replies_;
  std::string errors_;  // what the agent wrote to its standard error, its end
  AgentReply::Hello hello_;
  uint64_t hello_at_ns_ = 0;  // by the host's clock
};

}  // namespace reprise::session
