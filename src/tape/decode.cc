#include "tape/decode.h"

#include <bit>
#include <cmath>
#include <unordered_set>

#include "base/format.h"
#include "base/text.h"
#include "tape/json_text.h"
#include "tape/wire.h"

namespace reprise::tape {
namespace {

WireType WireTypeOf(FieldKind kind) {
  switch (kind) {
    case FieldKind::kDouble:
    case FieldKind::kFixed64:
    case FieldKind::kSfixed64:
      return WireType::kFixed64;
    case FieldKind::kFloat:
    case FieldKind::kFixed32:
    case FieldKind::kSfixed32:
      return WireType::kFixed32;
    case FieldKind::kString:
    case FieldKind::kBytes:
    case FieldKind::kMessage:
      return WireType::kLength;
    case FieldKind::kGroup:
      return WireType::kStartGroup;
    default:
      return WireType::kVarint;
  }
}

uint64_t ReadPacked(WireReader* packed, WireType type) {
  if (type == WireType::kVarint) return packed->ReadVarint();
  return packed->ReadFixed(type == WireType::kFixed64 ? 8 : 4);
}

// NaNs other than this one cannot be told from it in JSON.
constexpr uint32_t kFloatNan = 0x7fc00000;
constexpr uint64_t kDoubleNan = 0x7ff8000000000000;

// Appends a number, bool or enum; false when other bytes would come back.
// Names of enums are quoted by `quote`, which is "" or "\"".
bool AppendScalar(const FieldType& field, uint64_t value,
                  std::string_view quote, std::string* out) {
  switch (field.kind) {
    case FieldKind::kDouble: {
      double number = std::bit_cast<double>(value);
      AppendJsonDouble(out, number);
      return !std::isnan(number) || value == kDoubleNan;
    }
    case FieldKind::kFloat: {
      uint32_t bits = static_cast<uint32_t>(value);
      float number = std::bit_cast<float>(bits);
      AppendJsonFloat(out, number);
      return !std::isnan(number) || bits == kFloatNan;
    }
    case FieldKind::kInt64:
    case FieldKind::kSfixed64:
      AppendJsonSigned(out, static_cast<int64_t>(value));
      return true;
    case FieldKind::kUint64:
    case FieldKind::kFixed64:
      AppendJsonUnsigned(out, value);
      return true;
    case FieldKind::kSint64:
      AppendJsonSigned(out, UnZigZag(value));
      return true;
    case FieldKind::kInt32: {
      int32_t number = static_cast<int32_t>(value);
      AppendJsonSigned(out, number);
      return static_cast<uint64_t>(static_cast<int64_t>(number)) == value;
    }
    case FieldKind::kSfixed32:
      AppendJsonSigned(out, static_cast<int32_t>(value));
      return true;
    case FieldKind::kSint32:
      AppendJsonSigned(
          out, static_cast<int32_t>(UnZigZag(static_cast<uint32_t>(value))));
      return value <= UINT32_MAX;
    case FieldKind::kUint32:
    case FieldKind::kFixed32:
      AppendJsonUnsigned(out, static_cast<uint32_t>(value));
      return value <= UINT32_MAX;
    case FieldKind::kBool:
      out->append(value != 0 ? "true" : "false");
      return value <= 1;
    case FieldKind::kEnum: {
      int32_t number = static_cast<int32_t>(value);
      auto name = field.enumeration->name_of.find(number);
      if (name == field.enumeration->name_of.end()) {
        AppendJsonSigned(out, number);
      } else {
        out->append(quote).append(name->second).append(quote);
      }
      return static_cast<uint64_t>(static_cast<int64_t>(number)) == value;
    }
    default:
      return false;
  }
}

using Keys = std::unordered_set<std::string>;

// False anywhere: this message cannot be JSON.
class Json {
 public:
  explicit Json(std::string* out)
      : out_(*out), limit_(out->size() + kMaxJsonBytes) {}

  bool Message(const MessageType& type, std::string_view data, int depth);

 private:
  bool Value(const FieldType& field, const WireReader& fields, int depth);
  bool Packed(const FieldType& field, std::string_view data);
  bool MapEntry(const MessageType& type, std::string_view data, int depth,
                Keys* keys);
  bool TooLong() const { return out_.size() > limit_; }

