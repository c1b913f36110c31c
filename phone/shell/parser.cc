#include "phone/shell/parser.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace reprise::phone {

// Counts how deep it is, and refuses what is too deep for the stack.
class Parser::Deeper {
 public:
  explicit Deeper(Parser* parser) : depth_(&parser->depth_) {
    if (++*depth_ > kMaxDepth) {
      --*depth_;
      parser->Fail("syntax error: nested too deep");
    }
  }
  ~Deeper() { --*depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  int* depth_;
};

bool IsPlain(const Word& word, std::string_view text) {
  return word.parts.size() == 1 && !word.parts[0].quoted &&
         word.parts[0].kind == Part::Kind::kText && word.parts[0].text == text;
}

bool IsName(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) != 0) {
    return false;
  }
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  });
}

Parser::Outcome Parser::Parse(std::string_view script) {
  if (script.size() > kMaxScript) {
    return {nullptr, "syntax error: the script is longer than 4 MiB", false};
  }
  Parser parser(script);
  try {
    auto list = parser.ParseList({});
    if (!parser.AtEnd()) {
      const std::string name = parser.PeekName();
      parser.Fail("syntax error: unexpected '" +
                  (name.empty() ? std::string(1, parser.Peek()) : name) + "'");
    }
    if (!parser.heres_.empty()) parser.Missing(parser.heres_[0].delimiter);
    return {std::move(list), "", false};
  } catch (const Failure& failure) {
    return {nullptr, failure.sentence, failure.incomplete};
  }
}

void Parser::Fail(std::string sentence) const {
  throw Failure{std::move(sentence), false};
}

void Parser::Missing(std::string_view what) const {
  throw Failure{"syntax error: the end came before '" + std::string(what) + "'",
                true};
}

bool Parser::Take(std::string_view text) {
  if (!script_.substr(std::min(position_, script_.size())).starts_with(text)) {
    return false;
  }
  position_ += text.size();
  return true;
}

void Parser::SkipBlanks() {
  while (true) {
    if (Peek() == ' ' || Peek() == '\t' || Peek() == '\r') {
      ++position_;
    } else if (Peek() == '\\' && Peek(1) == '\n') {
      position_ += 2;
    } else if (Peek() == '#') {
      while (!AtEnd() && Peek() != '\n') ++position_;
    } else {
      return;
    }
  }
}

void Parser::SkipLines() {
  while (true) {
    SkipBlanks();
    if (Peek() != '\n') return;
    ++position_;
    ReadHeres();
  }
}

std::string Parser::PeekName() const {
  size_t end = position_;
  while (end < script_.size() &&
         std::string_view(" \t\r\n;&|<>()'\"\\$`").find(script_[end]) ==
             std::string_view::npos) {
    ++end;
  }
  if (end < script_.size() && std::string_view("'\"\\$`").find(script_[end]) !=
                                  std::string_view::npos) {
    return "";
  }
  return std::string(script_.substr(position_, end - position_));
}

bool Parser::AtKeyword(const std::vector<std::string_view>& words) const {
  return std::find(words.begin(), words.end(), PeekName()) != words.end();
}

bool Parser::TakeKeyword(std::string_view word) {
  if (PeekName() != word) return false;
  position_ += word.size();
  return true;
}

void Parser::ExpectKeyword(std::string_view word) {
  SkipLines();
  if (TakeKeyword(word)) return;
  if (AtEnd()) Missing(word);
  Fail("syntax error: '" + std::string(word) + "' expected");
}

std::shared_ptr<const List> Parser::ParseList(
    const std::vector<std::string_view>& ends) {
  const Deeper deeper(this);
  auto list = std::make_shared<List>();
  while (true) {
    SkipLines();
    if (AtEnd()) {
      if (!ends.empty()) Missing(ends[0]);
      return list;
    }
    if (Peek() == ')' || (Peek() == ';' && Peek(1) == ';') || AtKeyword(ends)) {
      return list;
    }
    list->items.push_back(ParseAndOr());
    SkipBlanks();
    if (Peek() == ';' && Peek(1) != ';') {
      ++position_;
    } else if (Peek() == '&' && Peek(1) != '&') {
      ++position_;
      list->items.back().background = true;
    } else if (!AtEnd() && Peek() != '\n' && Peek() != ')' && Peek() != ';') {
      Fail("syntax error: unexpected '" + std::string(1, Peek()) + "'");
    }
  }
}

