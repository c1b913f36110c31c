// The agent's command line. It is typed on the device itself by few people, so
// it is simpler than the tool's: a command, its options, and one file.
//
// Threads: plain values.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reprise::agent {

struct OptionType {
  std::string_view name;   // "--node"
  std::string_view value;  // what stands for it in the help; empty: takes none
  std::string_view help;
};

class Arguments {
 public:
  // `words` are those after the command. An option that is not in the table,
  // lacks its value or has one that it does not take is an error.
  static Result<Arguments> Parse(std::span<const std::string_view> words,
                                 std::span<const OptionType> options);

  const std::vector<std::string>& files() const { return files_; }
  bool Has(std::string_view option) const;
  // The last value given; empty: none.
  std::string Value(std::string_view option) const;
  std::vector<std::string> Values(std::string_view option) const;

 private:
  std::vector<std::string> files_;
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

}  // namespace reprise::agent