  std::string& out_;
  const size_t limit_;
};

// The value of a field as it stands in `fields`.
bool Json::Value(const FieldType& field, const WireReader& fields, int depth) {
  switch (field.kind) {
    case FieldKind::kString:
      if (!IsUtf8(fields.bytes())) return false;
      AppendJsonString(&out_, fields.bytes());
      return true;
    case FieldKind::kBytes:
      out_.push_back('"');
      AppendHex(&out_, fields.bytes());
      out_.push_back('"');
      return true;
    case FieldKind::kMessage:
      return Message(*field.message, fields.bytes(), depth + 1);
    case FieldKind::kGroup:
      return false;
    default:
      return AppendScalar(field, fields.value(), "\"", &out_);
  }
}

bool Json::Packed(const FieldType& field, std::string_view data) {
  WireType type = WireTypeOf(field.kind);
  WireReader packed(data);
  if (packed.AtEnd()) return false;
  while (!packed.AtEnd()) {
    uint64_t value = ReadPacked(&packed, type);
    if (TooLong() || !AppendScalar(field, value, "\"", &out_)) return false;
    out_.push_back(',');
  }
  out_.back() = ']';
  return packed.ok() && packed.minimal();
}

// "key":value of one entry of a map.
bool Json::MapEntry(const MessageType& type, std::string_view data, int depth,
                    Keys* keys) {
  const FieldType& key = type.fields[0];
  const FieldType& value = type.fields[1];
  WireReader fields(data);
  if (!fields.Next() || fields.number() != 1 ||
      fields.type() != WireTypeOf(key.kind)) {
    return false;
  }
  size_t start = out_.size();
  if (key.kind == FieldKind::kString) {
    if (!Value(key, fields, depth)) return false;
  } else {
    // Large integers bring their own quotes.
    if (!AppendScalar(key, fields.value(), "", &out_)) return false;
    if (out_.back() != '"') {
      out_.insert(start, 1, '"');
      out_.push_back('"');
    }
  }
  if (!keys->insert(out_.substr(start)).second) return false;
  out_.push_back(':');
  if (!fields.Next() || fields.number() != 2 ||
      fields.type() != WireTypeOf(value.kind) ||
      !Value(value, fields, depth + 1)) {
    return false;
  }
  return !fields.Next() && fields.ok() && fields.minimal();
}

bool IsDefault(const FieldType& field, const WireReader& fields) {
  return WireTypeOf(field.kind) == WireType::kLength ? fields.bytes().empty()
                                                     : fields.value() == 0;
}

bool Json::Message(const MessageType& type, std::string_view data, int depth) {
  if (depth > kMaxMessageDepth) return false;
  out_.push_back('{');
  WireReader fields(data);
  const FieldType* open = nullptr;  // a list or map that is not closed yet
  size_t next = 0;                  // the least index that may come
  uint64_t oneofs = 0;              // which of them have a value
  Keys keys;
  while (fields.Next()) {
    if (TooLong()) return false;
    size_t index = type.Find(fields.number(), next > 0 ? next - 1 : 0);
    if (index == type.fields.size()) return false;
    const FieldType& field = type.fields[index];
    if (open == &field) {
      if (fields.type() != WireTypeOf(field.kind)) return false;
      out_.push_back(',');
      if (!(field.map ? MapEntry(*field.message, fields.bytes(), depth, &keys)
                      : Value(field, fields, depth))) {
        return false;
      }
      continue;
    }
    if (index < next) return false;
    if (open != nullptr) out_.push_back(open->map ? '}' : ']');
    open = nullptr;
    if (next > 0) out_.push_back(',');
    next = index + 1;
    out_.push_back('"');
    out_.append(field.name);
    out_.append("\":");
    if (field.packed) {
      out_.push_back('[');
      if (fields.type() != WireType::kLength ||
          !Packed(field, fields.bytes())) {
        return false;
      }
      continue;
    }
    if (fields.type() != WireTypeOf(field.kind)) return false;
    if (field.oneof >= 0) {
      if (field.oneof >= 64) return false;
      uint64_t bit = uint64_t{1} << field.oneof;
      if ((oneofs & bit) != 0) return false;
      oneofs |= bit;
    }
    if (field.implicit && IsDefault(field, fields)) return false;
    if (field.map) {
      keys.clear();
      open = &field;
      out_.push_back('{');
      if (!MapEntry(*field.message, fields.bytes(), depth, &keys)) {
        return false;
      }
      continue;
    }
    if (field.repeated) {
      open = &field;
      out_.push_back('[');
    }
    if (!Value(field, fields, depth)) return false;
  }
  if (open != nullptr) out_.push_back(open->map ? '}' : ']');
  out_.push_back('}');
  return fields.ok() && fields.minimal();
}

// One line for people. Lenient: every field is shown as far as it goes.
class Compact {
 public:
  Compact(const CompactOptions& options, std::string* out)
      : options_(options), out_(*out) {}

