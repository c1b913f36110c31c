// From Code to the bytes of a code item: picks forms that reach, lays out
// tables, flattens tries, and writes debug information.
//
// Threads: one at a time. One CodeEncoder serves all methods of a file, because
// its scratch memory is worth keeping.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "dex/class_def.h"
#include "dex/indices.h"
#include "dex/pool.h"

namespace reprise::dex {

class CodeEncoder {
 public:
  CodeEncoder(const Pool& pool, const Indices& indices)
      : pool_(pool), indices_(indices) {}

  // Appends the code item, which begins with `out`'s end and must be at a
  // multiple of four there; its debug_info_off (kDebugOffsetAt) stays zero.
  // `debug` becomes the debug_info_item, empty if there is none.
  Status Encode(const MethodDef& method, std::string* out, std::string* debug);

  static constexpr size_t kDebugOffsetAt = 8;

 private:
  // How an instruction is encoded when not as it is.
  enum Form : uint8_t { kAsIs, kJumbo, kGoto16, kGoto32, kFarIf };
  struct Range {
    uint32_t start, end;  // units
    std::vector<Handler> handlers;
  };

  // In encode_code.cc: where everything goes.
  Status Check();
  Status CheckSwitch(const Instruction& instruction);
  Status Layout();
  void FirstWidths();
  void PlaceAll();
  bool WidenBranches();
  void PlacePayloads();
  uint32_t AddressOf(Label label) const { return label_address_[label]; }
  // In encode_instruction.cc.
  void EmitAll();
  void Emit(size_t index);
  void EmitPlain(const Instruction& instruction, uint32_t pc);
  void EmitPayloads();
  uint32_t IndexOfRef(const Instruction& instruction) const;
  void Unit(uint32_t value) { units_.push_back(static_cast<uint16_t>(value)); }
  void Unit32(uint32_t value) {
    Unit(value);
    Unit(value >> 16);
  }
  // In encode_tries.cc.
  Status FlattenTries(std::vector<Range>* ranges);
  Status EncodeTries(std::string* out, uint16_t* count);
  // In encode_debug.cc.
  void EncodeDebug(std::string* out);
  uint16_t Outs() const;

  const Pool& pool_;
  const Indices& indices_;
  const Code* code_ = nullptr;
  std::vector<uint8_t> widths_;            // by instruction, units
  std::vector<Form> forms_;                // by instruction
  std::vector<uint32_t> addresses_;        // by instruction, and the end
  std::vector<uint32_t> branches_;         // instructions with a label
  std::vector<uint32_t> label_address_;    // by label
  std::vector<uint32_t> payload_address_;  // in the instructions' order
  size_t next_payload_ = 0;
  std::vector<uint16_t> units_;
};

}  // namespace reprise::dex
