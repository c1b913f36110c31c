#include "apk/manifest.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/text.h"

namespace reprise::apk {
namespace {

// What Android calls a release that has no number yet, such as "S".
constexpr int32_t kSdkInDevelopment = 10'000;

constexpr std::array kComponentNames = {
    std::pair{std::string_view("activity"), Component::Kind::kActivity},
    std::pair{std::string_view("service"), Component::Kind::kService},
    std::pair{std::string_view("receiver"), Component::Kind::kReceiver},
    std::pair{std::string_view("provider"), Component::Kind::kProvider},
};

std::string TextOf(const XmlNode& node, const AndroidAttribute& attribute) {
  const XmlAttribute* found = node.FindId(attribute.id);
  return found == nullptr ? std::string() : found->value.ToText();
}

std::optional<bool> BoolOf(const XmlNode& node,
                           const AndroidAttribute& attribute) {
  const XmlAttribute* found = node.FindId(attribute.id);
  // A reference to a resource could be either.
  if (found == nullptr || found->value.type == XmlValue::kReference) {
    return std::nullopt;
  }
  if (found->value.type == XmlValue::kString) {
    return found->value.text == "true";
  }
  return found->value.data != 0;
}

std::optional<int32_t> SdkOf(const XmlNode& node,
                             const AndroidAttribute& attribute) {
  const XmlAttribute* found = node.FindId(attribute.id);
  if (found == nullptr) return std::nullopt;
  const XmlValue& value = found->value;
  if (value.type != XmlValue::kString) return static_cast<int32_t>(value.data);
  int32_t number = 0;
  const char* end = value.text.data() + value.text.size();
  const auto [stop, error] =
      std::from_chars(value.text.data(), end, number, 10);
  if (error != std::errc() || stop != end) return kSdkInDevelopment;
  return number;
}

std::string ResolveClass(const std::string& package, const std::string& name) {
  if (name.empty()) return name;
  if (name.front() == '.') return package + name;
  if (name.find('.') == std::string::npos) return package + "." + name;
  return name;
}

std::string ResolveProcess(const Manifest& manifest, const std::string& name,
                           const std::string& otherwise) {
  if (name.empty()) return otherwise;
  return name.front() == ':' ? manifest.package + name : name;
}

void ReadApplication(const XmlNode& node, Manifest* manifest) {
  const std::string& package = manifest->package;
  manifest->application_class = ResolveClass(package, TextOf(node, kName));
  manifest->app_component_factory =
      ResolveClass(package, TextOf(node, kAppComponentFactory));
  manifest->process =
      ResolveProcess(*manifest, TextOf(node, kProcess), package);
  manifest->debuggable = BoolOf(node, kDebuggable).value_or(false);
  manifest->extract_native_libs = BoolOf(node, kExtractNativeLibs);
  for (const XmlNode& child : node.children) {
    const auto* kind = std::find_if(
        kComponentNames.begin(), kComponentNames.end(),
        [&](const auto& known) { return known.first == child.name; });
    if (child.is_text || kind == kComponentNames.end()) continue;
    manifest->components.push_back(
        {.kind = kind->second,
         .class_name = ResolveClass(package, TextOf(child, kName)),
         .process = ResolveProcess(*manifest, TextOf(child, kProcess),
                                   manifest->process),
         .enabled = BoolOf(child, kEnabled).value_or(true)});
  }
}

uint64_t VersionCodeOf(const XmlNode& root) {
  const XmlAttribute* low = root.FindId(kVersionCode.id);
  const XmlAttribute* high = root.FindId(kVersionCodeMajor.id);
  uint64_t code = low == nullptr ? 0 : low->value.data;
  if (high != nullptr) code |= uint64_t{high->value.data} << 32;
  return code;
}

}  // namespace

void SetAttribute(XmlNode& node, const AndroidAttribute& attribute,
                  XmlValue value) {
  auto it = std::find_if(node.attributes.begin(), node.attributes.end(),
                         [&](const XmlAttribute& other) {
                           return other.resource_id == attribute.id;
                         });
  if (it == node.attributes.end()) {
    node.attributes.push_back({.ns = std::string(kAndroidNamespace),
                               .name = std::string(attribute.name),
                               .resource_id = attribute.id,
                               .raw = std::nullopt,
                               .value = {}});
    it = node.attributes.end() - 1;
  }
  // As aapt does it: strings are there twice, other values only once.
  it->raw.reset();
  if (value.type == XmlValue::kString) it->raw = value.text;
  it->value = std::move(value);
}

bool RemoveAttribute(XmlNode& node, const AndroidAttribute& attribute) {
  return std::erase_if(node.attributes, [&](const XmlAttribute& other) {
           return other.resource_id == attribute.id;
         }) > 0;
}

Result<XmlNode*> ApplicationOf(XmlDocument& manifest) {
  if (manifest.root.name != "manifest") {
    return Fail(ErrorKind::kCorruption,
                "the manifest's root element is <{}> instead of <manifest>",
                EscapeForTerminal(manifest.root.name));
  }
  XmlNode* application = manifest.root.Child("application");
  if (application != nullptr) return application;
  return &manifest.root.AddChild("application");
}

void AddPermission(XmlDocument& manifest, std::string_view permission) {
  for (const XmlNode& child : manifest.root.children) {
    if (child.name == "uses-permission" && TextOf(child, kName) == permission) {
      return;
    }
  }
  SetAttribute(manifest.root.AddChild("uses-permission"), kName,
               XmlValue::String(permission));
}

std::string_view ComponentKindName(Component::Kind kind) {
  return kComponentNames[static_cast<size_t>(kind)].first;
}

std::set<std::string> Manifest::Processes() const {
  std::set<std::string> processes = {process};
  for (const Component& component : components) {
    processes.insert(component.process);
  }
  return processes;
}

Result<Manifest> ReadManifest(const XmlDocument& document) {
  const XmlNode& root = document.root;
  Manifest manifest;
  const XmlAttribute* package = root.Find("package");
  if (root.name != "manifest" || package == nullptr) {
    return Fail(ErrorKind::kCorruption,
                "the manifest has no <manifest> element with a package, but "
                "<{}>",
                EscapeForTerminal(root.name));
  }
  manifest.package = package->value.ToText();
  manifest.process = manifest.package;
  if (const XmlAttribute* split = root.Find("split")) {
    manifest.split = split->value.ToText();
  }
  manifest.version_code = VersionCodeOf(root);
  manifest.version_name = TextOf(root, kVersionName);
  for (const XmlNode& child : root.children) {
    if (child.name == "uses-sdk") {
      manifest.min_sdk = SdkOf(child, kMinSdkVersion).value_or(1);
      manifest.target_sdk =
          SdkOf(child, kTargetSdkVersion).value_or(manifest.min_sdk);
    } else if (child.name == "uses-permission" ||
               child.name == "uses-permission-sdk-23") {
      manifest.permissions.push_back(TextOf(child, kName));
    } else if (child.name == "application") {
      ReadApplication(child, &manifest);
    }
  }
  return manifest;
}

}  // namespace reprise::apk
