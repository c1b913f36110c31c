#include "tape/id_set.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace reprise::tape {
namespace {

constexpr uint64_t kLargest = std::numeric_limits<uint64_t>::max();

TEST(IdSet, IsEmptyAtFirst) {
  const IdSet set;
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.Max(), 0u);
  EXPECT_FALSE(set.Contains(0));
}

TEST(IdSet, HoldsWhatWasAddedOnce) {
  IdSet set;
  for (const uint64_t id : {kLargest, uint64_t{7}, uint64_t{7}, uint64_t{0}}) {
    set.Add(id);
  }
  EXPECT_EQ(set.size(), 3u);
  EXPECT_EQ(set.Max(), kLargest);
  EXPECT_TRUE(set.Contains(0));
  EXPECT_TRUE(set.Contains(7));
  EXPECT_TRUE(set.Contains(kLargest));
  EXPECT_FALSE(set.Contains(8));
  EXPECT_FALSE(set.Contains(7 + (1 << 16)));
}

TEST(IdSet, StaysTrueWhenAPageBecomesABitmap) {
  IdSet set;
  // Every third id, from the end, over the whole of two pages.
  for (uint64_t id = 131070;; id -= 3) {
    set.Add(id);
    set.Add(id);
    if (id < 3) break;
  }
  EXPECT_EQ(set.size(), 43691u);
  EXPECT_EQ(set.Max(), 131070u);
  for (uint64_t id = 0; id < 140000; id++) {
    ASSERT_EQ(set.Contains(id), id % 3 == 0 && id <= 131070) << id;
  }
}

TEST(IdSet, SeesWhatTwoSetsShare) {
  IdSet even;
  IdSet odd;
  for (uint64_t id = 0; id < 200000; id += 2) {
    even.Add(id);
    odd.Add(id + 1);
  }
  EXPECT_FALSE(even.Intersects(odd));
  odd.Add(199998);  // both are bitmaps here
  EXPECT_TRUE(even.Intersects(odd));

  IdSet few;
  few.Add(3);
  few.Add(1 << 20);
  EXPECT_FALSE(even.Intersects(few));
  EXPECT_FALSE(few.Intersects(even));
  few.Add(100000);
  EXPECT_TRUE(even.Intersects(few));
  EXPECT_TRUE(few.Intersects(even));
}

}  // namespace
}  // namespace reprise::tape
