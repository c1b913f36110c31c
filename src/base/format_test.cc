#include "base/format.h"

#include <gtest/gtest.h>

namespace reprise {
namespace {

TEST(AppendFormat, AddsToWhatIsThere) {
  std::string text = "at ";
  AppendFormat(&text, "{:#x}", 4711);
  AppendFormat(&text, ", {} of {:<4}|", 'c', std::string("ab"));
  EXPECT_EQ(text, "at 0x1267, c of ab  |");
}

}  // namespace
}  // namespace reprise
