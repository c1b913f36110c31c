// What a script consists of, as the parser gives it and the shell runs it.
//
// Threads: made by one, then only read: subshells in other threads share it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace reprise::phone {

struct List;
struct Part;

// Its parts, put together, are one word before it is split.
struct Word {
  std::vector<Part> parts;
};

struct Part {
  enum class Kind {
    kText,
    kParameter,   // $text, ${text OP argument}
    kCommand,     // $(command)
    kArithmetic,  // $((argument))
  };
  Kind kind = Kind::kText;
  bool quoted = false;  // neither split nor a pattern
  std::string text = {};
  // "" or one of :- - := = :? ? :+ + # ## % %% / // : ; "length" for ${#x}.
  std::string op = {};
  Word argument = {};
  Word second = {};  // ${x/argument/second}, ${x:argument:second}
  std::shared_ptr<const List> command = {};
};

struct Redirect {
  enum class Kind { kRead, kWrite, kAppend, kReadWrite, kDuplicate, kHere };
  Kind kind = Kind::kRead;
  int fd = 0;
  bool both = false;  // &> : errors too
  Word target;        // a file, a number or "-", the here-document
};

struct Command {
  enum class Kind {
    kSimple,
    kSubshell,
    kGroup,
    kIf,
    kFor,
    kWhile,
    kUntil,
    kCase,
    kFunction,
  };
  struct Branch {  // of if: condition and body; of case: patterns and body
    std::shared_ptr<const List> condition;
    std::vector<Word> patterns;
    std::shared_ptr<const List> body;
  };

  Kind kind = Kind::kSimple;
  std::vector<std::pair<std::string, Word>> assignments;
  std::vector<Word> words;  // of a simple command; of for; the word of case
  std::vector<Redirect> redirects;
  std::string name;            // of for's variable, of a function
  bool all_arguments = false;  // for without `in`
  std::vector<Branch> branches;
  std::shared_ptr<const List> body;         // also `else`
  std::shared_ptr<const Command> function;  // what a function does
};

struct Pipeline {
  bool negated = false;
  std::vector<std::shared_ptr<const Command>> commands;
};

struct AndOr {
  struct Item {
    enum class After { kAlways, kSuccess, kFailure } after = After::kAlways;
    Pipeline pipeline;
  };
  std::vector<Item> items;
  bool background = false;
  std::string text;  // as written, for `jobs` and ps
};

struct List {
  std::vector<AndOr> items;
};

}  // namespace reprise::phone
