// Runs scripts: one Shell is one (sub)shell with its variables, functions and
// open files. A subshell is a copy.
//
// The parts of a pipeline and background jobs are copies in threads of their
// own, connected by pipes; who starts a part of a pipeline joins it, the
// Session joins background jobs.
//
// Threads: one at a time.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "phone/shell/process.h"
#include "phone/shell/syntax.h"

namespace reprise::phone {

class Shell : public Context {
 public:
  static constexpr size_t kMaxValue = size_t{16} << 20;
  static constexpr size_t kMaxVariables = 10'000;
  static constexpr size_t kMaxFunctions = 10'000;
  static constexpr int kMaxNesting = 300;

  struct Variable {
    std::string value;
    bool exported = false;
    bool read_only = false;
  };

  Shell(Context context, std::map<std::string, std::string> environment);

  // A whole script; the exit code. Ended passes through.
  int RunScript(std::string_view script);
  // The same of a file, with the arguments; "NAME: " before errors.
  int RunFile(const std::string& path);
  // Lines of the standard input, with prompts on a terminal, until it ends.
  int RunInput();
  // Calls `run` and gives the code with which it or `exit` ended.
  int ToTheEnd(const std::function<int()>& run);

  std::optional<std::string> Get(std::string_view name) const;
  // False, after a sentence, if that cannot be.
  bool Set(const std::string& name, std::string value);
  void Unset(const std::string& name);
  std::map<std::string, std::string> Environment() const;
  void Complain(std::string_view sentence);

  std::map<std::string, Variable, std::less<>> variables;
  std::map<std::string, std::shared_ptr<const Command>, std::less<>> functions;
  // What `local` hid, one for each function that runs.
  std::vector<std::map<std::string, std::optional<Variable>>> locals;
  std::vector<std::string> arguments;  // $1 ...
  std::string name = "/system/bin/sh";
  std::vector<std::shared_ptr<Job>> jobs;
  int status = 0;
  bool exit_on_error = false;  // set -e
  bool trace = false;          // set -x
  bool no_unset = false;       // set -u
  bool no_glob = false;        // set -f

  // A command with its arguments: builtin, function or program.
  int Call(std::vector<std::string> words,
           const std::vector<std::pair<std::string, std::string>>& assignments);
  bool IsBuiltin(std::string_view word) const;

 private:
  friend class Expander;
  class Nesting {
   public:
    explicit Nesting(Shell* shell);
    ~Nesting() { --shell_->nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Shell* shell_;
  };
  class SavedFiles;
  struct Break {
    int levels;
    bool again;
  };
  struct Return {
    int code;
  };
  using Builtin = int (*)(Shell&, Process&);
  static const std::map<std::string_view, Builtin>& Builtins();

  void RunList(const List& list);
  void RunAndOr(const AndOr& item);
  void RunPipeline(const Pipeline& pipeline);
  void RunParts(const Pipeline& pipeline);
  void StartBackground(const AndOr& item);
  void RunCommand(const Command& command);
  void RunSimple(const Command& command);
  void RunCompound(const Command& command);
  void RunLoop(const std::function<bool()>& next, const List& body);
  bool RunCondition(const List& list);
  int CallFunction(const Command& body, std::vector<std::string> words);
  bool Redirect(const std::vector<struct Redirect>& redirects);
  bool ReadLine(std::string* line);
  void Prompt(std::string_view variable, std::string_view usual);

  // expand.cc
  std::vector<std::string> Expand(const std::vector<Word>& words);
  // Of [[ ]]: not split; what == is compared with is a pattern.
  std::vector<std::string> ExpandCondition(const std::vector<Word>& words);
  std::string ExpandText(const Word& word);     // not split
  std::string ExpandPattern(const Word& word);  // not split, quotes escaped
  std::string OutputOf(const List& list);

  int nesting_ = 0;
  int loops_ = 0;        // that break can leave
  int tolerant_ = 0;     // conditions, in which set -e does not count
  int substituted_ = 0;  // status of the last $(...) of the command
};

}  // namespace reprise::phone
