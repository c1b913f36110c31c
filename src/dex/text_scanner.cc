#include "dex/text_scanner.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/text.h"
#include "dex/mutf8.h"
#include "dex/text_names.h"

namespace reprise::dex {
namespace {

bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '$' ||
         c == '-' || c == '/' || c == '+';
}

}  // namespace

std::string TextScanner::Here() {
  const size_t end = std::min(text_.find('\n', at_), at_ + 40);
  const std::string_view rest = text_.substr(at_, end - at_);
  return rest.empty() ? "the end of the line"
                      : "'" + EscapeForTerminal(rest) + "'";
}

void TextScanner::BadText(const std::string& what) {
  error_ = Error{ErrorKind::kInvalidArgument,
                 fmt::format("line {}: {}", line_, what)};
  at_ = text_.size();
  braces_ = 0;
}

void TextScanner::SkipSpace() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == '\n' && braces_ > 0) {
      ++line_;
      ++at_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else {
      return;
    }
  }
}

bool TextScanner::NextLine() {
  for (SkipSpace(); at_ < text_.size() && text_[at_] == '\n'; SkipSpace()) {
    ++line_;
    ++at_;
  }
  return at_ < text_.size();
}

bool TextScanner::AtEndOfLine() {
  SkipSpace();
  return at_ >= text_.size() || text_[at_] == '\n';
}

void TextScanner::EndOfLine() {
  if (!AtEndOfLine()) Bad("{} is too much here", Here());
}

char TextScanner::Peek() { return AtEndOfLine() ? '\0' : text_[at_]; }

bool TextScanner::Accept(std::string_view symbol) {
  SkipSpace();
  if (text_.substr(at_, symbol.size()) != symbol) return false;
  at_ += symbol.size();
  return true;
}

void TextScanner::Expect(std::string_view symbol) {
  if (!Accept(symbol)) Bad("expected '{}', not {}", symbol, Here());
}

void TextScanner::OpenBrace() {
  Expect("{");
  if (ok()) ++braces_;
}

bool TextScanner::AcceptCloseBrace() {
  if (!Accept("}")) return false;
  --braces_;
  return true;
}

void TextScanner::ExpectCloseBrace() {
  if (!AcceptCloseBrace()) Bad("expected '}}', not {}", Here());
}

std::string_view TextScanner::PeekWord() {
  SkipSpace();
  size_t end = at_;
  while (end < text_.size() && IsWordByte(text_[end])) ++end;
  return text_.substr(at_, end - at_);
}

bool TextScanner::SpaceAfterWord() {
  const std::string_view word = PeekWord();
  const char after = At(at_ + word.size());
  return after == ' ' || after == '\t';
}

std::string_view TextScanner::Word() {
  const std::string_view word = PeekWord();
  if (word.empty()) Bad("expected a word, not {}", Here());
  at_ += word.size();
  return word;
}

bool TextScanner::WholeNumber(bool* negative, uint64_t* size) {
  const std::string_view word = Word();
  std::string_view digits = word;
  *negative = digits.substr(0, 1) == "-";
  if (*negative) digits.remove_prefix(1);
  const bool hex = digits.substr(0, 2) == "0x";
  if (hex) digits.remove_prefix(2);
  const auto [end, failure] = std::from_chars(
      digits.data(), digits.data() + digits.size(), *size, hex ? 16 : 10);
  if (digits.empty() || failure != std::errc() ||
      end != digits.data() + digits.size()) {
    Bad("expected a whole number, not '{}'", EscapeForTerminal(word));
  }
  return ok();
}

int64_t TextScanner::Integer(int64_t least, int64_t most) {
  bool negative = false;
  uint64_t size = 0;
  if (!WholeNumber(&negative, &size)) return least;
  const uint64_t limit = uint64_t{1} << 63;
  const auto value = static_cast<int64_t>(negative ? 0 - size : size);
  if (size > (negative ? limit : limit - 1) || value < least || value > most) {
    Bad("{}{} is not from {} to {}", negative ? "-" : "", size, least, most);
    return least;
  }
  return value;
}

uint64_t TextScanner::Bits(int count) {
  bool negative = false;
  uint64_t size = 0;
  if (!WholeNumber(&negative, &size)) return 0;
  const uint64_t half = uint64_t{1} << (count - 1);
  if (size > (negative ? half : half - 1 + half)) {
    Bad("{}{} does not fit into {} bits", negative ? "-" : "", size, count);
    return 0;
  }
  return negative ? 0 - size : size;
}

uint32_t TextScanner::Hex(int digits) {
  uint32_t value = 0;
  const char* begin = text_.data() + std::min(at_, text_.size());
  const char* stop = text_.data() + std::min(at_ + digits, text_.size());
  const auto [end, failure] = std::from_chars(begin, stop, value, 16);
  if (failure != std::errc() || end != begin + digits) {
    Bad("expected {} hexadecimal digits, not {}", digits, Here());
    return 0;
  }
  at_ += static_cast<size_t>(digits);
  return value;
}

