// The programs of the phone, by name, and what stands in for those that are
// not there.
//
// Threads: filled by one, then read by any.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "phone/shell/process.h"

namespace reprise::phone {

class Commands {
 public:
  // The exit code. The arguments' first is the command's name.
  using Function = std::function<int(Process&)>;
  using Predicate = std::function<bool(const std::vector<std::string>&)>;

  // All that a phone has.
  Commands();

  // In /system/bin; replaces an older one of that name. `usage` is what --help
  // prints.
  void Add(const std::string& name, std::string usage, Function run);
  // Whatever the predicate takes, before everything else.
  void Add(Predicate takes, Function run);

  // Runs the program that the first argument names: one of the above, or a
  // script among the phone's files. 126 and 127 as a shell has them.
  int Run(Process& process) const;
  // "/system/bin/ls"; empty if there is no such program.
  std::string PathOf(std::string_view name) const;
  std::vector<std::string> Names() const;
  // What --help prints; empty if there is no such program.
  std::string UsageOf(const std::string& name) const;

 private:
  struct Entry {
    std::string usage;
    Function run;
  };
  const Function* Find(const Process& process) const;

  std::map<std::string, Entry, std::less<>> entries_;
  std::vector<std::pair<Predicate, Function>> hooks_;
};

}  // namespace reprise::phone
