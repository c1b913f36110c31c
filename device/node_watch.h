// NodeWatch: which event nodes there are, and when that may have changed.
//
// inotify only says "look again": listing the folder is cheap, and a list
// cannot be out of step as a stream of changes can. Where inotify is refused,
// the owner looks again every second.
//
// Threads: one at a time.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "device/file_descriptor.h"

namespace reprise::agent {

inline constexpr char kInputFolder[] = "/dev/input";

// Names of the event nodes in the folder ("event3"), by number.
Result<std::vector<std::string>> ListNodes(const std::string& folder);

class NodeWatch {
 public:
  explicit NodeWatch(std::string folder);

  // Readable when the folder may have changed; -1: it has to be polled.
  int fd() const { return inotify_.get(); }
  // Empties the queue; before List(), so that no change is missed.
  void Drain() const;
  Result<std::vector<std::string>> List() const { return ListNodes(folder_); }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  FileDescriptor inotify_;
};

}  // namespace reprise::agent
