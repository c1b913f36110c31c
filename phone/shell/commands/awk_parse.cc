#include <algorithm>
#include <utility>

#include "phone/shell/commands/awk_lexer.h"
#include "phone/shell/commands/awk_program.h"

namespace reprise::phone {
namespace {

using Token = AwkToken;

constexpr int kMaxDepth = 100;
constexpr size_t kMaxSource = 64 * 1024;
// The text of what is in brackets with commas between.
constexpr const char* kList = "(list)";
class Parser {
 public:
  explicit Parser(std::string_view source) : lexer_(source) {}

  Result<std::vector<AwkRule>> Run() {
    Advance();
    std::vector<AwkRule> rules;
    while (error_.empty()) {
      SkipEnds();
      if (token_.kind == Token::kEnd) break;
      rules.push_back(Rule());
    }
    if (error_.empty()) return rules;
    return Fail(ErrorKind::kInvalidArgument, "{}", error_);
  }

 private:
  // Tokens.

  void Bad(std::string why) {
    if (error_.empty()) error_ = std::move(why);
    token_ = {};
    lexer_.Stop();
  }

  void Advance() {
    token_ = lexer_.Next();
    if (!lexer_.error().empty()) Bad(lexer_.error());
  }

  bool Is(std::string_view text) const {
    return (token_.kind == Token::kMark || token_.kind == Token::kName) &&
           token_.text == text;
  }
  bool Take(std::string_view text) {
    if (!Is(text)) return false;
    Advance();
    return true;
  }
  void Expect(std::string_view text) {
    if (Take(text) || !error_.empty()) return;
    Bad(fmt::format("'{}' expected before '{}'", text, Shown()));
  }
  std::string Shown() const {
    if (token_.kind == Token::kEnd) return "the end";
    if (token_.kind == Token::kNewline) return "the end of the line";
    return token_.kind == Token::kNumber ? fmt::format("{}", token_.number)
                                         : token_.text;
  }
  void SkipLines() {
    while (token_.kind == Token::kNewline) Advance();
  }
  void SkipEnds() {
    while (token_.kind == Token::kNewline || Is(";")) Advance();
  }

  static AwkTree Make(AwkKind kind, std::string text = "") {
    auto node = std::make_unique<AwkNode>();
    node->kind = kind;
    node->text = std::move(text);
    return node;
  }
  template <typename... Kids>
  static AwkTree Node(AwkKind kind, std::string text, Kids... kids) {
    AwkTree node = Make(kind, std::move(text));
    (node->kids.push_back(std::move(kids)), ...);
    return node;
  }

  // Rules and statements.

  AwkRule Rule() {
    AwkRule rule;
    if (Is("function") || Is("func")) {
      Bad("functions of one's own are not offered by this awk");
    }
    if (Take("BEGIN")) {
      rule.begin = true;
    } else if (Take("END")) {
      rule.end = true;
    } else if (!Is("{")) {
      rule.from = Expression();
      if (Take(",")) {
        SkipLines();
        rule.to = Expression();
      }
    }
    if (Is("{")) {
      rule.action = Block();
    } else if (rule.begin || rule.end) {
      Expect("{");
    }
    return rule;
  }

  AwkTree Block() {
    AwkTree block = Make(AwkKind::kBlock);
    Expect("{");
    SkipEnds();
    while (error_.empty() && !Is("}")) {
      if (token_.kind == Token::kEnd) Expect("}");
      block->kids.push_back(Statement());
      SkipEnds();
    }
    Expect("}");
    return block;
  }

  AwkTree Statement() {
    if (++depth_ > kMaxDepth) Bad("too deep");
    AwkTree made = StatementHere();
    --depth_;
    return made;
  }

  AwkTree Body() {
    SkipLines();
    if (Take(";")) return Make(AwkKind::kBlock);
    return Statement();
  }

  AwkTree StatementHere() {
    if (Is("{")) return Block();
    if (Take("if")) {
      Expect("(");
      AwkTree condition = Expression();
      Expect(")");
      AwkTree made = Node(AwkKind::kIf, "", std::move(condition), Body());
      // "if (a) b; else c"
      const AwkLexer lexer = lexer_;
      const Token token = token_;
      SkipEnds();
      if (Take("else")) {
        made->kids.push_back(Body());
      } else {
        lexer_ = lexer;
        token_ = token;
      }
      return made;
    }
    if (Take("while")) {
      Expect("(");
      AwkTree condition = Expression();
      Expect(")");
      return Node(AwkKind::kWhile, "", std::move(condition), Body());
    }
    if (Take("do")) {
      AwkTree body = Body();
      SkipEnds();
      Expect("while");
      Expect("(");
      AwkTree condition = Expression();
      Expect(")");
      return Node(AwkKind::kDo, "", std::move(body), std::move(condition));
    }
    if (Take("for")) return For();
    if (Take("next")) return Make(AwkKind::kNext);
    if (Take("break")) return Make(AwkKind::kBreak);
    if (Take("continue")) return Make(AwkKind::kContinue);
    if (Take("exit")) {
      AwkTree made = Make(AwkKind::kExit);
      if (!AtEnd()) made->kids.push_back(Expression());
      return made;
    }
    return Simple();
  }

