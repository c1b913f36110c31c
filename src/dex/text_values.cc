#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.h"
#include "dex/mutf8.h"
#include "dex/text_names.h"
#include "dex/text_scanner.h"

namespace reprise::dex {
namespace {

template <typename T>
constexpr int64_t kLeast = std::numeric_limits<T>::min();
template <typename T>
constexpr int64_t kMost = std::numeric_limits<T>::max();

// The bits of a decimal number; nothing when it is none. The whole text is
// the number, of at most so many characters as a double can need.
template <typename T, typename Bits>
std::optional<int64_t> FloatingBits(std::string_view text) {
  T number = 0;
  const auto [end, failure] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return static_cast<int64_t>(std::bit_cast<Bits>(number));
}

}  // namespace

// An integer, with t, s or L after it when it is a byte, short or long, or a
// decimal number with f or d.
Value TextScanner::Number() {
  const std::string_view word = PeekWord();
  const bool hex = word.find('x') != std::string_view::npos;
  const char last = word.empty() ? '\0' : word.back();
  if (!hex && (last == 'f' || last == 'd')) {
    at_ += word.size();
    const std::string_view digits = word.substr(0, word.size() - 1);
    const auto bits = last == 'f' ? FloatingBits<float, uint32_t>(digits)
                                  : FloatingBits<double, int64_t>(digits);
    if (!bits) Bad("'{}' is no number", EscapeForTerminal(word));
    return {last == 'f' ? ValueKind::kFloat : ValueKind::kDouble,
            bits.value_or(0),
            {}};
  }
  // Integer() reads a word, so the letter is cut off it.
  const std::string_view whole = text_;
  const bool marked = last == 't' || last == 's' || last == 'L';
  ValueKind kind = ValueKind::kInt;
  int64_t least = kLeast<int32_t>;
  int64_t most = kMost<int32_t>;
  if (last == 't') {
    kind = ValueKind::kByte;
    least = kLeast<int8_t>;
    most = kMost<int8_t>;
  } else if (last == 's') {
    kind = ValueKind::kShort;
    least = kLeast<int16_t>;
    most = kMost<int16_t>;
  } else if (last == 'L') {
    kind = ValueKind::kLong;
    least = kLeast<int64_t>;
    most = kMost<int64_t>;
  }
  if (marked) text_ = text_.substr(0, at_ + word.size() - 1);
  const int64_t value = Integer(least, most);
  text_ = whole;
  if (marked && ok()) ++at_;
  if (!ok()) at_ = text_.size();
  return {kind, value, {}};
}

Value TextScanner::Character() {
  const std::string unit = Quoted('\'');
  std::string_view rest = unit;
  const auto value = TakeUtf16Unit(&rest);
  if (!value || !rest.empty()) Bad("expected one UTF-16 unit between ' and '");
  return {ValueKind::kChar, value.value_or(0), {}};
}

// A type, a field or a method, all of which begin with a type.
Value TextScanner::Member() {
  const TypeId type = Type();
  if (!Accept("->")) return Value::Of(type);
  const StringId name = Name();
  if (Accept(":")) {
    const FieldId field = pool_.Field({type, name, Type()});
    return {ValueKind::kField, field.value, {}};
  }
  const MethodId method = pool_.Method({type, name, Proto()});
  return {ValueKind::kMethod, method.value, {}};
}

std::vector<Element> TextScanner::Elements(int depth) {
  std::vector<Element> elements;
  OpenBrace();
  while (ok() && !AcceptCloseBrace()) {
    if (!elements.empty()) Expect(",");
    Element element;
    element.name = Name();
    Expect("=");
    element.value = ReadValue(depth + 1);
    elements.push_back(std::move(element));
  }
  return elements;
}

Value TextScanner::ReadValue(int depth) {
  if (depth > kMaxValueDepth) {
    Bad("values are nested more than {} deep", kMaxValueDepth);
    return {};
  }
  const char first = Peek();
  if (first == '"') return Value::Of(String());
  if (first == '\'') return Character();
  if (first == '(') return Value::Of(Proto());
  if (first == '-' || (first >= '0' && first <= '9')) return Number();
  if (first == '@') {
    Expect("@");
    const TypeId type = Type();
    return {ValueKind::kAnnotation, type.value, Elements(depth)};
  }
  if (first == '{') {
    Value array{ValueKind::kArray, 0, {}};
    OpenBrace();
    while (ok() && !AcceptCloseBrace()) {
      if (!array.elements.empty()) Expect(",");
      array.elements.push_back({{}, ReadValue(depth + 1)});
    }
    return array;
  }
  const std::string_view word = PeekWord();
  if (word == "null" || word == "true" || word == "false") {
    at_ += word.size();
    if (word == "null") return {};
    return {ValueKind::kBoolean, word == "true" ? 1 : 0, {}};
  }
  if (word == "enum") {
    at_ += word.size();
    return {ValueKind::kEnum, Field().value, {}};
  }
  if (word == "handle") {
    at_ += word.size();
    return Value::Of(Handle());
  }
  if (word == "float" || word == "double") {
    at_ += word.size();
    const bool wide = word == "double";
    Expect("(");
    const auto bits = static_cast<int64_t>(Bits(wide ? 64 : 32));
    Expect(")");
    return {wide ? ValueKind::kDouble : ValueKind::kFloat, bits, {}};
  }
  return Member();
}

}  // namespace reprise::dex
