// Reads a script: the grammar of POSIX shells with the few additions that
// Android's has and people use ($'', &>, function f, ${x/a/b}).
//
// Threads: plain values. Any bytes are taken; nesting and size are bounded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "phone/shell/syntax.h"

namespace reprise::phone {

class Parser {
 public:
  static constexpr size_t kMaxScript = size_t{4} << 20;
  static constexpr int kMaxDepth = 100;

  struct Outcome {
    std::shared_ptr<const List> list;  // null: an error
    std::string error;                 // a sentence
    bool incomplete = false;           // more lines could make it right
  };

  // The whole script.
  static Outcome Parse(std::string_view script);
  // Text with $ but without words or quotes: prompts, here-documents.
  static Word ParseText(std::string_view text);

 private:
  struct Failure {
    std::string sentence;
    bool incomplete;
  };
  struct PendingHere {
    std::shared_ptr<Command> command;
    size_t redirect;
    std::string delimiter;
    bool quoted, strip_tabs;
  };
  class Deeper;

  explicit Parser(std::string_view script, int depth = 0)
      : script_(script), depth_(depth) {}

  // parser.cc: commands.
  std::shared_ptr<const List> ParseList(
      const std::vector<std::string_view>& ends);
  AndOr ParseAndOr();
  Pipeline ParsePipeline();
  std::shared_ptr<Command> ParseCommand();
  void ParseSimple(const std::shared_ptr<Command>& command);
  bool AtLet() const;
  void ParseCondition(Command* command);
  void ParseIf(Command* command);
  void ParseLoop(Command* command, std::string_view first);
  void ParseFor(Command* command);
  void ParseCase(Command* command);
  void ParseFunctionBody(Command* command);
  bool ParseRedirect(const std::shared_ptr<Command>& command);
  void ReadHeres();
  std::string PeekName() const;
  bool AtKeyword(const std::vector<std::string_view>& words) const;
  bool TakeKeyword(std::string_view word);
  void ExpectKeyword(std::string_view word);
  void SkipBlanks();
  void SkipLines();

  // parse_word.cc: words.
  Word ParseWord();
  bool AtWord() const;
  void ParseQuoted(std::vector<Part>* parts, char end);
  void ParseDollar(std::vector<Part>* parts, bool quoted);
  void ParseBraces(Part* part, bool quoted);
  void ParseAnsi(std::vector<Part>* parts);
  void ParseBackticks(std::vector<Part>* parts, bool quoted);
  // Up to one of `ends`, which is not taken.
  Word ParseUntil(std::string_view ends, bool quoted);
  Word ParseArithmetic();

  char Peek(size_t ahead = 0) const {
    return position_ + ahead < script_.size() ? script_[position_ + ahead]
                                              : '\0';
  }
  bool AtEnd() const { return position_ >= script_.size(); }
  bool Take(std::string_view text);
  [[noreturn]] void Fail(std::string sentence) const;
  [[noreturn]] void Missing(std::string_view what) const;

  std::string_view script_;
  size_t position_ = 0;
  int depth_;
  std::vector<PendingHere> heres_;
};

// True for a word that is this text, without quotes.
bool IsPlain(const Word& word, std::string_view text);
// True for what can name a variable.
bool IsName(std::string_view text);

}  // namespace reprise::phone
