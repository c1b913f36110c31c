#include "apk/string_pool.h"

#include <optional>

#include "base/bytes.h"
#include "base/text.h"

namespace reprise::apk {
namespace {

constexpr uint16_t kHeaderSize = 28;
constexpr uint32_t kFlagUtf8 = 1 << 8;
// Lengths have one or two units; the top bit of the first tells.
constexpr size_t kMaxLength8 = 0x7fff;
constexpr size_t kMaxLength16 = 0x7fffffff;

tl::unexpected<Error> BadString(size_t index, std::string_view why) {
  return Fail(ErrorKind::kCorruption, "string {} of the binary XML {}", index,
              why);
}

void AppendUtf8(uint32_t c, std::string* out) {
  const auto tail = [&](int shift) {
    out->push_back(static_cast<char>(0x80 | ((c >> shift) & 0x3f)));
  };
  if (c < 0x80) {
    out->push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out->push_back(static_cast<char>(0xc0 | (c >> 6)));
    tail(0);
  } else if (c < 0x10000) {
    out->push_back(static_cast<char>(0xe0 | (c >> 12)));
    tail(6);
    tail(0);
  } else {
    out->push_back(static_cast<char>(0xf0 | (c >> 18)));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string FromUtf16(std::string_view bytes) {
  std::string text;
  ByteReader reader(bytes);
  while (!reader.AtEnd()) {
    uint32_t c = reader.U16();
    if (c >= 0xd800 && c < 0xdc00 && !reader.AtEnd()) {
      ByteReader ahead = reader;
      const uint32_t low = ahead.U16();
      if (low >= 0xdc00 && low < 0xe000) {
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        reader = ahead;
      }
    }
    AppendUtf8(c, &text);
  }
  return text;
}

// Accepts surrogates, as AppendUtf8 writes them; nothing when malformed.
std::optional<std::string> ToUtf16(std::string_view text) {
  std::string bytes;
  ByteWriter writer(&bytes);
  for (size_t i = 0; i < text.size();) {
    const auto first = static_cast<uint8_t>(text[i++]);
    int more = 0;
    uint32_t c = first;
    uint32_t least = 0;
    if (first >= 0xf0 && first < 0xf8) {
      more = 3, c = first & 0x07, least = 0x10000;
    } else if (first >= 0xe0 && first < 0xf0) {
      more = 2, c = first & 0x0f, least = 0x800;
    } else if (first >= 0xc0 && first < 0xe0) {
      more = 1, c = first & 0x1f, least = 0x80;
    } else if (first >= 0x80) {
      return std::nullopt;
    }
    for (; more > 0; more--) {
      if (i == text.size() || (text[i] & 0xc0) != 0x80) return std::nullopt;
      c = (c << 6) | (text[i++] & 0x3f);
    }
    if (c < least || c > 0x10ffff) return std::nullopt;
    if (c < 0x10000) {
      writer.U16(static_cast<uint16_t>(c));
    } else {
      writer.U16(static_cast<uint16_t>(0xd800 + ((c - 0x10000) >> 10)));
      writer.U16(static_cast<uint16_t>(0xdc00 + ((c - 0x10000) & 0x3ff)));
    }
  }
  return bytes;
}

size_t ReadLength8(ByteReader& reader) {
  const size_t first = reader.U8();
  if ((first & 0x80) == 0) return first;
  return (first & 0x7f) << 8 | reader.U8();
}

size_t ReadLength16(ByteReader& reader) {
  const size_t first = reader.U16();
  if ((first & 0x8000) == 0) return first;
  return (first & 0x7fff) << 16 | reader.U16();
}

void WriteLength8(ByteWriter& writer, size_t length) {
  if (length >= 0x80) writer.U8(static_cast<uint8_t>(0x80 | length >> 8));
  writer.U8(static_cast<uint8_t>(length));
}

void WriteLength16(ByteWriter& writer, size_t length) {
  if (length >= 0x8000)
    writer.U16(static_cast<uint16_t>(0x8000 | length >> 16));
  writer.U16(static_cast<uint16_t>(length));
}

Result<std::string> ReadString(bool utf8, std::string_view from, size_t index) {
  ByteReader reader(from);
  if (utf8) {
    ReadLength8(reader);  // in UTF-16 units: Android does not rely on it
    const std::string_view text = reader.Bytes(ReadLength8(reader));
    if (!reader.ok()) return BadString(index, "lies outside its pool");
    if (!ToUtf16(text)) return BadString(index, "is not UTF-8");
    return std::string(text);
  }
  const std::string_view units = reader.Bytes(2 * ReadLength16(reader));
  if (!reader.ok()) return BadString(index, "lies outside its pool");
  return FromUtf16(units);
}

}  // namespace

Result<StringPool> ParseStringPool(std::string_view chunk) {
  ByteReader header(chunk);
  header.U16();  // type
  const uint16_t header_size = header.U16();
  header.U32();  // size
  const uint32_t count = header.U32();
  const uint32_t styles = header.U32();
  const uint32_t flags = header.U32();
  const uint32_t strings_at = header.U32();
  if (header_size != kHeaderSize || !header.ok() ||
      count > (chunk.size() - kHeaderSize) / sizeof(uint32_t) ||
      (count > 0 && strings_at > chunk.size())) {
    return Fail(ErrorKind::kCorruption,
                "the binary XML's string pool of {} strings does not fit into "
                "its {} bytes",
                count, chunk.size());
  }
  if (styles != 0) {
    return Fail(ErrorKind::kUnsupported,
                "the binary XML's string pool has {} styled strings; XML files "
                "of Android's tools have none",
                styles);
  }
  StringPool pool;
  pool.utf8 = (flags & kFlagUtf8) != 0;
  ByteReader offsets(chunk.substr(kHeaderSize));
  uint64_t total = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t at = uint64_t{strings_at} + offsets.U32();
    if (at > chunk.size()) return BadString(i, "lies outside its pool");
    ASSIGN_OR_RETURN(std::string text,
                     ReadString(pool.utf8, chunk.substr(at), i));
    total += text.size();
    if (total > kMaxPoolText) {
      return Fail(ErrorKind::kUnsupported,
                  "the binary XML's strings have more than {} bytes",
                  kMaxPoolText);
    }
    pool.strings.push_back(std::move(text));
  }
  return pool;
}

Result<std::string> WriteStringPool(const StringPool& pool) {
  std::string offsets;
  std::string data;
  ByteWriter offset_writer(&offsets);
  ByteWriter writer(&data);
  for (const std::string& text : pool.strings) {
    offset_writer.U32(static_cast<uint32_t>(data.size()));
    const std::optional<std::string> units = ToUtf16(text);
    const size_t length = units ? units->size() / 2 : 0;
    const size_t longest = pool.utf8 ? text.size() : length;
    if (!units || longest > (pool.utf8 ? kMaxLength8 : kMaxLength16)) {
      return Fail(ErrorKind::kInvalidArgument,
                  "the string '{}...' cannot be written to binary XML: it is "
                  "too long or not UTF-8",
                  EscapeForTerminal(std::string_view(text).substr(0, 40)));
    }
    if (pool.utf8) {
      WriteLength8(writer, length);
      WriteLength8(writer, text.size());
      writer.Bytes(text);
      writer.U8(0);
    } else {
      WriteLength16(writer, length);
      writer.Bytes(*units);
      writer.U16(0);
    }
  }
  data.append((4 - data.size() % 4) % 4, '\0');

  std::string chunk;
  ByteWriter header(&chunk);
  header.U16(kStringPoolChunk);
  header.U16(kHeaderSize);
  header.U32(static_cast<uint32_t>(kHeaderSize + offsets.size() + data.size()));
  header.U32(static_cast<uint32_t>(pool.strings.size()));
  header.U32(0);  // styles
  header.U32(pool.utf8 ? kFlagUtf8 : 0);
  header.U32(static_cast<uint32_t>(kHeaderSize + offsets.size()));
  header.U32(0);  // where the styles are
  header.Bytes(offsets);
  header.Bytes(data);
  return chunk;
}

}  // namespace reprise::apk
