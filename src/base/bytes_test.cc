#include "base/bytes.h"

#include <gtest/gtest.h>

namespace reprise {
namespace {

using std::string_literals::operator""s;

TEST(ByteWriter, WritesLittleEndian) {
  std::string out;
  ByteWriter writer(&out);
  writer.U8(0x01);
  writer.U16(0x0302);
  writer.U32(0x07060504);
  writer.U64(0x0f0e0d0c0b0a0908);
  EXPECT_EQ(out,
            "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f"s);
}

TEST(ByteWriter, AppendsToWhatIsThere) {
  std::string out = "ab";
  ByteWriter(&out).Bytes("c\0d"s);
  EXPECT_EQ(out, "abc\0d"s);
}

TEST(ByteWriter, PrefixesWithTheLength) {
  std::string out;
  ByteWriter writer(&out);
  writer.Prefixed32("xyz");
  writer.Prefixed64("q");
  writer.Prefixed32("");
  EXPECT_EQ(out, "\3\0\0\0xyz\1\0\0\0\0\0\0\0q\0\0\0\0"s);
}

TEST(ByteReader, ReadsLittleEndian) {
  const std::string bytes =
      "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\xff"s;
  ByteReader reader(bytes);
  EXPECT_EQ(reader.U8(), 0x01);
  EXPECT_EQ(reader.U16(), 0x0302);
  EXPECT_EQ(reader.U32(), 0x07060504u);
  EXPECT_EQ(reader.position(), 7u);
  EXPECT_EQ(reader.remaining(), 8u);
  EXPECT_FALSE(reader.AtEnd());
  EXPECT_EQ(reader.U64(), 0xff0e0d0c0b0a0908u);
  EXPECT_TRUE(reader.AtEnd());
  EXPECT_TRUE(reader.ok());
}

TEST(ByteReader, ReadsPrefixedBytes) {
  const std::string bytes = "\3\0\0\0xyz\1\0\0\0\0\0\0\0q\0\0\0\0"s;
  ByteReader reader(bytes);
  EXPECT_EQ(reader.Prefixed32(), "xyz");
  EXPECT_EQ(reader.Prefixed64(), "q");
  EXPECT_EQ(reader.Prefixed32(), "");
  EXPECT_TRUE(reader.ok());
  EXPECT_TRUE(reader.AtEnd());
}

TEST(ByteReader, StaysFailedAfterAReadPastTheEnd) {
  ByteReader reader("\1\2\3");
  EXPECT_EQ(reader.U32(), 0u);
  EXPECT_FALSE(reader.ok());
  // Although three bytes were left, nothing may be read from the middle.
  EXPECT_EQ(reader.U8(), 0);
  EXPECT_EQ(reader.Bytes(1), "");
  EXPECT_EQ(reader.remaining(), 0u);
  EXPECT_FALSE(reader.ok());
}

TEST(ByteReader, RefusesALengthThatDoesNotFit) {
  for (const std::string& bytes :
       {"\4\0\0\0xyz"s, "\xff\xff\xff\xff"s, "\4\0\0"s}) {
    ByteReader reader(bytes);
    EXPECT_EQ(reader.Prefixed32(), "");
    EXPECT_FALSE(reader.ok());
  }
  const std::string huge = "\xff\xff\xff\xff\xff\xff\xff\xffx"s;
  ByteReader reader(huge);
  EXPECT_EQ(reader.Prefixed64(), "");
  EXPECT_FALSE(reader.ok());
}

TEST(ByteReader, TakesAnEmptyBuffer) {
  ByteReader reader("");
  EXPECT_TRUE(reader.AtEnd());
  EXPECT_EQ(reader.Bytes(0), "");
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.U8(), 0);
  EXPECT_FALSE(reader.ok());
}

}  // namespace
}  // namespace reprise
