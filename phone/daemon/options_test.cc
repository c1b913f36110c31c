#include "phone/daemon/options.h"

#include <gtest/gtest.h>

#include "base/memory_file_system.h"

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
  SupervisorOptions options;
  EXPECT_FALSE(ParseSupervisorOptions(nothing, &options));
  const char* const good[] = {"--folder", "f", "--seed", "7", "a.apk"};
  ASSERT_TRUE(ParseSupervisorOptions(good, &options));
  EXPECT_EQ(options.seed, 7);
  EXPECT_EQ(options.apks.size(), 1);
}

TEST(Options, KnowWhereToSayWhatIsWrong) {
  const char* const bad[] = {"--ready-fd", "3", "--net", "fast"};
  SupervisorOptions options;
  const Status status = ParseSupervisorOptions(bad, &options);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_EQ(options.ready_fd, 3);
}

TEST(Options, APhoneKeepsWhatItWasStartedWith) {
  MemoryFileSystem files;
  const auto store = Store::Open(files, "phone.state", PhoneProfile());
  ASSERT_TRUE(store);
  SupervisorOptions given;
  EXPECT_FALSE(ChooseOptions(given, **store)->virtual_clock);
  given.virtual_clock = true;
  given.seed = 7;
  given.net = "slow=20";
  given.soft_keyboard = true;
  EXPECT_FALSE(HasSoftKeyboard((*store)->Get()));
  ASSERT_TRUE(ChooseOptions(given, **store));
  EXPECT_TRUE(HasSoftKeyboard((*store)->Get()));
  const auto again = ChooseOptions({}, **store);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->virtual_clock);
  EXPECT_TRUE(again->vary);
  EXPECT_EQ(again->seed, 7);
  EXPECT_EQ(again->network.delay_ns, 20'000'000);
  SupervisorOptions clock;
  clock.virtual_clock = true;
  EXPECT_FALSE(ChooseOptions(clock, **store)->vary);
}

}  // namespace
}  // namespace reprise::phone
