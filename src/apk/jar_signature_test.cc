#include "apk/jar_signature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apk/apk_testing.h"
#include "apk/zip_testing.h"

namespace reprise::apk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(JarSignature, KnowsWhatBelongsToASignature) {
  for (const char* name :
       {"META-INF/MANIFEST.MF", "META-INF/CERT.SF", "META-INF/cert.rsa",
        "META-INF/A.DSA", "META-INF/A.EC", "META-INF/SIG-X",
        "stamp-cert-sha256"}) {
    EXPECT_TRUE(IsSignatureEntry(name)) << name;
  }
  for (const char* name :
       {"META-INF/services/a.SF", "META-INF/a.version", "CERT.SF",
        "assets/META-INF/CERT.SF", "META-INF/", "META-INF/sub/SIG-X"}) {
    EXPECT_FALSE(IsSignatureEntry(name)) << name;
  }
}

TEST(JarSignature, WritesTheManifestAndFoldsLongLines) {
  JarSigner signer;
  signer.Add("folder/", "");
  signer.Add("a", "abc");
  signer.Add(std::string(100, 'n'), "");
  MemoryFileSystem files;
  const auto out = files.Create("out");
  ZipWriter writer(**out);
  ASSERT_TRUE(signer.Finish(TestKey(), writer));
  ASSERT_TRUE(writer.Finish());
  const auto zip = ZipReader::Open(**out);
  ASSERT_TRUE(zip);
  EXPECT_EQ(*zip->Read("META-INF/MANIFEST.MF"),
            "Manifest-Version: 1.0\r\n"
            "Created-By: Reprise\r\n"
            "\r\n"
            "Name: a\r\n"
            "SHA-256-Digest: ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=\r\n"
            "\r\n"
            "Name: nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
            "nnnn\r\n"
            " nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\r\n"
            "SHA-256-Digest: 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\r\n"
            "\r\n");
  const std::string file = *zip->Read("META-INF/CERT.SF");
  EXPECT_THAT(file, HasSubstr("\r\nX-Android-APK-Signed: 2, 3\r\n\r\nName: a"));
  EXPECT_THAT(*PromisedSchemes(*zip), ElementsAre(2, 3));
}

std::set<uint32_t> Promised(const std::string& signature_file) {
  RawZip raw;
  raw.entries.push_back(StoredEntry("META-INF/X.SF", signature_file));
  const auto file = MemoryFile(raw.Bytes());
  return *PromisedSchemes(*ZipReader::Open(*file));
}

TEST(JarSignature, ReadsWhichSchemesArePromised) {
  EXPECT_THAT(Promised("X-Android-APK-Signed: 2\n\n"), ElementsAre(2));
  EXPECT_THAT(Promised("A: b\r\nx-android-apk-signed: 2,\r\n  3\r\n\r\n"),
              ElementsAre(2, 3));
  EXPECT_THAT(Promised("X-Android-APK-Signed: 3"), ElementsAre(3));
  EXPECT_THAT(Promised(""), ElementsAre());
  EXPECT_THAT(Promised("A: b\n\nX-Android-APK-Signed: 2\n"), ElementsAre());
  EXPECT_THAT(Promised("X-Android-APK-Signed: , x, 2x, 99999999999\n"),
              ElementsAre(2));
}

}  // namespace
}  // namespace reprise::apk
