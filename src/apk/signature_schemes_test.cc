#include "apk/signature_schemes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apk/apk_testing.h"
#include "apk/rewrite.h"
#include "apk/scheme_format.h"
#include "apk/signing_block.h"
#include "apk/zip_testing.h"
#include "base/text.h"

namespace reprise::apk {
namespace {

using ::testing::HasSubstr;

std::string SignedApk() {
  MemoryFileSystem files;
  PutTestApk(files, "in");
  CHECK(RewriteApk(files, "in", {.put = {}, .manifest = {}, .page_size = 4096},
                   TestKey(), "out")
            .has_value());
  return *files.Get("out");
}

std::string VerifyError(const std::string& bytes) {
  const auto file = MemoryFile(bytes);
  const auto signers = VerifyApk(*file);
  return signers ? "" : signers.error().message;
}

// `values` in the place of the signing block.
std::string WithBlock(
    const std::string& bytes,
    const std::vector<std::pair<uint32_t, std::string>>& put) {
  const auto file = MemoryFile(bytes);
  const auto sections = FindZipSections(*file);
  const auto block = ReadSigningBlock(*file, *sections);
  const std::string built = BuildSigningBlock(put);
  return bytes.substr(0, block->offset) + built +
         bytes.substr(sections->directory_offset, sections->directory_size) +
         *EndWithOffset(*file, *sections, block->offset + built.size());
}

std::vector<std::pair<uint32_t, std::string>> BlockOf(
    const std::string& bytes) {
  const auto file = MemoryFile(bytes);
  return ReadSigningBlock(*file, *FindZipSections(*file))->values;
}

TEST(SigningBlock, IsTheseBytes) {
  EXPECT_EQ(HexEncode(BuildSigningBlock({{0x7109871a, "ab"}})),
            "2600000000000000"
            "0600000000000000"
            "1a870971"
            "6162"
            "2600000000000000"
            "41504b2053696720426c6f636b203432");
}

TEST(SigningBlock, TheContentDigestIsTheOneOfTheSpecification) {
  // Computed apart: SHA-256 of 0xa5, 22 as u32 and the record of the end, and
  // then of 0x5a, 1 as u32 and that digest.
  const auto file = MemoryFile(RawZip().Bytes());
  EXPECT_EQ(HexEncode(*ContentDigest(*file, *FindZipSections(*file), 0,
                                     DigestKind::kSha256)),
            "1b7a58dd2f2a7279b8d3d09ef468deec7b8415864361601fe38ed4f84edbed3c");
}

TEST(VerifyApk, RefusesEveryFlippedByte) {
  const std::string good = SignedApk();
  ASSERT_EQ(VerifyError(good), "");
  std::string bytes = good;
  for (size_t i = 0; i < bytes.size(); i++) {
    // Most of the file is padding before libraries; a part of it will do.
    if (bytes[i] == 0 && i % 64 != 0) continue;
    bytes[i] = static_cast<char>(bytes[i] ^ (1 << i % 8));
    EXPECT_NE(VerifyError(bytes), "") << "byte " << i;
    bytes[i] = good[i];
  }
}

TEST(VerifyApk, SaysWhatIsWrong) {
  const std::string good = SignedApk();
  std::string bytes = good;
  bytes[bytes.find("kept")] = 'K';
  EXPECT_THAT(VerifyError(bytes),
              HasSubstr("v2 signature does not hold: the file was changed"));
}

TEST(VerifyApk, RefusesWhenASchemeWasTakenOut) {
  const std::string good = SignedApk();
  const auto block = BlockOf(good);
  ASSERT_EQ(block.size(), 2U);
  ASSERT_EQ(WithBlock(good, block), good);
  EXPECT_THAT(VerifyError(WithBlock(good, {block[0]})),
              HasSubstr("a later signature was taken out"));
  EXPECT_THAT(VerifyError(WithBlock(good, {block[1]})),
              HasSubstr("v2 signature does not hold: it was taken out"));
  EXPECT_THAT(VerifyError(WithBlock(good, {})), HasSubstr("taken out"));
}

TEST(VerifyApk, RefusesASignatureOfAnotherFile) {
  MemoryFileSystem files;
  PutTestApk(files, "in", TestManifest("", 2));
  ASSERT_TRUE(RewriteApk(files, "in", {}, TestKey(), "out"));
  EXPECT_THAT(VerifyError(WithBlock(SignedApk(), BlockOf(*files.Get("out")))),
              HasSubstr("the file was changed"));
}

TEST(VerifyApk, IgnoresOtherValuesOfTheBlock) {
  const std::string good = SignedApk();
  auto block = BlockOf(good);
  block.emplace_back(0x42726577, std::string(100, '\0'));
  EXPECT_EQ(VerifyError(WithBlock(good, block)), "");
  block.push_back(block[0]);
  EXPECT_THAT(VerifyError(WithBlock(good, block)), HasSubstr("twice"));
}

TEST(VerifyApk, TellsWhatIsNotSigned) {
  MemoryFileSystem files;
  PutTestApk(files, "in");
  const auto file = files.OpenForReading("in");
  const auto signers = VerifyApk(**file);
  ASSERT_FALSE(signers);
  EXPECT_EQ(signers.error().kind, ErrorKind::kNotFound);
}

TEST(SignSchemes, ReplacesTheSignatureThatIsThere) {
  MemoryFileSystem files;
  PutTestApk(files, "in");
  ASSERT_TRUE(RewriteApk(files, "in", {}, TestKey(), "out"));
  const std::string once = *files.Get("out");
  const auto file = files.Create("again");
  ASSERT_TRUE((*file)->Append(once));
  ASSERT_TRUE(SignSchemes(**file, TestKey()));
  EXPECT_EQ(*files.Get("again"), once);
}

}  // namespace
}  // namespace reprise::apk
