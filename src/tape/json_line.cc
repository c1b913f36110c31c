#include "tape/json_line.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "base/text.h"

namespace reprise::tape {
namespace {

// Of a foreign value in a sentence.
constexpr size_t kMaxShown = 60;

std::string Shown(std::string_view text) {
  bool cut = text.size() > kMaxShown;
  std::string shown = EscapeForTerminal(text.substr(0, kMaxShown));
  return cut ? shown + "..." : shown;
}

}  // namespace

// Receives the values of a line in their order.
class JsonHandler final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit JsonHandler(JsonLine* line) : line_(*line) {}

  std::string problem;

  bool null() override { return Add(JsonType::kNull) != nullptr; }
  bool boolean(bool value) override {
    JsonValue* added = Add(JsonType::kBool);
    if (added != nullptr) added->boolean = value;
    return added != nullptr;
  }
  bool number_integer(number_integer_t value) override {
    // "-0" comes here, too.
    return AddNumber(value < 0 ? JsonType::kNegative : JsonType::kUnsigned,
                     static_cast<uint64_t>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return AddNumber(JsonType::kUnsigned, value);
  }
  bool number_float(number_float_t /*value*/, const string_t& text) override {
    return AddText(JsonType::kFloat, text);
  }
  bool string(string_t& value) override {
    return AddText(JsonType::kString, value);
  }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(size_t /*size*/) override {
    return Open(JsonType::kObject);
  }
  bool key(string_t& value) override {
    key_ = Keep(value);
    return true;
  }
  bool end_object() override { return KeysDiffer() && Close(); }
  bool start_array(size_t /*size*/) override { return Open(JsonType::kArray); }
  bool end_array() override { return Close(); }

  bool parse_error(size_t position, const std::string& /*token*/,
                   const nlohmann::json::exception& why) override {
    std::string_view text = why.what();
    size_t place = text.find("column ");
    size_t colon =
        place == std::string_view::npos ? place : text.find(": ", place);
    if (colon != std::string_view::npos) {
      text.remove_prefix(colon + 2);
    } else if (size_t end = text.find("] "); end != std::string_view::npos) {
      text.remove_prefix(end + 2);
    }
    // The reason comes first, what was read last may be long.
    constexpr size_t kMaxReason = 160;
    bool cut = text.size() > kMaxReason;
    problem = fmt::format("column {}: {}{}", position,
                          EscapeForTerminal(text.substr(0, kMaxReason)),
                          cut ? "..." : "");
    return false;
  }

 private:
  struct Level {
    uint32_t value;
    uint32_t last = 0;  // child
    uint32_t children = 0;
  };

  std::string_view Keep(std::string_view text) {
    size_t at = line_.strings_.size();
    line_.strings_.append(text);
    return std::string_view(line_.strings_).substr(at);
  }

  JsonValue* Add(JsonType type) {
    if (line_.values_.size() >= line_.max_values_) {
      problem =
          fmt::format("more than {} values on one line", line_.max_values_);
      return nullptr;
    }
    uint32_t index = static_cast<uint32_t>(line_.values_.size());
    JsonValue& value = line_.values_.emplace_back();
    value.type = type;
    if (!levels_.empty()) {
      Level& level = levels_.back();
      value.key = key_;
      key_ = {};
      if (level.last == 0) {
        line_.values_[level.value].first = index;
      } else {
        line_.values_[level.last].next = index;
      }
      level.last = index;
      ++level.children;
    }
    return &value;
  }

  bool AddNumber(JsonType type, uint64_t number) {
    JsonValue* value = Add(type);
    if (value != nullptr) value->number = number;
    return value != nullptr;
  }

  bool AddText(JsonType type, std::string_view text) {
    JsonValue* value = Add(type);
    if (value != nullptr) value->text = Keep(text);
    return value != nullptr;
  }

  bool Open(JsonType type) {
    if (levels_.size() == kMaxJsonDepth) {
      problem = fmt::format("nested deeper than {}", kMaxJsonDepth);
      return false;
    }
    uint32_t index = static_cast<uint32_t>(line_.values_.size());
    if (Add(type) == nullptr) return false;
    levels_.push_back({index});
    return true;
  }

  bool Close() {
    levels_.pop_back();
    return true;
  }

  // Of two equal keys one would be lost without a word.
  bool KeysDiffer() {
    keys_.clear();
    const JsonValue& object = line_.values_[levels_.back().value];
    for (const JsonValue* child = line_.First(object); child != nullptr;
         child = line_.Next(*child)) {
      if (levels_.back().children <= 8) {
        if (std::find(keys_.begin(), keys_.end(), child->key) != keys_.end()) {
          return Twice(child->key);
        }
      }
      keys_.push_back(child->key);
    }
    if (levels_.back().children <= 8) return true;
    std::sort(keys_.begin(), keys_.end());
    auto twice = std::adjacent_find(keys_.begin(), keys_.end());
    return twice == keys_.end() || Twice(*twice);
  }

  bool Twice(std::string_view key) {
    problem = fmt::format("the key \"{}\" is there twice", Shown(key));
    return false;
  }

  JsonLine& line_;
  std::vector<Level> levels_;
  std::vector<std::string_view> keys_;
  std::string_view key_;
};

Status JsonLine::Parse(std::string_view line) {
  values_.clear();
  strings_.clear();
  strings_.reserve(line.size());  // no value is longer than it was written
  JsonHandler handler(this);
  if (!nlohmann::json::sax_parse(line.data(), line.data() + line.size(),
                                 &handler)) {
    values_.clear();
    return Fail(ErrorKind::kCorruption, "{}", handler.problem);
  }
  return {};
}

const JsonValue* JsonLine::Find(const JsonValue& object,
                                std::string_view key) const {
  if (object.type != JsonType::kObject) return nullptr;
  const JsonValue* child = First(object);
  while (child != nullptr && child->key != key) child = Next(*child);
  return child;
}

template <typename T>
std::optional<T> JsonInteger(const JsonValue& value) {
  if (value.type == JsonType::kUnsigned) {
    if (value.number > static_cast<uint64_t>(std::numeric_limits<T>::max())) {
      return std::nullopt;
    }
    return static_cast<T>(value.number);
  }
  if (value.type == JsonType::kNegative) {
    int64_t number = static_cast<int64_t>(value.number);
    if (std::is_unsigned_v<T> ||
        number < static_cast<int64_t>(std::numeric_limits<T>::min())) {
      return std::nullopt;
    }
    return static_cast<T>(number);
  }
  if (value.type != JsonType::kString) return std::nullopt;
  T number = 0;
  const char* begin = value.text.data();
  const char* end = begin + value.text.size();
  auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

template std::optional<uint16_t> JsonInteger(const JsonValue& value);
template std::optional<uint32_t> JsonInteger(const JsonValue& value);
template std::optional<uint64_t> JsonInteger(const JsonValue& value);
template std::optional<int32_t> JsonInteger(const JsonValue& value);
template std::optional<int64_t> JsonInteger(const JsonValue& value);

std::string DescribeJson(const JsonValue& value) {
  switch (value.type) {
    case JsonType::kNull:
      return "null";
    case JsonType::kBool:
      return value.boolean ? "true" : "false";
    case JsonType::kUnsigned:
      return fmt::format("{}", value.number);
    case JsonType::kNegative:
      return fmt::format("{}", static_cast<int64_t>(value.number));
    case JsonType::kFloat:
      return Shown(value.text);
    case JsonType::kString:
      return fmt::format("\"{}\"", Shown(value.text));
    case JsonType::kArray:
      return "a list";
    case JsonType::kObject:
      return "an object";
  }
  return "";
}

}  // namespace reprise::tape
