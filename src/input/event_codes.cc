#include "input/event_codes.h"

#include <linux/input.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace reprise::input {
namespace {

struct Name {
  std::string_view name;
  uint32_t number;
  bool range;  // marks a range of codes: known, but never printed
};

constexpr Name kNames[] = {
#define NAME(name) {#name, name, false},
#define RANGE(name) {#name, name, true},
#include <event_codes.inc>
#undef NAME
#undef RANGE
};

// The first words of the names of one kind, and the largest number of it.
struct Kind {
  uint32_t type;
  std::array<std::string_view, 2> prefixes;
  uint32_t max;
};

constexpr uint32_t kTypes = 1000;       // the names of the types themselves
constexpr uint32_t kProperties = 1001;  // and of properties

constexpr Kind kKinds[] = {
    {kTypes, {"EV_", {}}, EV_MAX},
    {kProperties, {"INPUT_PROP_", {}}, INPUT_PROP_MAX},
    {EV_SYN, {"SYN_", {}}, SYN_MAX},
    {EV_KEY, {"KEY_", "BTN_"}, KEY_MAX},
    {EV_REL, {"REL_", {}}, REL_MAX},
    {EV_ABS, {"ABS_", {}}, ABS_MAX},
    {EV_MSC, {"MSC_", {}}, MSC_MAX},
    {EV_SW, {"SW_", {}}, SW_MAX},
    {EV_LED, {"LED_", {}}, LED_MAX},
    {EV_SND, {"SND_", {}}, SND_MAX},
    {EV_REP, {"REP_", {}}, REP_MAX},
    {EV_FF, {"FF_", {}}, FF_MAX},
};

const Kind* KindOf(uint32_t type) {
  for (const Kind& kind : kKinds) {
    if (kind.type == type) return &kind;
  }
  return nullptr;
}

bool Belongs(std::string_view name, const Kind& kind) {
  return std::ranges::any_of(kind.prefixes, [&](std::string_view prefix) {
    return !prefix.empty() && name.starts_with(prefix);
  });
}

struct Tables {
  std::map<uint32_t, std::vector<std::string_view>> by_number;
  std::map<uint32_t, std::unordered_map<std::string_view, uint16_t>> by_name;

  Tables() {
    for (const Kind& kind : kKinds) {
      auto& names = by_number[kind.type];
      names.resize(kind.max + 1);
      for (const Name& name : kNames) {
        if (!Belongs(name.name, kind) || name.number > kind.max) continue;
        by_name[kind.type].emplace(name.name, name.number);
        if (!name.range && names[name.number].empty()) {
          names[name.number] = name.name;
        }
      }
    }
  }
};

const Tables& AllTables() {
  static const Tables* const tables = new Tables;  // never destroyed
  return *tables;
}

std::string_view NameIn(uint32_t kind, uint32_t number) {
  const auto& tables = AllTables().by_number;
  const auto found = tables.find(kind);
  if (found == tables.end() || number >= found->second.size()) return {};
  return found->second[number];
}

std::optional<uint16_t> NumberIn(uint32_t kind, std::string_view name) {
  const auto& tables = AllTables().by_name;
  const auto found = tables.find(kind);
  if (found == tables.end()) return std::nullopt;
  const auto number = found->second.find(name);
  if (number == found->second.end()) return std::nullopt;
  return number->second;
}

}  // namespace

std::string_view TypeName(uint32_t type) { return NameIn(kTypes, type); }

std::string_view CodeName(uint32_t type, uint32_t code) {
  return type >= kTypes ? std::string_view{} : NameIn(type, code);
}

std::string_view PropertyName(uint32_t property) {
  return NameIn(kProperties, property);
}

std::optional<uint16_t> TypeByName(std::string_view name) {
  return NumberIn(kTypes, name);
}

std::optional<uint16_t> CodeByName(uint32_t type, std::string_view name) {
  if (type >= kTypes) return std::nullopt;
  return NumberIn(type, name);
}

std::optional<uint16_t> PropertyByName(std::string_view name) {
  return NumberIn(kProperties, name);
}

uint32_t MaxCodeOf(uint32_t type) {
  const Kind* kind = type < kTypes ? KindOf(type) : nullptr;
  return kind == nullptr ? 0 : kind->max;
}

}  // namespace reprise::input
