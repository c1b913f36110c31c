#include "apk/rewrite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apk/apk.h"
#include "apk/apk_testing.h"
#include "base/faulty_file_system.h"

namespace reprise::apk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> Names(const Apk& apk) {
  std::vector<std::string> names;
  for (const ZipEntry& entry : apk.zip().entries()) names.push_back(entry.name);
  return names;
}

ApkEdits Debuggable() {
  ApkEdits edits;
  edits.manifest = [](XmlDocument& manifest) -> Status {
    ASSIGN_OR_RETURN(XmlNode * application, ApplicationOf(manifest));
    SetAttribute(*application, kDebuggable, XmlValue::Boolean(true));
    return {};
  };
  return edits;
}

TEST(RewriteApk, ReplacesInPlaceAddsAtTheEndAndSigns) {
  MemoryFileSystem files;
  PutTestApk(files, "in");
  ApkEdits edits = Debuggable();
  edits.put["classes.dex"] = std::string(100, 'n');
  edits.put["classes2.dex"] = std::string(200, 'm');
  edits.put["lib/arm64-v8a/libr.so"] = "runtime";
  edits.put["resources.arsc"] = std::string(100, 'r');
  const Status done = RewriteApk(files, "in", edits, TestKey(), "out");
  ASSERT_TRUE(done) << done.error().message;

  const auto apk = Apk::Open(files, "out");
  ASSERT_TRUE(apk) << apk.error().message;
  EXPECT_THAT(
      Names(**apk),
      ElementsAre("AndroidManifest.xml", "META-INF/services/a", "classes.dex",
                  "resources.arsc", "lib/arm64-v8a/liba.so", "classes2.dex",
                  "lib/arm64-v8a/libr.so", "META-INF/CERT.SF",
                  "META-INF/CERT.RSA", "META-INF/MANIFEST.MF"));
  const ZipReader& zip = (*apk)->zip();
  EXPECT_TRUE((*apk)->manifest().debuggable);
  EXPECT_EQ(*zip.Read("classes.dex"), std::string(100, 'n'));
  EXPECT_EQ(*zip.Read("META-INF/services/a"), "kept");
  EXPECT_EQ(zip.Find("resources.arsc")->method, ZipMethod::kStored);
  EXPECT_EQ(zip.Find("classes2.dex")->method, ZipMethod::kDeflated);
  EXPECT_EQ(zip.Find("lib/arm64-v8a/libr.so")->data_offset % kLargePage, 0U);
  EXPECT_THAT((*apk)->DexNames(), ElementsAre("classes.dex", "classes2.dex"));
  EXPECT_EQ((*apk)->NextDexName(), "classes3.dex");
  EXPECT_THAT((*apk)->Abis(), ElementsAre("arm64-v8a"));

  const auto signers = (*apk)->Verify();
  ASSERT_TRUE(signers) << signers.error().message;
  ASSERT_EQ(signers->size(), 2U);
  EXPECT_EQ((*signers)[0].scheme, "v2");
  EXPECT_EQ((*signers)[1].scheme, "v3");
  EXPECT_EQ((*signers)[0].certificate_digest,
            CertificateDigest(TestKey().CertificateDer()));
  EXPECT_EQ((*signers)[0].subject, "CN=Reprise");
}

TEST(RewriteApk, MakesTheSameBytesEachTimeAndOfItsOwnOutput) {
  MemoryFileSystem files;
  PutTestApk(files, "in");
  ASSERT_TRUE(RewriteApk(files, "in", {}, TestKey(), "a"));
  ASSERT_TRUE(RewriteApk(files, "in", {}, TestKey(), "b"));
  EXPECT_EQ(*files.Get("a"), *files.Get("b"));
  ASSERT_TRUE(RewriteApk(files, "a", {}, TestKey(), "a"));
  EXPECT_EQ(*files.Get("a"), *files.Get("b"));
}

TEST(RewriteApk, ChangesNothingWhenAnyCallOfTheDiskFails) {
  for (const FileCall call :
       {FileCall::kCreate, FileCall::kAppend, FileCall::kTruncate,
        FileCall::kSync, FileCall::kRename, FileCall::kReadAt}) {
    for (uint64_t nth = 1; nth < 200; nth++) {
      MemoryFileSystem memory;
      PutTestApk(memory, "in");
      memory.Put("out", "precious");
      FaultyFileSystem files(memory);
      files.Inject({.call = call, .nth = nth});
      if (RewriteApk(files, "in", Debuggable(), TestKey(), "out")) {
        EXPECT_GT(nth, 1U) << FileCallName(call);
        break;
      }
      EXPECT_EQ(*memory.Get("out"), "precious");
      EXPECT_THAT(memory.Paths(), ElementsAre("in", "out"))
          << FileCallName(call) << nth;
    }
  }
}

