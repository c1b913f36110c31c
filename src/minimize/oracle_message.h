// The lines between a minimisation and its workers (oracle.h has the grammar),
// both ends: `reprise minimize` asks, `reprise simulate` answers.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "minimize/candidate.h"

namespace reprise::minimize {

// No recording of a person has more units; more are refused.
inline constexpr uint32_t kMaxUnits = 1'000'000;

struct OracleHello {
  uint32_t units = 0;
  std::string tape;
  bool operator==(const OracleHello&) const = default;
};

struct OracleRequest {
  uint64_t id = 0;
  Candidate units;
  bool operator==(const OracleRequest&) const = default;
};

struct OracleAnswer {
  enum class What : uint8_t { kPass, kFail, kError };
  uint64_t id = 0;
  What what = What::kFail;
  std::string message;  // of kError
  bool operator==(const OracleAnswer&) const = default;
};

// Each with its line end.
std::string ToLine(const OracleHello& hello);
std::string ToLine(const OracleRequest& request);
std::string ToLine(const OracleAnswer& answer);

// Without it. An error says what is wrong with the line.
Result<OracleHello> ParseHello(std::string_view line);
// `units` is how many there are: an index beyond is an error.
Result<OracleRequest> ParseRequest(std::string_view line, uint32_t units);
Result<OracleAnswer> ParseAnswer(std::string_view line);

// "[0,3,4]"
void AppendUnits(const Candidate& units, std::string* out);

}  // namespace reprise::minimize
