// The bytes of a message from the JSON that a person wrote, by its schema.
//
// The counterpart of AppendJson() in decode.h: what that wrote becomes the
// same bytes again. Fields are put in the order of their numbers, values of
// implicit fields that are zero or empty are left out, and entries of maps
// keep their order; so however it was typed, there is one form of it.
//
// Threads: plain functions.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tape/json_line.h"
#include "tape/message_type.h"

namespace reprise::tape {

// Appends the message to *out. `name` is what the value is called in errors:
// "field data.pointers[0].x: expected a number, got \"abc\"".
Status EncodeJson(const MessageType& type, const JsonLine& line,
                  const JsonValue& value, std::string_view name,
                  std::string* out);

// "; did you mean \"topic\"?"; when no candidate is near, the names of all if
// there are few, or nothing.
std::string DidYouMean(std::string_view word,
                       std::span<const std::string_view> candidates);

}  // namespace reprise::tape
