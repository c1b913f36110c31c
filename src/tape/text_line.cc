#include "tape/text_line.h"

#include <limits>

#include "base/text.h"
#include "tape/encode.h"
#include "tape/text_form.h"

namespace reprise::tape {
namespace {

constexpr size_t kReadBytes = 1 << 20;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

LineSource::LineSource(File& file, std::string name)
    : file_(file), name_(std::move(name)) {}

Result<bool> LineSource::Next() {
  while (true) {
    ASSIGN_OR_RETURN(bool more, NextLine());
    if (!more) return false;
    size_t text = line_.find_first_not_of(" \t\r");
    if (text != std::string_view::npos && line_[text] != '#') return true;
  }
}

Result<bool> LineSource::NextLine() {
  size_t searched = begin_;
  while (true) {
    const size_t found = buffer_.find('\n', searched);
    const bool ended = found != std::string::npos;
    if (ended || (at_end_ && begin_ < buffer_.size())) {
      const size_t end = ended ? found : buffer_.size();
      line_ = std::string_view(buffer_).substr(begin_, end - begin_);
      begin_ = ended ? end + 1 : end;
      ++number_;
      if (number_ == 1 && line_.starts_with(kByteOrderMark)) {
        line_.remove_prefix(kByteOrderMark.size());
      }
      if (line_.ends_with('\r')) line_.remove_suffix(1);
      return true;
    }
    if (at_end_) return false;
    buffer_.erase(0, begin_);
    begin_ = 0;
    searched = buffer_.size();
    if (buffer_.size() > kMaxLineBytes) {
      return Fail(ErrorKind::kCorruption,
                  "{}:{}: the line has more than {} bytes", name_, number_ + 1,
                  kMaxLineBytes);
    }
    size_t old = buffer_.size();
    buffer_.resize(old + kReadBytes);
    Result<size_t> read =
        file_.ReadAt(offset_, buffer_.data() + old, kReadBytes);
    if (!read) {
      buffer_.resize(old);
      return Fail(std::move(read).error());
    }
    buffer_.resize(old + *read);
    offset_ += *read;
    at_end_ = *read < kReadBytes;
  }
}

Status TextLine::Parse() {
  Status parsed = json_.Parse(source_.line());
  if (!parsed) return Wrong(parsed.error().message);
  if (json_.root().type != JsonType::kObject) {
    return Wrong(
        fmt::format("expected an object, got {}", DescribeJson(json_.root())));
  }
  return {};
}

bool TextLine::Has(std::string_view key) const { return Find(key) != nullptr; }

const JsonValue* TextLine::Find(std::string_view key) const {
  return json_.Find(json_.root(), key);
}

Status TextLine::CheckKeys(std::string_view kind,
                           std::span<const std::string_view> known) const {
  for (const JsonValue* field = json_.First(json_.root()); field != nullptr;
       field = json_.Next(*field)) {
    bool found = false;
    for (std::string_view key : known) found = found || field->key == key;
    if (!found) {
      return WrongField(field->key,
                        fmt::format("the line of {} has no such field{}", kind,
                                    DidYouMean(field->key, known)));
    }
  }
  return {};
}

template <typename T>
Result<T> TextLine::Integer(std::string_view key,
                            std::optional<T> otherwise) const {
  const JsonValue* value = Find(key);
  if (value == nullptr) {
    if (otherwise) return *otherwise;
    return WrongField(key, "is missing");
  }
  if (std::optional<T> number = JsonInteger<T>(*value)) return *number;
  return WrongField(
      key, fmt::format("expected an integer from 0 to {}, got {}",
                       std::numeric_limits<T>::max(), DescribeJson(*value)));
}

template Result<uint16_t> TextLine::Integer(std::string_view,
                                            std::optional<uint16_t>) const;
template Result<uint32_t> TextLine::Integer(std::string_view,
                                            std::optional<uint32_t>) const;
template Result<uint64_t> TextLine::Integer(std::string_view,
                                            std::optional<uint64_t>) const;

Result<std::string> TextLine::String(
    std::string_view key, std::optional<std::string> otherwise) const {
  const JsonValue* value = Find(key);
  if (value != nullptr) return Bytes(*value, key);
  if (otherwise) return *std::move(otherwise);
  return WrongField(key, "is missing");
}

Result<std::string> TextLine::Bytes(const JsonValue& value,
                                    std::string_view path) const {
  if (value.type == JsonType::kString) return std::string(value.text);
  const JsonValue* hex = json_.Find(value, "hex");
  if (hex != nullptr && hex->type == JsonType::kString && hex->next == 0 &&
      json_.First(value) == hex) {
    Result<std::string> bytes = HexDecode(hex->text);
    if (bytes) return bytes;
  }
  return WrongField(path, fmt::format("expected a string or {{\"hex\":\"...\"}}"
                                      ", got {}",
                                      DescribeJson(value)));
}

Result<StringMap> TextLine::Map(std::string_view key) const {
  StringMap map;
  const JsonValue* value = Find(key);
  if (value == nullptr) return map;
  if (value->type != JsonType::kObject && value->type != JsonType::kArray) {
    return WrongField(key, fmt::format("expected an object or a list of pairs, "
                                       "got {}",
                                       DescribeJson(*value)));
  }
  size_t index = 0;
  for (const JsonValue* child = json_.First(*value); child != nullptr;
       child = json_.Next(*child), ++index) {
    if (value->type == JsonType::kObject) {
      ASSIGN_OR_RETURN(map[std::string(child->key)],
                       Bytes(*child, fmt::format("{}.{}", key, child->key)));
      continue;
    }
    std::string path = fmt::format("{}[{}]", key, index);
    const JsonValue* first = json_.First(*child);
    const JsonValue* second = first == nullptr ? nullptr : json_.Next(*first);
    if (child->type != JsonType::kArray || second == nullptr ||
        second->next != 0) {
      return WrongField(path, "expected a pair: [\"key\",\"value\"]");
    }
    ASSIGN_OR_RETURN(std::string name, Bytes(*first, path));
    ASSIGN_OR_RETURN(std::string text, Bytes(*second, path));
    if (!map.emplace(std::move(name), std::move(text)).second) {
      return WrongField(path, "the key is there twice");
    }
  }
  return map;
}

Result<std::string> TextLine::Base64(std::string_view key) const {
  const JsonValue* value = Find(key);
  if (value == nullptr) return WrongField(key, "is missing");
  if (value->type == JsonType::kString) {
    Result<std::string> bytes = Base64Decode(value->text);
    if (bytes) return bytes;
  }
  return WrongField(
      key, fmt::format("expected base64, got {}", DescribeJson(*value)));
}

Result<std::string> TextLine::Hex(std::string_view key) const {
  const JsonValue* value = Find(key);
  if (value == nullptr) return WrongField(key, "is missing");
  if (value->type == JsonType::kString) {
    Result<std::string> bytes = HexDecode(value->text);
    if (bytes) return bytes;
  }
  return WrongField(
      key, fmt::format("expected bytes in hex, two digits each, got {}",
                       DescribeJson(*value)));
}

tl::unexpected<Error> TextLine::Wrong(std::string_view what) const {
  return Fail(ErrorKind::kCorruption, "{}:{}: {}", source_.name(),
              source_.number(), what);
}

tl::unexpected<Error> TextLine::WrongField(std::string_view key,
                                           std::string_view what) const {
  return Wrong(
      fmt::format("field {}: {}", EscapeForTerminal(key.substr(0, 100)), what));
}

Status TextLine::At(Status status) const {
  if (status || status.error().kind == ErrorKind::kIo) return status;
  // What the writer calls a wrong argument is a wrong line here.
  ErrorKind kind = status.error().kind;
  if (kind == ErrorKind::kInvalidArgument) kind = ErrorKind::kCorruption;
  return Fail(
      Error{kind, fmt::format("{}:{}: {}", source_.name(), source_.number(),
                              status.error().message)});
}

}  // namespace reprise::tape
