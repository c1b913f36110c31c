#include "phone/daemon/apk_check.h"

#include "phone/daemon/phone_testing.h"

namespace reprise::phone {
namespace {

std::string WordFor(const std::string& bytes) {
  const TestFolder folder;
  const std::string path = folder.path() + "/a.apk";
  EXPECT_TRUE(WriteWholeFile(RealFileSystem(), path, bytes));
  const auto checked = CheckApk(path);
  if (checked) return "";
  return checked.error().message.substr(0, checked.error().message.find(':'));
}

std::string ApkWith(const std::string& manifest, const std::string& dex) {
  MemoryFileSystem files;
  const auto file = files.Create("apk");
  apk::ZipWriter writer(**file);
  if (!manifest.empty()) {
    EXPECT_TRUE(
        writer.Add("AndroidManifest.xml", manifest, apk::ZipMethod::kDeflated));
  }
  if (!dex.empty()) {
    EXPECT_TRUE(writer.Add("classes.dex", dex, apk::ZipMethod::kDeflated));
  }
  EXPECT_TRUE(writer.Finish());
  return *ReadWholeFile(files, "apk", 1 << 30);
}

TEST(ApkCheck, UsesAndroidsWords) {
  const std::string good = ApkWith(apk::TestManifest(), "");
  EXPECT_EQ(WordFor(good), "");
  EXPECT_EQ(WordFor(good.substr(0, good.size() / 2)),
            "INSTALL_PARSE_FAILED_NOT_APK");
  EXPECT_EQ(WordFor(""), "INSTALL_PARSE_FAILED_NOT_APK");
  EXPECT_EQ(WordFor(ApkWith("", "x")), "INSTALL_PARSE_FAILED_BAD_MANIFEST");
  EXPECT_EQ(WordFor(ApkWith("<manifest/>", "")),
            "INSTALL_PARSE_FAILED_BAD_MANIFEST");
  EXPECT_EQ(WordFor(ApkWith(apk::TestManifest("", 1, "../../up"), "")),
            "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME");
  EXPECT_EQ(WordFor(ApkWith(apk::TestManifest(), "dex\n035")),
            "INSTALL_FAILED_DEXOPT");
  // A bomb: 64 MiB of nothing in a few kilobytes.
  EXPECT_EQ(WordFor(ApkWith(apk::TestManifest(), std::string(64 << 20, '\0'))),
            "INSTALL_PARSE_FAILED_NOT_APK");
}

TEST(ApkCheck, PackageNames) {
  for (const char* good : {"com.a", "a", "com.example_1.b2"}) {
    EXPECT_TRUE(IsPackageName(good)) << good;
  }
  for (const char* bad : {"", ".", "..", "com..a", "com/a", "1.a", "com.",
                          "a b", "com.\xc3\xa4"}) {
    EXPECT_FALSE(IsPackageName(bad)) << bad;
  }
}

}  // namespace
}  // namespace reprise::phone