void TextScanner::Escape(std::string* out) {
  const char c = At(at_++);
  switch (c) {
    case 'n':
      out->push_back('\n');
      return;
    case 'r':
      out->push_back('\r');
      return;
    case 't':
      out->push_back('\t');
      return;
    case '\\':
    case '"':
    case '\'':
    case '`':
      out->push_back(c);
      return;
    case 'u':
      return AppendUtf16Unit(static_cast<uint16_t>(Hex(4)), out);
    case 'x': {
      const uint32_t byte = Hex(2);
      if (byte == 0) Bad("\\x00 cannot be in a string; \\u0000 can");
      if (byte != 0) out->push_back(static_cast<char>(byte));
      return;
    }
    default:
      at_ = std::min(at_ - 1, text_.size());
      Bad("no escape begins with {}; \\n \\r \\t \\\\ \\\" \\' \\` \\uNNNN "
          "and \\xNN are known",
          Here());
  }
}

// One character that is not ASCII.
void TextScanner::Utf8(std::string* out) {
  const auto lead = static_cast<uint8_t>(text_[at_]);
  const size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const std::string_view character = text_.substr(at_, size);
  if (character.size() != size || !IsUtf8(character)) {
    Bad("{} is not UTF-8; write bytes as \\xNN", Here());
    return;
  }
  *out += Utf8ToMutf8(character);
  at_ += size;
}

std::string TextScanner::Quoted(char quote) {
  std::string out;
  Expect(std::string_view(&quote, 1));
  while (ok()) {
    const char c = At(at_);
    if (c == quote) {
      ++at_;
      return out;
    }
    if (c == '\n' || c == '\0') {
      Bad("{} is missing at the end of what it quotes", quote);
    } else if (c == '\\') {
      ++at_;
      Escape(&out);
    } else if (static_cast<uint8_t>(c) >= 0x80) {
      Utf8(&out);
    } else {
      out.push_back(c);
      ++at_;
    }
  }
  return {};
}

StringId TextScanner::String() {
  const std::string text = Quoted('"');
  return pool_.String(text);
}

StringId TextScanner::OptionalString() {
  return Accept("null") ? StringId() : String();
}

StringId TextScanner::Name() {
  SkipSpace();
  if (At(at_) == '`') return pool_.String(Quoted('`'));
  std::string name;
  while (ok() && at_ < text_.size() && IsNameByte(text_[at_])) {
    if (static_cast<uint8_t>(text_[at_]) >= 0x80) {
      Utf8(&name);
    } else {
      name.push_back(text_[at_++]);
    }
  }
  if (name.empty()) Bad("expected a name, not {}", Here());
  return pool_.String(name);
}

std::string_view TextScanner::BareDescriptor() {
  const size_t start = at_;
  size_t end = at_;
  while (At(end) == '[') ++end;
  if (At(end) == 'L') {
    while (IsNameByte(At(end)) || At(end) == '/') ++end;
    if (At(end) != ';') return {};
  } else if (At(end) == '\0' || std::string_view("VZBSCIJFD").find(At(end)) ==
                                    std::string_view::npos) {
    return {};
  }
  at_ = end + 1;
  return text_.substr(start, at_ - start);
}

TypeId TextScanner::Type() {
  SkipSpace();
  if (At(at_) == '`') return pool_.Type(Quoted('`'));
  const std::string_view bare = BareDescriptor();
  if (bare.empty()) {
    Bad("expected a type such as I or Lcom/example/Name; not {}", Here());
  } else if (!IsUtf8(bare)) {
    Bad("a type's name is not UTF-8; write it in ` with bytes as \\xNN");
  }
  if (!ok()) return pool_.Type("V");
  return pool_.Type(Utf8ToMutf8(bare));
}

TypeId TextScanner::OptionalType() {
  return Accept("null") ? TypeId() : Type();
}

ProtoId TextScanner::Proto() {
  std::vector<TypeId> parameters;
  Expect("(");
  while (ok() && !Accept(")")) parameters.push_back(Type());
  return pool_.Proto(Type(), parameters);
}

FieldId TextScanner::Field() {
  FieldRef field;
  field.owner = Type();
  Expect("->");
  field.name = Name();
  Expect(":");
  field.type = Type();
  return pool_.Field(field);
}

MethodId TextScanner::Method() {
  MethodRef method;
  method.owner = Type();
  Expect("->");
  method.name = Name();
  method.proto = Proto();
  return pool_.Method(method);
}

HandleId TextScanner::Handle() {
  const std::string_view word = Word();
  const auto* const found =
      std::find(std::begin(kHandleNames), std::end(kHandleNames), word);
  if (found == std::end(kHandleNames)) {
    Bad("'{}' is no kind of method handle; one of {}", EscapeForTerminal(word),
        fmt::join(kHandleNames, " "));
    return pool_.Handle({});
  }
  HandleRef handle;
  handle.kind = static_cast<HandleKind>(found - std::begin(kHandleNames));
  handle.member = handle.IsField() ? Field().value : Method().value;
  return pool_.Handle(handle);
}

}  // namespace reprise::dex
