// A whole file, byte by byte, in both directions, and what damaged ones do.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "base/text.h"
#include "dex/assembler.h"
#include "dex/checksum.h"
#include "dex/disassembler.h"
#include "dex/reader.h"
#include "dex/writer.h"

namespace reprise::dex {
namespace {

constexpr char kText[] = R"(.dex 035

.class public LA;
.super Ljava/lang/Object;

.field static x:I = 7
    .annotation build LN;

.method public static f(I)I
    .registers 2
    .params "n"
    .line 3
    sget v0, LA;->x:I
    add-int/2addr v0, p0
    return v0
.end method
)";

// The same, as dexdump and ART read it: header, eight strings, four types, one
// prototype, field, method and class, then the data and the map.
constexpr char kFile[] =
    "6465780a30333500682fd5bb476e455dd12b0cc5528238518e62602688da3af3"
    "3002000070000000785634120000000000000000600100000800000070000000"
    "040000009000000001000000a000000001000000ac00000001000000b4000000"
    "01000000bc00000054010000dc000000e2000000e5000000e9000000ee000000"
    "f3000000070100000a0100000d01000000000000020000000300000004000000"
    "0100000000000000dc0000000100000007000000010000000500000001000000"
    "010000000300000000000000ffffffff1c010000540100003401000001000000"
    "000001490002494900034c413b00034c4e3b00124c6a6176612f6c616e672f4f"
    "626a6563743b00016600016e0001780000020000010000001001000000000000"
    "01000000000000000000000000000000140100000104070301070e0002000100"
    "00000000370100000400000060000000b0100f000100010000080009bc020000"
    "1100000000000000010000000000000001000000080000007000000002000000"
    "04000000900000000300000001000000a00000000400000001000000ac000000"
    "0500000001000000b40000000600000001000000bc0000000110000001000000"
    "dc0000000220000008000000e200000004200000010000001001000003100000"
    "010000001401000006200000010000001c010000052000000100000034010000"
    "03200000010000003701000001200000010000003c0100000020000001000000"
    "54010000001000000100000060010000";

std::string File() { return *HexDecode(kFile); }

// With these bytes there, and a checksum and signature that fit.
std::string Patched(size_t at, const std::string& bytes,
                    std::string file = File()) {
  file.replace(at, bytes.size(), bytes);
  const auto signature = Sha1(std::string_view(file).substr(32));
  std::memcpy(&file[12], signature.data(), signature.size());
  const uint32_t checksum = Adler32(std::string_view(file).substr(12));
  std::memcpy(&file[8], &checksum, sizeof(checksum));
  return file;
}

std::string ErrorOf(const std::string& file) {
  Pool pool;
  const auto read = ReadDex(file, &pool);
  return read ? "none" : read.error().message;
}

TEST(DexFile, IsWrittenByteByByte) {
  Pool pool;
  const auto file = Assemble(kText, &pool);
  ASSERT_TRUE(file) << file.error().message;
  const auto bytes = WriteDex(pool, PointersTo(file->classes), {});
  ASSERT_TRUE(bytes) << bytes.error().message;
  EXPECT_EQ(HexEncode(*bytes), kFile);
}

TEST(DexFile, IsRead) {
  Pool pool;
  const auto file = ReadDex(File(), &pool);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(Disassemble(pool, *file), kText);
}

TEST(DexFile, MayBeFollowedByOtherBytes) {
  Pool pool;
  EXPECT_TRUE(ReadDex(File() + "more", &pool));
}

TEST(DexFile, OneClassIsReadByName) {
  Pool pool;
  const std::string bytes = File();
  auto reader = Reader::Open(bytes, &pool);
  ASSERT_TRUE(reader);
  ASSERT_EQ(reader->FindClass("LA;").value(), 0U);
  EXPECT_FALSE(reader->FindClass("LB;").value());
  EXPECT_EQ(reader->ReadClass(0)->methods.size(), 1U);
}

TEST(DexFile, ChecksumAndSignatureAreVerifiedUnlessNotWanted) {
  std::string file = File();
  file[0x1a0] ^= 1;
  EXPECT_EQ(ErrorOf(file),
            "the dex file is damaged: its checksum is 0xbb452f67, but it says "
            "0xbbd52f68");
  Pool pool;
  const auto no_checksum = ReadDex(file, &pool, {.verify_checksum = false});
  ASSERT_FALSE(no_checksum);
  EXPECT_EQ(no_checksum.error().message,
            "the dex file is damaged: its SHA-1 signature does not fit its "
            "content");
  file = File();
  file[8] ^= 1;
  EXPECT_TRUE(ReadDex(file, &pool, {.verify_checksum = false}));
}

TEST(DexFile, SaysWhatIsNoneOfOurs) {
  EXPECT_EQ(ErrorOf("PK"),
            "this is no dex file: it does not begin with \"dex\\n035\"");
  EXPECT_EQ(ErrorOf(Patched(4, "041")),
            "dex files of version \"041\" are not known; 035 to 040 are");
  EXPECT_EQ(ErrorOf("cdex001"),
            "this is a compact dex file, which only installed apps have; take "
            "the dex file out of the APK");
  EXPECT_EQ(ErrorOf(Patched(4, "040")), "none");
  EXPECT_EQ(ErrorOf(File().substr(0, 559)),
            "the dex file should have 560 bytes, with a header of 112, but "
            "there are 559");
}

TEST(DexFile, SaysWhatIsDamaged) {
  EXPECT_EQ(ErrorOf(Patched(0x38, std::string("\xff\xff\xff\x7f", 4))),
            "the table of 2147483647 strings at 0x70 is not inside the file");
  EXPECT_EQ(ErrorOf(Patched(0xbc, "\x09")),
            "there is no type 9, the file has 4");
  // An unknown opcode in the place of sget.
  EXPECT_EQ(ErrorOf(Patched(0x14c, "\x73")),
            "the code at 0x13c has an unknown instruction at its unit 0x0 "
            "(in class LA;)");
  EXPECT_EQ(ErrorOf(Patched(0x152, "\x38")),
            "the code at 0x13c is cut off at its unit 0x3 (in class LA;)");
  EXPECT_EQ(ErrorOf(Patched(0x152, "\x28\x40")),
            "the code at 0x13c jumps to where no instruction begins at its "
            "unit 0x3 (in class LA;)");
}

TEST(DexFile, MayNotNestValuesWithoutEnd) {
  // Static values behind the file: an array of arrays of arrays ...
  std::string file = File() + "\x01";
  for (int i = 0; i < 70; ++i) file += "\x1c\x01";
  file += "\x1e";
  const auto size = static_cast<char>(file.size() - 512);
  file = Patched(0x20, std::string({size, '\x02'}), file);
  EXPECT_EQ(ErrorOf(Patched(0xd8, "\x30\x02", file)),
            "the value at 0x2b3 is nested more than 64 deep (in class LA;)");
}

TEST(DexFile, NoDamageToAByteIsTooMuch) {
  // Checksums off, every byte through eight values: errors, but no crash, and
  // what can be read can be written or is refused.
  const ReadOptions options{.verify_checksum = false,
                            .verify_signature = false};
  int readable = 0;
  for (size_t at = 8; at < File().size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string file = File();
      file[at] = static_cast<char>(file[at] ^ (1 << bit));
      Pool pool;
      const auto read = ReadDex(file, &pool, options);
      if (!read) continue;
      ++readable;
      (void)WriteDex(pool, PointersTo(read->classes), {});
      (void)Disassemble(pool, *read);
    }
  }
  EXPECT_GT(readable, 100);
}

