#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "base/text.h"
#include "tape/channels.h"
#include "tape/encode.h"
#include "tape/schema.h"
#include "tape/text_form.h"
#include "tape/text_line.h"

namespace reprise::tape {
namespace {

constexpr std::string_view kFirstLine =
    "the first line of the text form of a tape is {\"tape\":1}";

class TextReader {
 public:
  TextReader(File& in, const std::string& name, const TapeFactory& create)
      : source_(in, name), line_(source_), create_(create) {}

  Status Run() {
    RETURN_IF_ERROR(ReadHeader());
    while (true) {
      ASSIGN_OR_RETURN(bool more, source_.Next());
      if (!more) break;
      RETURN_IF_ERROR(line_.Parse());
      RETURN_IF_ERROR(ReadLine());
    }
    RETURN_IF_ERROR(EndAttachment());
    return out_->Finish();
  }

 private:
  // The attachment whose pieces are being read.
  struct Open {
    AttachmentInfo info;
    std::optional<uint64_t> size;  // otherwise it is collected in `data`
    uint64_t got = 0;
    uint64_t line = 0;
    std::string data;
  };

  Status ReadHeader() {
    ASSIGN_OR_RETURN(bool more, source_.Next());
    if (!more) {
      return Fail(ErrorKind::kCorruption, "{}: it is empty; {}", source_.name(),
                  kFirstLine);
    }
    Status parsed = line_.Parse();
    if (!parsed || !line_.Has("tape")) {
      std::string why =
          parsed ? line_.Wrong("there is no field tape").value().message
                 : parsed.error().message;
      return Fail(ErrorKind::kCorruption, "{}; {}", why, kFirstLine);
    }
    ASSIGN_OR_RETURN(uint32_t version, line_.Integer<uint32_t>("tape"));
    if (version != kTextVersion) {
      return Fail(ErrorKind::kUnsupported,
                  "{}:{}: field tape: the text form has version {}, and this "
                  "reprise reads version {}; a newer reprise may read it",
                  source_.name(), source_.number(), version, kTextVersion);
    }
    static constexpr std::string_view kKeys[] = {"tape", "profile", "library"};
    RETURN_IF_ERROR(line_.CheckKeys("the header", kKeys));
    Header header;
    ASSIGN_OR_RETURN(header.profile, line_.String("profile", TapeProfile()));
    ASSIGN_OR_RETURN(header.library, line_.String("library", TapeLibrary()));
    ASSIGN_OR_RETURN(out_, create_(header));
    types_.emplace(out_->schemas(), out_->channels());
    return {};
  }

  Status ReadLine() {
    if (!line_.Has("t") && !line_.Has("topic") &&
        (line_.Has("bytes") || line_.Has("text"))) {
      return ReadPiece();
    }
    RETURN_IF_ERROR(EndAttachment());
    if (line_.Has("attachment")) return ReadAttachment();
    if (line_.Has("metadata") && !line_.Has("channel")) return ReadMetadata();
    if (line_.Has("t") ||
        (line_.Has("topic") &&
         (line_.Has("data") || line_.Has("raw") || line_.Has("text")))) {
      return ReadMessage();
    }
    if (line_.Has("channel")) return ReadChannel();
    if (line_.Has("schema")) return ReadSchema();
    if (line_.Has("tape")) return line_.Wrong("a second header");
    return line_.Wrong(
        "expected a line with one of the fields t (a message), schema, "
        "channel, metadata, attachment, bytes, text");
  }

  Status ReadSchema() {
    static constexpr std::string_view kKeys[] = {"schema", "name", "encoding",
                                                 "data"};
    RETURN_IF_ERROR(line_.CheckKeys("a schema", kKeys));
    Schema schema;
    ASSIGN_OR_RETURN(schema.id, line_.Integer<uint16_t>("schema"));
    ASSIGN_OR_RETURN(schema.name, line_.String("name"));
    ASSIGN_OR_RETURN(schema.encoding,
                     line_.String("encoding", std::string(kSchemaEncoding)));
    if (line_.Has("data")) {
      ASSIGN_OR_RETURN(schema.data, line_.Base64("data"));
    } else {
      std::optional<SchemaText> known = BuiltinSchema(schema.name);
      if (!known || schema.encoding != kSchemaEncoding) {
        return line_.WrongField(
            "data",
            fmt::format("is missing, and reprise knows no {} schema \"{}\"{}",
                        EscapeForTerminal(schema.encoding),
                        EscapeForTerminal(schema.name),
                        DidYouMean(schema.name, BuiltinMessages())));
      }
      schema.data = std::move(known->data);
    }
    return line_.At(out_->AddSchema(schema));
  }

