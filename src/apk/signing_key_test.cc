#include "apk/signing_key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "apk/apk_testing.h"

namespace reprise::apk {
namespace {

using ::testing::HasSubstr;

class SigningKeyFile : public ::testing::Test {
 protected:
  SigningKeyFile() {
    std::string name = ::testing::TempDir() + "key.XXXXXX";
    CHECK(mkdtemp(name.data()) != nullptr);
    folder_ = name;
  }
  ~SigningKeyFile() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
};

TEST_F(SigningKeyFile, IsMadeOnceForItsOwnerOnly) {
  const std::string path = folder_ + "/config/reprise/signing-key.pem";
  const auto made = SigningKey::LoadOrCreate(path);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->type(), SigningKey::Type::kRsa);
  EXPECT_EQ(made->bits(), 2048);
  struct stat info = {};
  ASSERT_EQ(stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
  const auto again = SigningKey::LoadOrCreate(path);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->ToPem(), made->ToPem());
  // Nothing is left beside it.
  const std::filesystem::directory_iterator files(folder_ + "/config/reprise");
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST_F(SigningKeyFile, IsNeverReplacedWhenItIsDamaged) {
  const std::string path = folder_ + "/key.pem";
  std::ofstream(path) << "-----BEGIN nonsense";
  const auto key = SigningKey::LoadOrCreate(path);
  ASSERT_FALSE(key);
  EXPECT_THAT(key.error().message, HasSubstr(path));
  EXPECT_EQ(std::filesystem::file_size(path), 19U);
}

TEST_F(SigningKeyFile, NamesTheWayOutOfAJavaKeyStore) {
  const std::string path = folder_ + "/debug.keystore";
  std::ofstream(path) << "\xfe\xed\xfe\xed and more";
  EXPECT_THAT(SigningKey::Load(path, "").error().message,
              HasSubstr("keytool -importkeystore"));
}

TEST(SigningKey, ReadsKeyAndCertificateInAnyOrder) {
  const std::string pem = TestKey().ToPem();
  const size_t middle = pem.find("-----BEGIN CERTIFICATE");
  const std::string certificate = pem.substr(middle);
  const std::string key = pem.substr(0, middle);
  EXPECT_TRUE(SigningKey::FromPem(certificate + key, ""));
  EXPECT_THAT(SigningKey::FromPem(key, "").error().message,
              HasSubstr("no CERTIFICATE section"));
  EXPECT_THAT(SigningKey::FromPem(certificate, "").error().message,
              HasSubstr("no private key"));
  EXPECT_THAT(SigningKey::FromPkcs12("junk", "").error().message,
              HasSubstr("cannot be opened"));
}

TEST(SigningKey, TakesTheCertificateThatFitsTheKey) {
  const auto other = SigningKey::Generate();
  const std::string pem = TestKey().ToPem();
  const std::string other_pem = other->ToPem();
  const size_t middle = pem.find("-----BEGIN CERTIFICATE");
  const std::string foreign =
      other_pem.substr(other_pem.find("-----BEGIN CERTIFICATE"));
  const auto key = SigningKey::FromPem(foreign + pem, "");
  ASSERT_TRUE(key) << key.error().message;
  EXPECT_EQ(key->CertificateDer(), TestKey().CertificateDer());
  EXPECT_FALSE(SigningKey::FromPem(pem.substr(0, middle) + foreign, ""));
}

TEST(SigningKey, LooksWhereTheXdgSpecificationSays) {
  setenv("XDG_CONFIG_HOME", "/config", 1);
  EXPECT_EQ(*SigningKey::DefaultPath(), "/config/reprise/signing-key.pem");
  setenv("XDG_CONFIG_HOME", "relative", 1);
  setenv("HOME", "/h", 1);
  EXPECT_EQ(*SigningKey::DefaultPath(), "/h/.config/reprise/signing-key.pem");
}

}  // namespace
}  // namespace reprise::apk
