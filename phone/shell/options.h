// Options of a command as POSIX has them: -a, -ab, -n5, -n 5, --.
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "phone/shell/process.h"

namespace reprise::phone {

class Options {
 public:
  // `letters`: those that are taken, each with ':' after it if it has a value.
  // A '+' at its beginning: options end at the first other argument. Nullopt,
  // after a sentence, if there is another.
  static std::optional<Options> Parse(Process& process,
                                      std::string_view letters,
                                      size_t first = 1);

  bool Has(char letter) const { return values_.contains(letter); }
  // The value given last.
  std::string Get(char letter, std::string usual = "") const;
  int64_t Number(char letter, int64_t usual) const;

  std::vector<std::string> rest;

 private:
  std::map<char, std::string> values_;
};

// A whole number, all of it; with 0x also hexadecimal.
std::optional<int64_t> ToNumber(std::string_view text);
std::optional<double> ToDouble(std::string_view text);
// Parts between separators; empty ones too.
std::vector<std::string> SplitBy(std::string_view text, char separator);

}  // namespace reprise::phone
