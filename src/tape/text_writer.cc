#include <algorithm>

#include "base/text.h"
#include "tape/copy.h"
#include "tape/decode.h"
#include "tape/json_text.h"
#include "tape/text_form.h"

namespace reprise::tape {
namespace {

// Lines are handed on when there are as many bytes.
constexpr size_t kFlushBytes = 256 << 10;

bool AllUtf8(const StringMap& map) {
  return std::all_of(map.begin(), map.end(),
                     [](const auto& entry) { return IsUtf8(entry.first); });
}

// An object; a list of pairs when a key is not UTF-8.
void AppendMap(std::string* out, const StringMap& map) {
  bool object = AllUtf8(map);
  out->push_back(object ? '{' : '[');
  bool first = true;
  for (const auto& [key, value] : map) {
    if (!first) out->push_back(',');
    first = false;
    if (!object) out->push_back('[');
    AppendJsonBytes(out, key);
    out->push_back(object ? ':' : ',');
    AppendJsonBytes(out, value);
    if (!object) out->push_back(']');
  }
  out->push_back(object ? '}' : ']');
}

void AppendNumber(std::string* out, std::string_view key, uint64_t value) {
  out->append(key);
  AppendJsonUnsigned(out, value);
}

void AppendString(std::string* out, std::string_view key,
                  std::string_view value) {
  out->append(key);
  AppendJsonBytes(out, value);
}

void AppendHeader(std::string* out, const Header& header) {
  AppendNumber(out, "{\"tape\":", kTextVersion);
  AppendString(out, ",\"profile\":", header.profile);
  AppendString(out, ",\"library\":", header.library);
  out->append("}\n");
}

void AppendSchema(std::string* out, const Schema& schema) {
  AppendNumber(out, "{\"schema\":", schema.id);
  AppendString(out, ",\"name\":", schema.name);
  AppendString(out, ",\"encoding\":", schema.encoding);
  out->append(",\"data\":\"");
  out->append(Base64Encode(schema.data));
  out->append("\"}\n");
}

void AppendChannel(std::string* out, const Channel& channel) {
  AppendNumber(out, "{\"channel\":", channel.id);
  AppendString(out, ",\"topic\":", channel.topic);
  AppendNumber(out, ",\"schema\":", channel.schema_id);
  AppendString(out, ",\"encoding\":", channel.message_encoding);
  out->append(",\"metadata\":");
  AppendMap(out, channel.metadata);
  out->append("}\n");
}

void AppendMetadata(std::string* out, const Metadata& metadata) {
  AppendString(out, "{\"metadata\":", metadata.name);
  out->append(",\"values\":");
  AppendMap(out, metadata.metadata);
  out->append("}\n");
}

void AppendAttachment(std::string* out, const AttachmentIndex& attachment) {
  AppendString(out, "{\"attachment\":", attachment.info.name);
  AppendString(out, ",\"type\":", attachment.info.media_type);
  AppendNumber(out, ",\"t\":", attachment.info.log_time);
  AppendNumber(out, ",\"created\":", attachment.info.create_time);
  AppendNumber(out, ",\"size\":", attachment.data_size);
  out->append("}\n");
}

// Text that a person would want to see as such.
bool IsReadable(std::string_view piece) {
  return std::none_of(piece.begin(), piece.end(),
                      [](char c) {
                        uint8_t byte = static_cast<uint8_t>(c);
                        return (byte < 0x20 && c != '\n' && c != '\t') ||
                               byte == 0x7f;
                      }) &&
         IsUtf8(piece);
}

// Cuts the data of an attachment into lines.
class PieceWriter {
 public:
  explicit PieceWriter(const TextSink& sink) : sink_(sink) {}

  Status Add(std::string_view data) {
    while (!data.empty()) {
      size_t taken = std::min(data.size(), kPieceBytes - piece_.size());
      piece_.append(data.substr(0, taken));
      data.remove_prefix(taken);
      if (piece_.size() == kPieceBytes) RETURN_IF_ERROR(Flush(false));
    }
    return {};
  }

  Status Finish() { return piece_.empty() ? Status() : Flush(true); }

 private:
  Status Flush(bool last) {
    // A character that is cut in the middle goes to the next piece.
    size_t size = last ? piece_.size() : WholeUtf8Prefix(piece_);
    std::string_view piece = std::string_view(piece_).substr(0, size);
    std::string line;
    if (IsReadable(piece)) {
      AppendString(&line, "{\"text\":", piece);
      line.append("}\n");
    } else {
      size = piece_.size();
      line = "{\"bytes\":\"" + Base64Encode(piece_) + "\"}\n";
    }
    piece_.erase(0, size);
    return sink_(line);
  }

