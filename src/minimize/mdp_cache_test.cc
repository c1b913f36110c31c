#include "minimize/mdp_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "base/memory_file_system.h"

namespace reprise::minimize {
namespace {

using testing::EndsWith;
using testing::StartsWith;

const MdpShape kShape{2, 15, {20, 18}};

TEST(MdpCache, BeginsWithItsNameAndShape) {
  const auto mdp = Mdp::Solve(kShape, DefaultPrior(), 1);
  const std::string bytes = FormatMdp(*mdp, DefaultPrior());
  EXPECT_EQ(bytes.substr(0, 24),
            std::string("reprMDP1\2\0\0\0\17\0\0\0\24\0\0\0\22\0\0\0", 24));
  // Header, 20 blocks of 3 values and 14 of 9, checksum.
  EXPECT_EQ(bytes.size(), 32 + 4 * (20 * 3 + 14 * 9) + 8);
  EXPECT_THAT(MdpFileName(kShape, DefaultPrior()),
              StartsWith("mdp-2-15-20-18-"));
}

TEST(MdpCache, ReadsWhatWasSolved) {
  const auto mdp = Mdp::Solve(kShape, DefaultPrior(), 1);
  const std::string bytes = FormatMdp(*mdp, DefaultPrior());
  const auto read = ParseMdp(bytes, kShape, DefaultPrior());
  ASSERT_TRUE(read.has_value());
  for (const uint32_t k : {1, 2}) {
    EXPECT_TRUE(std::ranges::equal(mdp->values(k), (*read)->values(k)));
  }
}

TEST(MdpCache, RefusesEveryFlippedByteAndEveryCut) {
  const auto mdp = Mdp::Solve(kShape, DefaultPrior(), 1);
  const std::string bytes = FormatMdp(*mdp, DefaultPrior());
  for (size_t i = 0; i < bytes.size(); i++) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    EXPECT_FALSE(ParseMdp(damaged, kShape, DefaultPrior()).has_value()) << i;
    EXPECT_FALSE(ParseMdp(bytes.substr(0, i), kShape, DefaultPrior())) << i;
  }
  EXPECT_FALSE(ParseMdp(bytes + "12345678", kShape, DefaultPrior()));
}

TEST(MdpCache, RefusesTheValuesOfAnother) {
  const auto mdp = Mdp::Solve(kShape, DefaultPrior(), 1);
  const std::string bytes = FormatMdp(*mdp, DefaultPrior());
  EXPECT_FALSE(ParseMdp(bytes, {2, 14, {20, 18}}, DefaultPrior()));
  const Prior other = *Prior::Make({0, 0.5}, {1, 1});
  EXPECT_FALSE(ParseMdp(bytes, kShape, other));
}

TEST(MdpCache, RefusesValuesThatAreNone) {
  std::vector<std::vector<float>> values;
  for (const uint64_t count : CountMdpValues(kShape)) {
    values.emplace_back(count, 1.0F);
  }
  EXPECT_TRUE(Mdp::FromValues(kShape, DefaultPrior(), values));
  values[1][7] = -1;
  EXPECT_FALSE(Mdp::FromValues(kShape, DefaultPrior(), values));
  values[1][7] = NAN;
  EXPECT_FALSE(Mdp::FromValues(kShape, DefaultPrior(), values));
  values.pop_back();
  EXPECT_FALSE(Mdp::FromValues(kShape, DefaultPrior(), values));
}

// The process keeps what it found, so each test has a shape of its own.

TEST(MdpCache, WritesWhatItSolvedAndReplacesWhatIsDamaged) {
  const MdpShape shape{2, 14, {20, 18}};
  MemoryFileSystem files;
  const std::string path = "cache/" + MdpFileName(shape, DefaultPrior());
  ASSERT_TRUE(WriteWholeFile(files, path, "nonsense"));
  ASSERT_TRUE(FindMdp(files, "cache", shape, DefaultPrior(), 1));
  const auto bytes = ReadWholeFile(files, path, 1 << 20);
  ASSERT_TRUE(bytes.has_value());
  EXPECT_TRUE(ParseMdp(*bytes, shape, DefaultPrior()));
}

TEST(MdpCache, TakesTheFileInsteadOfSolving) {
  const MdpShape shape{2, 13, {20, 18}};
  MemoryFileSystem files;
  const std::string path = "cache/" + MdpFileName(shape, DefaultPrior());
  std::vector<std::vector<float>> values;
  for (const uint64_t count : CountMdpValues(shape)) {
    values.emplace_back(count, 1.25F);
  }
  const auto fake = Mdp::FromValues(shape, DefaultPrior(), values);
  ASSERT_TRUE(fake.has_value());
  ASSERT_TRUE(WriteWholeFile(files, path, FormatMdp(**fake, DefaultPrior())));
  const auto found = FindMdp(files, "cache", shape, DefaultPrior(), 1);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ((*found)->ExpectedSteps(std::vector<Tally>(2)), 1.25);
}

TEST(MdpCache, SharesOneAmongAllWhoUseIt) {
  const MdpShape shape{2, 12, {20, 18}};
  MemoryFileSystem files;
  const auto a = FindMdp(files, "", shape, DefaultPrior(), 1);
  const auto b = FindMdp(files, "", shape, DefaultPrior(), 2);
  ASSERT_TRUE(a.has_value() && b.has_value());
  EXPECT_EQ(*a, *b);
}

TEST(MdpCache, LiesWhereCachesLie) {
  EXPECT_THAT(DefaultMdpFolder(), testing::AnyOf("", EndsWith("/reprise")));
}

}  // namespace
}  // namespace reprise::minimize
