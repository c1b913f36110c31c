// Runs a program of awk: variables, arrays, fields, and what is in the rules.
//
// Everything that a program can make grow is bounded; what goes wrong is thrown
// as AwkFailed.
//
// Threads: that of the command.
#pragma once

#include <map>
#include <random>
#include <string>
#include <vector>

#include "phone/shell/commands/awk_program.h"
#include "phone/shell/commands/awk_value.h"
#include "phone/shell/process.h"

namespace reprise::phone {

struct AwkFailed {
  std::string why;
};

// Throws if it is too long.
void CheckAwkText(const std::string& text);

class Awk {
 public:
  Awk(Process& process, std::vector<AwkRule> rules);

  void Set(const std::string& name, AwkValue value);
  // The rules on files, or on the standard input; the exit code.
  int Run(const std::vector<std::string>& inputs);

 private:
  using Value = AwkValue;

  bool Begin();
  int ReadAll(const std::vector<std::string>& inputs);
  void Line();
  bool Applies(AwkRule& rule);

  void SetLine(std::string line);
  void SetFieldCount(double wanted);
  void Rebuild();
  Value Field(double number);
  void SetField(double number, const Value& value);
  std::vector<std::string> Split(const std::string& text,
                                 const std::string& by);

  void Do(const AwkNode& node);
  // One turn; false: it was left.
  bool Loop(const AwkNode& body);
  void Print(const AwkNode& node);
  std::string Formatted(const AwkNode& node);

  Value Of(const AwkNode& node);
  Value Binary(const AwkNode& node);
  Value Call(const AwkNode& node);
  Value SplitInto(const AwkNode& node);
  Value Match(const AwkNode& node);
  Value Replace(const AwkNode& node, bool all);
  Value Get(const std::string& name) const;
  std::string Key(const AwkNode& node);
  Value& Element(const AwkNode& node);
  void Assign(const AwkNode& to, const Value& value);
  bool Matches(const AwkNode& pattern, const std::string& text);
  const Regex& Pattern(const AwkNode& node);
  const Regex& Compiled(const std::string& text);

  Process& process_;
  std::vector<AwkRule> rules_;
  std::map<std::string, Value> variables_;
  std::map<std::string, std::map<std::string, Value>> arrays_;
  std::map<std::string, Regex> regexes_;
  std::string line_;
  std::vector<std::string> fields_;
  std::mt19937_64 random_;
  int exit_code_ = 0;
  bool exit_in_begin_ = false;
};

}  // namespace reprise::phone
