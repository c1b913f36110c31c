#include "apk/zip_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "apk/zip_testing.h"
#include "base/faulty_file_system.h"
#include "base/text.h"

namespace reprise::apk {
namespace {

using ::testing::HasSubstr;

std::string Written(const std::function<void(ZipWriter&)>& write,
                    uint32_t page_size = kLargePage) {
  MemoryFileSystem files;
  const auto file = files.Create("out");
  ZipWriter writer(**file, page_size);
  write(writer);
  EXPECT_TRUE(writer.Finish());
  return *files.Get("out");
}

uint64_t DataOffset(const std::string& bytes, const std::string& name) {
  const auto file = MemoryFile(bytes);
  return ZipReader::Open(*file)->Find(name)->data_offset;
}

TEST(ZipWriter, WritesTheseBytes) {
  const std::string bytes = Written([](ZipWriter& writer) {
    ASSERT_TRUE(writer.Add("a", "hi\n", ZipMethod::kStored));
  });
  EXPECT_EQ(HexEncode(bytes),
            // Local header: version 10, stored, 1981-01-01 01:01:02.
            "504b03040a000000000021082102"
            "7a7a6fed0300000003000000"
            "0100090061"
            // Alignment to 4 bytes: the content begins at byte 40.
            "35d905000400000000"
            "68690a"
            // The directory, at byte 43.
            "504b010200000a000000000021082102"
            "7a7a6fed0300000003000000"
            "010000000000000000000000000000000000"
            "61"
            // The end.
            "504b050600000000010001002f0000002b0000000000");
}

TEST(ZipWriter, MakesTheSameBytesEachTime) {
  const auto write = [](ZipWriter& writer) {
    ASSERT_TRUE(writer.Add("z", std::string(5000, 'z'), ZipMethod::kDeflated));
    ASSERT_TRUE(writer.Add("a", "abc", ZipMethod::kStored));
  };
  EXPECT_EQ(Written(write), Written(write));
}

TEST(ZipWriter, KeepsTheOrderAndTheContents) {
  const std::string bytes = Written([](ZipWriter& writer) {
    ASSERT_TRUE(writer.Add("z", std::string(5000, 'z'), ZipMethod::kDeflated));
    ASSERT_TRUE(writer.Add("folder/", "", ZipMethod::kStored));
    ASSERT_TRUE(writer.Add("a", "abc", ZipMethod::kDeflated));
  });
  const auto file = MemoryFile(bytes);
  const auto zip = ZipReader::Open(*file);
  ASSERT_TRUE(zip) << zip.error().message;
  ASSERT_EQ(zip->entries().size(), 3U);
  EXPECT_EQ(zip->entries()[0].name, "z");
  EXPECT_EQ(zip->entries()[0].method, ZipMethod::kDeflated);
  EXPECT_LT(zip->entries()[0].packed_size, 100U);
  EXPECT_EQ(*zip->Read("z"), std::string(5000, 'z'));
  EXPECT_TRUE(zip->entries()[1].IsFolder());
  // Deflating three bytes makes more of them.
  EXPECT_EQ(zip->entries()[2].method, ZipMethod::kStored);
}

TEST(ZipWriter, AlignsWhatIsStored) {
  for (const uint32_t page : {kSmallPage, kLargePage}) {
    for (size_t shift = 0; shift < 9; shift++) {
      const std::string bytes = Written(
          [&](ZipWriter& writer) {
            ASSERT_TRUE(writer.Add(std::string(shift + 1, 'n'), "x",
                                   ZipMethod::kStored));
            ASSERT_TRUE(writer.Add("data", "some", ZipMethod::kStored));
            ASSERT_TRUE(writer.Add("lib/x/liba.so", "ELF", ZipMethod::kStored));
            ASSERT_TRUE(writer.Add("lib/x/libb.so", "ELF", ZipMethod::kStored));
          },
          page);
      EXPECT_EQ(DataOffset(bytes, "data") % 4, 0U);
      EXPECT_EQ(DataOffset(bytes, "lib/x/liba.so"), page);
      EXPECT_EQ(DataOffset(bytes, "lib/x/libb.so"), 2 * page);
    }
  }
}

TEST(ZipWriter, CopiesWithoutRepackingAndWithoutDescriptor) {
  // An unusual but right way to deflate: one block that is only stored.
  RawEntry entry = StoredEntry("a", *HexDecode("010500faff68656c6c6f"));
  entry.method = 8;
  entry.directory.crc = Crc32(0, "hello");
  entry.directory.size = 5;
  entry.directory.flags = kFlagDescriptor;
  entry.local = {};
  entry.local.name = "a";
  entry.local.flags = kFlagDescriptor;
  ByteWriter after(&entry.after);
  after.U32(kDescriptorMagic);
  after.U32(entry.directory.crc);
  after.U32(10);
  after.U32(5);
  RawZip raw;
  raw.entries.push_back(entry);
  const auto in = MemoryFile(raw.Bytes());
  const auto from = ZipReader::Open(*in);
  ASSERT_TRUE(from) << from.error().message;

  const auto out = MemoryFile(Written([&](ZipWriter& writer) {
    ASSERT_TRUE(writer.Copy(*from, from->entries()[0]));
  }));
  const auto zip = ZipReader::Open(*out);
  ASSERT_TRUE(zip) << zip.error().message;
  EXPECT_EQ(zip->entries()[0].flags, 0);
  EXPECT_EQ(*zip->ReadPacked(zip->entries()[0]), entry.data);
  EXPECT_EQ(*zip->Read("a"), "hello");
}

TEST(ZipWriter, MarksNamesThatAreNotAsciiAsUtf8) {
  const auto out = MemoryFile(Written([](ZipWriter& writer) {
    ASSERT_TRUE(writer.Add("assets/\xc3\xa4", "x", ZipMethod::kStored));
  }));
  EXPECT_EQ(ZipReader::Open(*out)->entries()[0].flags, kFlagUtf8);
}

TEST(ZipWriter, RefusesOneNameTwiceAndBadNames) {
  Written([](ZipWriter& writer) {
    ASSERT_TRUE(writer.Add("a", "x", ZipMethod::kStored));
    EXPECT_THAT(writer.Add("a", "y", ZipMethod::kStored).error().message,
                HasSubstr("'a' would be there twice"));
    EXPECT_FALSE(writer.Add("../a", "y", ZipMethod::kStored));
    EXPECT_FALSE(writer.Add(std::string(70'000, 'n'), "y", ZipMethod::kStored));
  });
}

TEST(ZipWriter, ReportsAFullDisk) {
  MemoryFileSystem memory;
  FaultyFileSystem files(memory);
  const auto file = files.Create("out");
  files.Inject({.call = FileCall::kAppend});
  ZipWriter writer(**file);
  EXPECT_EQ(writer.Add("a", "x", ZipMethod::kStored).error().kind,
            ErrorKind::kIo);
}

}  // namespace
}  // namespace reprise::apk
