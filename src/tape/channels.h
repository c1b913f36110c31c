// The one table of what may be on a tape: which topic carries which message
// and belongs to which stream, and the names of attachments and metadata. All
// who write or read tapes take the names from here, and docs/format/channels.md
// is made from it. The messages are in proto/reprise/.
//
// Threads: all of it is constant and may be used from any thread.
//
// Invariants:
//  1. No topic matches two patterns.
//  2. Every message begins with id = 1, cause = 2 and origin = 3, and its other
//     fields that hold ids of messages on the same tape, at any depth, are
//     exactly those whose names end in _ref or _refs.
//  3. A topic carries one kind of message. Several channels may have the same
//     topic: an input node that comes back as another device gets another
//     channel.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "tape/topics.h"

namespace reprise::tape {

// A row of the table.
struct ChannelType {
  // Topic; a segment in <> stands for any one non-empty segment.
  std::string_view topic_pattern;
  // Full protobuf name of the message, which is the name of the MCAP schema.
  std::string_view message;
  // The word that people use for it, as in `--streams touch,sensor`.
  std::string_view stream;
  // What the channel carries, in one sentence.
  std::string_view meaning;
};

// All rows, in the order of the docs.
std::span<const ChannelType> AllChannelTypes();

// The row that `topic` ("/sensor/light") belongs to, or null if it belongs to
// none. The row lives as long as the program.
const ChannelType* FindChannel(std::string_view topic);

// The part of `topic` that the <> of its pattern stands for ("light"), or
// nothing if the topic is unknown or its pattern has no <>.
std::optional<std::string_view> TopicVariable(std::string_view topic);

// True if `topic` matches `pattern` segment by segment.
bool TopicMatches(std::string_view pattern, std::string_view topic);

// True if `word` is the stream of some channel.
bool IsStream(std::string_view word);

// True if a field of this name holds ids of messages on the same tape, so that
// whoever renumbers a tape has to renumber it (besides id and cause).
bool IsReferenceField(std::string_view field_name);

// Encodings named in the Schema and Channel records.
inline constexpr std::string_view kSchemaEncoding = "protobuf";
inline constexpr std::string_view kMessageEncoding = "protobuf";

// A name that has a meaning on every tape.
struct StandardName {
  std::string_view name;
  // Media type of an attachment; empty for metadata.
  std::string_view media_type;
  // Message that an attachment holds in protobuf's wire form; empty if none.
  std::string_view message;
  // What it holds, in one sentence.
  std::string_view meaning;
};

// Attachments. A name with <> stands for all names that match it.
std::span<const StandardName> StandardAttachments();

namespace attachment {
inline constexpr std::string_view kSpecification = "specification.txt";
inline constexpr std::string_view kApp = "app.pb";
inline constexpr std::string_view kDevice = "device.pb";
inline constexpr std::string_view kState = "state.pb";
inline constexpr std::string_view kStateFiles = "state.tar.zst";
// Followed by the SHA-256 of the bytes in lower-case hex: the bytes of a Blob
// that says `attached`, such as a UI snapshot too large for a message.
inline constexpr std::string_view kBlobPrefix = "blob/";
}  // namespace attachment

// Metadata records and their keys, as "record" and "record:key". Unknown ones
// are kept by all verbs.
std::span<const StandardName> StandardMetadata();

// Keys in the metadata of channels.
std::span<const StandardName> StandardChannelMetadata();

namespace metadata {
// How the tape was made; one record, the first of the file.
inline constexpr std::string_view kReprise = "reprise";
// A tape that this one was made from; one record for each.
inline constexpr std::string_view kSource = "reprise.source";
// How the recording ended; a tape that was cut off has none.
inline constexpr std::string_view kEnd = "reprise.end";
}  // namespace metadata

namespace metadata_key {
// Of the record "reprise".
inline constexpr std::string_view kToolVersion = "tool_version";
inline constexpr std::string_view kVerb = "verb";
inline constexpr std::string_view kCommandLine = "command_line";
inline constexpr std::string_view kCreated = "created";
inline constexpr std::string_view kHost = "host";
inline constexpr std::string_view kHostSystem = "host_system";
inline constexpr std::string_view kPackage = "package";
inline constexpr std::string_view kDevice = "device";
inline constexpr std::string_view kRedaction = "redaction";
inline constexpr std::string_view kSecretStore = "secret_store";
// Of the record "reprise.source".
inline constexpr std::string_view kSourceSha256 = "sha256";
inline constexpr std::string_view kSourceName = "name";
inline constexpr std::string_view kSourceRole = "role";
inline constexpr std::string_view kSourceFormat = "format";
// Of the record "reprise.end".
inline constexpr std::string_view kEndReason = "reason";
inline constexpr std::string_view kEndTime = "log_time";
inline constexpr std::string_view kEndVerdict = "verdict";
inline constexpr std::string_view kEndSentence = "sentence";
inline constexpr std::string_view kEndStopped = "stopped";
inline constexpr std::string_view kEndEffects = "effects";
}  // namespace metadata_key

namespace channel_key {
// Stream word of the channel, so that other readers can group by it.
inline constexpr std::string_view kStream = "reprise.stream";
// reprise.EvdevDevice in protobuf's JSON form, on /input/evdev/<node>.
inline constexpr std::string_view kEvdevDevice = "reprise.evdev_device";
}  // namespace channel_key

}  // namespace reprise::tape