  AwkTree Simple() {
    if (Is("print") || Is("printf")) {
      AwkTree made = Make(Is("print") ? AwkKind::kPrint : AwkKind::kPrintf);
      Advance();
      in_print_ = true;
      // print (a, b) as well as print a, b and print (a)(b)
      if (!AtEnd() && !Is(">") && !Is("|")) List(made.get());
      in_print_ = false;
      if (Is(">") || Is(">>") || Is("|")) {
        Bad("print into files and commands is not offered by this awk; "
            "redirect its whole output");
      }
      if (made->kids.size() == 1 && made->kids[0]->text == kList) {
        auto list = std::move(made->kids[0]->kids);
        made->kids = std::move(list);
      }
      return made;
    }
    if (Take("delete")) {
      AwkTree made = Make(AwkKind::kDelete, token_.text);
      if (token_.kind != Token::kName) Expect("a name");
      Advance();
      if (Take("[")) {
        List(made.get());
        Expect("]");
      }
      return made;
    }
    return Node(AwkKind::kExpression, "", Expression());
  }

  AwkTree For() {
    Expect("(");
    if (token_.kind == Token::kName && !IsAwkWord(token_.text)) {
      const AwkLexer lexer = lexer_;
      const Token token = token_;
      AwkTree made = Make(AwkKind::kForIn, token_.text);
      Advance();
      if (Take("in") && token_.kind == Token::kName) {
        made->array = token_.text;
        Advance();
        Expect(")");
        made->kids.push_back(Body());
        return made;
      }
      lexer_ = lexer;
      token_ = token;
    }
    AwkTree first, condition, step;
    if (!Is(";")) first = Simple();
    Expect(";");
    SkipLines();
    if (!Is(";")) condition = Expression();
    Expect(";");
    SkipLines();
    if (!Is(")")) step = Simple();
    Expect(")");
    return Node(AwkKind::kFor, "", std::move(first), std::move(condition),
                std::move(step), Body());
  }

  bool AtEnd() const {
    return token_.kind == Token::kEnd || token_.kind == Token::kNewline ||
           Is(";") || Is("}");
  }

  void List(AwkNode* into) {
    do {
      SkipLines();
      into->kids.push_back(Expression());
    } while (error_.empty() && Take(","));
  }

  // Expressions, the weakest operator first.

  AwkTree Expression() {
    if (++depth_ > kMaxDepth) Bad("too deep");
    AwkTree left = Choice();
    constexpr std::string_view kAssigns[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "^="};
    for (const std::string_view mark : kAssigns) {
      if (!Is(mark)) continue;
      if (left->kind != AwkKind::kVariable && left->kind != AwkKind::kField &&
          left->kind != AwkKind::kElement) {
        Bad(fmt::format("nothing can be assigned to what is before '{}'",
                        mark));
        break;
      }
      Advance();
      SkipLines();
      left = Node(AwkKind::kAssign, std::string(mark), std::move(left),
                  Expression());
      break;
    }
    --depth_;
    return left;
  }

  AwkTree Choice() {
    AwkTree left = Or();
    if (!Take("?")) return left;
    SkipLines();
    AwkTree yes = Expression();
    SkipLines();
    Expect(":");
    SkipLines();
    return Node(AwkKind::kChoice, "", std::move(left), std::move(yes),
                Expression());
  }

  AwkTree Or() {
    AwkTree left = And();
    while (Take("||")) {
      SkipLines();
      left = Node(AwkKind::kBinary, "||", std::move(left), And());
    }
    return left;
  }

  AwkTree And() {
    AwkTree left = In();
    while (Take("&&")) {
      SkipLines();
      left = Node(AwkKind::kBinary, "&&", std::move(left), In());
    }
    return left;
  }

  AwkTree In() {
    AwkTree left = Matched();
    while (Take("in")) {
      AwkTree made = Make(AwkKind::kIn, token_.text);
      if (token_.kind != Token::kName) Expect("a name");
      Advance();
      if (left->text == kList) {
        made->kids = std::move(left->kids);
      } else {
        made->kids.push_back(std::move(left));
      }
      left = std::move(made);
    }
    return left;
  }

  AwkTree Matched() {
    AwkTree left = Compared();
    while (Is("~") || Is("!~")) {
      const std::string mark = token_.text;
      Advance();
      left = Node(AwkKind::kMatch, mark, std::move(left), Compared());
    }
    return left;
  }

