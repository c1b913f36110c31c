#include "phone/shell/commands/awk_value.h"

#include <fmt/printf.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace reprise::phone {
namespace {

constexpr int kMaxWidth = 10'000;
constexpr double kMaxWhole = 1e15;

bool IsWhole(double number) {
  return number == std::floor(number) && std::fabs(number) < kMaxWhole;
}

}  // namespace

AwkValue AwkValue::Read(std::string text) {
  AwkValue value(std::move(text));
  const char* const begin = value.text_.c_str();
  char* end = nullptr;
  value.number_ = std::strtod(begin, &end);
  bool any = end != begin;
  while (isspace(static_cast<unsigned char>(*end)) != 0) ++end;
  // Only digits make a number of it: no "nan", no "0x1f".
  any &=
      std::string_view(begin).find_first_of("xXnNiI") == std::string_view::npos;
  if (any && end == begin + value.text_.size()) value.kind_ = Kind::kEither;
  return value;
}

double AwkValue::Number() const {
  if (kind_ != Kind::kText) return number_;
  const double number = std::strtod(text_.c_str(), nullptr);
  return std::isfinite(number) ? number : 0;
}

std::string AwkValue::Text() const {
  if (kind_ != Kind::kNumber) return text_;
  if (IsWhole(number_)) {
    return std::to_string(static_cast<int64_t>(number_));
  }
  return fmt::sprintf("%.6g", number_);
}

bool AwkValue::Truth() const {
  return kind_ == Kind::kText ? !text_.empty() : number_ != 0;
}

int AwkValue::Compare(const AwkValue& other) const {
  if (kind_ != Kind::kText && other.kind_ != Kind::kText) {
    return number_ < other.number_ ? -1 : number_ > other.number_ ? 1 : 0;
  }
  return Text().compare(other.Text());
}

std::string AwkFormat(std::string_view format, AwkArguments& values) {
  std::string out;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      out += format[i];
      continue;
    }
    if (format[i + 1] == '%') {
      out += format[++i];
      continue;
    }
    std::string spec = "%";
    bool left = false;
    for (++i; i < format.size() && std::string_view("-+ #0").find(format[i]) !=
                                       std::string_view::npos;
         ++i) {
      left |= format[i] == '-';
      if (spec.find(format[i]) == std::string::npos) spec += format[i];
    }
    const auto number = [&](int otherwise) {
      if (i < format.size() && format[i] == '*') {
        ++i;
        return static_cast<int>(std::clamp(values.Next().Number(), 0.0,
                                           static_cast<double>(kMaxWidth)));
      }
      int value = otherwise;
      for (; i < format.size() &&
             isdigit(static_cast<unsigned char>(format[i])) != 0;
           ++i) {
        value =
            std::min(std::max(value, 0) * 10 + (format[i] - '0'), kMaxWidth);
      }
      return value;
    };
    const int width = number(0);
    int precision = -1;
    if (i < format.size() && format[i] == '.') {
      ++i;
      precision = number(0);
    }
    const char kind = i < format.size() ? format[i] : 's';
    if (width > 0) spec += std::to_string(width);
    if (precision >= 0 && kind != 's' && kind != 'c') {
      spec += fmt::format(".{}", precision);
    }
    switch (kind) {
      case 'd':
      case 'i':
        out +=
            fmt::sprintf(spec + "d", static_cast<int64_t>(std::clamp(
                                         values.Next().Number(), -9e18, 9e18)));
        break;
      case 'o':
      case 'x':
      case 'X':
      case 'u':
        out += fmt::sprintf(spec + (kind == 'u' ? 'd' : kind),
                            static_cast<int64_t>(std::clamp(
                                values.Next().Number(), -9e18, 9e18)));
        break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        out += fmt::sprintf(spec + kind, values.Next().Number());
        break;
      default: {
        std::string text = values.Next().Text();
        if (kind == 'c') text = text.substr(0, 1);
        if (precision >= 0)
          text = text.substr(0, static_cast<size_t>(precision));
        out += left ? fmt::format("{:<{}}", text, width)
                    : fmt::format("{:>{}}", text, width);
      }
    }
  }
  return out;
}

}  // namespace reprise::phone
