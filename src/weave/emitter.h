// Writes the pieces that all transformations are made of, as instructions at
// the end of a list: testing Hooks.on, boxing arguments, calling the runtime,
// taking a result out of its box.
//
// Registers may be any; calls take rows, so that they are encodable wherever
// their registers are.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dex/code.h"
#include "dex/pool.h"
#include "weave/runtime_refs.h"

namespace reprise::weave {

// Of a method that is called or hooked.
struct Signature {
  Signature(const dex::Pool& pool, dex::MethodId method);

  bool IsConstructor() const { return name == "<init>"; }
  char result_letter() const { return result_text[0]; }
  bool ReturnsVoid() const { return result_letter() == 'V'; }
  // The instruction that returns what is in this register.
  dex::Instruction Return(uint16_t reg) const;

  std::string_view name;
  dex::TypeId result;
  std::string_view result_text;
  std::span<const dex::TypeId> parameters;
  uint32_t words = 0;  // registers of the parameters, without `this`
};

class Emitter {
 public:
  Emitter(const dex::Pool& pool, const RuntimeRefs& refs, dex::Code* code,
          std::vector<dex::Instruction>* out)
      : pool_(pool), refs_(refs), code_(*code), out_(*out) {}

  void Put(const dex::Instruction& instruction) { out_.push_back(instruction); }
  void Place(dex::Label label) { Put(Make(dex::Op::kLabel, {}, label)); }
  void Goto(dex::Label label) { Put(Make(dex::Op::kGoto, {}, label)); }
  void IfZero(uint16_t reg, dex::Label label) {
    Put(Make(dex::Op::kIfEqz, {reg}, label));
  }
  void Number(uint16_t reg, uint32_t value);
  void Call(dex::MethodId method, uint16_t first, uint8_t count) {
    Put(MakeRange(dex::Op::kInvokeStaticRange, first, count, method.value));
  }

  // Goes to `label` when the runtime is off. Changes reg.
  void UnlessOn(uint16_t reg, dex::Label label);

  // A move that fits the type of this descriptor; and of a call's result.
  void Move(std::string_view type, uint16_t to, uint16_t from);
  void MoveResult(std::string_view type, uint16_t to);

  // The value in `from` as an object in `to`.
  void Box(std::string_view type, uint16_t to, uint16_t from);
  // The same of a value that is returned: ART lets any int be returned as a
  // boolean, byte, char or short, but not be passed as one.
  void BoxReturned(std::string_view type, uint16_t to, uint16_t from);
  // The object in `from`, which it may change, as a value in `to`.
  void Unbox(dex::TypeId type, uint16_t to, uint16_t from);

  // to = {the values, boxed}, or null when there are none. `at` says in which
  // register each parameter begins; the row from `row` on has one register
  // for each.
  void Array(const Signature& signature, const std::vector<uint16_t>& at,
             uint16_t row, uint16_t to);
  // Reads those parameters back from the array that `letters` mark with v or
  // x, into registers `at`. Changes index and index + 1.
  void Repoint(const Signature& signature, std::string_view letters,
               const std::vector<uint16_t>& at, uint16_t array, uint16_t index);

  dex::Label NewLabel() { return code_.NewLabel(); }

 private:
  const dex::Pool& pool_;
  const RuntimeRefs& refs_;
  dex::Code& code_;
  std::vector<dex::Instruction>& out_;
};

// Whether the runtime may replace a parameter with this letter of a plan.
inline bool IsRepointed(char letter) { return letter == 'v' || letter == 'x'; }

// In which register each parameter begins when they are in a row.
std::vector<uint16_t> Rowed(const dex::Pool& pool, const Signature& signature,
                            uint32_t first);

}  // namespace reprise::weave