  AwkTree Compared() {
    AwkTree left = Joined();
    for (const char* mark : {"<", "<=", "==", "!=", ">=", ">"}) {
      if (!Is(mark) || (in_print_ && token_.text == ">")) continue;
      Advance();
      return Node(AwkKind::kBinary, mark, std::move(left), Joined());
    }
    return left;
  }

  AwkTree Joined() {
    AwkTree left = Sum();
    while (error_.empty() &&
           (token_.kind == Token::kNumber || token_.kind == Token::kString ||
            token_.kind == Token::kCall || Is("$") || Is("(") || Is("++") ||
            Is("--") ||
            (token_.kind == Token::kName && !IsAwkWord(token_.text)))) {
      left = Node(AwkKind::kBinary, "", std::move(left), Sum());
    }
    return left;
  }

  AwkTree Sum() {
    AwkTree left = Product();
    while (Is("+") || Is("-")) {
      const std::string mark = token_.text;
      Advance();
      left = Node(AwkKind::kBinary, mark, std::move(left), Product());
    }
    return left;
  }

  AwkTree Product() {
    AwkTree left = Unary();
    while (Is("*") || Is("/") || Is("%")) {
      const std::string mark = token_.text;
      Advance();
      left = Node(AwkKind::kBinary, mark, std::move(left), Unary());
    }
    return left;
  }

  AwkTree Unary() {
    if (Is("!") || Is("-") || Is("+")) {
      if (++depth_ > kMaxDepth) Bad("too deep");
      const std::string mark = token_.text;
      Advance();
      AwkTree made = Node(AwkKind::kUnary, mark, Unary());
      --depth_;
      return made;
    }
    AwkTree left = Postfix();
    if (!Take("^")) return left;
    return Node(AwkKind::kBinary, "^", std::move(left), Unary());
  }

  AwkTree Postfix() {
    if (Is("++") || Is("--")) {
      const std::string mark = token_.text;
      Advance();
      return Node(AwkKind::kBefore, mark, Primary());
    }
    AwkTree left = Primary();
    if ((Is("++") || Is("--")) &&
        (left->kind == AwkKind::kVariable || left->kind == AwkKind::kField ||
         left->kind == AwkKind::kElement)) {
      const std::string mark = token_.text;
      Advance();
      return Node(AwkKind::kAfter, mark, std::move(left));
    }
    return left;
  }

  AwkTree Primary() {
    AwkTree made;
    switch (token_.kind) {
      case Token::kNumber:
        made = Make(AwkKind::kNumber);
        made->number = token_.number;
        Advance();
        return made;
      case Token::kString:
        made = Make(AwkKind::kString, token_.text);
        Advance();
        return made;
      case Token::kRegex: {
        made = Make(AwkKind::kRegex, token_.text);
        auto regex = Regex::Compile(token_.text, true, false);
        if (!regex) {
          Bad(regex.error().message);
          return made;
        }
        made->regex = *std::move(regex);
        Advance();
        return made;
      }
      case Token::kCall:
        return Call();
      default:
        break;
    }
    if (Take("$")) {
      if (++depth_ > kMaxDepth) Bad("too deep");
      made = Is("++") || Is("--") ? Postfix() : Primary();
      --depth_;
      return Node(AwkKind::kField, "", std::move(made));
    }
    if (Take("(")) {
      const bool before = std::exchange(in_print_, false);
      AwkTree list = Make(AwkKind::kBlock, kList);
      List(list.get());
      in_print_ = before;
      Expect(")");
      // Alone it is a value; several belong to print or in.
      if (list->kids.size() > 1) return list;
      return std::move(list->kids[0]);
    }
    if (token_.kind == Token::kName && !IsAwkWord(token_.text)) {
      made = Make(AwkKind::kVariable, token_.text);
      Advance();
      if (!Take("[")) return made;
      made->kind = AwkKind::kElement;
      List(made.get());
      Expect("]");
      return made;
    }
    Bad(Is("getline") ? "getline is not offered by this awk"
                      : fmt::format("'{}' is not understood here", Shown()));
    return Make(AwkKind::kString);
  }

  AwkTree Call() {
    AwkTree made = Make(AwkKind::kCall, token_.text);
    Advance();
    if (!Take("(")) {
      if (made->text != "length") Expect("(");
      return made;
    }
    const bool before = std::exchange(in_print_, false);
    if (!Is(")")) List(made.get());
    in_print_ = before;
    Expect(")");
    return made;
  }

  AwkLexer lexer_;
  Token token_;
  std::string error_;
  int depth_ = 0;
  bool in_print_ = false;
};

}  // namespace

Result<std::vector<AwkRule>> ParseAwk(std::string_view source) {
  if (source.size() > kMaxSource) {
    return Fail(ErrorKind::kInvalidArgument, "a program of more than {} bytes",
                kMaxSource);
  }
  return Parser(source).Run();
}

}  // namespace reprise::phone
