#include "phone/daemon/options.h"

#include <gtest/gtest.h>

namespace reprise::phone {
namespace {

TEST(Options, Profiles) {
  EXPECT_EQ(ParseProfile("pixel-7")->height_px(), 2400);
  const auto own = ParseProfile("720x1280@320");
  ASSERT_TRUE(own);
  EXPECT_EQ(own->width_px(), 720);
  EXPECT_EQ(own->density_dpi(), 320);
  for (const char* bad : {"", "pixel", "1x1@1", "720x1280", "9999x10@100",
                          "720x1280@", "x@", "720@320x1280"}) {
    EXPECT_FALSE(ParseProfile(bad)) << bad;
  }
}

TEST(Options, Networks) {
  EXPECT_TRUE(ParseNetwork("off")->offline);
  EXPECT_EQ(ParseNetwork("slow=20")->delay_ns, 20'000'000);
  const auto both = ParseNetwork("slow=5,loss=0.25");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->loss, 0.25);
  EXPECT_FALSE(both->offline);
  for (const char* bad : {"fast", "slow", "slow=-1", "loss=2", "loss=x"}) {
    EXPECT_FALSE(ParseNetwork(bad)) << bad;
  }
}

TEST(Options, SaysWhatIsMissing) {
  const char* const nothing[] = {"--name", "a"};
  EXPECT_FALSE(ParseSupervisorOptions(nothing));
  const char* const good[] = {"--folder", "f", "--seed", "7", "a.apk"};
  const auto options = ParseSupervisorOptions(good);
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->phone.vary);
  EXPECT_EQ(options->apks.size(), 1);
}

}  // namespace
}  // namespace reprise::phone
