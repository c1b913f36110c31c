#include "phone/daemon/apk_check.h"

#include <cctype>

#include "apk/axml.h"
#include "apk/digest.h"
#include "apk/manifest.h"
#include "apk/zip_reader.h"
#include "base/file.h"
#include "dex/reader.h"

namespace reprise::phone {
namespace {

constexpr uint64_t kMaxApkBytes = uint64_t{2} << 30;
constexpr size_t kMaxPackageName = 223;  // as Android has it

tl::unexpected<Error> Refused(std::string_view word, std::string_view why) {
  return Fail(ErrorKind::kCorruption, "{}: {}", word, why);
}

std::string Hex(std::string_view bytes) {
  std::string hex;
  for (const char byte : bytes) {
    hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  }
  return hex;
}

bool IsDex(std::string_view name) {
  return name.starts_with("classes") && name.ends_with(".dex") &&
         name.find('/') == std::string_view::npos;
}

}  // namespace

bool IsPackageName(const std::string& name) {
  if (name.empty() || name.size() > kMaxPackageName) return false;
  bool begins = true;  // a part
  for (const char c : name) {
    const bool letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (begins && !letter) return false;
    if (!letter && !digit && c != '_' && c != '.') return false;
    begins = c == '.';
  }
  return !begins;
}

Result<CheckedApk> CheckApk(const std::string& path) {
  auto file = RealFileSystem().OpenForReading(path);
  if (!file) {
    return Refused("INSTALL_FAILED_INVALID_URI", file.error().message);
  }
  ASSIGN_OR_RETURN(const uint64_t size, (*file)->Size());
  if (size > kMaxApkBytes) {
    return Refused("INSTALL_FAILED_INSUFFICIENT_STORAGE",
                   fmt::format("the APK has {} bytes; at most {} are taken",
                               size, kMaxApkBytes));
  }
  auto zip = apk::ZipReader::Open(**file);
  if (!zip) {
    return Refused("INSTALL_PARSE_FAILED_NOT_APK", zip.error().message);
  }
  CheckedApk checked;
  auto bytes = zip->Read(apk::kManifestEntry);
  if (!bytes) {
    return Refused("INSTALL_PARSE_FAILED_BAD_MANIFEST", bytes.error().message);
  }
  const auto document = apk::ParseAxml(*bytes);
  if (!document) {
    return Refused("INSTALL_PARSE_FAILED_BAD_MANIFEST",
                   document.error().message);
  }
  const auto manifest = apk::ReadManifest(*document);
  if (!manifest) {
    return Refused("INSTALL_PARSE_FAILED_MANIFEST_MALFORMED",
                   manifest.error().message);
  }
  if (!IsPackageName(manifest->package)) {
    return Refused("INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME",
                   fmt::format("{:?} is no name of a package",
                               manifest->package.substr(0, kMaxPackageName)));
  }
  checked.package = manifest->package;
  checked.split = manifest->split;
  for (const apk::ZipEntry& entry : zip->entries()) {
    if (!IsDex(entry.name)) continue;
    auto code = zip->Read(entry);
    if (!code) {
      return Refused("INSTALL_FAILED_INVALID_APK", code.error().message);
    }
    dex::Pool pool;
    const auto dex =
        dex::Reader::Open(*code, &pool, {.verify_signature = false});
    if (!dex) {
      return Refused("INSTALL_FAILED_DEXOPT",
                     fmt::format("{}: {}", entry.name, dex.error().message));
    }
    checked.has_code = true;
  }
  ASSIGN_OR_RETURN(const std::string whole, apk::ReadExactly(**file, 0, size));
  checked.sha256 = Hex(apk::Digest(apk::DigestKind::kSha256, {whole}));
  return checked;
}

}  // namespace reprise::phone