  Status ReadChannel() {
    static constexpr std::string_view kKeys[] = {"channel", "topic", "schema",
                                                 "encoding", "metadata"};
    RETURN_IF_ERROR(line_.CheckKeys("a channel", kKeys));
    Channel channel;
    ASSIGN_OR_RETURN(channel.id, line_.Integer<uint16_t>("channel"));
    ASSIGN_OR_RETURN(channel.topic, line_.String("topic"));
    ASSIGN_OR_RETURN(channel.message_encoding,
                     line_.String("encoding", std::string(kMessageEncoding)));
    ASSIGN_OR_RETURN(channel.metadata, line_.Map("metadata"));
    if (line_.Has("schema")) {
      ASSIGN_OR_RETURN(channel.schema_id, line_.Integer<uint16_t>("schema"));
    } else {
      ASSIGN_OR_RETURN(channel.schema_id, SchemaFor(channel.topic));
    }
    if (channel.schema_id != 0 &&
        !out_->schemas().contains(channel.schema_id)) {
      return line_.WrongField(
          "schema", fmt::format("there is no schema {} on a line before",
                                channel.schema_id));
    }
    RETURN_IF_ERROR(line_.At(out_->AddChannel(channel)));
    AddTopic(channel.topic, channel.id);
    return {};
  }

  // The id of the schema that the channel table has for a topic.
  Result<uint16_t> SchemaFor(const std::string& topic) {
    const ChannelType* type = FindChannel(topic);
    if (type == nullptr) return line_.WrongField("schema", "is missing");
    for (const auto& [id, schema] : out_->schemas()) {
      if (schema.name == type->message) return id;
    }
    std::optional<SchemaText> known = BuiltinSchema(type->message);
    CHECK(known.has_value());
    ASSIGN_OR_RETURN(uint16_t id, out_->FreeSchemaId());
    RETURN_IF_ERROR(out_->AddSchema({id, std::move(known->name),
                                     std::string(kSchemaEncoding),
                                     std::move(known->data)}));
    return id;
  }

  void AddTopic(const std::string& topic, uint16_t id) {
    std::vector<uint16_t>& ids = topics_[topic];
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  }

  // The channel of the message on the line.
  Result<uint16_t> ChannelOfMessage() {
    if (line_.Has("channel")) {
      ASSIGN_OR_RETURN(uint16_t id, line_.Integer<uint16_t>("channel"));
      auto channel = out_->channels().find(id);
      if (channel == out_->channels().end()) {
        return line_.WrongField(
            "channel",
            fmt::format("there is no channel {} on a line before", id));
      }
      ASSIGN_OR_RETURN(std::string topic,
                       line_.String("topic", channel->second.topic));
      if (topic != channel->second.topic) {
        return line_.WrongField(
            "topic", fmt::format("channel {} has the topic \"{}\"", id,
                                 EscapeForTerminal(channel->second.topic)));
      }
      return id;
    }
    const JsonValue* value = line_.Find("topic");
    if (value != nullptr && value->type == JsonType::kString) {
      auto found = topics_.find(value->text);
      if (found != topics_.end() && found->second.size() == 1) {
        return found->second[0];
      }
    }
    ASSIGN_OR_RETURN(std::string topic, line_.String("topic"));
    std::vector<uint16_t>& ids = topics_[topic];
    if (ids.size() > 1) {
      return line_.WrongField(
          "topic", fmt::format("the channels {} have this topic; add one of "
                               "them as field channel",
                               fmt::join(ids, ", ")));
    }
    if (ids.empty()) {
      if (FindChannel(topic) == nullptr) return UnknownTopic(topic);
      ASSIGN_OR_RETURN(uint16_t id, out_->ChannelFor(topic));
      ids.push_back(id);
    }
    return ids[0];
  }

  tl::unexpected<Error> UnknownTopic(const std::string& topic) const {
    std::vector<std::string_view> known;
    for (const auto& [name, ids] : topics_) {
      if (!ids.empty()) known.push_back(name);
    }
    for (const ChannelType& type : AllChannelTypes()) {
      known.push_back(type.topic_pattern);
    }
    return line_.WrongField(
        "topic", fmt::format("there is no channel with the topic \"{}\" on a "
                             "line before{}",
                             EscapeForTerminal(topic.substr(0, 100)),
                             DidYouMean(topic, known)));
  }

  Status ReadMessage() {
    static constexpr std::string_view kKeys[] = {
        "t", "pub", "topic", "channel", "seq", "data", "raw", "text"};
    RETURN_IF_ERROR(line_.CheckKeys("a message", kKeys));
    Message message;
    ASSIGN_OR_RETURN(message.log_time, line_.Integer<uint64_t>("t"));
    ASSIGN_OR_RETURN(message.publish_time,
                     line_.Integer<uint64_t>("pub", message.log_time));
    ASSIGN_OR_RETURN(message.channel_id, ChannelOfMessage());
    if (message.channel_id >= next_sequence_.size()) {
      next_sequence_.resize(message.channel_id + 1u);
    }
    uint32_t& next = next_sequence_[message.channel_id];
    ASSIGN_OR_RETURN(message.sequence, line_.Integer<uint32_t>("seq", next));
    next = message.sequence + 1;
    RETURN_IF_ERROR(ReadData(message.channel_id));
    if (data_.size() > kMaxMessageBytes) {
      return line_.Wrong(
          fmt::format("the message has {} bytes, and {} are possible",
                      data_.size(), kMaxMessageBytes));
    }
    message.data = data_;
    return line_.At(out_->Write(message));
  }

