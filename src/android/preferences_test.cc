#include "android/preferences.h"

#include <gtest/gtest.h>

namespace reprise::android {
namespace {

TEST(Preferences, AreReadWithTheirTypesAndSorted) {
  const auto file = ReadPreferences("notes", R"(<?xml version='1.0'?>
<map>
    <string name="title">  two
lines &amp; more </string>
    <int name="count" value="-3" />
    <long name="at" value="1700000000000" />
    <float name="scale" value="1.5" />
    <boolean name="dark" value="true" />
    <set name="tags"><string>b</string><string>a</string></set>
    <null name="nothing" />
</map>)");
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->entries_size(), 7);
  EXPECT_EQ(file->entries(0).key(), "at");
  EXPECT_EQ(file->entries(0).long_value(), 1700000000000);
  EXPECT_EQ(file->entries(1).int_value(), -3);
  EXPECT_TRUE(file->entries(2).bool_value());
  EXPECT_EQ(file->entries(3).value_case(), Preference::VALUE_NOT_SET);
  EXPECT_EQ(file->entries(4).float_value(), 1.5F);
  EXPECT_EQ(file->entries(5).set_value().values(0), "a");
  EXPECT_EQ(file->entries(6).string_value(), "  two\nlines & more ");
}

TEST(Preferences, AnEmptyMapIsAFile) {
  EXPECT_EQ(ReadPreferences("a", "<map />")->entries_size(), 0);
}

TEST(Preferences, WhatIsNoneIsRefused) {
  for (const char* text : {"", "<map>", "<other />", "\xff\xfe", "map"}) {
    EXPECT_FALSE(ReadPreferences("a", text)) << text;
  }
}

TEST(Preferences, TooManyAreCounted) {
  std::string xml = "<map>";
  for (size_t i = 0; i < kMaxPreferences + 5; ++i) {
    xml += "<int name=\"" + std::to_string(i) + "\" value=\"1\"/>";
  }
  const auto file = ReadPreferences("a", xml + "</map>");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->left_out(), 5);
}

}  // namespace
}  // namespace reprise::android
