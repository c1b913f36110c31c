// What woven code refers to, looked up in the Pool once: the runtime's class
// Hooks (docs/architecture/weave.md is its contract), and what boxes and
// unboxes primitives.
//
// Threads: making it adds to the Pool; then plain values.
#pragma once

#include <array>
#include <string_view>

#include "dex/ids.h"
#include "dex/pool.h"

namespace reprise::weave {

inline constexpr std::string_view kHooksClass = "Lio/reprise/runtime/Hooks;";
inline constexpr std::string_view kCallClass = "Lio/reprise/runtime/Call;";
inline constexpr std::string_view kStartClass = "Lio/reprise/runtime/Start;";
// Classes of this prefix are ours and never woven.
inline constexpr std::string_view kOwnPrefix = "Lio/reprise/";

struct RuntimeRefs {
  explicit RuntimeRefs(dex::Pool* pool);

  // Of a primitive, by its letter.
  struct Box {
    dex::TypeId type;        // java.lang.Integer
    dex::MethodId value_of;  // Integer.valueOf(int)
    dex::MethodId value;     // intValue()
  };
  // Null when it is no primitive (or void).
  const Box* BoxOf(char letter) const;

  dex::FieldId on;
  dex::MethodId enter;
  dex::MethodId answered;
  dex::MethodId answer;
  dex::MethodId leave;
  dex::MethodId fail;
  dex::TypeId object;
  dex::TypeId object_array;

 private:
  std::array<Box, 8> boxes_;
};

}  // namespace reprise::weave
