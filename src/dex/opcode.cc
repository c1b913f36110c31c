#include "dex/opcode.h"

#include <string_view>
#include <unordered_map>

namespace reprise::dex {
namespace {

constexpr uint8_t UnitsOf(Format format) {
  if (format == kFormatNone || format == kFormatMark) return 0;
  if (format <= kFormat10t) return 1;
  if (format <= kFormat22c) return 2;
  if (format <= kFormat3rc) return 3;
  return format == kFormat51l ? 5 : 4;
}

constexpr opcode_internal::Table MakeTable() {
  opcode_internal::Table table;
#define OP(value, constant, name, format, ref, flags, regs) \
  table.ops[value] = {name,      regs,  kFormat##format,    \
                      kRef##ref, flags, UnitsOf(kFormat##format)};
#include "dex/opcodes.inc"
#undef OP
  return table;
}

}  // namespace

namespace opcode_internal {
constinit const Table kTable = MakeTable();
}  // namespace opcode_internal

std::optional<Op> OpByName(std::string_view name) {
  static const auto* const names = [] {
    auto* map = new std::unordered_map<std::string_view, Op>;
    for (int i = 0; i < 256; ++i) {
      const OpInfo& info = opcode_internal::kTable.ops[i];
      if (info.units > 0) map->emplace(info.name, static_cast<Op>(i));
    }
    return map;
  }();
  const auto found = names->find(name);
  if (found == names->end()) return std::nullopt;
  return found->second;
}

}  // namespace reprise::dex
