// Messages as text, by the schema on their tape.
//
// Two forms. JSON is for the text form (docs/format/text.md) and for
// programs: it is written only when encode.h makes the same bytes of it again,
// so that nothing is ever lost. Compact text is for people who look at a tape:
// one line, long values cut, and whatever cannot be understood is shown too.
//
// Both walk the bytes of the message directly: no message object is built.
//
// Threads: plain functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tape/message_type.h"

namespace reprise::tape {

// Longer ones are left to be shown as bytes: people do not read them, and a
// schema with long names could make gigabytes of a small message.
inline constexpr size_t kMaxJsonBytes = 16u << 20;

// Appends the message as a JSON object with the names of its fields. False,
// and *out as it was, when that would lose something: unknown fields, another
// order, a number in more bytes than it needs, text that is not UTF-8, a NaN
// with a payload, bytes that are not a message of this type at all.
bool AppendJson(const MessageType& type, std::string_view data,
                std::string* out);

// What is left out of compact text; 0 means that all is shown.
struct CompactOptions {
  size_t max_bytes = 16;     // of a field of bytes
  size_t max_text = 120;     // bytes of a string
  size_t max_elements = 16;  // of a repeated field
};

// Appends one line without its end: id=7 action=DOWN pointers=[{x=1.5 y=20}].
// Safe for a terminal whatever the message holds. Fields that the schema does
// not know are #NUMBER=...; bytes that are no field end the line in hex.
void AppendCompact(const MessageType& type, std::string_view data,
                   const CompactOptions& options, std::string* out);
// The same for a message without a schema: text when it is, or hex.
void AppendCompact(std::string_view data, const CompactOptions& options,
                   std::string* out);

}  // namespace reprise::tape