  void Message(const MessageType& type, std::string_view data, int depth) {
    WireReader fields(data);
    const FieldType* open = nullptr;
    size_t elements = 0;  // of `open`
    size_t end = 0;
    bool first = true;
    while (fields.Next()) {
      size_t index = type.Find(fields.number(), 0);
      const FieldType* field =
          index < type.fields.size() ? &type.fields[index] : nullptr;
      end = fields.end();
      if (field != nullptr && field == open) {
        Element(*field, fields, &elements, depth);
        continue;
      }
      Close(open, elements);
      open = nullptr;
      if (!first) out_.push_back(' ');
      first = false;
      if (field == nullptr) {
        AppendFormat(&out_, "#{}=", fields.number());
        Unknown(fields);
        continue;
      }
      out_.append(field->name).push_back('=');
      if (field->repeated) {
        open = field;
        elements = 0;
        out_.push_back('[');
        Element(*field, fields, &elements, depth);
      } else {
        Value(*field, fields, depth);
      }
    }
    Close(open, elements);
    if (!fields.ok()) {
      out_.append(first ? "" : " ").append("(no field: ");
      Bytes(data.substr(end));
      out_.push_back(')');
    }
  }

  void Text(std::string_view text) {
    bool cut = options_.max_text != 0 && text.size() > options_.max_text;
    size_t shown = text.size();
    if (cut) shown = WholeUtf8Prefix(text.substr(0, options_.max_text));
    std::string quoted;
    AppendJsonString(&quoted, text.substr(0, shown));
    out_.append(EscapeForTerminal(quoted));
    if (cut) {
      AppendFormat(&out_, "...({} bytes)", text.size());
    }
  }

  void Bytes(std::string_view bytes) {
    out_.push_back('<');
    bool cut = options_.max_bytes != 0 && bytes.size() > options_.max_bytes;
    AppendHex(&out_, cut ? bytes.substr(0, options_.max_bytes) : bytes);
    if (cut) {
      AppendFormat(&out_, "...({} bytes)", bytes.size());
    }
    out_.push_back('>');
  }

 private:
  void Close(const FieldType* open, size_t elements) {
    if (open == nullptr) return;
    if (TooMany(elements)) {
      AppendFormat(&out_, ", ...({} in all)", elements);
    }
    out_.push_back(']');
  }

  bool TooMany(size_t elements) const {
    return options_.max_elements != 0 && elements > options_.max_elements;
  }

  // One of a repeated field, or a run of packed ones.
  void Element(const FieldType& field, const WireReader& fields,
               size_t* elements, int depth) {
    WireType type = WireTypeOf(field.kind);
    if (fields.type() == WireType::kLength && type != WireType::kLength) {
      WireReader packed(fields.bytes());
      while (!packed.AtEnd()) {
        uint64_t value = ReadPacked(&packed, type);
        if (!packed.ok() || TooMany(++*elements)) continue;
        if (*elements > 1) out_.append(", ");
        Scalar(field, value);
      }
      return;
    }
    if (TooMany(++*elements)) return;
    if (*elements > 1) out_.append(", ");
    Value(field, fields, depth);
  }

  void Value(const FieldType& field, const WireReader& fields, int depth) {
    if (fields.type() != WireTypeOf(field.kind) ||
        field.kind == FieldKind::kGroup) {
      return Unknown(fields);
    }
    switch (field.kind) {
      case FieldKind::kString:
        return IsUtf8(fields.bytes()) ? Text(fields.bytes())
                                      : Bytes(fields.bytes());
      case FieldKind::kBytes:
        return Bytes(fields.bytes());
      case FieldKind::kMessage:
        if (depth == kMaxMessageDepth) return Bytes(fields.bytes());
        out_.push_back('{');
        Message(*field.message, fields.bytes(), depth + 1);
        out_.push_back('}');
        return;
      default:
        Scalar(field, fields.value());
    }
  }

  // JSON needs quotes around some numbers, people do not.
  void Scalar(const FieldType& field, uint64_t value) {
    size_t start = out_.size();
    AppendScalar(field, value, "", &out_);
    if (out_[start] != '"') return;
    out_.pop_back();
    out_.erase(start, 1);
  }

  void Unknown(const WireReader& fields) {
    if (fields.type() == WireType::kLength ||
        fields.type() == WireType::kStartGroup) {
      return Bytes(fields.bytes());
    }
    AppendFormat(&out_, "{}", fields.value());
  }

  const CompactOptions& options_;
  std::string& out_;
};

}  // namespace

bool AppendJson(const MessageType& type, std::string_view data,
                std::string* out) {
  size_t before = out->size();
  if (Json(out).Message(type, data, 1)) return true;
  out->resize(before);
  return false;
}

void AppendCompact(const MessageType& type, std::string_view data,
                   const CompactOptions& options, std::string* out) {
  Compact(options, out).Message(type, data, 1);
}

void AppendCompact(std::string_view data, const CompactOptions& options,
                   std::string* out) {
  Compact compact(options, out);
  if (IsUtf8(data)) {
    compact.Text(data);
  } else {
    compact.Bytes(data);
  }
}

}  // namespace reprise::tape
