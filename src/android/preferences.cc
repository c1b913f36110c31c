#include "android/preferences.h"

#include <algorithm>
#include <cstring>
#include <pugixml.hpp>

namespace reprise::android {
namespace {

// False: an element that no preferences file has.
bool ReadValue(const pugi::xml_node& element, Preference* preference) {
  const std::string_view type = element.name();
  const auto value = element.attribute("value");
  if (type == "string") {
    preference->set_string_value(element.text().get());
  } else if (type == "boolean") {
    preference->set_bool_value(std::strcmp(value.value(), "true") == 0);
  } else if (type == "int") {
    preference->set_int_value(value.as_int());
  } else if (type == "long") {
    preference->set_long_value(value.as_llong());
  } else if (type == "float") {
    preference->set_float_value(value.as_float());
  } else if (type == "set") {
    auto& values = *preference->mutable_set_value()->mutable_values();
    for (const auto& member : element.children("string")) {
      values.Add(member.text().get());
    }
    std::ranges::sort(values);
  } else {
    return type == "null";
  }
  return true;
}

}  // namespace

Result<PreferencesFile> ReadPreferences(std::string name,
                                        std::string_view xml) {
  if (xml.size() > kMaxPreferencesBytes) {
    return Fail(ErrorKind::kUnsupported,
                "the preferences file {} has {} bytes; at most {} are read",
                name, xml.size(), kMaxPreferencesBytes);
  }
  pugi::xml_document document;
  // Spaces are part of a string; entities that somebody defines are not read.
  const auto parsed = document.load_buffer(
      xml.data(), xml.size(), pugi::parse_default | pugi::parse_ws_pcdata,
      pugi::encoding_utf8);
  const pugi::xml_node map = document.child("map");
  if (!parsed || !map) {
    return Fail(ErrorKind::kCorruption,
                "{} is no file of shared preferences: {}", name,
                parsed ? "it has no <map>" : parsed.description());
  }
  PreferencesFile file;
  file.set_name(std::move(name));
  for (const auto& element : map.children()) {
    if (element.type() != pugi::node_element) continue;
    Preference preference;
    preference.set_key(element.attribute("name").value());
    if (!ReadValue(element, &preference)) continue;
    if (static_cast<size_t>(file.entries_size()) >= kMaxPreferences) {
      file.set_left_out(file.left_out() + 1);
      continue;
    }
    *file.add_entries() = std::move(preference);
  }
  std::ranges::sort(*file.mutable_entries(), {},
                    [](const Preference& one) { return one.key(); });
  return file;
}

}  // namespace reprise::android
