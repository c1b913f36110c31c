#include "tape/encode.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "base/bytes.h"
#include "base/text.h"
#include "tape/wire.h"

namespace reprise::tape {
namespace {

// Names that are looked at when a name is wrong.
constexpr size_t kMaxCandidates = 2000;

class Encoder {
 public:
  Encoder(const JsonLine& line, std::string_view name)
      : line_(line), name_(name) {}

  Status Message(const MessageType& type, const JsonValue& value, int depth,
                 std::string* out) {
    if (value.type != JsonType::kObject) return Expected("an object", value);
    if (depth > kMaxMessageDepth) {
      return Wrong(
          fmt::format("messages nested deeper than {}", kMaxMessageDepth));
    }
    // The fields in the order of their numbers, on a stack that all levels
    // share so that it is allocated once.
    const size_t base = fields_.size();
    bool sorted = true;
    for (const JsonValue* child = line_.First(value); child != nullptr;
         child = line_.Next(*child)) {
      const FieldType* field = type.Find(child->key);
      if (field == nullptr) return UnknownField(type, child->key);
      if (fields_.size() > base && fields_.back().type > field) sorted = false;
      fields_.push_back({field, child});
    }
    auto begin = fields_.begin() + static_cast<ptrdiff_t>(base);
    if (!sorted) {
      std::sort(begin, fields_.end(),
                [](const Given& a, const Given& b) { return a.type < b.type; });
    }
    RETURN_IF_ERROR(CheckOneofs(type, base));
    for (size_t i = base; i < fields_.size(); ++i) {
      const Given given = fields_[i];
      path_.push_back({given.type->name, kNoIndex});
      RETURN_IF_ERROR(Field(*given.type, *given.value, depth, out));
      path_.pop_back();
    }
    fields_.resize(base);
    return {};
  }

 private:
  static constexpr size_t kNoIndex = std::numeric_limits<size_t>::max();

  struct Given {
    const FieldType* type;
    const JsonValue* value;
  };
  struct Step {
    std::string_view name;
    size_t index;  // kNoIndex: a name
  };

  tl::unexpected<Error> Wrong(std::string_view what) const {
    std::string path = name_;
    for (const Step& step : path_) {
      if (step.index != kNoIndex) {
        path += fmt::format("[{}]", step.index);
      } else {
        path += "." + EscapeForTerminal(step.name.substr(0, 60));
      }
    }
    return Fail(ErrorKind::kCorruption, "field {}: {}", path, what);
  }

  tl::unexpected<Error> Expected(std::string_view what,
                                 const JsonValue& got) const {
    return Wrong(fmt::format("expected {}, got {}", what, DescribeJson(got)));
  }

  Status UnknownField(const MessageType& type, std::string_view name) {
    std::vector<std::string_view> names;
    for (const FieldType& field : type.fields) {
      if (names.size() < kMaxCandidates) names.push_back(field.name);
    }
    path_.push_back({name, kNoIndex});
    return Wrong(fmt::format("{} has no such field{}", type.name,
                             DidYouMean(name, names)));
  }

  Status CheckOneofs(const MessageType& type, size_t base) {
    if (type.oneofs.empty()) return {};
    oneofs_.assign(type.oneofs.size(), nullptr);
    for (size_t i = base; i < fields_.size(); ++i) {
      const FieldType* field = fields_[i].type;
      if (field->oneof < 0) continue;
      const FieldType*& other = oneofs_[static_cast<size_t>(field->oneof)];
      if (other != nullptr) {
        path_.push_back({field->name, kNoIndex});
        return Wrong(fmt::format("only one of {} and {} can be given",
                                 other->name, field->name));
      }
      other = field;
    }
    return {};
  }

  Status Field(const FieldType& field, const JsonValue& value, int depth,
               std::string* out) {
    if (field.map) return Map(field, value, depth, out);
    if (!field.repeated)
      return Single(field, value, field.implicit, depth, out);
    if (value.type != JsonType::kArray) return Expected("a list", value);
    const size_t start = out->size();
    size_t index = 0;
    for (const JsonValue* child = line_.First(value); child != nullptr;
         child = line_.Next(*child)) {
      path_.push_back({{}, index++});
      if (field.packed) {
        RETURN_IF_ERROR(Scalar(field, *child, out, nullptr));
      } else {
        RETURN_IF_ERROR(Single(field, *child, false, depth, out));
      }
      path_.pop_back();
    }
    if (field.packed && index > 0) PutLength(field.number, start, out);
    return {};
  }

