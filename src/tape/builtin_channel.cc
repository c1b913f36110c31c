// TapeWriter::ChannelFor (writer.h): channels of the channel table.
#include <algorithm>

#include "base/check.h"
#include "tape/channels.h"
#include "tape/schema.h"
#include "tape/writer.h"

namespace reprise::tape {

Result<uint16_t> TapeWriter::ChannelFor(std::string_view topic,
                                        const StringMap& metadata) {
  const ChannelType* type = FindChannel(topic);
  if (type == nullptr) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} is not a topic of a tape; docs/format/channels.md has all",
                topic);
  }
  const auto known =
      std::find_if(channels_.begin(), channels_.end(), [&](const auto& entry) {
        return entry.second.topic == topic && entry.second.metadata == metadata;
      });
  if (known != channels_.end()) return known->first;

  auto builtin = BuiltinSchema(type->message);
  CHECK(builtin.has_value());
  Schema schema{0, std::move(builtin->name), std::string(kSchemaEncoding),
                std::move(builtin->data)};
  const auto same =
      std::find_if(schemas_.begin(), schemas_.end(), [&](const auto& entry) {
        return entry.second.name == schema.name &&
               entry.second.encoding == schema.encoding &&
               entry.second.data == schema.data;
      });
  if (same != schemas_.end()) {
    schema.id = same->first;
  } else {
    ASSIGN_OR_RETURN(schema.id, FreeSchemaId());
    RETURN_IF_ERROR(AddSchema(schema));
  }
  Channel channel{0, schema.id, std::string(topic),
                  std::string(kMessageEncoding), metadata};
  ASSIGN_OR_RETURN(channel.id, FreeChannelId());
  RETURN_IF_ERROR(AddChannel(channel));
  return channel.id;
}

}  // namespace reprise::tape