TEST(RewriteApk, RefusesADamagedEntry) {
  MemoryFileSystem files;
  PutTestApk(files, "in");
  std::string bytes = *files.Get("in");
  bytes.replace(bytes.find("resources", bytes.find("resources") + 5), 1, "R");
  files.Put("in", bytes);
  const Status done = RewriteApk(files, "in", {}, TestKey(), "out");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            "in: the zip entry 'resources.arsc' is damaged: its checksum is "
            "wrong");
  EXPECT_THAT(files.Paths(), ElementsAre("in"));
}

TEST(RewriteApk, RefusesZipsThatAreNoApksAndForeignSignatures) {
  MemoryFileSystem files;
  const auto file = files.Create("in");
  ZipWriter writer(**file);
  ASSERT_TRUE(writer.Finish());
  EXPECT_THAT(RewriteApk(files, "in", {}, TestKey(), "out").error().message,
              HasSubstr("no APK: there is no AndroidManifest.xml"));
  PutTestApk(files, "in");
  ApkEdits edits;
  edits.put["META-INF/X.RSA"] = "x";
  EXPECT_THAT(RewriteApk(files, "in", edits, TestKey(), "out").error().message,
              HasSubstr("'META-INF/X.RSA' belongs to the signature"));
}

TEST(ApkSet, PutsTheBaseFirst) {
  MemoryFileSystem files;
  PutTestApk(files, "b", TestManifest("config.de"));
  PutTestApk(files, "a", TestManifest("feature"));
  PutTestApk(files, "base", TestManifest());
  const auto set = ApkSet::Open(files, {"a", "b", "base"});
  ASSERT_TRUE(set) << set.error().message;
  EXPECT_EQ(set->base().path, "base");
  EXPECT_EQ(set->members[1].path, "b");
  EXPECT_EQ(set->members[2].path, "a");
}

TEST(ApkSet, RefusesWhatAndroidWouldNotInstallTogether) {
  MemoryFileSystem files;
  PutTestApk(files, "base", TestManifest());
  PutTestApk(files, "split", TestManifest("s"));
  PutTestApk(files, "newer", TestManifest("t", 2));
  PutTestApk(files, "other", TestManifest("t", 1, "com.other"));
  const auto error = [&](const std::vector<std::string>& paths) {
    return ApkSet::Open(files, paths).error().message;
  };
  EXPECT_THAT(error({"split"}), HasSubstr("no base among the 1"));
  EXPECT_THAT(error({}), HasSubstr("no base among the 0"));
  EXPECT_THAT(error({"base", "base"}), HasSubstr("both the base"));
  EXPECT_THAT(error({"base", "split", "split"}), HasSubstr("both the s "));
  EXPECT_THAT(error({"base", "newer"}), HasSubstr("com.example version 2"));
  EXPECT_THAT(error({"base", "other"}), HasSubstr("com.other"));
  EXPECT_THAT(error({"base", "none"}), HasSubstr("none"));
}

TEST(RewriteApkSet, SignsAllWithOneKeyAndEditsTheOnesNamed) {
  MemoryFileSystem files;
  PutTestApk(files, "in/base.apk", TestManifest());
  PutTestApk(files, "in/split.apk", TestManifest("s"));
  const auto set = ApkSet::Open(files, {"in/base.apk", "in/split.apk"});
  ASSERT_TRUE(set);
  ASSERT_TRUE(
      RewriteApkSet(files, *set, {{"", Debuggable()}}, TestKey(), "out"));
  const auto base = Apk::Open(files, "out/base.apk");
  const auto split = Apk::Open(files, "out/split.apk");
  EXPECT_TRUE((*base)->manifest().debuggable);
  EXPECT_FALSE((*split)->manifest().debuggable);
  EXPECT_EQ((*base)->Verify()->at(1).certificate_digest,
            (*split)->Verify()->at(1).certificate_digest);
  EXPECT_THAT(RewriteApkSet(files, *set, {{"none", {}}}, TestKey(), "out")
                  .error()
                  .message,
              HasSubstr("no split 'none'"));
}

TEST(RewriteApkSet, WritesNoneWhenOneIsDamaged) {
  MemoryFileSystem files;
  PutTestApk(files, "in/base.apk", TestManifest());
  PutTestApk(files, "in/split.apk", TestManifest("s"));
  std::string bytes = *files.Get("in/split.apk");
  bytes.replace(bytes.find("ELF"), 1, "e");
  files.Put("in/split.apk", bytes);
  const auto set = ApkSet::Open(files, {"in/base.apk", "in/split.apk"});
  ASSERT_TRUE(set);
  EXPECT_FALSE(RewriteApkSet(files, *set, {}, TestKey(), "out"));
  EXPECT_THAT(files.Paths(), ElementsAre("in/base.apk", "in/split.apk"));
}

}  // namespace
}  // namespace reprise::apk
