#include "dex/file_format.h"
#include "dex/read_code.h"

namespace reprise::dex {

bool CodeReader::ReadDebug(uint32_t offset) {
  Cursor at = tables_.At(offset);
  const auto cut = [&] {
    return tables_.Bad("the debug information at {:#x} is cut off", offset);
  };
  uint32_t line = at.Uleb();
  const uint32_t parameters = at.Uleb();
  if (!at.ok() || parameters > at.remaining()) return cut();
  if (!tables_.Charge(parameters)) return false;
  DebugInfo& debug = code_->debug.emplace();
  debug.parameter_names.reserve(parameters);
  for (uint32_t i = 0; i < parameters; ++i) {
    debug.parameter_names.push_back(tables_.OptionalString(at.UlebP1()));
  }
  uint32_t address = 0;
  const auto size = static_cast<uint32_t>(units_.size());
  const auto add = [&](const Instruction& mark) {
    marks_.push_back({address, mark});
  };
  const auto reg = [&] {
    const uint32_t number = at.Uleb();
    if (number >= code_->registers) {
      tables_.Bad("the debug information at {:#x} names register {} of {}",
                  offset, number, code_->registers);
    }
    return static_cast<uint16_t>(number);
  };
  while (tables_.ok()) {
    const uint8_t op = at.U8();
    if (!at.ok()) return cut();
    if (!tables_.Charge(1)) return false;
    switch (op) {
      case kDebugEnd:
        return true;
      case kDebugAdvancePc: {
        const uint32_t by = at.Uleb();
        // What is said of places after the code is of no use.
        if (by > size - address) return true;
        address += by;
        break;
      }
      case kDebugAdvanceLine:
        line += static_cast<uint32_t>(at.Sleb());
        break;
      case kDebugStartLocal:
      case kDebugStartLocalExtended: {
        const uint16_t number = reg();
        const StringId name = tables_.OptionalString(at.UlebP1());
        const TypeId type = tables_.OptionalType(at.UlebP1());
        StringId signature;
        if (op == kDebugStartLocalExtended) {
          signature = tables_.OptionalString(at.UlebP1());
        }
        add(MakeLocal(number, name, type, signature));
        break;
      }
      case kDebugEndLocal:
        add(Make(Op::kEndLocal, {reg()}));
        break;
      case kDebugRestartLocal:
        add(Make(Op::kRestartLocal, {reg()}));
        break;
      case kDebugPrologueEnd:
        add(Make(Op::kPrologueEnd));
        break;
      case kDebugEpilogueBegin:
        add(Make(Op::kEpilogueBegin));
        break;
      case kDebugSetFile:
        add(Make(Op::kSetFile, {}, tables_.OptionalString(at.UlebP1()).value));
        break;
      default: {
        const int adjusted = op - kDebugFirstSpecial;
        const auto by = static_cast<uint32_t>(adjusted / kDebugLineRange);
        if (by > size - address) return true;
        address += by;
        line +=
            static_cast<uint32_t>(kDebugLineBase + adjusted % kDebugLineRange);
        add(Make(Op::kLine, {}, 0, line));
      }
    }
  }
  return false;
}

}  // namespace reprise::dex
