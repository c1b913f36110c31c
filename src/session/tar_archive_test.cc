#include "session/tar_archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace reprise::session {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// An entry as Android's tar writes it.
std::string Entry(const std::string& name, char kind, const std::string& body) {
  std::string head(512, '\0');
  name.copy(head.data(), 100);
  head.replace(100, 7, "0000600");
  head.replace(108, 7, "0023420");
  head.replace(116, 7, "0023420");
  head.replace(124, 11, fmt::format("{:011o}", body.size()));
  head.replace(136, 11, "14752345000");
  head[156] = kind;
  head.replace(257, 8,
               std::string("ustar\0"
                           "00",
                           8));
  head.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : head) sum += static_cast<unsigned char>(c);
  head.replace(148, 7, fmt::format("{:06o}", sum) + std::string(1, '\0'));
  std::string padded = body;
  padded.resize((body.size() + 511) / 512 * 512);
  return head + padded;
}

std::string End() { return std::string(1024, '\0'); }

TEST(CleanTar, KeepsFoldersAndFilesAndNothingElse) {
  const auto clean = CleanTar(
      Entry("./", '5', "") + Entry("./files/", '5', "") +
      Entry("./files/a", '0', "hello") + Entry("./lib", '2', "") +
      Entry("./cache/b", '0', "gone") + Entry("./code_cache/c", '0', "gone") +
      Entry("pipe", '6', "") + End());
  ASSERT_TRUE(clean) << clean.error().message;
  EXPECT_EQ(clean->size(), 3 * 512 + 1024U);
  EXPECT_EQ(clean->substr(0, 7), std::string("files/\0", 7));
  EXPECT_EQ((*clean)[156], '5');
  EXPECT_EQ(clean->substr(512, 8), std::string("files/a\0", 8));
  EXPECT_EQ(clean->substr(1024, 6), std::string("hello\0", 6));
  EXPECT_THAT(*clean, Not(HasSubstr("gone")));
  EXPECT_EQ(CleanTar(*clean).value(), *clean);
}

TEST(CleanTar, RefusesWhatPointsOutOfTheFolder) {
  for (const char* name : {"../a", "files/../../a", "/etc/passwd", ".."}) {
    const auto clean = CleanTar(Entry(name, '0', "x") + End());
    ASSERT_FALSE(clean) << name;
    EXPECT_THAT(clean.error().message, HasSubstr("outside of its folder"));
  }
  const std::string path = "../" + std::string(200, 'a') + std::string(1, '\0');
  EXPECT_FALSE(CleanTar(Entry("././@LongLink", 'L', path) +
                        Entry("aaa", '0', "x") + End()));
}

TEST(CleanTar, KeepsLongNames) {
  const std::string name = "files/" + std::string(200, 'a');
  const auto clean =
      CleanTar(Entry("././@LongLink", 'L', name + std::string(1, '\0')) +
               Entry(name.substr(0, 100), '0', "x") + End());
  ASSERT_TRUE(clean);
  EXPECT_THAT(*clean, HasSubstr(name));
  EXPECT_EQ(CleanTar(*clean).value(), *clean);
}

TEST(CleanTar, RefusesDamage) {
  std::string tar = Entry("a", '0', "hello") + End();
  tar[0] = 'b';
  EXPECT_FALSE(CleanTar(tar));
  EXPECT_FALSE(
      CleanTar(Entry("a", '0', std::string(2000, 'x')).substr(0, 900)));
  EXPECT_EQ(CleanTar("").value(), End());
}

TEST(Compress, RoundTrip) {
  const std::string tar = Entry("a", '0', "hello") + End();
  EXPECT_EQ(Decompress(Compress(tar).value()).value(), tar);
  EXPECT_FALSE(Decompress("nonsense"));
  EXPECT_FALSE(Decompress(Compress(tar).value().substr(0, 20)));
}

TEST(Compress, RefusesABomb) {
  const std::string bomb =
      Compress(std::string(kMaxStateBytes + 1, '\0')).value();
  EXPECT_LT(bomb.size(), 100'000U);
  EXPECT_FALSE(Decompress(bomb));
}

}  // namespace
}  // namespace reprise::session