AndOr Parser::ParseAndOr() {
  AndOr result;
  const size_t begin = position_;
  auto after = AndOr::Item::After::kAlways;
  while (true) {
    result.items.push_back({after, ParsePipeline()});
    SkipBlanks();
    if (Take("&&")) {
      after = AndOr::Item::After::kSuccess;
    } else if (Take("||")) {
      after = AndOr::Item::After::kFailure;
    } else {
      result.text =
          script_.substr(begin, std::min<size_t>(position_ - begin, 200));
      return result;
    }
    SkipLines();
    if (AtEnd()) Missing("a command");
  }
}

Pipeline Parser::ParsePipeline() {
  Pipeline pipeline;
  SkipBlanks();
  while (TakeKeyword("!")) {
    pipeline.negated = !pipeline.negated;
    SkipBlanks();
  }
  while (true) {
    pipeline.commands.push_back(ParseCommand());
    SkipBlanks();
    if (Peek() != '|' || Peek(1) == '|') return pipeline;
    ++position_;
    SkipLines();
    if (AtEnd()) Missing("a command");
  }
}

std::shared_ptr<Command> Parser::ParseCommand() {
  using Kind = Command::Kind;
  const Deeper deeper(this);
  auto command = std::make_shared<Command>();
  if (AtLet()) {
    (void)Take("((");
    command->words = {Word{{{.text = "let"}}}, ParseArithmetic()};
  } else if (Take("(")) {
    command->kind = Kind::kSubshell;
    command->body = ParseList({});
    if (!Take(")")) AtEnd() ? Missing(")") : Fail("syntax error: ')' expected");
  } else if (TakeKeyword("{")) {
    command->kind = Kind::kGroup;
    command->body = ParseList({"}"});
    ExpectKeyword("}");
  } else if (TakeKeyword("if")) {
    ParseIf(command.get());
  } else if (AtKeyword({"while", "until"})) {
    ParseLoop(command.get(), PeekName());
  } else if (TakeKeyword("for")) {
    ParseFor(command.get());
  } else if (TakeKeyword("case")) {
    ParseCase(command.get());
  } else if (TakeKeyword("function")) {
    SkipBlanks();
    command->name = PeekName();
    if (command->name.empty()) Fail("syntax error: a function needs a name");
    position_ += command->name.size();
    SkipBlanks();
    if (Take("(")) {
      SkipBlanks();
      if (!Take(")")) Fail("syntax error: ')' expected");
    }
    ParseFunctionBody(command.get());
  } else if (AtKeyword(
                 {"then", "else", "elif", "fi", "do", "done", "esac", "}"})) {
    Fail("syntax error: unexpected '" + PeekName() + "'");
  } else {
    ParseSimple(command);
    return command;
  }
  do {
    SkipBlanks();
  } while (ParseRedirect(command));
  return command;
}

void Parser::ParseSimple(const std::shared_ptr<Command>& command) {
  const size_t begin = position_;
  while (true) {
    SkipBlanks();
    if (ParseRedirect(command)) continue;
    if (!AtWord()) break;
    if (command->words.empty()) {
      const std::string name = std::string(script_.substr(
          position_, script_.find_first_of("= \t\n;&|<>()'\"\\$`", position_) -
                         position_));
      if (IsName(name) && Peek(name.size()) == '=') {
        position_ += name.size() + 1;
        command->assignments.emplace_back(name,
                                          AtWord() ? ParseWord() : Word{});
        continue;
      }
    }
    command->words.push_back(ParseWord());
    if (command->words.size() == 1 && IsPlain(command->words[0], "[[")) {
      ParseCondition(command.get());
      continue;
    }
    if (command->words.size() > 1 || !command->assignments.empty()) continue;
    SkipBlanks();
    const std::vector<Part>& parts = command->words[0].parts;
    if (Peek() != '(' || parts.size() != 1 || parts[0].quoted ||
        parts[0].kind != Part::Kind::kText) {
      continue;
    }
    ++position_;
    SkipBlanks();
    if (!Take(")")) Fail("syntax error: unexpected '('");
    command->name = parts[0].text;
    return ParseFunctionBody(command.get());
  }
  if (position_ > begin &&
      (!command->words.empty() || !command->assignments.empty() ||
       !command->redirects.empty())) {
    return;
  }
  if (AtEnd()) Missing("a command");
  Fail("syntax error: unexpected '" +
       (Peek() == '\n' ? std::string("newline") : std::string(1, Peek())) +
       "'");
}

