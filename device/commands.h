// What the agent does when it is started by a person: RERAN's use in a terminal
// on the device, without a host. Results go to stdout, one sentence per failure
// to stderr.
//
// Threads: one at a time, from main().
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "device/arguments.h"

namespace reprise::agent {

struct Command {
  std::string_view name;
  std::string_view usage;  // after the name
  std::string_view help;
  std::span<const OptionType> options;
  // `stop_fd` is readable once a signal has come.
  Status (*run)(const Arguments& arguments, int stop_fd);
  bool hidden = false;
};

std::span<const Command> Commands();

}  // namespace reprise::agent