  // The bytes of the message on the line, into data_.
  Status ReadData(uint16_t channel_id) {
    const JsonValue* data = line_.Find("data");
    const JsonValue* text = line_.Find("text");
    int given = (data != nullptr) + (text != nullptr) + line_.Has("raw");
    if (given != 1) {
      return line_.Wrong(given == 0
                             ? "field data (or raw, or text) is missing"
                             : "only one of the fields data, raw and text "
                               "can be given");
    }
    data_.clear();
    if (data != nullptr) {
      const MessageType* type = types_->Of(channel_id);
      if (type == nullptr) {
        return line_.WrongField(
            "data", fmt::format("channel {} cannot have it: {}; use raw",
                                channel_id, types_->Problem(channel_id)));
      }
      Status encoded = EncodeJson(*type, line_.json(), *data, "data", &data_);
      return line_.At(std::move(encoded));
    }
    if (text != nullptr) {
      if (text->type != JsonType::kString) {
        return line_.WrongField("text", fmt::format("expected a string, got {}",
                                                    DescribeJson(*text)));
      }
      data_ = text->text;
      return {};
    }
    ASSIGN_OR_RETURN(data_, line_.Hex("raw"));
    return {};
  }

  Status ReadMetadata() {
    static constexpr std::string_view kKeys[] = {"metadata", "values"};
    RETURN_IF_ERROR(line_.CheckKeys("metadata", kKeys));
    Metadata metadata;
    ASSIGN_OR_RETURN(metadata.name, line_.String("metadata"));
    ASSIGN_OR_RETURN(metadata.metadata, line_.Map("values"));
    return line_.At(out_->AddMetadata(metadata));
  }

  Status ReadAttachment() {
    static constexpr std::string_view kKeys[] = {"attachment", "type", "t",
                                                 "created", "size"};
    RETURN_IF_ERROR(line_.CheckKeys("an attachment", kKeys));
    Open open;
    ASSIGN_OR_RETURN(open.info.name, line_.String("attachment"));
    ASSIGN_OR_RETURN(open.info.media_type, line_.String("type", ""));
    ASSIGN_OR_RETURN(open.info.log_time, line_.Integer<uint64_t>("t", 0));
    ASSIGN_OR_RETURN(open.info.create_time,
                     line_.Integer<uint64_t>("created", 0));
    open.line = source_.number();
    if (line_.Has("size")) {
      ASSIGN_OR_RETURN(open.size, line_.Integer<uint64_t>("size"));
      if (*open.size > 0) {
        RETURN_IF_ERROR(line_.At(out_->BeginAttachment(open.info, *open.size)));
      }
    }
    open_ = std::move(open);
    return {};
  }

  Status ReadPiece() {
    static constexpr std::string_view kKeys[] = {"bytes", "text"};
    RETURN_IF_ERROR(line_.CheckKeys("a piece of an attachment", kKeys));
    if (!open_) {
      return line_.Wrong(
          "a piece of an attachment, but no line before begins one");
    }
    if (line_.Has("bytes") && line_.Has("text")) {
      return line_.Wrong("only one of the fields bytes and text can be given");
    }
    std::string piece;
    if (line_.Has("bytes")) {
      ASSIGN_OR_RETURN(piece, line_.Base64("bytes"));
    } else {
      const JsonValue* text = line_.Find("text");
      if (text->type != JsonType::kString) {
        return line_.WrongField("text", fmt::format("expected a string, got {}",
                                                    DescribeJson(*text)));
      }
      piece = text->text;
    }
    open_->got += piece.size();
    if (!open_->size) {
      if (open_->got > kMaxUnsizedAttachment) {
        return line_.Wrong(fmt::format(
            "an attachment of more than {} bytes needs the field size on its "
            "first line",
            kMaxUnsizedAttachment));
      }
      open_->data += piece;
      return {};
    }
    if (open_->got > *open_->size) return WrongSize("at least ");
    if (piece.empty()) return {};
    return line_.At(out_->AttachmentData(piece));
  }

  tl::unexpected<Error> WrongSize(std::string_view at_least) const {
    return Fail(ErrorKind::kCorruption,
                "{}:{}: field size: the attachment says {} bytes, and the "
                "lines after it have {}{}; correct it or leave it out",
                source_.name(), open_->line, *open_->size, at_least,
                open_->got);
  }

  Status EndAttachment() {
    if (!open_) return {};
    if (open_->size && open_->got != *open_->size) return WrongSize("");
    Status status;
    if (!open_->size || *open_->size == 0) {
      status = out_->AddAttachment(open_->info, open_->data);
    }
    open_.reset();
    return status;
  }

  LineSource source_;
  TextLine line_;
  const TapeFactory& create_;
  std::unique_ptr<TapeWriter> out_;
  std::optional<TypeTable> types_;
  NameMap<std::vector<uint16_t>> topics_;
  std::vector<uint32_t> next_sequence_;  // by channel id
  std::optional<Open> open_;
  std::string data_;
};

}  // namespace

Status ReadText(File& in, const std::string& name, const TapeFactory& create) {
  return TextReader(in, name, create).Run();
}

}  // namespace reprise::tape
