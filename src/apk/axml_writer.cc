#include <algorithm>
#include <map>
#include <utility>

#include "apk/axml.h"
#include "apk/axml_format.h"
#include "apk/string_pool.h"
#include "base/bytes.h"

namespace reprise::apk {
namespace {

constexpr uint32_t kIdAttribute = 0x010100d0;

// Gives every string its place: names with a resource id first, in the order
// of the ids, then the others as they are met.
class Strings {
 public:
  explicit Strings(const XmlNode& root) {
    CollectIds(root);
    for (auto& [key, index] : named_) {
      index = static_cast<uint32_t>(strings_.size());
      strings_.push_back(key.second);
      ids_.push_back(key.first);
    }
  }

  uint32_t Index(const std::string& text) {
    const auto [it, is_new] =
        plain_.try_emplace(text, static_cast<uint32_t>(strings_.size()));
    if (is_new) strings_.push_back(text);
    return it->second;
  }
  uint32_t OptionalIndex(const std::string& text) {
    return text.empty() ? kNoString : Index(text);
  }
  uint32_t NameIndex(const XmlAttribute& attribute) {
    if (attribute.resource_id == 0) return Index(attribute.name);
    return named_.at({attribute.resource_id, attribute.name});
  }

  const std::vector<uint32_t>& ids() const { return ids_; }
  std::vector<std::string> Take() { return std::move(strings_); }

 private:
  void CollectIds(const XmlNode& node) {
    for (const XmlAttribute& attribute : node.attributes) {
      if (attribute.resource_id == 0) continue;
      named_[{attribute.resource_id, attribute.name}] = 0;
    }
    for (const XmlNode& child : node.children) CollectIds(child);
  }

  std::map<std::pair<uint32_t, std::string>, uint32_t> named_;
  std::map<std::string, uint32_t> plain_;
  std::vector<std::string> strings_;
  std::vector<uint32_t> ids_;
};

void StartChunk(ByteWriter& writer, uint16_t type, uint16_t header_size,
                size_t size) {
  writer.U16(type);
  writer.U16(header_size);
  writer.U32(static_cast<uint32_t>(size));
}

class NodeWriter {
 public:
  explicit NodeWriter(Strings& strings) : strings_(strings) {}

  Status Write(const XmlNode& node, size_t depth) {
    if (depth > kMaxAxmlDepth) {
      return Fail(ErrorKind::kInvalidArgument,
                  "the XML's elements are nested more than {} deep",
                  kMaxAxmlDepth);
    }
    if (node.is_text) {
      StartNode(kTextChunk, node.line, sizeof(uint32_t) + kValueSize);
      writer_.U32(strings_.Index(node.text));
      Value(node.value);
      return {};
    }
    for (const XmlNamespace& ns : node.namespaces) {
      Namespace(kStartNamespaceChunk, ns);
    }
    RETURN_IF_ERROR(StartElement(node));
    for (const XmlNode& child : node.children) {
      RETURN_IF_ERROR(Write(child, depth + 1));
    }
    StartNode(kEndElementChunk, node.line, 2 * sizeof(uint32_t));
    writer_.U32(strings_.OptionalIndex(node.ns));
    writer_.U32(strings_.Index(node.name));
    for (auto ns = node.namespaces.rbegin(); ns != node.namespaces.rend();
         ++ns) {
      Namespace(kEndNamespaceChunk, *ns);
    }
    return {};
  }

  const std::string& bytes() const { return bytes_; }

 private:
  void StartNode(uint16_t type, uint32_t line, size_t size) {
    StartChunk(writer_, type, kNodeHeaderSize, kNodeHeaderSize + size);
    writer_.U32(line);
    writer_.U32(kNoString);  // comment
  }

  void Namespace(uint16_t type, const XmlNamespace& ns) {
    StartNode(type, ns.line, 2 * sizeof(uint32_t));
    writer_.U32(strings_.OptionalIndex(ns.prefix));
    writer_.U32(strings_.OptionalIndex(ns.uri));
  }

  void Value(const XmlValue& value) {
    writer_.U16(kValueSize);
    writer_.U8(0);
    writer_.U8(value.type);
    writer_.U32(value.type == XmlValue::kString ? strings_.Index(value.text)
                                                : value.data);
  }

  Status StartElement(const XmlNode& node) {
    std::vector<const XmlAttribute*> sorted;
    for (const XmlAttribute& attribute : node.attributes) {
      sorted.push_back(&attribute);
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const XmlAttribute* a, const XmlAttribute* b) {
                       // 0, no id, becomes the largest.
                       return a->resource_id - 1 < b->resource_id - 1;
                     });
    if (sorted.size() >= 0xffff) {
      return Fail(ErrorKind::kInvalidArgument,
                  "the element <{}> has {} attributes; at most 65534 fit",
                  node.name, sorted.size());
    }
    // Places are counted from 1; 0 is none.
    const auto place = [&](auto is_it) {
      const auto it = std::find_if(sorted.begin(), sorted.end(), is_it);
      return it == sorted.end()
                 ? uint16_t{0}
                 : static_cast<uint16_t>(it - sorted.begin() + 1);
    };
    const auto named = [](std::string_view name) {
      return [name](const XmlAttribute* attribute) {
        return attribute->ns.empty() && attribute->name == name;
      };
    };
    StartNode(kStartElementChunk, node.line,
              kElementSize + kAttributeSize * sorted.size());
    writer_.U32(strings_.OptionalIndex(node.ns));
    writer_.U32(strings_.Index(node.name));
    writer_.U16(kElementSize);
    writer_.U16(kAttributeSize);
    writer_.U16(static_cast<uint16_t>(sorted.size()));
    writer_.U16(place([](const XmlAttribute* attribute) {
      return attribute->resource_id == kIdAttribute;
    }));
    writer_.U16(place(named("class")));
    writer_.U16(place(named("style")));
    for (const XmlAttribute* attribute : sorted) {
      writer_.U32(strings_.OptionalIndex(attribute->ns));
      writer_.U32(strings_.NameIndex(*attribute));
      writer_.U32(attribute->raw ? strings_.Index(*attribute->raw) : kNoString);
      Value(attribute->value);
    }
    return {};
  }

  Strings& strings_;
  std::string bytes_;
  ByteWriter writer_{&bytes_};
};

}  // namespace

Result<std::string> WriteAxml(const XmlDocument& document) {
  Strings strings(document.root);
  NodeWriter nodes(strings);
  RETURN_IF_ERROR(nodes.Write(document.root, 1));

  std::string map;
  ByteWriter map_writer(&map);
  StartChunk(map_writer, kResourceMapChunk, kChunkHeaderSize,
             kChunkHeaderSize + strings.ids().size() * sizeof(uint32_t));
  for (const uint32_t id : strings.ids()) map_writer.U32(id);
  ASSIGN_OR_RETURN(
      const std::string pool,
      WriteStringPool({.utf8 = document.utf8, .strings = strings.Take()}));

  const size_t size =
      kChunkHeaderSize + pool.size() + map.size() + nodes.bytes().size();
  if (size > kMaxAxmlSize) {
    return Fail(ErrorKind::kInvalidArgument,
                "the binary XML would have {} bytes; at most {} are accepted",
                size, kMaxAxmlSize);
  }
  std::string bytes;
  ByteWriter writer(&bytes);
  StartChunk(writer, kXmlChunk, kChunkHeaderSize, size);
  writer.Bytes(pool);
  writer.Bytes(map);
  writer.Bytes(nodes.bytes());
  return bytes;
}

}  // namespace reprise::apk
