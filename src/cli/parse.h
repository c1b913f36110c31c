// The words after `reprise VERB`, understood by the verb's table.
//
// Accepts --name value, --name=value, -n value, -nvalue, bundled flags (-qj),
// options after positionals, and -- before positionals that begin with a dash.
// A command's own options follow its first word (Positional::commands).
// A value that begins with a dash needs the form --name=value, unless it is
// "-" or a number: so `--topic --json` is a forgotten value and is told.
//
// It is a loop over the table, and no library: the table has to be ours, as
// help, docs and completion come from it too, and so has the wording of each
// error.
//
// Threads: plain values.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/verb.h"

namespace reprise::cli {

// Asking for a name that is not in the verb's table is a bug (CHECK).
class Arguments {
 public:
  // It was given.
  bool Has(std::string_view name) const;
  // The value, or the fallback, or "".
  std::string Value(std::string_view name) const;
  // All the values of an option or a positional that repeats.
  const std::vector<std::string>& Values(std::string_view name) const;
  // As it was typed, for what a tape tells of its making.
  const std::string& command_line() const { return command_line_; }

 private:
  friend Result<Arguments> Parse(const Verb&, std::span<const std::string>);

  struct Entry {
    std::vector<std::string> values;  // of a flag: one "" each time
    std::string fallback;
  };
  const Entry& Find(std::string_view name) const;
  std::map<std::string, Entry, std::less<>> entries_;
  std::string command_line_;
};

// Fails with kInvalidArgument and a sentence. With --help nothing has to be
// there.
Result<Arguments> Parse(const Verb& verb, std::span<const std::string> words);

// The verb of that name; otherwise an error that names the nearest.
Result<const Verb*> FindVerb(std::span<const Verb* const> verbs,
                             const std::string& name);

// "WHAT. See reprise VERB --help", or with something near to what was typed
// "WHAT; did you mean NEAREST? See ...". An empty verb is the tool itself.
tl::unexpected<Error> BadUsage(std::string_view verb, std::string_view what,
                               std::string_view nearest = "");

// "a", "a or b", "a, b or c"
std::string OneOf(std::span<const std::string_view> words);

}  // namespace reprise::cli
