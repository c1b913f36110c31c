#include "apk/zip_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apk/zip_testing.h"
#include "base/text.h"

namespace reprise::apk {
namespace {

using ::testing::HasSubstr;

// Made by Info-ZIP: a.txt stored ("hi\n"), b deflated (100 times x).
constexpr std::string_view kInfoZip =
    "504b03040a00000000000060215c7a7a6fed030000000300000005000000612e7478"
    "7468690a"
    "504b03041400000008000060215c8f5d0e5e06000000640000000100000062aba8a0"
    "3d0000"
    "504b01021e030a00000000000060215c7a7a6fed0300000003000000050000000000"
    "000001000000a48100000000612e747874"
    "504b01021e031400000008000060215c8f5d0e5e0600000064000000010000000000"
    "000001000000a4812600000062"
    "504b05060000000002000200620000004b0000000000";

Status OpenError(const std::string& bytes) {
  const auto file = MemoryFile(bytes);
  auto zip = ZipReader::Open(*file);
  if (zip) return {};
  return Fail(zip.error());
}

void ExpectRefused(const std::string& bytes, const std::string& why,
                   ErrorKind kind = ErrorKind::kCorruption) {
  const Status opened = OpenError(bytes);
  ASSERT_FALSE(opened) << why;
  EXPECT_THAT(opened.error().message, HasSubstr(why));
  EXPECT_EQ(opened.error().kind, kind);
}

RawZip TwoEntries() {
  return {.prefix = {},
          .entries = {StoredEntry("a", "first"), StoredEntry("b", "second")},
          .comment = {},
          .suffix = {}};
}

TEST(ZipReader, ReadsWhatAnotherToolWrote) {
  const auto file = MemoryFile(*HexDecode(kInfoZip));
  const auto zip = ZipReader::Open(*file);
  ASSERT_TRUE(zip) << zip.error().message;
  ASSERT_EQ(zip->entries().size(), 2U);
  EXPECT_EQ(zip->entries()[0].name, "a.txt");
  EXPECT_EQ(*zip->Read("a.txt"), "hi\n");
  EXPECT_EQ(zip->entries()[1].method, ZipMethod::kDeflated);
  EXPECT_EQ(*zip->Read("b"), std::string(100, 'x'));
  EXPECT_EQ(zip->Find("c"), nullptr);
  EXPECT_EQ(zip->Read("c").error().kind, ErrorKind::kNotFound);
}

TEST(ZipReader, ReadsAnEmptyOne) { EXPECT_TRUE(OpenError(RawZip().Bytes())); }

TEST(ZipReader, IgnoresGapsAndAPlainComment) {
  RawZip zip = TwoEntries();
  zip.prefix = "junk before";
  zip.entries[0].after = "junk between";
  zip.comment = "made by hand";
  EXPECT_TRUE(OpenError(zip.Bytes()));
}

TEST(ZipReader, RefusesWhatIsNoZip) {
  ExpectRefused("", "only 0 bytes");
  ExpectRefused(std::string(100, 'x'), "not a zip file");
}

TEST(ZipReader, RefusesEveryCutOff) {
  const std::string bytes = TwoEntries().Bytes();
  for (size_t size = 0; size < bytes.size(); size++) {
    EXPECT_FALSE(OpenError(bytes.substr(0, size))) << size;
  }
}

TEST(ZipReader, RefusesBytesAfterTheEnd) {
  RawZip zip = TwoEntries();
  zip.suffix = "more";
  ExpectRefused(zip.Bytes(), "comment has 0 bytes but 4 follow");
}

TEST(ZipReader, RefusesAPrefixThatOffsetsDoNotCount) {
  ExpectRefused("junk" + TwoEntries().Bytes(), "something was put in");
}

TEST(ZipReader, RefusesAnEndInsideTheComment) {
  RawZip zip = TwoEntries();
  zip.comment = "see PK\x05\x06 here, and more so that it could be a record";
  ExpectRefused(zip.Bytes(), "something was appended");
  // A whole record in the comment is the last one: Android believes it.
  zip.comment = RawZip().Bytes();
  ExpectRefused(zip.Bytes(), "central directory is said to be at 0");
}

TEST(ZipReader, RefusesDirectoriesThatDoNotFit) {
  RawZip zip = TwoEntries();
  zip.offset_shift = 1;
  ExpectRefused(zip.Bytes(), "something was put in");
  zip = TwoEntries();
  zip.extra_count = 1;
  ExpectRefused(zip.Bytes(), "says that it has 3 entries");
}

TEST(ZipReader, RefusesTwoOfOneName) {
  RawZip zip = TwoEntries();
  zip.entries.push_back(StoredEntry("a", "third"));
  ExpectRefused(zip.Bytes(), "'a' is there twice");
}

TEST(ZipReader, RefusesNamesThatTrick) {
  for (const char* name : {"../a", "a/../b", "a/..", "/a", "", "a\nb"}) {
    RawZip zip;
    zip.entries.push_back(StoredEntry(name, "x"));
    ExpectRefused(zip.Bytes(), "is not accepted");
  }
  RawZip zip;
  zip.entries.push_back(StoredEntry("a..b/..c/d", "x"));
  EXPECT_TRUE(OpenError(zip.Bytes()));
}

TEST(ZipReader, RefusesLocalHeadersThatContradictTheDirectory) {
  RawZip zip = TwoEntries();
  zip.entries[0].local.name = "c";
  ExpectRefused(zip.Bytes(), "another name in its local header");
  zip = TwoEntries();
  zip.entries[0].local.size = 4;
  ExpectRefused(zip.Bytes(), "another size or checksum");
  zip = TwoEntries();
  zip.entries[0].local.crc++;
  ExpectRefused(zip.Bytes(), "another size or checksum");
  zip = TwoEntries();
  zip.entries[1].local.flags = kFlagDescriptor;
  ExpectRefused(zip.Bytes(), "packed differently");
  std::string bytes = TwoEntries().Bytes();
  bytes[0] = 'Q';
  ExpectRefused(bytes, "no local header");
}

TEST(ZipReader, RefusesOverlaps) {
  RawZip zip = TwoEntries();
  zip.entries[0].local.size += 2;
  zip.entries[0].local.packed_size += 2;
  zip.entries[0].directory = zip.entries[0].local;
  ExpectRefused(zip.Bytes(), "'a' overlaps");
  zip = TwoEntries();
  zip.entries[1].local.size += 1000;
  zip.entries[1].local.packed_size += 1000;
  zip.entries[1].directory = zip.entries[1].local;
  ExpectRefused(zip.Bytes(), "'b' overlaps");
}

TEST(ZipReader, RefusesOneHeaderForTwoEntries) {
  RawZip zip = TwoEntries();
  zip.entries[1].directory.crc = zip.entries[0].directory.crc;
  zip.entries[1].directory.size = zip.entries[1].directory.packed_size = 5;
  zip.offset_of_first_for_all = true;
  EXPECT_FALSE(OpenError(zip.Bytes()));
}

std::string Descriptor(const ZipEntry& entry, bool magic) {
  std::string bytes;
  ByteWriter writer(&bytes);
  if (magic) writer.U32(kDescriptorMagic);
  writer.U32(entry.crc);
  writer.U32(entry.packed_size);
  writer.U32(entry.size);
  return bytes;
}

TEST(ZipReader, ReadsDataDescriptorsWithAndWithoutMagic) {
  RawZip zip = TwoEntries();
  for (size_t i = 0; i < 2; i++) {
    RawEntry& entry = zip.entries[i];
    entry.after = Descriptor(entry.directory, i == 0);
    entry.directory.flags = kFlagDescriptor;
    entry.local = {};
    entry.local.name = entry.directory.name;
    entry.local.flags = kFlagDescriptor;
  }
  const auto file = MemoryFile(zip.Bytes());
  const auto reader = ZipReader::Open(*file);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(*reader->Read("a"), "first");
  EXPECT_EQ(*reader->Read("b"), "second");
  zip.entries[1].after[0]++;
  ExpectRefused(zip.Bytes(), "'b' has no data descriptor");
  zip.entries[1].after.clear();
  ExpectRefused(zip.Bytes(), "'b' has no data descriptor");
}

TEST(ZipReader, RefusesWhatItCannotUnpack) {
  RawZip zip = TwoEntries();
  zip.entries[0].directory.flags = kFlagEncrypted;
  ExpectRefused(zip.Bytes(), "encrypted", ErrorKind::kUnsupported);
  zip = TwoEntries();
  zip.entries[0].method = 12;
  ExpectRefused(zip.Bytes(), "method 12", ErrorKind::kUnsupported);
  zip = TwoEntries();
  zip.entries[0].directory.size = kZip64Mark32;
  ExpectRefused(zip.Bytes(), "zip64", ErrorKind::kUnsupported);
  zip = TwoEntries();
  zip.extra_count = kZip64Mark16 - 2;
  ExpectRefused(zip.Bytes(), "zip64", ErrorKind::kUnsupported);
}

RawZip Deflated(const std::string& packed, uint32_t size) {
  RawEntry entry = StoredEntry("a", packed);
  entry.method = 8;
  entry.local.size = size;
  entry.directory.size = size;
  RawZip zip;
  zip.entries.push_back(entry);
  return zip;
}

TEST(ZipReader, RefusesBombs) {
  ExpectRefused(Deflated("x", 1033).Bytes(), "larger than its data");
  ExpectRefused(Deflated(std::string(1000, 'x'), 600U << 20).Bytes(),
                "at most 536870912", ErrorKind::kUnsupported);
  ExpectRefused(Deflated(std::string(50000, 'x'), 20U << 20).Bytes(),
                "looks like a zip bomb", ErrorKind::kUnsupported);
  RawZip zip;
  for (int i = 0; i < 3000; i++) {
    RawEntry entry = Deflated(std::string(16384, 'x'), 3276800).entries[0];
    entry.local.name = entry.directory.name = fmt::format("{}", i);
    zip.entries.push_back(entry);
  }
  ExpectRefused(zip.Bytes(), "unpacks to 9830400000 bytes",
                ErrorKind::kUnsupported);
}

TEST(ZipReader, RefusesDamagedData) {
  RawZip zip = TwoEntries();
  zip.entries[0].data[0] = 'F';
  auto file = MemoryFile(zip.Bytes());
  auto reader = ZipReader::Open(*file);
  ASSERT_TRUE(reader);
  EXPECT_THAT(reader->Read("a").error().message, HasSubstr("checksum"));

  // Gives fewer bytes than it says, then more.
  const std::string packed = Deflate(std::string(100, 'x'));
  for (const uint32_t size : {99U, 101U}) {
    file = MemoryFile(Deflated(packed, size).Bytes());
    reader = ZipReader::Open(*file);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_THAT(reader->Read("a").error().message,
                HasSubstr("cannot be unpacked"));
  }
}

}  // namespace
}  // namespace reprise::apk
