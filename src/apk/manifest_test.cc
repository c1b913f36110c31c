#include "apk/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reprise::apk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

XmlAttribute Plain(const std::string& name, const std::string& value) {
  return {.ns = "",
          .name = name,
          .resource_id = 0,
          .raw = value,
          .value = XmlValue::String(value)};
}

XmlDocument App() {
  XmlDocument document;
  document.root.name = "manifest";
  document.root.attributes.push_back(Plain("package", "com.example"));
  SetAttribute(document.root, kVersionCode, XmlValue::Decimal(42));
  SetAttribute(document.root, kVersionName, XmlValue::String("4.2"));
  XmlNode& sdk = document.root.AddChild("uses-sdk");
  SetAttribute(sdk, kMinSdkVersion, XmlValue::Decimal(21));
  SetAttribute(sdk, kTargetSdkVersion, XmlValue::Decimal(34));
  AddPermission(document, "android.permission.INTERNET");
  document.root.AddChild("application");
  return document;
}

XmlNode& AddComponent(XmlDocument& document, std::string_view kind,
                      std::string_view name) {
  XmlNode& node = document.root.Child("application")->AddChild(kind);
  SetAttribute(node, kName, XmlValue::String(name));
  return node;
}

TEST(Manifest, ReadsWhatAnAppIs) {
  const auto manifest = ReadManifest(App());
  ASSERT_TRUE(manifest) << manifest.error().message;
  EXPECT_EQ(manifest->package, "com.example");
  EXPECT_EQ(manifest->split, "");
  EXPECT_EQ(manifest->version_code, 42U);
  EXPECT_EQ(manifest->version_name, "4.2");
  EXPECT_EQ(manifest->min_sdk, 21);
  EXPECT_EQ(manifest->target_sdk, 34);
  EXPECT_EQ(manifest->application_class, "");
  EXPECT_FALSE(manifest->debuggable);
  EXPECT_FALSE(manifest->extract_native_libs.has_value());
  EXPECT_THAT(manifest->permissions,
              ElementsAre("android.permission.INTERNET"));
  EXPECT_THAT(manifest->Processes(), ElementsAre("com.example"));
}

TEST(Manifest, ResolvesClassesAndProcesses) {
  XmlDocument document = App();
  XmlNode* application = *ApplicationOf(document);
  SetAttribute(*application, kName, XmlValue::String(".App"));
  AddComponent(document, "activity", "Main");
  SetAttribute(AddComponent(document, "service", "com.other.Service"), kProcess,
               XmlValue::String(":remote"));
  SetAttribute(AddComponent(document, "receiver", ".R"), kProcess,
               XmlValue::String("com.shared"));
  SetAttribute(AddComponent(document, "provider", ".P"), kEnabled,
               XmlValue::Boolean(false));
  AddComponent(document, "meta-data", "none");
  const auto manifest = ReadManifest(document);
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->application_class, "com.example.App");
  std::vector<std::string> lines;
  for (const Component& component : manifest->components) {
    lines.push_back(fmt::format("{} {} {}{}", ComponentKindName(component.kind),
                                component.class_name, component.process,
                                component.enabled ? "" : " off"));
  }
  EXPECT_THAT(lines, ElementsAre("activity com.example.Main com.example",
                                 "service com.other.Service com.example:remote",
                                 "receiver com.example.R com.shared",
                                 "provider com.example.P com.example off"));
  EXPECT_THAT(manifest->Processes(),
              ElementsAre("com.example", "com.example:remote", "com.shared"));
}

TEST(Manifest, AComponentRunsInTheApplicationsProcess) {
  XmlDocument document = App();
  SetAttribute(**ApplicationOf(document), kProcess, XmlValue::String(":main"));
  AddComponent(document, "activity", ".A");
  EXPECT_THAT(ReadManifest(document)->Processes(),
              ElementsAre("com.example:main"));
}

TEST(Manifest, FindsAttributesWhoseNamesWereStripped) {
  XmlDocument document = App();
  SetAttribute(**ApplicationOf(document), kDebuggable, XmlValue::Boolean(true));
  for (XmlAttribute& attribute : (*ApplicationOf(document))->attributes) {
    attribute.name.clear();
  }
  EXPECT_TRUE(ReadManifest(document)->debuggable);
}

TEST(Manifest, ReadsSplitsLargeVersionsAndUnfinishedSdks) {
  XmlDocument document = App();
  document.root.attributes.push_back(Plain("split", "config.de"));
  SetAttribute(document.root, kVersionCodeMajor, XmlValue::Decimal(1));
  XmlNode* sdk = document.root.Child("uses-sdk");
  SetAttribute(*sdk, kMinSdkVersion, XmlValue::String("29"));
  SetAttribute(*sdk, kTargetSdkVersion, XmlValue::String("Tiramisu"));
  const auto manifest = ReadManifest(document);
  EXPECT_EQ(manifest->split, "config.de");
  EXPECT_EQ(manifest->version_code, (uint64_t{1} << 32) + 42);
  EXPECT_EQ(manifest->min_sdk, 29);
  EXPECT_EQ(manifest->target_sdk, 10'000);
}

TEST(Manifest, SetsReplacesAndRemovesAttributes) {
  XmlNode node;
  SetAttribute(node, kName, XmlValue::String("a"));
  SetAttribute(node, kName, XmlValue::String("b"));
  ASSERT_EQ(node.attributes.size(), 1U);
  EXPECT_EQ(node.attributes[0].raw, "b");
  EXPECT_EQ(node.attributes[0].ns, kAndroidNamespace);
  SetAttribute(node, kName, XmlValue::Boolean(true));
  EXPECT_EQ(node.attributes[0].raw, std::nullopt);
  EXPECT_TRUE(RemoveAttribute(node, kName));
  EXPECT_FALSE(RemoveAttribute(node, kName));
}

TEST(Manifest, AddsAPermissionOnce) {
  XmlDocument document = App();
  AddPermission(document, "android.permission.INTERNET");
  AddPermission(document, "android.permission.CAMERA");
  EXPECT_THAT(
      ReadManifest(document)->permissions,
      ElementsAre("android.permission.INTERNET", "android.permission.CAMERA"));
}

TEST(Manifest, MakesTheApplicationThatASplitLacks) {
  XmlDocument document = App();
  document.root.children.clear();
  SetAttribute(**ApplicationOf(document), kDebuggable, XmlValue::Boolean(true));
  EXPECT_TRUE(ReadManifest(document)->debuggable);
}

TEST(Manifest, RefusesOtherXml) {
  XmlDocument document;
  document.root.name = "resources";
  EXPECT_THAT(ReadManifest(document).error().message, HasSubstr("<resources>"));
  EXPECT_FALSE(ApplicationOf(document));
}

}  // namespace
}  // namespace reprise::apk