  Status Map(const FieldType& field, const JsonValue& value, int depth,
             std::string* out) {
    if (value.type != JsonType::kObject) return Expected("an object", value);
    for (const JsonValue* child = line_.First(value); child != nullptr;
         child = line_.Next(*child)) {
      path_.push_back({child->key, kNoIndex});
      const size_t start = out->size();
      RETURN_IF_ERROR(MapKey(field.message->fields[0], child->key, out));
      RETURN_IF_ERROR(
          Single(field.message->fields[1], *child, false, depth + 1, out));
      PutLength(field.number, start, out);
      path_.pop_back();
    }
    return {};
  }

  Status MapKey(const FieldType& field, std::string_view key,
                std::string* out) {
    JsonValue value;
    value.type = JsonType::kString;
    value.text = key;
    if (field.kind == FieldKind::kBool && (key == "true" || key == "false")) {
      value.type = JsonType::kBool;
      value.boolean = key == "true";
    }
    return Single(field, value, false, 0, out);
  }

  // Tag and value; nothing when it is zero or empty and `implicit`.
  Status Single(const FieldType& field, const JsonValue& value, bool implicit,
                int depth, std::string* out) {
    const size_t before = out->size();
    switch (field.kind) {
      case FieldKind::kString:
      case FieldKind::kBytes:
        if (value.type != JsonType::kString) {
          return Expected(
              field.kind == FieldKind::kString ? "a string" : kHexWanted,
              value);
        }
        if (implicit && value.text.empty()) return {};
        if (field.kind == FieldKind::kString) {
          out->append(value.text);
        } else {
          Result<std::string> bytes = HexDecode(value.text);
          if (!bytes) return Expected(kHexWanted, value);
          out->append(*bytes);
        }
        PutLength(field.number, before, out);
        return {};
      case FieldKind::kMessage:
        RETURN_IF_ERROR(Message(*field.message, value, depth + 1, out));
        PutLength(field.number, before, out);
        return {};
      case FieldKind::kGroup:
        return Wrong("groups cannot be written as JSON; use \"raw\"");
      default: {
        WireType type = WireType::kVarint;
        if (IsFixed(field.kind, 8)) type = WireType::kFixed64;
        if (IsFixed(field.kind, 4)) type = WireType::kFixed32;
        AppendTag(out, field.number, type);
        bool zero = false;
        RETURN_IF_ERROR(Scalar(field, value, out, &zero));
        if (implicit && zero) out->resize(before);
        return {};
      }
    }
  }

  static bool IsFixed(FieldKind kind, int size) {
    if (size == 8) {
      return kind == FieldKind::kDouble || kind == FieldKind::kFixed64 ||
             kind == FieldKind::kSfixed64;
    }
    return kind == FieldKind::kFloat || kind == FieldKind::kFixed32 ||
           kind == FieldKind::kSfixed32;
  }

  // Puts tag and length before what was appended since `start`.
  static void PutLength(uint32_t number, size_t start, std::string* out) {
    std::string prefix;
    AppendTag(&prefix, number, WireType::kLength);
    AppendVarint(&prefix, out->size() - start);
    out->insert(start, prefix);
  }

  Status Scalar(const FieldType& field, const JsonValue& value,
                std::string* out, bool* zero) {
    uint64_t bits = 0;
    switch (field.kind) {
      case FieldKind::kDouble: {
        ASSIGN_OR_RETURN(double number, Floating<double>(value));
        bits = std::bit_cast<uint64_t>(number);
        break;
      }
      case FieldKind::kFloat: {
        ASSIGN_OR_RETURN(float number, Floating<float>(value));
        bits = std::bit_cast<uint32_t>(number);
        break;
      }
      case FieldKind::kInt64:
      case FieldKind::kSfixed64: {
        ASSIGN_OR_RETURN(int64_t number, Integer<int64_t>(value));
        bits = static_cast<uint64_t>(number);
        break;
      }
      case FieldKind::kUint64:
      case FieldKind::kFixed64: {
        ASSIGN_OR_RETURN(bits, Integer<uint64_t>(value));
        break;
      }
      case FieldKind::kInt32:
      case FieldKind::kSfixed32: {
        ASSIGN_OR_RETURN(int32_t number, Integer<int32_t>(value));
        bits = static_cast<uint64_t>(static_cast<int64_t>(number));
        break;
      }
      case FieldKind::kUint32:
      case FieldKind::kFixed32: {
        ASSIGN_OR_RETURN(bits, Integer<uint32_t>(value));
        break;
      }
      case FieldKind::kSint32: {
        ASSIGN_OR_RETURN(int32_t number, Integer<int32_t>(value));
        bits = ZigZag(number);
        break;
      }
      case FieldKind::kSint64: {
        ASSIGN_OR_RETURN(int64_t number, Integer<int64_t>(value));
        bits = ZigZag(number);
        break;
      }
      case FieldKind::kBool:
        if (value.type != JsonType::kBool) {
          return Expected("true or false", value);
        }
        bits = value.boolean ? 1 : 0;
        break;
      case FieldKind::kEnum: {
        ASSIGN_OR_RETURN(int32_t number, Enum(*field.enumeration, value));
        bits = static_cast<uint64_t>(static_cast<int64_t>(number));
        break;
      }
      default:
        return Wrong("is not a number");
    }
    if (zero != nullptr) *zero = bits == 0;
    ByteWriter bytes(out);
    if (IsFixed(field.kind, 8)) {
      bytes.U64(bits);
    } else if (IsFixed(field.kind, 4)) {
      bytes.U32(static_cast<uint32_t>(bits));
    } else {
      AppendVarint(out, bits);
    }
    return {};
  }

