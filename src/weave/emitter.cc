#include "weave/emitter.h"

namespace reprise::weave {
namespace {

using dex::Op;

// What decides between the forms of moves: 'w' wide, 'o' object, 'i' else.
char ShapeOf(std::string_view type) {
  switch (type[0]) {
    case 'J':
    case 'D':
      return 'w';
    case 'L':
    case '[':
      return 'o';
    default:
      return 'i';
  }
}

}  // namespace

Signature::Signature(const dex::Pool& pool, dex::MethodId method) {
  const dex::MethodRef ref = pool.Get(method);
  const dex::Proto& proto = pool.Get(ref.proto);
  name = pool.Text(ref.name);
  result = proto.result;
  result_text = pool.Descriptor(result);
  parameters = proto.parameters;
  for (const dex::TypeId type : parameters) {
    words += static_cast<uint32_t>(dex::RegistersOf(pool.Descriptor(type)));
  }
}

dex::Instruction Signature::Return(uint16_t reg) const {
  if (ReturnsVoid()) return dex::Make(Op::kReturnVoid);
  const char shape = ShapeOf(result_text);
  const Op op = shape == 'w'   ? Op::kReturnWide
                : shape == 'o' ? Op::kReturnObject
                               : Op::kReturn;
  return dex::Make(op, {reg});
}

void Emitter::Number(uint16_t reg, uint32_t value) {
  const auto number = static_cast<int32_t>(value);
  const Op op = number == 0                        ? Op::kConst4
                : number > 0 && number < INT16_MAX ? Op::kConst16
                                                   : Op::kConst;
  Put(Make(op, {reg}, 0, number));
}

void Emitter::UnlessOn(uint16_t reg, dex::Label label) {
  Put(Make(Op::kSgetBoolean, {reg}, refs_.on.value));
  IfZero(reg, label);
}

void Emitter::Move(std::string_view type, uint16_t to, uint16_t from) {
  const char shape = ShapeOf(type);
  const Op op = shape == 'w'   ? Op::kMoveWide
                : shape == 'o' ? Op::kMoveObject
                               : Op::kMove;
  Put(Make(op, {to, from}));
}

void Emitter::MoveResult(std::string_view type, uint16_t to) {
  const char shape = ShapeOf(type);
  const Op op = shape == 'w'   ? Op::kMoveResultWide
                : shape == 'o' ? Op::kMoveResultObject
                               : Op::kMoveResult;
  Put(Make(op, {to}));
}

void Emitter::Box(std::string_view type, uint16_t to, uint16_t from) {
  const RuntimeRefs::Box* box = refs_.BoxOf(type[0]);
  if (box == nullptr) {
    if (to != from) Move(type, to, from);
    return;
  }
  Call(box->value_of, from, static_cast<uint8_t>(dex::RegistersOf(type)));
  Put(Make(Op::kMoveResultObject, {to}));
}

void Emitter::BoxReturned(std::string_view type, uint16_t to, uint16_t from) {
  switch (type[0]) {
    case 'Z': {
      const dex::Label is_false = NewLabel();
      Number(to, 0);
      IfZero(from, is_false);
      Put(Make(Op::kConst4, {to}, 0, 1));
      Place(is_false);
      break;
    }
    case 'B':
      Put(Make(Op::kIntToByte, {to, from}));
      break;
    case 'S':
      Put(Make(Op::kIntToShort, {to, from}));
      break;
    case 'C':
      Put(Make(Op::kIntToChar, {to, from}));
      break;
    default:
      return Box(type, to, from);
  }
  Box(type, to, to);
}

void Emitter::Unbox(dex::TypeId type, uint16_t to, uint16_t from) {
  const std::string_view text = pool_.Descriptor(type);
  const RuntimeRefs::Box* box = refs_.BoxOf(text[0]);
  if (box == nullptr) {
    if (type != refs_.object) {
      Put(Make(Op::kCheckCast, {from}, type.value));
    }
    if (to != from) Move(text, to, from);
    return;
  }
  Put(Make(Op::kCheckCast, {from}, box->type.value));
  Put(MakeRange(Op::kInvokeVirtualRange, from, 1, box->value.value));
  MoveResult(text, to);
}

void Emitter::Array(const Signature& signature, const std::vector<uint16_t>& at,
                    uint16_t row, uint16_t to) {
  const size_t count = signature.parameters.size();
  if (count == 0) return Number(to, 0);
  for (size_t i = 0; i < count; ++i) {
    Box(pool_.Descriptor(signature.parameters[i]),
        static_cast<uint16_t>(row + i), at[i]);
  }
  Put(MakeRange(Op::kFilledNewArrayRange, row, static_cast<uint8_t>(count),
                refs_.object_array.value));
  Put(Make(Op::kMoveResultObject, {to}));
}

void Emitter::Repoint(const Signature& signature, std::string_view letters,
                      const std::vector<uint16_t>& at, uint16_t array,
                      uint16_t index) {
  const auto object = static_cast<uint16_t>(index + 1);
  for (size_t i = 0; i < signature.parameters.size(); ++i) {
    if (i >= letters.size() || !IsRepointed(letters[i])) continue;
    Number(index, static_cast<uint32_t>(i));
    Put(Make(Op::kAgetObject, {object, array, index}));
    Unbox(signature.parameters[i], at[i], object);
  }
}

std::vector<uint16_t> Rowed(const dex::Pool& pool, const Signature& signature,
                            uint32_t first) {
  std::vector<uint16_t> at;
  at.reserve(signature.parameters.size());
  for (const dex::TypeId type : signature.parameters) {
    at.push_back(static_cast<uint16_t>(first));
    first += static_cast<uint32_t>(dex::RegistersOf(pool.Descriptor(type)));
  }
  return at;
}

}  // namespace reprise::weave
