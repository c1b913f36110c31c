// Where the agent says what it did and what it could not do: inside somebody's
// app there is neither a terminal nor a caller who reads errors.
//
// Threads: any. A line is written at once.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise::agent {

class Report {
 public:
  // Appends to this file. Empty: Android's log where there is one, else
  // standard error.
  explicit Report(const std::string& file);
  ~Report();
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  void Say(std::string_view sentence) const;

 private:
  int file_ = -1;
};

}  // namespace reprise::agent
