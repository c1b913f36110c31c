#include "tape/concatenate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace reprise::tape {
namespace {

using ::testing::ElementsAre;

IdSet Ids(std::initializer_list<uint64_t> ids) {
  IdSet set;
  for (const uint64_t id : ids) set.Add(id);
  return set;
}

std::vector<uint64_t> Offsets(const std::vector<IdSet>& tapes) {
  std::vector<const IdSet*> sets;
  for (const IdSet& set : tapes) sets.push_back(&set);
  const auto offsets = ChooseIdOffsets(sets);
  EXPECT_TRUE(offsets) << offsets.error().message;
  return offsets ? *offsets : std::vector<uint64_t>();
}

TEST(ChooseIdOffsets, LeavesIdsThatDoNotCollide) {
  EXPECT_THAT(Offsets({Ids({1, 2})}), ElementsAre(0));
  EXPECT_THAT(Offsets({Ids({1, 2}), Ids({3}), Ids({})}), ElementsAre(0, 0, 0));
}

TEST(ChooseIdOffsets, CountsTapesInFrontOfIds) {
  EXPECT_THAT(Offsets({Ids({1, 2}), Ids({2})}), ElementsAre(0, 10));
  EXPECT_THAT(Offsets({Ids({1, 9}), Ids({10}), Ids({9}), Ids({1})}),
              ElementsAre(0, 0, 200, 300));
  // The second stays where it is: the third collides with it alone.
  EXPECT_THAT(Offsets({Ids({1}), Ids({99}), Ids({99})}),
              ElementsAre(0, 0, 200));
}

TEST(ChooseIdOffsets, TakesAnyOffsetWhenRoundOnesDoNotFit) {
  const uint64_t large = 6'000'000'000'000'000'000;
  EXPECT_THAT(Offsets({Ids({large}), Ids({large})}), ElementsAre(0, large + 1));
}

TEST(ChooseIdOffsets, RefusesIdsThatDoNotFit) {
  const IdSet full = Ids({std::numeric_limits<uint64_t>::max()});
  const auto offsets = ChooseIdOffsets({&full, &full});
  ASSERT_FALSE(offsets);
  EXPECT_EQ(offsets.error().message,
            "2 tapes whose message ids go up to 18446744073709551615 cannot be "
            "joined: the ids would have more than 64 bits");
}

TEST(NameMerger, NumbersWhatIsTaken) {
  NameMerger names;
  EXPECT_EQ(names.Place("state", 0), "state");
  EXPECT_EQ(names.Place("state", 0), "state");  // a tape may have it twice
  EXPECT_EQ(names.Place("state", 1), "state#2");
  EXPECT_EQ(names.Place("state", 2), "state#3");
  EXPECT_EQ(names.Place("state#4", 2), "state#4");
  EXPECT_EQ(names.Place("state", 3), "state#5");
  EXPECT_EQ(names.Before("state", 0), -1);
  EXPECT_EQ(names.Before("state", 1), 0);
  EXPECT_EQ(names.Before("state#2", 2), 1);
  EXPECT_EQ(names.Before("other", 2), -1);
}

}  // namespace
}  // namespace reprise::tape
