// Regular expressions as grep and sed have them, by the C library. Patterns
// and lines are bounded, because matching may take long.
//
// Threads: one at a time.
#pragma once

#include <regex.h>

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace reprise::phone {

class Regex {
 public:
  static constexpr size_t kMaxPattern = 1024;
  static constexpr size_t kMaxText = 64 * 1024;

  static Result<Regex> Compile(const std::string& pattern, bool extended,
                               bool ignore_case);

  // From `from` on, with the groups' places; false if there is none, also in
  // a text that is too long.
  bool Search(const std::string& text, size_t from,
              std::vector<regmatch_t>* places) const;

 private:
  explicit Regex(std::shared_ptr<regex_t> regex) : regex_(std::move(regex)) {}
  std::shared_ptr<regex_t> regex_;
};

}  // namespace reprise::phone
