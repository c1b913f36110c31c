#include "dex/code.h"

#include <gtest/gtest.h>

#include "dex/assembler.h"
#include "dex/disassembler.h"

namespace reprise::dex {
namespace {

TEST(Instruction, IsSmall) { EXPECT_EQ(sizeof(Instruction), 24U); }

TEST(Opcode, KnowsEveryName) {
  EXPECT_EQ(OpByName("invoke-polymorphic/range"), Op::kInvokePolymorphicRange);
  EXPECT_EQ(OpByName("xor-int/lit16"), Op::kXorIntLit16);
  EXPECT_EQ(static_cast<int>(Op::kXorIntLit16), 0xd7);
  EXPECT_FALSE(OpByName(".line"));
  EXPECT_FALSE(OpByName(""));
  EXPECT_EQ(Inverted(Op::kIfLtz), Op::kIfGez);
  EXPECT_EQ(Inverted(Op::kIfNe), Op::kIfEq);
}

std::string WithLocals(const char* body, uint16_t count, uint16_t* first) {
  Pool pool;
  auto file = Assemble(
      std::string(".class LA;\n.method a(J)V\n") + body + "\n.end method\n",
      &pool);
  if (!file) return file.error().message;
  MethodDef& method = file->classes[0].methods[0];
  *first = AddLocals(&*method.code, count).value_or(9999);
  return DisassembleMethod(pool, method);
}

TEST(AddLocals, ComeBeforeTheParameters) {
  uint16_t first = 0;
  EXPECT_EQ(WithLocals(".registers 5\n move-object v1, p0\n"
                       ".local p1, \"x\", J\n neg-long p1, p1",
                       2, &first),
            ".method a(J)V\n"
            "    .registers 7\n"
            "    .params\n"
            "    move-object v1, p0\n"
            "    .local p1, \"x\", J\n"
            "    neg-long p1, p1\n"
            ".end method\n");
  EXPECT_EQ(first, 2);
}

TEST(AddLocals, KeepRowsTogetherThatReachIntoTheParameters) {
  uint16_t first = 1;
  EXPECT_EQ(WithLocals(".registers 5\n"
                       "invoke-static/range {v1 .. p0}, LA;->f(II)V",
                       2, &first),
            ".method a(J)V\n"
            "    .registers 7\n"
            "    invoke-static/range {v3 .. p0}, LA;->f(II)V\n"
            ".end method\n");
  EXPECT_EQ(first, 0);
}

TEST(AddLocals, RefusesMoreThanThereCanBe) {
  uint16_t first = 0;
  WithLocals(".registers 65535\n nop", 1, &first);
  EXPECT_EQ(first, 9999);
}

}  // namespace
}  // namespace reprise::dex
