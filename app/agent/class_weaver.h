// Weaves classes one by one, as JVMTI hands them over: from the dex file that a
// class is in to a dex file of that class alone, which is what ART takes.
//
// The plan is kept as text, by class, and read for each class that comes: what
// is kept in the app's memory is what is still to be woven, and no pool grows
// with every class.
//
// Threads: any, once it is made.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace reprise::agent {

struct WovenClass {
  std::string dex;  // empty: nothing was woven
  // What of the plan was not, one sentence each.
  std::vector<std::string> left;
};

class ClassWeaver {
 public:
  static Result<ClassWeaver> Make(std::string_view plan);

  // The plan's points, as text, for the runtime.
  const std::string& points() const { return points_; }
  size_t classes() const { return parts_.size(); }
  bool Wants(const std::string& descriptor) const {
    return parts_.contains(descriptor);
  }
  // `dex` may hold other classes too.
  Result<WovenClass> Weave(const std::string& descriptor,
                           std::string_view dex) const;

 private:
  std::string points_;
  std::unordered_map<std::string, std::string> parts_;  // by descriptor
};

}  // namespace reprise::agent
