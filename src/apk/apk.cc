#include "apk/apk.h"

#include <string_view>
#include <utility>

namespace reprise::apk {
namespace {

std::string DexName(size_t number) {
  return number == 1 ? "classes.dex" : fmt::format("classes{}.dex", number);
}

Result<XmlDocument> ReadManifestXml(const ZipReader& zip) {
  if (zip.Find(kManifestEntry) == nullptr) {
    return Fail(ErrorKind::kCorruption,
                "this is a zip file but no APK: there is no {} in it",
                kManifestEntry);
  }
  ASSIGN_OR_RETURN(const std::string bytes, zip.Read(kManifestEntry));
  return ParseAxml(bytes);
}

}  // namespace

Result<std::unique_ptr<Apk>> Apk::Open(FileSystem& files,
                                       const std::string& path) {
  ASSIGN_OR_RETURN(auto file, files.OpenForReading(path));
  const auto open = [&]() -> Result<std::unique_ptr<Apk>> {
    ASSIGN_OR_RETURN(ZipReader zip, ZipReader::Open(*file));
    std::unique_ptr<Apk> apk(new Apk(path, std::move(file), std::move(zip)));
    ASSIGN_OR_RETURN(apk->manifest_xml_, ReadManifestXml(apk->zip_));
    ASSIGN_OR_RETURN(apk->manifest_, ReadManifest(apk->manifest_xml_));
    return apk;
  };
  auto apk = open();
  if (apk) return apk;
  return Fail(apk.error().kind, "{}: {}", path, apk.error().message);
}

std::vector<std::string> Apk::DexNames() const {
  std::vector<std::string> names;
  for (size_t i = 1; zip_.Find(DexName(i)) != nullptr; i++) {
    names.push_back(DexName(i));
  }
  return names;
}

std::string Apk::NextDexName() const { return DexName(DexNames().size() + 1); }

std::set<std::string> Apk::Abis() const {
  constexpr std::string_view kFolder = "lib/";
  std::set<std::string> abis;
  for (const ZipEntry& entry : zip_.entries()) {
    const std::string_view name = entry.name;
    const size_t slash = name.find('/', kFolder.size());
    if (name.starts_with(kFolder) && slash != std::string_view::npos &&
        name.ends_with(".so")) {
      abis.emplace(name.substr(kFolder.size(), slash - kFolder.size()));
    }
  }
  return abis;
}

Result<std::vector<ApkSigner>> Apk::Verify() const {
  auto signers = VerifyApk(*file_);
  if (signers) return signers;
  return Fail(signers.error().kind, "{}: {}", path_, signers.error().message);
}

}  // namespace reprise::apk
