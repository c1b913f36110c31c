// What becomes of instructions whose registers or numbers do not fit.
#include "dex/fit_registers.h"

#include <gtest/gtest.h>

#include <string>

#include "dex/assembler.h"
#include "dex/disassembler.h"

namespace reprise::dex {
namespace {

// The body after fitting, without the directives around it.
std::string Fitted(const std::string& head, const std::string& body) {
  Pool pool;
  auto file = Assemble(
      ".class LA;\n.method " + head + "\n" + body + "\n.end method\n", &pool);
  if (!file) return file.error().message;
  MethodDef& method = file->classes[0].methods[0];
  auto code = FitRegisters(pool, method);
  if (!code) return code.error().message;
  method.code = *code;
  const std::string text = DisassembleMethod(pool, method);
  const size_t begin = text.find('\n') + 1;
  return text.substr(begin, text.find(".end method") - begin);
}

TEST(FitRegisters, LeavesWhatFits) {
  EXPECT_EQ(Fitted("static a()V", ".registers 16\n iget v0, v15, LA;->x:I"),
            "    .registers 16\n"
            "    iget v0, v15, LA;->x:I\n");
}

TEST(FitRegisters, TakesWiderFormsWhereThereAre) {
  EXPECT_EQ(Fitted("static a()V",
                   ".registers 400\n"
                   "move v16, v1\n move-object v300, v2\n"
                   "const/4 v20, 7\n"
                   "add-int/2addr v16, v17\n"
                   "and-int/lit16 v16, v17, 9\n"
                   "invoke-static {v20, v21}, LA;->f(II)V\n"),
            "    .registers 400\n"
            "    move/from16 v16, v1\n"
            "    move-object/16 v300, v2\n"
            "    const/16 v20, 7\n"
            "    add-int v16, v16, v17\n"
            "    and-int/lit8 v16, v17, 9\n"
            "    invoke-static/range {v20 .. v21}, LA;->f(II)V\n");
}

TEST(FitRegisters, GoesThroughLowRegistersElse) {
  EXPECT_EQ(Fitted("static a()V",
                   ".registers 21\n"
                   "iget v20, v3, LA;->x:I\n"
                   "iput-wide v18, v20, LA;->y:J\n"),
            "    .registers 24\n"
            "    iget v0, v6, LA;->x:I\n"
            "    move/from16 v23, v0\n"
            "    move-wide/from16 v0, v21\n"
            "    move-object/from16 v2, v23\n"
            "    iput-wide v0, v2, LA;->y:J\n");
}

TEST(FitRegisters, KeepsResultsBesideTheirCalls) {
  EXPECT_EQ(Fitted("static a()V",
                   ".registers 301\n"
                   "invoke-static {v20, v3, v4}, LA;->f(Ljava/lang/String;J)J\n"
                   "move-result-wide v299\n"),
            "    .registers 303\n"
            "    move-object/from16 v0, v22\n"
            "    invoke-static {v0, v5, v6}, "
            "LA;->f(Ljava/lang/String;J)J\n"
            "    move-result-wide v0\n"
            "    move-wide/16 v301, v0\n");
}

TEST(FitRegisters, MovesArgumentsThatAreReadAndWritten) {
  EXPECT_EQ(Fitted("static a()V",
                   ".registers 300\n check-cast v299, LA;\n"
                   "monitor-enter v298\n add-long/2addr v290, v1\n"),
            "    .registers 302\n"
            "    move-object/from16 v0, v301\n"
            "    check-cast v0, LA;\n"
            "    move-object/16 v301, v0\n"
            "    move-object/from16 v0, v300\n"
            "    monitor-enter v0\n"
            "    move-object/16 v300, v0\n"
            "    move-wide/from16 v0, v292\n"
            "    add-long/2addr v0, v3\n"
            "    move-wide/16 v292, v0\n");
}

TEST(FitRegisters, FindsOutWhatAnIfCompares) {
  EXPECT_EQ(Fitted("static a(Ljava/lang/Object;I)V",
                   ".registers 20\n const/4 v0, 0\n"
                   "if-eq p0, v0, :end\n if-ne p1, v0, :end\n"
                   "move-object/from16 p1, p0\n if-ne p1, v0, :end\n"
                   ":end\n return-void\n"),
            "    .registers 21\n"
            "    const/4 v1, 0\n"
            "    move-object/from16 v0, p0\n"
            "    if-eq v0, v1, :L0\n"
            "    move/from16 v0, p1\n"
            "    if-ne v0, v1, :L0\n"
            "    move-object/from16 p1, p0\n"
            "    move-object/from16 v0, p1\n"
            "    if-ne v0, v1, :L0\n"
            "  :L0\n"
            "    return-void\n");
}

TEST(FitRegisters, FollowsReferencesIntoHandlersAndLoops) {
  EXPECT_EQ(Fitted("static a(Ljava/lang/Object;)V",
                   ".registers 20\n const/4 v17, 0\n :top\n"
                   "if-eq v17, p0, :out\n"
                   ":from\n move-object/from16 v17, p0\n"
                   "invoke-static {}, LA;->f()V\n :to\n goto :top\n"
                   ":catch\n if-ne v17, v17, :top\n :out\n return-void\n"
                   ".catchall {:from .. :to} :catch\n"),
            "    .registers 22\n"
            "    const/16 v19, 0\n"
            "  :L0\n"
            "    move-object/from16 v0, v19\n"
            "    move-object/from16 v1, p0\n"
            "    if-eq v0, v1, :L4\n"
            "  :L1\n"
            "    move-object/from16 v19, p0\n"
            "    invoke-static {}, LA;->f()V\n"
            "  :L2\n"
            "    goto :L0\n"
            "  :L3\n"
            "    move-object/from16 v0, v19\n"
            "    move-object/from16 v1, v19\n"
            "    if-ne v0, v1, :L0\n"
            "  :L4\n"
            "    return-void\n"
            "    .catchall {:L1 .. :L2} :L3\n");
}

TEST(FitRegisters, SaysWhatCannotBeDone) {
  EXPECT_EQ(Fitted("static a()V",
                   ".registers 30\n invoke-static {v20, v5}, LA;->f(I)V\n"),
            "invoke-static passes 2 registers, but what it calls takes 1");
  EXPECT_EQ(Fitted("static a()V",
                   ".registers 65535\n iget v65534, v65533, LA;->x:I\n"),
            "there is no room for 2 more registers beside 65535");
}

}  // namespace
}  // namespace reprise::dex
