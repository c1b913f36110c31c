#include "base/mul_div.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace reprise {
namespace {

constexpr uint64_t kMax = std::numeric_limits<uint64_t>::max();

TEST(MulDiv, IsExactWhereTheProductDoesNotFit) {
  EXPECT_EQ(MulDiv(3'600'000'000'000, 3'600'000'000'001, 3'600'000'000'000),
            3'600'000'000'001);
  EXPECT_EQ(MulDiv(kMax, kMax, kMax), kMax);
  EXPECT_EQ(MulDiv(kMax - 1, kMax, kMax), kMax - 1);
  EXPECT_EQ(MulDiv(1, 2, 3), 0);
  EXPECT_EQ(MulDiv(2, 2, 3), 1);
  EXPECT_EQ(MulDiv(0, kMax, 1), 0);
}

TEST(MulDiv, ByBitsIsTheSame) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10'000; i++) {
    const uint64_t c = (random() >> random() % 64) | 1;
    const uint64_t a = random() % c;
    const uint64_t b = random() >> random() % 64;
    ASSERT_EQ(MulDivByBits(a, b, c), MulDiv(a, b, c))
        << a << " " << b << " " << c;
  }
  EXPECT_EQ(MulDivByBits(kMax, kMax, kMax), kMax);
}

}  // namespace
}  // namespace reprise