TEST(WriteDex, PutsSuperclassesFirst) {
  Pool pool;
  const auto file = Assemble(
      ".class LC;\n.super LB;\n.class LB;\n.super LA;\n.class LA;\n", &pool);
  const auto bytes = WriteDex(pool, PointersTo(file->classes), {});
  ASSERT_TRUE(bytes);
  Pool other;
  EXPECT_EQ(Disassemble(other, *ReadDex(*bytes, &other)),
            ".dex 035\n\n.class LA;\n\n.class LB;\n.super LA;\n\n"
            ".class LC;\n.super LB;\n");
}

TEST(WriteDex, RefusesClassesThatMakeNoFile) {
  const auto error = [](const char* text) {
    Pool pool;
    const auto file = Assemble(text, &pool);
    const auto bytes = WriteDex(pool, PointersTo(file->classes), {});
    return bytes ? "none" : bytes.error().message;
  };
  EXPECT_EQ(error(".class LA;\n.super LB;\n.class LB;\n.super LA;\n"),
            "class LA; is its own superclass or interface");
  EXPECT_EQ(error(".class LA;\n.class LA;\n"),
            "class LA; is there twice; one dex file takes it once");
  EXPECT_EQ(error(".class LA;\n.method a()V\n.end method\n"
                  ".method a()V\n.end method\n"),
            "method LA;->a is there twice");
  EXPECT_EQ(error(".class LA;\n.field a:I\n.field static a:I\n"),
            "field a of class LA; is there twice");
}

