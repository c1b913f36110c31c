// The protobuf side of the channel table: makes the Schema records that let
// any MCAP reader open a tape without Reprise, and finds our own messages by
// name. Users need no protobuf header for it.
//
// Threads: all functions may be called from any thread.
//
// Invariants:
//  1. Every message named in channels.h is a built-in one.
//  2. In schema data a file stands after all files that it imports.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace google::protobuf {
class Descriptor;
}  // namespace google::protobuf

namespace reprise::tape {

// A Schema record of the encoding "protobuf" (kSchemaEncoding).
struct SchemaText {
  std::string name;  // full name of the message
  std::string data;  // serialized google.protobuf.FileDescriptorSet
};

// The file of `message` and all that it imports, imports first, as a
// serialized FileDescriptorSet without source locations.
std::string SchemaData(const google::protobuf::Descriptor& message);

// The schema of a message that Reprise knows ("reprise.SensorEvent"), or
// nothing.
std::optional<SchemaText> BuiltinSchema(std::string_view full_name);

// The descriptor of a message that Reprise knows, or null. It lives as long as
// the program.
const google::protobuf::Descriptor* BuiltinDescriptor(
    std::string_view full_name);

// Full names of the messages that Reprise knows and that stand by themselves:
// on a channel, in an attachment, in channel metadata or in a blob. Sorted.
std::span<const std::string_view> BuiltinMessages();

}  // namespace reprise::tape
