// How the tool speaks to a running phone: by the socket in the phone's folder
// (phone/daemon/control.h says what is said there).
//
// Threads: one at a time.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace reprise::cli {

// The folder of all phones, and of one by its name.
std::string PhonesFolder();
std::string PhoneFolderOf(const std::string& name);
// The names of those that there are, running or not.
std::vector<std::string> PhoneNames();
// Fit to be a folder and a serial.
Status CheckPhoneName(const std::string& name);

class PhoneControl {
 public:
  // kDevice when the phone does not run; it says how to start it.
  static Result<PhoneControl> Connect(const std::string& name);

  // The answer to one request; its "error" becomes one here.
  Result<nlohmann::json> Ask(const nlohmann::json& request);

  // Runs a command; its output goes where these say. Standard input is passed
  // on if `input`. The exit code.
  struct Shell {
    std::string command;  // empty: an interactive one
    bool terminal = false;
    bool input = true;
    std::function<Status(std::string_view)> out;
    std::function<Status(std::string_view)> err;
  };
  Result<int> RunShell(const Shell& shell);

 private:
  explicit PhoneControl(Fd socket) : socket_(std::move(socket)) {}
  Status Send(std::string_view bytes);

  Fd socket_;
};

}  // namespace reprise::cli