TEST(WriteDex, RaisesTheVersionToWhatTheCodeNeeds) {
  const auto version = [](const char* body) {
    Pool pool;
    const auto file = Assemble(std::string(".class LA;\n.method static a()V\n"
                                           ".registers 2\n") +
                                   body + "\n.end method\n",
                               &pool);
    return WriteDex(pool, PointersTo(file->classes), {})->substr(4, 3);
  };
  EXPECT_EQ(version("nop"), "035");
  EXPECT_EQ(version("invoke-polymorphic {v0}, LH;->invoke([I)I, ()V"), "038");
  EXPECT_EQ(version("const-method-type v0, ()V"), "039");
}

TEST(WriteDex, KeepsHiddenApiFlags) {
  constexpr char kHidden[] =
      ".dex 039\n\n.class LA;\n.hiddenapi 0\n\n"
      ".field static a:I\n    .hiddenapi 0x2\n.field b:I\n\n"
      ".method c()V\n    .hiddenapi 0x11\n.end method\n\n"
      ".class LB;\n";
  Pool pool;
  const auto file = Assemble(kHidden, &pool);
  const auto bytes = WriteDex(pool, PointersTo(file->classes), {});
  ASSERT_TRUE(bytes) << bytes.error().message;
  Pool other;
  EXPECT_EQ(Disassemble(other, *ReadDex(*bytes, &other)), kHidden);
}

std::string ManyClasses(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += fmt::format(
        ".class LA{};\n.method static a()V\n.registers 0\n"
        "invoke-static {{}}, LA{};->a()V\ninvoke-static {{}}, LShared;->s()V\n"
        "return-void\n.end method\n",
        i, i);
  }
  return text;
}

TEST(PlanSplit, FillsFilesInOrder) {
  Pool pool;
  const auto file = Assemble(ManyClasses(5), &pool);
  const ClassList classes = PointersTo(file->classes);
  Limits limits;
  limits.methods = 3;  // the shared one and two more
  const auto plan = PlanSplit(pool, classes, limits);
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->size(), 3U);
  EXPECT_EQ((*plan)[0], ClassList({classes[0], classes[1]}));
  EXPECT_EQ((*plan)[1], ClassList({classes[2], classes[3]}));
  EXPECT_EQ((*plan)[2], ClassList({classes[4]}));
  const auto files = WriteDexFiles(pool, classes, {35, limits});
  ASSERT_TRUE(files);
  Pool other;
  EXPECT_EQ(ReadDex(files->at(2), &other)->classes.size(), 1U);
  EXPECT_FALSE(WriteDex(pool, classes, {35, limits}));
  limits.methods = 1;
  EXPECT_EQ(PlanSplit(pool, classes, limits).error().message,
            "class LA0; alone refers to more types, prototypes, fields or "
            "methods than a dex file can number (65,535)");
}

TEST(PlanSplit, HoldsAtTheRealLimit) {
  Pool pool;
  const auto file = Assemble(ManyClasses(65535), &pool);
  const auto plan = PlanSplit(pool, PointersTo(file->classes), {});
  ASSERT_TRUE(plan);
  // Types: each class, LShared; and V.
  ASSERT_EQ(plan->size(), 2U);
  EXPECT_EQ((*plan)[0].size(), 65533U);
}

TEST(WriteDex, UsesJumboStringsWhereTheIndexNeedsThem) {
  Pool pool;
  std::string text = ".class LA;\n.method static a()V\n.registers 1\n";
  for (int i = 0; i < 65536; ++i) {
    text += fmt::format("const-string v0, \"0{:05}\"\n", i);
  }
  text += "const-string v0, \"~\"\nreturn-void\n.end method\n";
  const auto file = Assemble(text, &pool);
  const auto bytes = WriteDex(pool, PointersTo(file->classes), {});
  ASSERT_TRUE(bytes) << bytes.error().message;
  Pool other;
  const std::string back = Disassemble(other, *ReadDex(*bytes, &other));
  EXPECT_NE(back.find("    const-string v0, \"065535\"\n"
                      "    const-string/jumbo v0, \"~\"\n"),
            std::string::npos);
}

}  // namespace
}  // namespace reprise::dex
