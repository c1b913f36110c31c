#include "apk/axml.h"

#include <algorithm>

namespace reprise::apk {

XmlValue XmlValue::String(std::string_view text) {
  return {.type = kString, .data = 0, .text = std::string(text)};
}

XmlValue XmlValue::Boolean(bool value) {
  return {.type = kBoolean, .data = value ? 0xffffffff : 0, .text = {}};
}

XmlValue XmlValue::Decimal(uint32_t value) {
  return {.type = kDecimal, .data = value, .text = {}};
}

std::string XmlValue::ToText() const {
  switch (type) {
    case kString:
      return text;
    case kDecimal:
      return fmt::format("{}", static_cast<int32_t>(data));
    case kBoolean:
      return data != 0 ? "true" : "false";
    case kReference:
      return fmt::format("@{:#010x}", data);
    default:
      return fmt::format("{:#010x}", data);
  }
}

const XmlNode* XmlNode::Child(std::string_view child_name) const {
  const auto it =
      std::find_if(children.begin(), children.end(), [&](const XmlNode& node) {
        return !node.is_text && node.name == child_name;
      });
  return it == children.end() ? nullptr : &*it;
}

XmlNode* XmlNode::Child(std::string_view child_name) {
  return const_cast<XmlNode*>(std::as_const(*this).Child(child_name));
}

XmlNode& XmlNode::AddChild(std::string_view child_name) {
  XmlNode& child = children.emplace_back();
  child.name = child_name;
  child.line = line;
  return child;
}

const XmlAttribute* XmlNode::Find(std::string_view plain_name) const {
  for (const XmlAttribute& attribute : attributes) {
    if (attribute.ns.empty() && attribute.name == plain_name) {
      return &attribute;
    }
  }
  return nullptr;
}

const XmlAttribute* XmlNode::FindId(uint32_t id) const {
  for (const XmlAttribute& attribute : attributes) {
    if (attribute.resource_id == id) return &attribute;
  }
  return nullptr;
}

}  // namespace reprise::apk