  template <typename T>
  Result<T> Integer(const JsonValue& value) const {
    if (std::optional<T> number = JsonInteger<T>(value)) return *number;
    return Expected(
        fmt::format("an integer from {} to {}", std::numeric_limits<T>::min(),
                    std::numeric_limits<T>::max()),
        value);
  }

  template <typename T>
  Result<T> Floating(const JsonValue& value) const {
    switch (value.type) {
      case JsonType::kUnsigned:
        return static_cast<T>(value.number);
      case JsonType::kNegative:
        return static_cast<T>(static_cast<int64_t>(value.number));
      case JsonType::kFloat: {
        T number = 0;
        const char* begin = value.text.data();
        const char* end = begin + value.text.size();
        auto [stop, error] = std::from_chars(begin, end, number);
        if (error == std::errc() && stop == end) return number;
        return Expected(fmt::format("a number from {} to {}",
                                    std::numeric_limits<T>::lowest(),
                                    std::numeric_limits<T>::max()),
                        value);
      }
      case JsonType::kString:
        if (value.text == "NaN") return std::numeric_limits<T>::quiet_NaN();
        if (value.text == "Infinity") return std::numeric_limits<T>::infinity();
        if (value.text == "-Infinity") {
          return -std::numeric_limits<T>::infinity();
        }
        [[fallthrough]];
      default:
        return Expected("a number", value);
    }
  }

  Result<int32_t> Enum(const EnumType& type, const JsonValue& value) const {
    if (value.type != JsonType::kString) {
      if (std::optional<int32_t> number = JsonInteger<int32_t>(value)) {
        return *number;
      }
      return Expected(
          fmt::format("a name of {} or a number of 32 bits", type.name), value);
    }
    auto found = type.number_of.find(value.text);
    if (found != type.number_of.end()) return found->second;
    std::vector<std::string_view> names(
        type.value_names.begin(),
        type.value_names.begin() +
            static_cast<ptrdiff_t>(
                std::min(type.value_names.size(), kMaxCandidates)));
    return Wrong(fmt::format("{} has no value {}{}", type.name,
                             DescribeJson(value),
                             DidYouMean(value.text, names)));
  }

  static constexpr std::string_view kHexWanted =
      "bytes in hex, two digits each";

  const JsonLine& line_;
  const std::string name_;
  std::vector<Step> path_;
  std::vector<Given> fields_;
  std::vector<const FieldType*> oneofs_;
};

}  // namespace

Status EncodeJson(const MessageType& type, const JsonLine& line,
                  const JsonValue& value, std::string_view name,
                  std::string* out) {
  return Encoder(line, name).Message(type, value, 1, out);
}

std::string DidYouMean(std::string_view word,
                       std::span<const std::string_view> candidates) {
  // The distance takes the product of both lengths.
  std::string_view near;
  if (word.size() <= 100) near = ClosestTo(word, candidates);
  if (!near.empty()) return fmt::format("; did you mean \"{}\"?", near);
  constexpr size_t kFew = 8;
  if (candidates.empty() || candidates.size() > kFew) return "";
  return fmt::format("; there {} {}", candidates.size() == 1 ? "is" : "are",
                     fmt::join(candidates, ", "));
}

}  // namespace reprise::tape
