// Code as units: what the encoder makes of distances, tables, tries and debug
// information. Expected units are spelled out from the format's description.
#include "dex/encode_code.h"

#include <gtest/gtest.h>

#include <string>

#include "base/text.h"
#include "dex/assembler.h"
#include "dex/cursor.h"

namespace reprise::dex {
namespace {

struct Encoded {
  std::string error;
  std::string header;  // hex
  std::string units;   // hex, each as it is in the file, low byte first
  std::string tries;   // hex
  std::string debug;   // hex
};

Encoded Encode(const std::string& body) {
  Pool pool;
  auto file = Assemble(
      ".class LA;\n.method static a(I)V\n" + body + "\n.end method\n", &pool);
  Encoded result;
  if (!file) {
    result.error = file.error().message;
    return result;
  }
  Collector collector(pool, {});
  EXPECT_TRUE(collector.Add(file->classes[0]).value_or(false));
  const Indices indices = collector.Finish();
  std::string out, debug;
  const Status status = CodeEncoder(pool, indices)
                            .Encode(file->classes[0].methods[0], &out, &debug);
  if (!status) {
    result.error = status.error().message;
    return result;
  }
  const size_t size = Cursor(out, 12).U32() * size_t{2};
  result.header = HexEncode(out.substr(0, 12));
  result.units = HexEncode(out.substr(16, size));
  result.tries = HexEncode(out.substr(16 + size));
  result.debug = HexEncode(debug);
  return result;
}

std::string Nops(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "nop\n";
  return text;
}

TEST(EncodeCode, WritesTheHeader) {
  const Encoded code = Encode(
      ".registers 9\n invoke-static {v1, v2, v3}, LA;->f(III)V\n return-void");
  EXPECT_EQ(code.header, "090001000300000000000000");
  EXPECT_EQ(code.units, "7130010021030e00");
}

TEST(EncodeCode, WritesEveryKindOfOperand) {
  EXPECT_EQ(Encode(".registers 300\n const/4 v1, -1").units, "12f1");
  EXPECT_EQ(Encode(".registers 300\n const/16 v2, -2").units, "1302feff");
  EXPECT_EQ(Encode(".registers 300\n const v3, 305419896").units,
            "140378563412");
  EXPECT_EQ(Encode(".registers 300\n const/high16 v4, -65536").units,
            "1504ffff");
  EXPECT_EQ(Encode(".registers 300\n const-wide v5, -2").units,
            "1805feffffffffffffff");
  EXPECT_EQ(Encode(".registers 300\n const-wide/high16 v6, 4607182418800017408")
                .units,
            "1906f03f");
  EXPECT_EQ(Encode(".registers 300\n move/16 v299, v258").units,
            "03002b010201");
  EXPECT_EQ(Encode(".registers 300\n add-int v1, v2, v255").units, "900102ff");
  EXPECT_EQ(Encode(".registers 300\n add-int/lit8 v1, v2, -3").units,
            "d80102fd");
  EXPECT_EQ(Encode(".registers 300\n rsub-int v1, v2, -3").units, "d121fdff");
}

TEST(EncodeCode, WidensGotos) {
  EXPECT_EQ(Encode(".registers 1\n goto :a\n" + Nops(126) + ":a\n nop")
                .units.substr(0, 4),
            "287f");
  EXPECT_EQ(Encode(".registers 1\n goto :a\n" + Nops(127) + ":a\n nop")
                .units.substr(0, 8),
            "29008100");
  EXPECT_EQ(Encode(".registers 1\n goto :a\n" + Nops(32766) + ":a\n nop")
                .units.substr(0, 12),
            "2a0001800000");
  // goto and goto/16 may not go to themselves.
  EXPECT_EQ(Encode(".registers 1\n :a\n goto :a").units, "2a0000000000");
  EXPECT_EQ(Encode(".registers 1\n nop\n :a\n nop\n goto :a").units,
            "0000000028ff");
}

TEST(EncodeCode, WideningOneGotoMayWidenAnother) {
  // The first reaches just as long as the second stays narrow.
  const std::string units =
      Encode(".registers 1\n goto :a\n" + Nops(60) + "goto :b\n" + Nops(65) +
             ":a\n" + Nops(200) + ":b\n nop")
          .units;
  EXPECT_EQ(units.substr(0, 8), "29008100");
  EXPECT_EQ(units.substr(8 + 60 * 4, 8), "29000b01");
}

TEST(EncodeCode, InvertsIfsThatDoNotReach) {
  const std::string units =
      Encode(".registers 2\n if-eq v0, v1, :a\n" + Nops(32766) + ":a\n nop")
          .units;
  // if-ne +5, goto/32
  EXPECT_EQ(units.substr(0, 20), "331005002a0001800000");
  EXPECT_EQ(Encode(".registers 2\n if-gtz v1, :a\n" + Nops(32765) + ":a\n nop")
                .units.substr(0, 8),
            "3c01ff7f");
}

TEST(EncodeCode, PutsTablesBehindTheCodeAligned) {
  EXPECT_EQ(Encode(".registers 2\n packed-switch v1, {-1 -> :a 0 -> :b}\n"
                   ":a\n nop\n :b\n return-void")
                .units,
            "2b0106000000"
            "0000"
            "0e00"
            "0000"
            "00010200ffffffff"
            "0300000004000000");
  EXPECT_EQ(Encode(".registers 2\n sparse-switch v1, {-1 -> :a 7 -> :b}\n"
                   ":a\n nop\n nop\n :b\n return-void")
                .units,
            "2c0106000000"
            "00000000"
            "0e00"
            "00020200"
            "ffffffff07000000"
            "0300000005000000");
  EXPECT_EQ(Encode(".registers 2\n fill-array-data v1, 1 {1, -1, 0x7f}\n"
                   "return-void")
                .units,
            "260104000000"
            "0e00"
            "00030100"
            "03000000"
            "01ff7f00");
}

TEST(EncodeCode, WritesTries) {
  // One range; a typed handler and one for all.
  const Encoded code = Encode(
      ".registers 1\n :a\n nop\n nop\n :b\n nop\n :c\n nop\n"
      ".catch LA; {:a .. :b} :b\n .catchall {:a .. :b} :c");
  EXPECT_EQ(code.header.substr(12, 4), "0100");
  EXPECT_EQ(code.tries,
            "0000000002000100"
            "01"
            "7f01"
            "02"
            "03");
}

TEST(EncodeCode, FlattensTriesThatOverlap) {
  // The first in the list is the inner one.
  const Encoded code = Encode(
      ".registers 1\n :o\n nop\n :i\n nop\n :j\n nop\n :p\n nop\n :h\n nop\n"
      ".catch LA; {:i .. :j} :h\n .catchall {:o .. :p} :p");
  EXPECT_EQ(code.header.substr(12, 4), "0300");
  EXPECT_EQ(code.tries,
            "0000"  // aligned
            "0000000001000100"
            "0100000001000300"
            "0200000001000100"
            "02"
            "0003"
            "7f01"
            "04"
            "03");
}

TEST(EncodeCode, WritesDebugInformation) {
  const Encoded code = Encode(
      ".registers 2\n .params \"x\"\n .prologue\n .line 10\n nop\n"
      ".local v0, \"y\", I\n .line 12\n nop\n .line 5000\n nop\n"
      ".end local v0\n return-void");
  // Strings are A(I)V.. sorted: I LA; V VI a x y
  EXPECT_EQ(code.debug,
            "0a"
            "01"
            "06"  // line, parameters
            "07"
            "0e"  // prologue, line +0 pc +0
            "0101"
            "03"
            "00"
            "07"
            "01"  // pc +1, local v0 y I
            "10"  // line +2
            "02"
            "fc26"
            "1d"  // line +4988, pc +1
            "0101"
            "05"
            "00"
            "00");
}

TEST(EncodeCode, RefusesWhatIsNoCode) {
  EXPECT_EQ(Encode(".registers 2\n packed-switch v1, {1 -> :a 3 -> :a}\n :a\n"
                   "nop")
                .error,
            "a packed-switch has key 3 after 1; keys ascend by one");
  EXPECT_EQ(Encode(".registers 2\n sparse-switch v1, {1 -> :a 1 -> :a}\n :a\n"
                   "nop")
                .error,
            "a sparse-switch has key 1 after 1; keys ascend");
}

TEST(EncodeCode, RefusesLabelsThatAreNowhereOrTwice) {
  Pool pool;
  MethodDef method;
  ClassDef owner;
  owner.type = pool.Type("LA;");
  method.id = pool.Method(
      {owner.type, pool.String("a"), pool.Proto(pool.Type("V"), {})});
  method.access = kAccStatic;
  Code& code = method.code.emplace();
  code.labels = 1;
  code.instructions = {Make(Op::kGoto, {}, 0)};
  const Indices indices = Collector(pool, {}).Finish();
  std::string out, debug;
  CodeEncoder encoder(pool, indices);
  EXPECT_EQ(encoder.Encode(method, &out, &debug).error().message,
            "label 0 is nowhere");
  code.instructions = {Make(Op::kLabel, {}, 0), Make(Op::kLabel, {}, 0)};
  EXPECT_EQ(encoder.Encode(method, &out, &debug).error().message,
            "label 0 is in two places");
  code.instructions = {Make(Op::kGoto, {}, 1)};
  EXPECT_EQ(encoder.Encode(method, &out, &debug).error().message,
            "goto names label 1 of 1");
  code.instructions = {Make(Op::kReturn, {0})};
  EXPECT_EQ(encoder.Encode(method, &out, &debug).error().message,
            "return uses register 0, but there are 0");
}

}  // namespace
}  // namespace reprise::dex
