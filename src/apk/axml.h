// Android's binary XML as a small tree that can be edited and written back:
// the manifest of an app is a file of this format.
//
// What Android looks at is kept: names, resource ids, namespaces, raw and
// typed values, the line where an element begins. What it never looks at
// (comments of the source, bytes after the end) is left out; chunks of an
// unknown kind are refused, because nobody could say whether they still fit
// after an edit.
//
// An attribute of the system is found by its resource id, not by its name:
// apps that hide what they do ship manifests without the names.
//
// Threads: plain values. Invariants of what WriteAxml() makes: the attribute
// names that have resource ids come first in the string pool, and attributes
// are in the order of their ids, those without at the end; Android's lookup
// relies on both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reprise::apk {

inline constexpr size_t kMaxAxmlSize = size_t{16} << 20;
inline constexpr size_t kMaxAxmlDepth = 200;
// Of all strings of a tree together; a pool's string may be used many times.
inline constexpr uint64_t kMaxAxmlText = uint64_t{64} << 20;

inline constexpr std::string_view kAndroidNamespace =
    "http://schemas.android.com/apk/res/android";

// Android's Res_value.
struct XmlValue {
  enum Type : uint8_t {
    kNull = 0x00,
    kReference = 0x01,  // data is a resource id
    kString = 0x03,     // text holds it
    kDecimal = 0x10,
    kHex = 0x11,
    kBoolean = 0x12,  // data is 0 or 0xffffffff
  };
  uint8_t type = kNull;  // also others, which are kept
  uint32_t data = 0;     // 0 when it is a string
  std::string text;

  static XmlValue String(std::string_view text);
  static XmlValue Boolean(bool value);
  static XmlValue Decimal(uint32_t value);

  // For people: the text, true, 21, @0x7f010000 or 0x00000001.
  std::string ToText() const;

  bool operator==(const XmlValue&) const = default;
};

struct XmlAttribute {
  std::string ns;  // a URI, or empty
  std::string name;
  uint32_t resource_id = 0;        // 0: none
  std::optional<std::string> raw;  // as written in the source
  XmlValue value;

  bool operator==(const XmlAttribute&) const = default;
};

struct XmlNamespace {
  std::string prefix;
  std::string uri;
  uint32_t line = 0;

  bool operator==(const XmlNamespace&) const = default;
};

// An element, or text between elements when is_text.
struct XmlNode {
  bool is_text = false;
  uint32_t line = 0;
  std::string ns;
  std::string name;
  std::vector<XmlNamespace> namespaces;  // declared here
  std::vector<XmlAttribute> attributes;
  std::vector<XmlNode> children;
  std::string text;  // with is_text
  XmlValue value;    // with is_text

  // The first child element of that name, or null.
  const XmlNode* Child(std::string_view child_name) const;
  XmlNode* Child(std::string_view child_name);
  // At the end, on the same line.
  XmlNode& AddChild(std::string_view child_name);

  // Null when it is not there.
  const XmlAttribute* Find(std::string_view plain_name) const;
  const XmlAttribute* FindId(uint32_t id) const;

  bool operator==(const XmlNode&) const = default;
};

struct XmlDocument {
  bool utf8 = false;  // how the strings were, and will be, encoded
  XmlNode root;

  bool operator==(const XmlDocument&) const = default;
};

Result<XmlDocument> ParseAxml(std::string_view bytes);
Result<std::string> WriteAxml(const XmlDocument& document);

}  // namespace reprise::apk
