// One Android device as Reprise uses it: commands, files, sockets. What the
// rest of Reprise knows of adb is this and PickDevice().
//
//   ASSIGN_OR_RETURN(adb::Device device, adb::PickDevice(serial));
//   RETURN_IF_ERROR(device.Push(agent, "/data/local/tmp/agent", 0755));
//   ASSIGN_OR_RETURN(auto done, device.Shell("getprop ro.build.version.sdk"));
//
// Every call is a connection of its own to the adb server. Errors of kind
// kDevice mean that the device cannot be used or is gone, and say what to do.
//
// Threads: any, at the same time; but not while it is assigned to.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "adb/server.h"
#include "adb/shell_stream.h"
#include "adb/sync_client.h"
#include "base/result.h"

namespace reprise::adb {

struct ShellResult {
  std::string out;
  std::string err;
  int exit_code = 0;

  bool Succeeded() const { return exit_code == 0; }
};

// One of the forwards and reverses that are set up.
struct Forward {
  std::string local;   // where it listens: on this computer, or the device
  std::string remote;  // where it leads
  bool operator==(const Forward&) const = default;
};

class Device {
 public:
  // Most that Shell() and Exec() keep of a command's output, and Pull() of a
  // file.
  static constexpr size_t kMaxOutput = size_t{256} << 20;
  static constexpr std::chrono::minutes kShellPatience{5};

  // Asks the device for its features, and so that it answers.
  static Result<Device> Open(const Server& server, DeviceInfo info);

  const DeviceInfo& info() const { return info_; }
  const std::string& serial() const { return info_.serial; }
  const std::set<std::string>& features() const { return features_; }
  bool Has(std::string_view feature) const {
    return features_.contains(std::string(feature));
  }
  const Server& server() const { return server_; }

  // "device", "offline", ...; kDevice when it is gone.
  Result<std::string> State() const;

  // Runs a command line of the device's shell to its end; kUnsupported on
  // devices without shell_v2 (Android 6 and older).
  Result<ShellResult> Shell(
      std::string_view command,
      std::chrono::milliseconds patience = kShellPatience) const;
  // Starts one and leaves it to the caller.
  Result<ShellStream> Start(std::string_view command) const;
  // What it writes, unchanged and without its exit code; for old devices.
  Result<std::string> Exec(std::string_view command) const;
  // All of getprop.
  Result<std::map<std::string, std::string>> Properties() const;

  Status Push(std::string_view bytes, const std::string& path,
              uint32_t mode = 0644) const;
  // A file of this computer, with its time; its own permission bits when
  // `mode` is 0.
  Status PushFile(const std::string& from, const std::string& path,
                  uint32_t mode = 0) const;
  Result<std::string> Pull(const std::string& path,
                           size_t limit = kMaxOutput) const;
  Result<FileStat> Stat(const std::string& path) const;
  Result<std::vector<SyncEntry>> List(const std::string& path) const;
  Result<SyncClient> Files() const;

  // From a port of this computer to a socket of the device ("tcp:80",
  // "localabstract:agent"); a port of 0 takes a free one. Gives the port.
  Result<uint16_t> ForwardPort(uint16_t port, std::string_view remote) const;
  Status RemoveForward(std::string_view local) const;
  Result<std::vector<Forward>> Forwards() const;
  // From a socket of the device to one of this computer; gives the port when
  // the device's is tcp:0, else 0.
  Result<uint16_t> Reverse(std::string_view on_device,
                           std::string_view local) const;
  Status RemoveReverse(std::string_view on_device) const;
  Result<std::vector<Forward>> Reverses() const;

 private:
  Device(Server server, DeviceInfo info, std::set<std::string> features)
      : server_(std::move(server)),
        info_(std::move(info)),
        features_(std::move(features)) {}
  Result<std::string> ReverseCommand(std::string_view command, bool status,
                                     bool text) const;

  Server server_;
  DeviceInfo info_;
  std::set<std::string> features_;
};

// The text of getprop, "[name]: [value]" per line; values may have line ends.
std::map<std::string, std::string> ParseProperties(std::string_view text);
// The lines of list-forward, "SERIAL LOCAL REMOTE"; of one device.
std::vector<Forward> ParseForwards(std::string_view text,
                                   std::string_view serial);

// What --on SERIAL means: that device; without a serial $ANDROID_SERIAL or the
// only one there is. Starts the server when none runs.
Result<Device> PickDevice(std::string_view serial);

}  // namespace reprise::adb
