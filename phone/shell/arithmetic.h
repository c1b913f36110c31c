// $((...)): whole numbers of 64 bits that wrap, with C's operators and
// assignments to variables.
//
// Threads: plain functions. Bounded nesting, any bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise::phone {

struct Variables {
  std::function<std::string(const std::string& name)> get;
  std::function<void(const std::string& name, std::string value)> set;
};

Result<int64_t> Evaluate(std::string_view expression,
                         const Variables& variables);

}  // namespace reprise::phone
