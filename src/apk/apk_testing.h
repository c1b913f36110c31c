// A small app for tests, and one signing key for all of them, because making
// one takes a while.
//
// Threads: one test.
#pragma once

#include <string>

#include "apk/manifest.h"
#include "apk/signing_key.h"
#include "apk/zip_writer.h"
#include "base/check.h"
#include "base/memory_file_system.h"

namespace reprise::apk {

inline const SigningKey& TestKey() {
  static const auto key = SigningKey::Generate();
  CHECK(key.has_value());
  return *key;
}

inline std::string TestManifest(const std::string& split = "",
                                uint32_t version = 1,
                                const std::string& package = "com.example") {
  XmlDocument document;
  document.root.name = "manifest";
  const auto add = [&](const char* name, const std::string& value) {
    document.root.attributes.push_back({.ns = "",
                                        .name = name,
                                        .resource_id = 0,
                                        .raw = value,
                                        .value = XmlValue::String(value)});
  };
  add("package", package);
  if (!split.empty()) add("split", split);
  SetAttribute(document.root, kVersionCode, XmlValue::Decimal(version));
  document.root.AddChild("application");
  auto bytes = WriteAxml(document);
  CHECK(bytes.has_value());
  return *bytes;
}

// Unsigned, with a signature of somebody else that does not hold.
inline void PutTestApk(MemoryFileSystem& files, const std::string& path,
                       const std::string& manifest = TestManifest()) {
  const auto file = files.Create(path);
  CHECK(file.has_value());
  ZipWriter writer(**file);
  const auto add = [&](const char* name, const std::string& bytes,
                       ZipMethod method) {
    CHECK(writer.Add(name, bytes, method).has_value());
  };
  add("AndroidManifest.xml", manifest, ZipMethod::kDeflated);
  add("META-INF/OLD.SF", "old", ZipMethod::kStored);
  add("META-INF/services/a", "kept", ZipMethod::kStored);
  add("classes.dex", std::string(3000, 'd'), ZipMethod::kDeflated);
  add("resources.arsc", "resources", ZipMethod::kStored);
  add("lib/arm64-v8a/liba.so", "ELF", ZipMethod::kStored);
  CHECK(writer.Finish().has_value());
}

}  // namespace reprise::apk