// ((EXPRESSION)), not two subshells: the inner parenthesis ends with the outer.
bool Parser::AtLet() const {
  if (Peek() != '(' || Peek(1) != '(') return false;
  size_t at = position_ + 2;
  for (int open = 2; at < script_.size() && open > 1; ++at) {
    if (script_[at] == '(') ++open;
    if (script_[at] == ')') --open;
  }
  return at < script_.size() && script_[at] == ')';
}

// The words up to ]], where & | < > ( ) are operators.
void Parser::ParseCondition(Command* command) {
  while (!IsPlain(command->words.back(), "]]")) {
    SkipLines();
    if (AtEnd()) Missing("]]");
    const size_t begin = position_;
    if (Take("&&") || Take("||") || Take("<") || Take(">") || Take("(") ||
        Take(")")) {
      const std::string text(script_.substr(begin, position_ - begin));
      command->words.push_back({{{.text = text}}});
    } else if (AtWord()) {
      command->words.push_back(ParseWord());
    } else {
      Fail("syntax error: unexpected '" + std::string(1, Peek()) +
           "' between [[ and ]]");
    }
  }
}

void Parser::ParseFunctionBody(Command* command) {
  SkipLines();
  if (AtEnd()) Missing("{");
  command->kind = Command::Kind::kFunction;
  command->function = ParseCommand();
  command->words.clear();
}

void Parser::ParseIf(Command* command) {
  command->kind = Command::Kind::kIf;
  do {
    Command::Branch branch;
    branch.condition = ParseList({"then"});
    ExpectKeyword("then");
    branch.body = ParseList({"fi", "elif", "else"});
    command->branches.push_back(std::move(branch));
    SkipLines();
  } while (TakeKeyword("elif"));
  if (TakeKeyword("else")) command->body = ParseList({"fi"});
  ExpectKeyword("fi");
}

void Parser::ParseLoop(Command* command, std::string_view first) {
  const std::string word(first);
  (void)TakeKeyword(word);
  command->kind =
      word == "while" ? Command::Kind::kWhile : Command::Kind::kUntil;
  Command::Branch branch;
  branch.condition = ParseList({"do"});
  ExpectKeyword("do");
  branch.body = ParseList({"done"});
  ExpectKeyword("done");
  command->branches.push_back(std::move(branch));
}

void Parser::ParseFor(Command* command) {
  command->kind = Command::Kind::kFor;
  SkipBlanks();
  command->name = PeekName();
  if (!IsName(command->name)) {
    if (AtEnd()) Missing("a name");
    Fail("syntax error: for needs the name of a variable");
  }
  position_ += command->name.size();
  SkipLines();
  if (TakeKeyword("in")) {
    SkipBlanks();
    while (AtWord()) {
      command->words.push_back(ParseWord());
      SkipBlanks();
    }
    if (!Take(";") && Peek() != '\n' && !AtEnd()) {
      Fail("syntax error: unexpected '" + std::string(1, Peek()) + "'");
    }
  } else {
    command->all_arguments = true;
    (void)Take(";");
  }
  ExpectKeyword("do");
  command->body = ParseList({"done"});
  ExpectKeyword("done");
}

