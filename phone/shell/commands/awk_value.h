// What a variable of awk holds: a number, a text, or a text that came from
// outside and looks like a number.
//
// Threads: plain values.
#pragma once

#include <string>
#include <string_view>

namespace reprise::phone {

class AwkValue {
 public:
  AwkValue() = default;  // unset: both "" and 0
  explicit AwkValue(double number) : kind_(Kind::kNumber), number_(number) {}
  explicit AwkValue(std::string text)
      : kind_(Kind::kText), text_(std::move(text)) {}
  // Of a field or an option: may be compared as a number.
  static AwkValue Read(std::string text);

  double Number() const;
  std::string Text() const;
  bool Truth() const;
  // Below, equal or above 0, as awk compares.
  int Compare(const AwkValue& other) const;

 private:
  enum class Kind { kUnset, kNumber, kText, kEither };
  Kind kind_ = Kind::kUnset;
  double number_ = 0;
  std::string text_;
};

// As printf does it; what is missing is unset.
class AwkArguments {
 public:
  virtual ~AwkArguments() = default;
  virtual AwkValue Next() = 0;
};
std::string AwkFormat(std::string_view format, AwkArguments& values);

}  // namespace reprise::phone
