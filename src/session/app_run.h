// AppRun: an app on a device, from nothing to its first screen, for a recording
// and for each replay of it: installed if it came as a file, in the state that
// the run begins with, and started.
//
// On a device with a virtual clock the whole device begins anew, so that the
// same input gives the same run.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "adb/device.h"
#include "base/result.h"
#include "reprise/app_identity.pb.h"
#include "reprise/device_description.pb.h"
#include "reprise/initial_state.pb.h"
#include "session/agent_link.h"
#include "session/redactor.h"

namespace reprise::session {

struct AppOptions {
  std::string app;  // a package, or an APK on this computer
  InitialState::Mode state = InitialState::MODE_CLEAR;
  // MODE_SAVE: the files that it begins with, as CleanTar() makes them; none:
  // those that it has, which are then on the tape.
  std::optional<std::string> files;
  uint64_t seed = 1;  // of a virtual clock
  bool vary = false;
  RedactionRules redaction;
  // At least as much time between two pictures; 0: none are taken.
  int64_t picture_interval_ns = 250'000'000;
  bool methods = false;  // also which of the app's methods ran
};

class AppRun {
 public:
  // Installs it if it is a file, and asks what it is.
  static Result<AppRun> Open(adb::Device& device, const AppOptions& options);

  // Ends it if it runs, and brings it into the state it is to begin with.
  Status Reset(AgentLink& link);
  // Starts it and waits for its first screen; the moment is marked on the tape.
  Status Start(AgentLink& link);

  // Of a virtual clock, from the next Reset() on.
  void SetSeed(uint64_t seed, bool vary) {
    options_.seed = seed;
    options_.vary = vary;
  }
  AgentRequest::Watch Watch() const;
  const AppIdentity& identity() const { return identity_; }
  const InitialState& state() const { return state_; }
  const RedactionRules& redaction() const { return options_.redaction; }
  // After the first Reset(): the files that it begins with; none: see state().
  const std::optional<std::string>& files() const { return options_.files; }

 private:
  AppRun(adb::Device& device, AppOptions options)
      : device_(&device), options_(std::move(options)) {}
  Status Install();
  Status Describe();
  Status SetState(AgentLink& link);
  Status Save();
  // Without data; a device with a virtual clock as new.
  Status Clear(AgentLink& link);
  Result<std::string> Shell(const std::string& command) const;

  adb::Device* device_;
  AppOptions options_;
  AppIdentity identity_;
  InitialState state_;
};

// Of an APK on this computer; the error says what is wrong with it.
Result<std::string> PackageOf(const std::string& apk);

// An error when the agent cannot record an app.
Status NeedWatch(const AgentLink& link, const DeviceDescription& facts);

// The mark of Start(), on a tape.
inline constexpr std::string_view kAppStarted = "app-started";

}  // namespace reprise::session