void Parser::ParseCase(Command* command) {
  command->kind = Command::Kind::kCase;
  SkipBlanks();
  if (!AtWord())
    AtEnd() ? Missing("a word") : Fail("syntax error: case needs a word");
  command->words.push_back(ParseWord());
  ExpectKeyword("in");
  while (true) {
    SkipLines();
    if (AtEnd()) Missing("esac");
    if (TakeKeyword("esac")) return;
    Command::Branch branch;
    (void)Take("(");
    do {
      SkipBlanks();
      if (!AtWord()) {
        AtEnd() ? Missing(")") : Fail("syntax error: a pattern expected");
      }
      branch.patterns.push_back(ParseWord());
      SkipBlanks();
    } while (Take("|"));
    if (!Take(")")) AtEnd() ? Missing(")") : Fail("syntax error: ')' expected");
    branch.body = ParseList({"esac"});
    command->branches.push_back(std::move(branch));
    if (Take(";;")) continue;
    ExpectKeyword("esac");
    return;
  }
}

bool Parser::ParseRedirect(const std::shared_ptr<Command>& command) {
  using Kind = Redirect::Kind;
  size_t digits = 0;
  while (digits < 3 &&
         std::isdigit(static_cast<unsigned char>(Peek(digits))) != 0) {
    ++digits;
  }
  const char sign = Peek(digits);
  const bool both = digits == 0 && Peek() == '&' && Peek(1) == '>';
  if (sign != '<' && sign != '>' && !both) return false;
  Redirect redirect;
  redirect.both = both;
  redirect.fd = sign == '<' ? 0 : 1;
  if (digits > 0) {
    redirect.fd = std::stoi(std::string(script_.substr(position_, digits)));
  }
  position_ += digits + (both ? 1 : 0);
  bool here = false, strip = false, here_text = false;
  if (Take("<<<")) {
    redirect.kind = Kind::kHere;
    here_text = true;
  } else if (Take("<<")) {
    redirect.kind = Kind::kHere;
    here = true;
    strip = Take("-");
  } else if (Take(">>")) {
    redirect.kind = Kind::kAppend;
  } else if (Take("<&") || Take(">&")) {
    redirect.kind = Kind::kDuplicate;
  } else if (Take("<>")) {
    redirect.kind = Kind::kReadWrite;
  } else if (Take(">|") || Take(">")) {
    redirect.kind = Kind::kWrite;
  } else {
    ++position_;
  }
  SkipBlanks();
  if (!AtWord()) {
    AtEnd() ? Missing("a file") : Fail("syntax error: a file expected");
  }
  const size_t begin = position_;
  redirect.target = ParseWord();
  if (here_text) {
    for (Part& part : redirect.target.parts) part.quoted = true;
    redirect.target.parts.push_back({.quoted = true, .text = "\n"});
  }
  if (here) {
    PendingHere pending{command, command->redirects.size(), "", false, strip};
    for (const char c : script_.substr(begin, position_ - begin)) {
      if (c == '\'' || c == '"' || c == '\\') {
        pending.quoted = true;
      } else {
        pending.delimiter += c;
      }
    }
    heres_.push_back(std::move(pending));
  }
  command->redirects.push_back(std::move(redirect));
  return true;
}

void Parser::ReadHeres() {
  for (PendingHere& here : std::exchange(heres_, {})) {
    std::string text;
    while (true) {
      if (AtEnd()) Missing(here.delimiter);
      const size_t end =
          std::min(script_.find('\n', position_), script_.size());
      std::string_view line = script_.substr(position_, end - position_);
      position_ = std::min(end + 1, script_.size());
      if (line.ends_with('\r')) line.remove_suffix(1);
      while (here.strip_tabs && line.starts_with('\t')) line.remove_prefix(1);
      if (line == here.delimiter) break;
      text.append(line);
      text += '\n';
    }
    Word& target = here.command->redirects[here.redirect].target;
    if (here.quoted) {
      target.parts = {{.quoted = true, .text = std::move(text)}};
    } else {
      Parser inner(text, depth_);
      target.parts.clear();
      inner.ParseQuoted(&target.parts, '\0');
    }
  }
}

}  // namespace reprise::phone
