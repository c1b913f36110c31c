// One table per verb, and everything the command line says comes from it: the
// parser (parse.h), --help and the docs pages (help.h) and the completion
// scripts (completion.h). What is not in a table does not exist.
//
// A table is a constant with static lifetime, made in the verb's own file
// (verb_NAME.cc) and listed in verbs.cc.
//
// Threads: constants.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/exit_code.h"
#include "base/result.h"

namespace reprise::cli {

class Arguments;
class Console;

// What a shell offers in the place of a value that has no list of words.
enum class Completes { kNothing, kFiles, kVerbs };

// Without its initializer a field that a table leaves out is a warning of GCC.
// NOLINTBEGIN(readability-redundant-member-init)
struct Positional {
  std::string_view name;  // as the usage line shows it, e.g. "TAPE"
  std::string_view help;
  bool repeats = false;  // one or more; only one of a verb does
  bool optional = false;
  std::vector<std::string_view> words = {};  // empty: anything
  Completes completes = Completes::kFiles;
  // Those of `words` after which a command comes: its first word ends the
  // options.
  std::vector<std::string_view> commands = {};
};

struct Option {
  std::string_view name;        // without the dashes
  char letter = 0;              // 0: none
  std::string_view value = {};  // name of its value; empty: a flag
  std::string_view help;
  std::vector<std::string_view> words = {};  // accepted; empty: anything
  std::string_view fallback = {};  // value when it is not given; empty: none
  bool repeats = false;
  bool required = false;
  bool hidden = false;  // for the project's own tools: parsed, never shown
  Completes completes = Completes::kNothing;

  bool is_flag() const { return value.empty(); }
};
// NOLINTEND(readability-redundant-member-init)

struct Example {
  std::string_view command;  // a whole command line, "reprise ..."
  std::string_view what;
};

struct Verb {
  std::string_view name;
  std::string_view summary;      // one line, no full stop
  std::string_view description;  // paragraphs, separated by empty lines
  std::vector<Positional> positionals;
  std::vector<Option> options;  // without the common ones
  std::vector<Example> examples;
  Result<ExitCode> (*run)(const Arguments& arguments, Console& console);
  bool common_options = true;  // takes --json and --quiet
};

// The verbs of `reprise`, in the order in which they are listed.
std::span<const Verb* const> Verbs();

// Its own options and the common ones: --json, --quiet, --help.
std::vector<Option> AllOptions(const Verb& verb);

// "reprise show [OPTION...] TAPE"
std::string UsageLine(const Verb& verb);

}  // namespace reprise::cli
