// The numbers and strings below the file format.
#include <gtest/gtest.h>

#include <string>

#include "base/text.h"
#include "dex/checksum.h"
#include "dex/cursor.h"
#include "dex/mutf8.h"

namespace reprise::dex {
namespace {

using namespace std::string_literals;

std::string Sha1Hex(std::string_view text) {
  const auto digest = Sha1(text);
  return HexEncode({reinterpret_cast<const char*>(digest.data()), 20});
}

TEST(Checksum, HasThePublishedValues) {
  EXPECT_EQ(Adler32(""), 1U);
  EXPECT_EQ(Adler32("Wikipedia"), 0x11e60398U);
  EXPECT_EQ(Sha1Hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(Sha1Hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(Sha1Hex(std::string(1000000, 'a')),
            "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(Checksum, AdlerReducesLongRunsInTime) {
  EXPECT_EQ(Adler32(std::string(100000, '\xff')), 0x149a302cU);
}

TEST(Cursor, ReadsLeb128AsTheSpecificationPrintsThem) {
  const std::string bytes = "\x00\x01\x7f\x80\x7f"s;
  Cursor u(bytes, 0);
  EXPECT_EQ(u.Uleb(), 0U);
  EXPECT_EQ(u.Uleb(), 1U);
  EXPECT_EQ(u.Uleb(), 127U);
  EXPECT_EQ(u.Uleb(), 16256U);
  EXPECT_TRUE(u.ok());
  Cursor s(bytes, 0);
  EXPECT_EQ(s.Sleb(), 0);
  EXPECT_EQ(s.Sleb(), 1);
  EXPECT_EQ(s.Sleb(), -1);
  EXPECT_EQ(s.Sleb(), -128);
  Cursor p(bytes, 0);
  EXPECT_EQ(p.UlebP1(), UINT32_MAX);
}

TEST(Cursor, FailsOnceAndStaysFailed) {
  Cursor cursor("\x80\x80\x80\x80\x80\x01", 0);
  EXPECT_EQ(cursor.Uleb(), 0U);
  EXPECT_FALSE(cursor.ok());
  EXPECT_EQ(cursor.U8(), 0);
  EXPECT_FALSE(Cursor("abc", 4).ok());
}

TEST(Cursor, WritesLeb128OfTheLeastSize) {
  std::string out;
  PutUleb(&out, 16256);
  PutSleb(&out, -128);
  PutSleb(&out, 64);
  PutUlebP1(&out, UINT32_MAX);
  PutUleb(&out, UINT32_MAX);
  EXPECT_EQ(out, "\x80\x7f\x80\x7f\xc0\x00\x00\xff\xff\xff\xff\x0f"s);
}

TEST(Mutf8, ConvertsWhatIsNotTheSameInUtf8) {
  EXPECT_EQ(Utf8ToMutf8("a\0\xc3\xa4"s), "a\xc0\x80\xc3\xa4");
  EXPECT_EQ(Utf8ToMutf8("\xf0\x9f\x98\x80"), "\xed\xa0\xbd\xed\xb8\x80");
}

TEST(Mutf8, CountsUtf16Units) {
  EXPECT_EQ(Utf16Length(""), 0U);
  EXPECT_EQ(Utf16Length("a\xc0\x80\xe2\x82\xac"), 3U);
  EXPECT_EQ(Utf16Length("\xed\xa0\xbd\xed\xb8\x80"), 2U);
}

TEST(Mutf8, OrdersByUtf16Units) {
  EXPECT_TRUE(Mutf8Less("", "a"));
  EXPECT_TRUE(Mutf8Less("a", "ab"));
  EXPECT_FALSE(Mutf8Less("a", "a"));
  // U+0000 is the lowest although its bytes are not.
  EXPECT_TRUE(Mutf8Less("a\xc0\x80", "a\x01"));
  EXPECT_TRUE(Mutf8Less("a", "a\xc0\x80"));
  // A surrogate is below U+FFFF.
  EXPECT_TRUE(Mutf8Less("\xed\xa0\xbd", "\xef\xbf\xbf"));
}

TEST(Mutf8, TakesNoIllFormedUnit) {
  for (const char* bad :
       {"\x80", "\xc1\x80", "\xc3", "\xe0\x80\x80", "\xf0", "\xe2\x82"}) {
    std::string_view rest = bad;
    EXPECT_FALSE(TakeUtf16Unit(&rest)) << HexEncode(bad);
    EXPECT_EQ(rest, bad);
  }
}

}  // namespace
}  // namespace reprise::dex
