// One line of JSON as values that remember how numbers were written.
//
// The text form is edited by people, so what is wrong must be said with its
// place; and numbers must not pass through a double on their way to a field.
// A JsonLine is parsed again and again: its memory is kept between lines.
//
// Threads: one at a time. Values point into their JsonLine and are valid until
// its next Parse().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reprise::tape {

// A message of kMaxMessageDepth takes two levels of JSON for each of its own.
inline constexpr size_t kMaxJsonDepth = 256;
// Values on one line: what bounds the memory that a line can ask for.
inline constexpr size_t kMaxJsonValues = 8u << 20;

enum class JsonType : uint8_t {
  kNull,
  kBool,
  kUnsigned,  // an integer from 0 to 2^64 - 1
  kNegative,  // an integer from -2^63 to -1
  kFloat,     // any other number
  kString,
  kArray,
  kObject,
};

struct JsonValue {
  JsonType type = JsonType::kNull;
  bool boolean = false;
  uint32_t first = 0;   // index of the first child, 0: none
  uint32_t next = 0;    // index of the next sibling, 0: none
  uint64_t number = 0;  // of kUnsigned, and of kNegative as int64_t
  std::string_view key;
  std::string_view text;  // of kString; of kFloat as it was written
};

class JsonLine {
 public:
  explicit JsonLine(size_t max_values = kMaxJsonValues)
      : max_values_(max_values) {}

  // Fails with "column 17: ..." when it is not JSON, with a sentence when a
  // key is there twice, it is nested too deep or has too many values.
  Status Parse(std::string_view line);

  const JsonValue& root() const { return values_[0]; }
  // nullptr: none.
  const JsonValue* First(const JsonValue& value) const {
    return value.first == 0 ? nullptr : &values_[value.first];
  }
  const JsonValue* Next(const JsonValue& value) const {
    return value.next == 0 ? nullptr : &values_[value.next];
  }
  const JsonValue* Find(const JsonValue& object, std::string_view key) const;

 private:
  friend class JsonHandler;
  const size_t max_values_;
  std::vector<JsonValue> values_;
  // All strings of the line. It is as large as the line from the beginning,
  // so it never moves.
  std::string strings_;
};

// The integer that a number, or a string with just its digits, stands for, if
// T can hold it. For uint16_t, and for int and uint of 32 and 64 bits.
template <typename T>
std::optional<T> JsonInteger(const JsonValue& value);

// For "expected a number, got ...": the value, short and on one line.
std::string DescribeJson(const JsonValue& value);

}  // namespace reprise::tape
