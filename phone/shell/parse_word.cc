// The words of a script: quotes and what begins with $.
#include <cctype>
#include <utility>

#include "phone/shell/parser.h"

namespace reprise::phone {
namespace {

constexpr std::string_view kEndOfWord = " \t\r\n;&|<>()";
constexpr std::string_view kSpecialNames = "?$#@*!-0123456789";

bool IsNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void AddText(std::vector<Part>* parts, char c, bool quoted) {
  if (parts->empty() || parts->back().kind != Part::Kind::kText ||
      parts->back().quoted != quoted) {
    parts->push_back({.quoted = quoted});
  }
  parts->back().text += c;
}

void AppendUtf8(uint32_t code, std::string* out) {
  if (code < 0x80) {
    *out += static_cast<char>(code);
  } else if (code < 0x800) {
    *out += static_cast<char>(0xC0 | code >> 6);
    *out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    *out += static_cast<char>(0xE0 | code >> 12);
    *out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    *out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    *out += static_cast<char>(0xF0 | (code >> 18 & 7));
    *out += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    *out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    *out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

}  // namespace

Word Parser::ParseText(std::string_view text) {
  Parser parser(text);
  Word word;
  try {
    parser.ParseQuoted(&word.parts, '\0');
  } catch (const Failure&) {
    word.parts = {{.quoted = true, .text = std::string(text)}};
  }
  return word;
}

bool Parser::AtWord() const {
  return !AtEnd() && kEndOfWord.find(Peek()) == std::string_view::npos;
}

Word Parser::ParseWord() {
  if (Peek() == '~' && (Peek(1) == '/' || position_ + 1 >= script_.size() ||
                        kEndOfWord.find(Peek(1)) != std::string_view::npos)) {
    ++position_;
    Word word = ParseUntil(kEndOfWord, false);
    word.parts.insert(
        word.parts.begin(),
        {.kind = Part::Kind::kParameter, .quoted = true, .text = "HOME"});
    return word;
  }
  return ParseUntil(kEndOfWord, false);
}

Word Parser::ParseUntil(std::string_view ends, bool quoted) {
  Word word;
  while (!AtEnd() && ends.find(Peek()) == std::string_view::npos) {
    const char c = Peek();
    if (c == '\\') {
      ++position_;
      if (AtEnd()) {
        AddText(&word.parts, '\\', true);
      } else if (Peek() != '\n') {
        AddText(&word.parts, Peek(), true);
      }
      ++position_;
    } else if (c == '\'' && !quoted) {
      const size_t end = script_.find('\'', position_ + 1);
      if (end == std::string_view::npos) Missing("'");
      word.parts.push_back({.quoted = true,
                            .text = std::string(script_.substr(
                                position_ + 1, end - position_ - 1))});
      position_ = end + 1;
    } else if (c == '"') {
      ++position_;
      word.parts.push_back({.quoted = true});
      ParseQuoted(&word.parts, '"');
    } else if (c == '$' && Peek(1) == '\'' && !quoted) {
      position_ += 2;
      ParseAnsi(&word.parts);
    } else if (c == '$') {
      ParseDollar(&word.parts, quoted);
    } else if (c == '`') {
      ParseBackticks(&word.parts, quoted);
    } else {
      AddText(&word.parts, c, quoted);
      ++position_;
    }
  }
  return word;
}

// Between double quotes; with '\0' as their end, all of the text.
void Parser::ParseQuoted(std::vector<Part>* parts, char end) {
  while (true) {
    if (AtEnd()) {
      if (end == '\0') return;
      Missing("\"");
    }
    const char c = Peek();
    if (c == end && end != '\0') {
      ++position_;
      return;
    }
    if (c == '\\') {
      const char next = Peek(1);
      if (next == '\n') {
        position_ += 2;
      } else if (next == '$' || next == '`' || next == '\\' ||
                 (next == '"' && end != '\0')) {
        AddText(parts, next, true);
        position_ += 2;
      } else {
        AddText(parts, '\\', true);
        ++position_;
      }
    } else if (c == '$') {
      ParseDollar(parts, true);
    } else if (c == '`') {
      ParseBackticks(parts, true);
    } else {
      AddText(parts, c, true);
      ++position_;
    }
  }
}

void Parser::ParseDollar(std::vector<Part>* parts, bool quoted) {
  ++position_;
  Part part{.quoted = quoted};
  if (Take("((")) {
    part.kind = Part::Kind::kArithmetic;
    part.argument = ParseArithmetic();
  } else if (Take("(")) {
    part.kind = Part::Kind::kCommand;
    part.command = ParseList({});
    if (!Take(")")) AtEnd() ? Missing(")") : Fail("syntax error: ')' expected");
  } else if (Take("{")) {
    part.kind = Part::Kind::kParameter;
    ParseBraces(&part, quoted);
  } else if (kSpecialNames.find(Peek()) != std::string_view::npos && !AtEnd()) {
    part.kind = Part::Kind::kParameter;
    part.text = Peek();
    ++position_;
  } else {
    size_t length = 0;
    while (IsNameCharacter(Peek(length))) ++length;
    if (length == 0) return AddText(parts, '$', quoted);
    part.kind = Part::Kind::kParameter;
    part.text = script_.substr(position_, length);
    position_ += length;
  }
  parts->push_back(std::move(part));
}

void Parser::ParseBraces(Part* part, bool quoted) {
  if (++depth_ > kMaxDepth) {
    --depth_;
    Fail("syntax error: nested too deep");
  }
  if (Peek() == '#' && Peek(1) != '}') {
    ++position_;
    part->op = "length";
  }
  size_t length = 0;
  while (IsNameCharacter(Peek(length))) ++length;
  if (length == 0 && kSpecialNames.find(Peek()) != std::string_view::npos) {
    length = 1;
  }
  if (length == 0) AtEnd() ? Missing("}") : Fail("bad substitution");
  part->text = script_.substr(position_, length);
  position_ += length;
  if (part->op.empty() && Peek() != '}') {
    for (const char* op : {":-", ":=", ":?", ":+", "##", "%%", "//", "-", "=",
                           "?", "+", "#", "%", "/", ":"}) {
      if (!Take(op)) continue;
      part->op = op;
      break;
    }
    if (part->op.empty()) AtEnd() ? Missing("}") : Fail("bad substitution");
    const bool text =
        quoted && part->op.find_first_of("-=?+") != std::string::npos;
    const bool two = part->op[0] == '/' || part->op == ":";
    const std::string_view middle = part->op == ":" ? ":}" : "/}";
    part->argument = ParseUntil(two ? middle : "}", text);
    if (two && Peek() == middle[0]) {
      ++position_;
      part->second = ParseUntil("}", false);
    }
  }
  --depth_;
  if (!Take("}")) AtEnd() ? Missing("}") : Fail("bad substitution");
}

Word Parser::ParseArithmetic() {
  if (++depth_ > kMaxDepth) {
    --depth_;
    Fail("syntax error: nested too deep");
  }
  Word word;
  int open = 0;
  while (true) {
    if (AtEnd()) Missing("))");
    const char c = Peek();
    if (c == ')' && open == 0) {
      if (!Take("))")) Fail("syntax error: '))' expected");
      --depth_;
      return word;
    }
    if (c == '(') ++open;
    if (c == ')') --open;
    if (c == '$') {
      ParseDollar(&word.parts, true);
    } else if (c == '`') {
      ParseBackticks(&word.parts, true);
    } else {
      if (c != '"') AddText(&word.parts, c, true);
      ++position_;
    }
  }
}

void Parser::ParseAnsi(std::vector<Part>* parts) {
  std::string text;
  while (Peek() != '\'') {
    if (AtEnd()) Missing("'");
    char c = Peek();
    ++position_;
    if (c != '\\') {
      text += c;
      continue;
    }
    c = Peek();
    ++position_;
    const size_t found = std::string_view("abefnrtv").find(c);
    if (found != std::string_view::npos && c != '\0') {
      text += "\a\b\033\f\n\r\t\v"[found];
    } else if (c == 'x' || c == 'u' || c == 'U') {
      const size_t most = c == 'x' ? 2 : c == 'u' ? 4 : 8;
      uint32_t code = 0;
      size_t n = 0;
      for (; n < most && std::isxdigit(static_cast<unsigned char>(Peek())) != 0;
           ++n, ++position_) {
        const int digit = std::toupper(static_cast<unsigned char>(Peek()));
        code = code * 16 + static_cast<uint32_t>(digit > '9' ? digit - 'A' + 10
                                                             : digit - '0');
      }
      if (c == 'x') {
        text += static_cast<char>(code);
      } else {
        AppendUtf8(code & 0x1FFFFF, &text);
      }
    } else if (c >= '0' && c <= '7') {
      int code = c - '0';
      for (int n = 0; n < 2 && Peek() >= '0' && Peek() <= '7';
           ++n, ++position_) {
        code = code * 8 + Peek() - '0';
      }
      text += static_cast<char>(code);
    } else {
      text += c;
    }
  }
  ++position_;
  parts->push_back({.quoted = true, .text = std::move(text)});
}

void Parser::ParseBackticks(std::vector<Part>* parts, bool quoted) {
  ++position_;
  std::string script;
  while (Peek() != '`') {
    if (AtEnd()) Missing("`");
    if (Peek() == '\\' && (Peek(1) == '`' || Peek(1) == '\\' ||
                           Peek(1) == '$' || (Peek(1) == '"' && quoted))) {
      ++position_;
    }
    script += Peek();
    ++position_;
  }
  ++position_;
  if (depth_ >= kMaxDepth) Fail("syntax error: nested too deep");
  Parser inner(script, depth_ + 1);
  Part part{.kind = Part::Kind::kCommand, .quoted = quoted};
  part.command = inner.ParseList({});
  if (!inner.AtEnd()) Fail("syntax error: unexpected ')' between backquotes");
  parts->push_back(std::move(part));
}

}  // namespace reprise::phone
