// The apk library as a program, for the tests that compare it with Android's
// own tools:
//
//   apk_tool rewrite IN OUT KEY PASSWORD [EDIT...]
//   apk_tool rewrite-set FOLDER KEY PASSWORD APK...
//   apk_tool verify APK          a line for each signer, or exit code 5
//   apk_tool manifest APK        what we read in it
//   apk_tool entries APK         the names, whether or not it is an APK
//   apk_tool key PATH            made there unless it is there
//
// KEY may be - for a new one. An EDIT is one of: put=NAME:FILE, debuggable,
// application=CLASS, factory=CLASS, extract=true|false, cleartext,
// permission=NAME, provider=CLASS, split=NAME (the APK becomes that split),
// page=BYTES, xml (every binary XML is parsed and written anew).
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "apk/apk.h"
#include "apk/rewrite.h"
#include "base/exit_code.h"
#include "base/file.h"
#include "base/result.h"

namespace reprise::apk {
namespace {

constexpr uint64_t kMaxInput = uint64_t{256} << 20;
using Words = std::vector<std::string>;

Result<SigningKey> KeyFrom(const std::string& path,
                           const std::string& password) {
  return path == "-" ? SigningKey::Generate()
                     : SigningKey::Load(path, password);
}

Status EditManifest(XmlDocument& manifest, const Words& edits) {
  ASSIGN_OR_RETURN(XmlNode * application, ApplicationOf(manifest));
  for (const std::string& edit : edits) {
    const size_t equals = edit.find('=');
    const std::string name = edit.substr(0, equals);
    const std::string value =
        equals == std::string::npos ? "" : edit.substr(equals + 1);
    if (name == "debuggable") {
      SetAttribute(*application, kDebuggable, XmlValue::Boolean(true));
    } else if (name == "application") {
      SetAttribute(*application, kName, XmlValue::String(value));
    } else if (name == "factory") {
      SetAttribute(*application, kAppComponentFactory, XmlValue::String(value));
    } else if (name == "extract") {
      SetAttribute(*application, kExtractNativeLibs,
                   XmlValue::Boolean(value == "true"));
    } else if (name == "cleartext") {
      SetAttribute(*application, kUsesCleartextTraffic,
                   XmlValue::Boolean(true));
    } else if (name == "split") {
      manifest.root.attributes.push_back({.ns = "",
                                          .name = "split",
                                          .resource_id = 0,
                                          .raw = value,
                                          .value = XmlValue::String(value)});
    } else if (name == "provider") {
      XmlNode& provider = application->AddChild("provider");
      SetAttribute(provider, kInitOrder, XmlValue::Decimal(1000));
      SetAttribute(provider, kAuthorities, XmlValue::String(value));
      SetAttribute(provider, kName, XmlValue::String(value));
      SetAttribute(provider, kExported, XmlValue::Boolean(false));
    }
  }
  for (const std::string& edit : edits) {
    if (edit.starts_with("permission=")) {
      AddPermission(manifest, edit.substr(edit.find('=') + 1));
    }
  }
  return {};
}

Status PutXml(const std::string& in, ApkEdits* edits) {
  ASSIGN_OR_RETURN(const auto apk, Apk::Open(RealFileSystem(), in));
  for (const ZipEntry& entry : apk->zip().entries()) {
    if (!entry.name.starts_with("res/") || !entry.name.ends_with(".xml")) {
      continue;
    }
    ASSIGN_OR_RETURN(const std::string bytes, apk->zip().Read(entry));
    auto document = ParseAxml(bytes);
    if (!document) continue;  // kept as text by aapt
    ASSIGN_OR_RETURN(edits->put[entry.name], WriteAxml(*document));
  }
  return {};
}

Status Rewrite(const Words& words) {
  const Words edits(words.begin() + 4, words.end());
  ApkEdits apk_edits;
  bool manifest = false;
  for (const std::string& edit : edits) {
    if (edit.starts_with("put=")) {
      const size_t colon = edit.find(':');
      ASSIGN_OR_RETURN(
          apk_edits.put[edit.substr(4, colon - 4)],
          ReadWholeFile(RealFileSystem(), edit.substr(colon + 1), kMaxInput));
    } else if (edit.starts_with("page=")) {
      apk_edits.page_size = edit == "page=4096" ? kSmallPage : kLargePage;
    } else {
      manifest = true;
    }
    if (edit == "xml") RETURN_IF_ERROR(PutXml(words[0], &apk_edits));
  }
  if (manifest) {
    apk_edits.manifest = [&](XmlDocument& document) {
      return EditManifest(document, edits);
    };
  }
  ASSIGN_OR_RETURN(const SigningKey key, KeyFrom(words[2], words[3]));
  return RewriteApk(RealFileSystem(), words[0], apk_edits, key, words[1]);
}

Status RewriteSet(const Words& words) {
  ASSIGN_OR_RETURN(const SigningKey key, KeyFrom(words[1], words[2]));
  ASSIGN_OR_RETURN(
      const ApkSet set,
      ApkSet::Open(RealFileSystem(), Words(words.begin() + 3, words.end())));
  ApkEdits base;
  base.manifest = [](XmlDocument& document) {
    return EditManifest(document, {"debuggable"});
  };
  return RewriteApkSet(RealFileSystem(), set, {{"", base}}, key, words[0]);
}

Status Verify(const Words& words) {
  ASSIGN_OR_RETURN(auto file, RealFileSystem().OpenForReading(words[0]));
  ASSIGN_OR_RETURN(const auto signers, VerifyApk(*file));
  for (const ApkSigner& signer : signers) {
    fmt::print("{} {} {}\n", signer.scheme, signer.certificate_digest,
               signer.subject);
  }
  return {};
}

Status ShowManifest(const Words& words) {
  ASSIGN_OR_RETURN(const auto apk, Apk::Open(RealFileSystem(), words[0]));
  const Manifest& manifest = apk->manifest();
  fmt::print("package {} {} {}\nsdk {} {}\napplication {}\nfactory {}\n",
             manifest.package, manifest.version_code, manifest.version_name,
             manifest.min_sdk, manifest.target_sdk, manifest.application_class,
             manifest.app_component_factory);
  for (const std::string& permission : manifest.permissions) {
    fmt::print("permission {}\n", permission);
  }
  for (const Component& component : manifest.components) {
    fmt::print("{} {} {}\n", ComponentKindName(component.kind),
               component.class_name, component.process);
  }
  for (const std::string& name : apk->DexNames()) fmt::print("dex {}\n", name);
  fmt::print("next {}\n", apk->NextDexName());
  return {};
}

Status ShowEntries(const Words& words) {
  ASSIGN_OR_RETURN(auto file, RealFileSystem().OpenForReading(words[0]));
  ASSIGN_OR_RETURN(const ZipReader zip, ZipReader::Open(*file));
  for (const ZipEntry& entry : zip.entries()) {
    ASSIGN_OR_RETURN(const std::string bytes, zip.Read(entry));
    fmt::print("{} {}\n", entry.name, bytes.size());
  }
  return {};
}

Status MakeKey(const Words& words) {
  ASSIGN_OR_RETURN(const SigningKey key, SigningKey::LoadOrCreate(words[0]));
  fmt::print("{}\n", CertificateDigest(key.CertificateDer()));
  return {};
}

struct Command {
  std::string_view name;
  size_t least_words;
  Status (*run)(const Words&);
};

constexpr Command kCommands[] = {
    {"rewrite", 4, Rewrite},     {"rewrite-set", 4, RewriteSet},
    {"verify", 1, Verify},       {"manifest", 1, ShowManifest},
    {"entries", 1, ShowEntries}, {"key", 1, MakeKey},
};

}  // namespace
}  // namespace reprise::apk

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  for (const auto& command : reprise::apk::kCommands) {
    if (words.empty() || words[0] != command.name ||
        words.size() <= command.least_words) {
      continue;
    }
    const reprise::Status done = command.run({words.begin() + 1, words.end()});
    if (done) return 0;
    fmt::print(stderr, "{}\n", done.error().message);
    return static_cast<int>(reprise::ExitCodeFor(done.error().kind));
  }
  fmt::print(stderr, "apk_tool: see the comment at its beginning\n");
  return 1;
}
