#include <vector>

#include "apk/axml.h"
#include "apk/axml_format.h"
#include "apk/string_pool.h"
#include "base/bytes.h"

namespace reprise::apk {
namespace {

struct Chunk {
  uint16_t type = 0;
  uint16_t header_size = 0;
  size_t offset = 0;  // in the file, for messages
  std::string_view bytes;
};

class Parser {
 public:
  Result<XmlDocument> Parse(std::string_view bytes);

 private:
  Status ParseChunk(const Chunk& chunk);
  Status ParseResourceMap(const Chunk& chunk);
  Status StartNamespace(const Chunk& chunk);
  Status StartElement(const Chunk& chunk);
  Status ReadAttributes(const Chunk& chunk, ByteReader& reader, XmlNode& node);
  Status EndElement(const Chunk& chunk);
  Status Text(const Chunk& chunk);

  Result<std::string> String(uint32_t index);
  // Empty when there is none.
  Result<std::string> OptionalString(uint32_t index);
  Result<XmlValue> Value(ByteReader& reader);

  StringPool pool_;
  bool have_pool_ = false;
  std::vector<uint32_t> resource_ids_;  // by the index of the name's string
  std::vector<XmlNamespace> pending_;   // declared, but by no element yet
  // The root has a parent here, so that it is like any other element.
  std::vector<XmlNode> open_{XmlNode()};
  uint64_t text_ = 0;
};

tl::unexpected<Error> BadChunk(const Chunk& chunk, std::string_view why) {
  return Fail(ErrorKind::kCorruption, "the binary XML's chunk {:#06x} at {} {}",
              chunk.type, chunk.offset, why);
}

// The next chunk of `bytes` at `offset`.
Result<Chunk> NextChunk(std::string_view bytes, size_t offset) {
  ByteReader reader(bytes.substr(offset));
  Chunk chunk;
  chunk.type = reader.U16();
  chunk.header_size = reader.U16();
  const uint32_t size = reader.U32();
  chunk.offset = offset;
  if (!reader.ok() || chunk.header_size < kChunkHeaderSize ||
      size < chunk.header_size || size % 4 != 0 ||
      size > bytes.size() - offset) {
    return Fail(ErrorKind::kCorruption,
                "the binary XML is cut or damaged at byte {} of {}", offset,
                bytes.size());
  }
  chunk.bytes = bytes.substr(offset, size);
  return chunk;
}

// Past the header of a node, whose line is in it.
Result<ByteReader> NodeReader(const Chunk& chunk, uint32_t* line) {
  ByteReader header(chunk.bytes);
  header.U64();
  *line = header.U32();
  if (chunk.header_size < kNodeHeaderSize || !header.ok()) {
    return BadChunk(chunk, "is too short");
  }
  return ByteReader(chunk.bytes.substr(chunk.header_size));
}

Result<XmlDocument> Parser::Parse(std::string_view bytes) {
  if (bytes.size() > kMaxAxmlSize) {
    return Fail(ErrorKind::kUnsupported,
                "the binary XML has {} bytes; at most {} are accepted",
                bytes.size(), kMaxAxmlSize);
  }
  ASSIGN_OR_RETURN(const Chunk whole, NextChunk(bytes, 0));
  if (whole.type != kXmlChunk) {
    return Fail(ErrorKind::kCorruption,
                "this is not Android's binary XML: it begins with chunk "
                "{:#06x} instead of {:#06x}",
                whole.type, kXmlChunk);
  }
  for (size_t at = whole.header_size; at < whole.bytes.size();) {
    ASSIGN_OR_RETURN(const Chunk chunk, NextChunk(whole.bytes, at));
    RETURN_IF_ERROR(ParseChunk(chunk));
    at += chunk.bytes.size();
  }
  std::vector<XmlNode>& roots = open_.front().children;
  if (open_.size() != 1 || roots.size() != 1 || roots.front().is_text) {
    return Fail(ErrorKind::kCorruption,
                "the binary XML has {} root elements and {} that do not end; "
                "accepted are 1 and 0",
                roots.size(), open_.size() - 1);
  }
  return XmlDocument{.utf8 = pool_.utf8, .root = std::move(roots.front())};
}

Status Parser::ParseChunk(const Chunk& chunk) {
  if (chunk.type == kStringPoolChunk) {
    if (have_pool_) return BadChunk(chunk, "is a second string pool");
    ASSIGN_OR_RETURN(pool_, ParseStringPool(chunk.bytes));
    have_pool_ = true;
    return {};
  }
  if (!have_pool_) return BadChunk(chunk, "comes before the strings");
  switch (chunk.type) {
    case kResourceMapChunk:
      return ParseResourceMap(chunk);
    case kStartNamespaceChunk:
      return StartNamespace(chunk);
    case kEndNamespaceChunk:
      return {};  // where its element ends
    case kStartElementChunk:
      return StartElement(chunk);
    case kEndElementChunk:
      return EndElement(chunk);
    case kTextChunk:
      return Text(chunk);
    default:
      return Fail(ErrorKind::kUnsupported,
                  "the binary XML has a chunk of the unknown kind {:#06x} at "
                  "byte {}",
                  chunk.type, chunk.offset);
  }
}

Status Parser::ParseResourceMap(const Chunk& chunk) {
  if (!resource_ids_.empty()) return BadChunk(chunk, "is a second map");
  ByteReader reader(chunk.bytes.substr(chunk.header_size));
  while (reader.remaining() >= sizeof(uint32_t)) {
    resource_ids_.push_back(reader.U32());
  }
  return {};
}

Status Parser::StartNamespace(const Chunk& chunk) {
  XmlNamespace ns;
  ASSIGN_OR_RETURN(ByteReader reader, NodeReader(chunk, &ns.line));
  ASSIGN_OR_RETURN(ns.prefix, OptionalString(reader.U32()));
  ASSIGN_OR_RETURN(ns.uri, OptionalString(reader.U32()));
  if (!reader.ok()) return BadChunk(chunk, "is too short");
  pending_.push_back(std::move(ns));
  return {};
}

Status Parser::StartElement(const Chunk& chunk) {
  // One is the root's parent.
  if (open_.size() > kMaxAxmlDepth) {
    return Fail(ErrorKind::kUnsupported,
                "the binary XML's elements are nested more than {} deep",
                kMaxAxmlDepth);
  }
  XmlNode node;
  ASSIGN_OR_RETURN(ByteReader reader, NodeReader(chunk, &node.line));
  ASSIGN_OR_RETURN(node.ns, OptionalString(reader.U32()));
  ASSIGN_OR_RETURN(node.name, String(reader.U32()));
  RETURN_IF_ERROR(ReadAttributes(chunk, reader, node));
  node.namespaces = std::move(pending_);
  pending_.clear();
  open_.push_back(std::move(node));
  return {};
}

Status Parser::ReadAttributes(const Chunk& chunk, ByteReader& reader,
                              XmlNode& node) {
  const uint16_t start = reader.U16();
  const uint16_t size = reader.U16();
  const uint16_t count = reader.U16();
  const std::string_view body = chunk.bytes.substr(chunk.header_size);
  if (!reader.ok() || start > body.size() ||
      (count > 0 && size < kAttributeSize) ||
      size_t{size} * count > body.size() - start) {
    return BadChunk(chunk, "has attributes that do not fit into it");
  }
  for (uint16_t i = 0; i < count; i++) {
    ByteReader fields(body.substr(start + size_t{size} * i, size));
    XmlAttribute attribute;
    ASSIGN_OR_RETURN(attribute.ns, OptionalString(fields.U32()));
    const uint32_t name = fields.U32();
    ASSIGN_OR_RETURN(attribute.name, String(name));
    if (name < resource_ids_.size()) {
      attribute.resource_id = resource_ids_[name];
    }
    const uint32_t raw = fields.U32();
    if (raw != kNoString) {
      ASSIGN_OR_RETURN(attribute.raw, String(raw));
    }
    ASSIGN_OR_RETURN(attribute.value, Value(fields));
    node.attributes.push_back(std::move(attribute));
  }
  return {};
}

Status Parser::EndElement(const Chunk& chunk) {
  if (open_.size() == 1) return BadChunk(chunk, "ends what did not begin");
  if (!pending_.empty()) {
    return BadChunk(chunk, "comes after a namespace that no element has");
  }
  XmlNode node = std::move(open_.back());
  open_.pop_back();
  open_.back().children.push_back(std::move(node));
  return {};
}

Status Parser::Text(const Chunk& chunk) {
  XmlNode node;
  node.is_text = true;
  ASSIGN_OR_RETURN(ByteReader reader, NodeReader(chunk, &node.line));
  ASSIGN_OR_RETURN(node.text, String(reader.U32()));
  ASSIGN_OR_RETURN(node.value, Value(reader));
  if (!reader.ok()) return BadChunk(chunk, "is too short");
  open_.back().children.push_back(std::move(node));
  return {};
}

Result<std::string> Parser::String(uint32_t index) {
  if (index >= pool_.strings.size()) {
    return Fail(ErrorKind::kCorruption, "the binary XML uses string {} of {}",
                index, pool_.strings.size());
  }
  const std::string& text = pool_.strings[index];
  text_ += text.size();
  if (text_ > kMaxAxmlText) {
    return Fail(ErrorKind::kUnsupported,
                "the binary XML's text has more than {} bytes", kMaxAxmlText);
  }
  return text;
}

Result<std::string> Parser::OptionalString(uint32_t index) {
  if (index == kNoString) return std::string();
  return String(index);
}

Result<XmlValue> Parser::Value(ByteReader& reader) {
  XmlValue value;
  reader.U16();  // size
  reader.U8();   // reserved
  value.type = reader.U8();
  value.data = reader.U32();
  if (value.type == XmlValue::kString) {
    ASSIGN_OR_RETURN(value.text, String(value.data));
    value.data = 0;
  }
  return value;
}

}  // namespace

Result<XmlDocument> ParseAxml(std::string_view bytes) {
  return Parser().Parse(bytes);
}

}  // namespace reprise::apk
