// An app's manifest, read for what Reprise asks of it, and the words to edit
// it with. Names are resolved as Android does it: a class that begins with a
// dot is in the package, a process that begins with a colon is private to it.
//
//   ASSIGN_OR_RETURN(XmlDocument document, ParseAxml(bytes));
//   ASSIGN_OR_RETURN(XmlNode* application, ApplicationOf(document));
//   SetAttribute(*application, kDebuggable, XmlValue::Boolean(true));
//
// Threads: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "apk/axml.h"
#include "base/result.h"

namespace reprise::apk {

inline constexpr std::string_view kManifestEntry = "AndroidManifest.xml";

// An attribute of the system; its id, not its name, is what Android reads.
struct AndroidAttribute {
  std::string_view name;
  uint32_t id;
};

inline constexpr AndroidAttribute kName{"name", 0x01010003};
inline constexpr AndroidAttribute kEnabled{"enabled", 0x0101000e};
inline constexpr AndroidAttribute kDebuggable{"debuggable", 0x0101000f};
inline constexpr AndroidAttribute kExported{"exported", 0x01010010};
inline constexpr AndroidAttribute kProcess{"process", 0x01010011};
inline constexpr AndroidAttribute kAuthorities{"authorities", 0x01010018};
inline constexpr AndroidAttribute kInitOrder{"initOrder", 0x0101001a};
inline constexpr AndroidAttribute kValue{"value", 0x01010024};
inline constexpr AndroidAttribute kMinSdkVersion{"minSdkVersion", 0x0101020c};
inline constexpr AndroidAttribute kVersionCode{"versionCode", 0x0101021b};
inline constexpr AndroidAttribute kVersionName{"versionName", 0x0101021c};
inline constexpr AndroidAttribute kTargetSdkVersion{"targetSdkVersion",
                                                    0x01010270};
inline constexpr AndroidAttribute kExtractNativeLibs{"extractNativeLibs",
                                                     0x010104ea};
inline constexpr AndroidAttribute kUsesCleartextTraffic{"usesCleartextTraffic",
                                                        0x010104ec};
inline constexpr AndroidAttribute kVersionCodeMajor{"versionCodeMajor",
                                                    0x01010576};
inline constexpr AndroidAttribute kAppComponentFactory{"appComponentFactory",
                                                       0x0101057a};

// Replaces the value, or adds the attribute.
void SetAttribute(XmlNode& node, const AndroidAttribute& attribute,
                  XmlValue value);
// True when it was there.
bool RemoveAttribute(XmlNode& node, const AndroidAttribute& attribute);

// The <application> of a manifest, made when a split has none.
Result<XmlNode*> ApplicationOf(XmlDocument& manifest);
// <uses-permission>, unless the manifest has it.
void AddPermission(XmlDocument& manifest, std::string_view permission);

struct Component {
  enum class Kind { kActivity, kService, kReceiver, kProvider };
  Kind kind = Kind::kActivity;
  std::string class_name;
  std::string process;
  bool enabled = true;
};

// The element's name, such as receiver.
std::string_view ComponentKindName(Component::Kind kind);

struct Manifest {
  std::string package;
  std::string split;  // empty: the base
  uint64_t version_code = 0;
  std::string version_name;
  int32_t min_sdk = 1;
  int32_t target_sdk = 1;
  // Of the application; empty where the manifest says nothing.
  std::string application_class;
  std::string app_component_factory;
  std::string process;  // the package, unless said otherwise
  bool debuggable = false;
  std::optional<bool> extract_native_libs;
  std::vector<Component> components;
  std::vector<std::string> permissions;  // those it uses

  // Every process that the app's components run in.
  std::set<std::string> Processes() const;
};

Result<Manifest> ReadManifest(const XmlDocument& document);

}  // namespace reprise::apk
