// The part of the assembler that is between .method and .end method.
//
// Threads: one at a time.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "dex/class_def.h"
#include "dex/pool.h"
#include "dex/text_scanner.h"

namespace reprise::dex {

// Call sites by what the text calls them: the same name is the same one.
using CallSiteNames = std::unordered_map<std::string, CallSiteId>;

class CodeAssembler {
 public:
  CodeAssembler(Pool* pool, TextScanner* scanner, MethodDef* method,
                CallSiteNames* call_sites)
      : pool_(*pool),
        scanner_(*scanner),
        method_(*method),
        call_sites_(*call_sites) {}

  // A line that begins with this word, which was taken already.
  void Line(std::string_view word);
  // A line with a label.
  void Label();
  // After the last line: whether all labels are somewhere.
  void Finish();

 private:
  struct Place {
    dex::Label label;
    bool placed;
  };

  Code& TheCode();
  void Registers();
  bool Directive(std::string_view word);
  void Params();
  void Local();
  void Catch(bool all);
  void Mark(const Instruction& mark);
  void Instruct(Op op);
  void Operands(Instruction* instruction);
  void List(Instruction* instruction);
  void Range(Instruction* instruction);
  void Reference(Instruction* instruction);
  void Switch(Instruction* instruction);
  void Array(Instruction* instruction);
  void CallSite(Instruction* instruction);
  uint16_t Register();
  dex::Label LabelName(bool placed);

  Pool& pool_;
  TextScanner& scanner_;
  MethodDef& method_;
  CallSiteNames& call_sites_;
  std::unordered_map<std::string, Place> labels_;
  bool too_few_registers_ = false;
};

}  // namespace reprise::dex
