// A program of awk as a tree, for awk.cc to run. Without functions of its own,
// getline and output into files or commands: those are refused with a sentence.
//
// Threads: plain values.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "phone/shell/regex.h"

namespace reprise::phone {

enum class AwkKind {
  // Expressions; `text` is the operator or the name.
  kNumber,
  kString,
  kRegex,  // matched against $0 where a value is wanted
  kField,  // $a
  kVariable,
  kElement,  // text[a, b, ...]
  kAssign,   // a text b, such as "=" and "+="
  kBefore,   // ++a, --a
  kAfter,    // a++, a--
  kUnary,    // ! + -
  kBinary,   // + - * / % ^ < <= == != > >= && || and "" to join
  kMatch,    // a ~ b; text is ~ or !~
  kIn,       // (a, ...) in text
  kChoice,   // a ? b : c
  kCall,     // text(a, ...)
  // Statements.
  kBlock,
  kExpression,
  kPrint,
  kPrintf,
  kIf,      // a, b, c or nothing
  kWhile,   // a, b
  kDo,      // body a, condition b
  kFor,     // a; b; c, body d; each but the body may be null
  kForIn,   // for (text in array) a
  kDelete,  // text[a, ...], or all of text
  kNext,
  kExit,
  kBreak,
  kContinue,
};

struct AwkNode {
  AwkKind kind;
  std::string text = {};
  double number = 0;
  std::string array = {};  // of kForIn
  std::vector<std::unique_ptr<AwkNode>> kids = {};
  std::optional<Regex> regex = {};
};
using AwkTree = std::unique_ptr<AwkNode>;

struct AwkRule {
  bool begin = false;
  bool end = false;
  AwkTree from;         // null: every line
  AwkTree to;           // of a range; null: none
  AwkTree action;       // null: print
  bool inside = false;  // the range, while it runs
};

// Fails with a sentence that says where.
Result<std::vector<AwkRule>> ParseAwk(std::string_view source);

}  // namespace reprise::phone
