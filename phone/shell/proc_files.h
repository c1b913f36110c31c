// The files of /proc that tools read, made when they are opened.
//
// Threads: any.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "phone/shell/session.h"

namespace reprise::phone {

class ProcFiles {
 public:
  // `self` is the pid that /proc/self stands for.
  ProcFiles(World& world, int self) : world_(&world), self_(self) {}

  // Of an absolute path without . and ..: the text, if there is such a file.
  std::optional<std::string> Read(const std::string& path) const;
  // The names in it, if it is such a folder.
  std::optional<std::vector<std::string>> List(const std::string& path) const;

 private:
  World* world_;
  int self_;
};

}  // namespace reprise::phone