  const TextSink& sink_;
  std::string piece_;
};

}  // namespace

MessageTextWriter::MessageTextWriter(
    const std::map<uint16_t, Schema>& schemas,
    const std::map<uint16_t, Channel>& channels, Sequence sequence)
    : channels_(channels), sequence_(sequence), types_(schemas, channels) {}

const MessageTextWriter::Known& MessageTextWriter::KnownChannel(
    uint16_t channel_id) {
  if (channel_id >= known_.size()) {
    known_.resize(channel_id + 1u);
    next_sequence_.resize(channel_id + 1u);
  }
  Known& known = known_[channel_id];
  if (known.known) return known;
  auto channel = channels_.find(channel_id);
  size_t same = 0;
  if (channel != channels_.end()) {
    known.known = true;
    known.type = types_.Of(channel_id);
    known.text = channel->second.message_encoding == "json";
    AppendString(&known.place, ",\"topic\":", channel->second.topic);
    for (const auto& [id, other] : channels_) {
      if (other.topic == channel->second.topic) ++same;
    }
  }
  if (same != 1) AppendNumber(&known.place, ",\"channel\":", channel_id);
  return known;
}

void MessageTextWriter::AppendLine(const Message& message, std::string* out) {
  const Known& known = KnownChannel(message.channel_id);
  AppendNumber(out, "{\"t\":", message.log_time);
  if (message.publish_time != message.log_time) {
    AppendNumber(out, ",\"pub\":", message.publish_time);
  }
  out->append(known.place);
  uint32_t& next = next_sequence_[message.channel_id];
  if (sequence_ == Sequence::kAlways || message.sequence != next) {
    AppendNumber(out, ",\"seq\":", message.sequence);
  }
  next = message.sequence + 1;

  const size_t before = out->size();
  if (known.type != nullptr) {
    out->append(",\"data\":");
    if (AppendJson(*known.type, message.data, out)) {
      out->append("}\n");
      return;
    }
    out->resize(before);
  }
  if (known.text && message.data.size() <= kMaxJsonBytes &&
      IsUtf8(message.data)) {
    out->append(",\"text\":");
    AppendJsonString(out, message.data);
    out->append("}\n");
    return;
  }
  out->append(",\"raw\":\"");
  AppendHex(out, message.data);
  out->append("\"}\n");
}

std::string MessageTextWriter::Problem(uint16_t channel_id) {
  auto channel = channels_.find(channel_id);
  if (channel == channels_.end() ||
      channel->second.message_encoding != "protobuf") {
    return "";
  }
  return types_.Problem(channel_id);
}

Status WriteText(TapeReader& tape, const TextSink& sink) {
  std::string lines;
  auto flush = [&](size_t limit) -> Status {
    if (lines.size() < limit) return {};
    Status status = sink(lines);
    lines.clear();
    return status;
  };
  AppendHeader(&lines, tape.header());
  for (const auto& [id, schema] : tape.schemas()) {
    AppendSchema(&lines, schema);
    RETURN_IF_ERROR(flush(kFlushBytes));
  }
  for (const auto& [id, channel] : tape.channels()) {
    AppendChannel(&lines, channel);
    RETURN_IF_ERROR(flush(kFlushBytes));
  }
  for (const Metadata& metadata : tape.metadata()) {
    AppendMetadata(&lines, metadata);
    RETURN_IF_ERROR(flush(kFlushBytes));
  }

  MessageTextWriter writer(tape.schemas(), tape.channels(),
                           MessageTextWriter::Sequence::kWhenNeeded);
  ReadFilter filter;
  filter.order = ReadFilter::Order::kFile;
  MessageCursor cursor = tape.Messages(filter);
  while (const Message* message = cursor.Next()) {
    writer.AppendLine(*message, &lines);
    RETURN_IF_ERROR(flush(kFlushBytes));
  }
  RETURN_IF_ERROR(cursor.status());

  for (const AttachmentIndex& attachment : tape.attachments()) {
    // One that is damaged is left out; the reader lists it.
    if (const Status whole = CheckAttachment(tape, attachment); !whole) {
      if (whole.error().kind != ErrorKind::kCorruption) return whole;
      continue;
    }
    AppendAttachment(&lines, attachment);
    RETURN_IF_ERROR(flush(1));
    PieceWriter pieces(sink);
    RETURN_IF_ERROR(tape.ReadAttachment(
        attachment, [&](std::string_view data) { return pieces.Add(data); }));
    RETURN_IF_ERROR(pieces.Finish());
  }
  return flush(1);
}

}  // namespace reprise::tape
