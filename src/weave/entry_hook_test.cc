// What is put before a body.
#include "weave/entry_hook.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "weave/weave_testing.h"

namespace reprise::weave {
namespace {

std::string Hooked(const std::string& method, const EntryHook& with) {
  return Transformed(method, [&](const dex::Pool& pool, const RuntimeRefs& refs,
                                 dex::MethodDef* woven) {
    return AddEntryHook(pool, refs, woven, with);
  });
}

TEST(EntryHook, MayAnswerAndReplaceParameters) {
  EXPECT_EQ(Hooked(".method a(IJLjava/lang/String;)I\n"
                   ".registers 6\n"
                   "add-int/lit8 v0, p1, 1\n"
                   "return v0\n",
                   {3, "vv-"}),
            "    .registers 12\n"
            "    sget-boolean v1, ON\n"
            "    if-eqz v1, :L1\n"
            "    invoke-static/range {p1 .. p1}, BOX_I\n"
            "    move-result-object v4\n"
            "    invoke-static/range {p2 .. p3}, BOX_J\n"
            "    move-result-object v5\n"
            "    move-object v6, p4\n"
            "    filled-new-array/range {v4 .. v6}, [OBJECT\n"
            "    move-result-object v3\n"
            "    const/16 v1, 3\n"
            "    move-object v2, p0\n"
            "    invoke-static/range {v1 .. v3}, ENTER\n"
            "    move-result-object v1\n"
            "    if-eqz v1, :L1\n"
            "    invoke-static/range {v1 .. v1}, ANSWERED\n"
            "    move-result v2\n"
            "    if-eqz v2, :L0\n"
            "    invoke-static/range {v1 .. v1}, ANSWER\n"
            "    move-result-object v2\n"
            "    check-cast v2, Ljava/lang/Integer;\n"
            "    invoke-virtual/range {v2 .. v2}, UNBOX_I\n"
            "    move-result v2\n"
            "    return v2\n"
            "  :L0\n"
            "    const/4 v4, 0\n"
            "    aget-object v5, v3, v4\n"
            "    check-cast v5, Ljava/lang/Integer;\n"
            "    invoke-virtual/range {v5 .. v5}, UNBOX_I\n"
            "    move-result p1\n"
            "    const/16 v4, 1\n"
            "    aget-object v5, v3, v4\n"
            "    check-cast v5, Ljava/lang/Long;\n"
            "    invoke-virtual/range {v5 .. v5}, UNBOX_J\n"
            "    move-result-wide p2\n"
            "  :L1\n"
            "    add-int/lit8 v0, p1, 1\n"
            "    return v0\n");
}

TEST(EntryHook, LetsAConstructorRun) {
  EXPECT_EQ(Hooked(".method constructor <init>(I)V\n"
                   ".registers 2\n"
                   "invoke-direct {p0}, Ljava/lang/Object;-><init>()V\n"
                   "return-void\n",
                   {3, "v"}),
            "    .registers 7\n"
            "    sget-boolean v0, ON\n"
            "    if-eqz v0, :L0\n"
            "    invoke-static/range {p1 .. p1}, BOX_I\n"
            "    move-result-object v3\n"
            "    filled-new-array/range {v3 .. v3}, [OBJECT\n"
            "    move-result-object v2\n"
            "    const/16 v0, 3\n"
            "    const/4 v1, 0\n"
            "    invoke-static/range {v0 .. v2}, ENTER\n"
            "    move-result-object v0\n"
            "    if-eqz v0, :L0\n"
            "    const/4 v3, 0\n"
            "    aget-object v4, v2, v3\n"
            "    check-cast v4, Ljava/lang/Integer;\n"
            "    invoke-virtual/range {v4 .. v4}, UNBOX_I\n"
            "    move-result p1\n"
            "  :L0\n"
            "    invoke-direct {p0}, OBJECT-><init>()V\n"
            "    return-void\n");
}

TEST(EntryHook, IsBeforeLoopsAndTriesOfAStaticInitialiser) {
  EXPECT_EQ(Hooked(".method static constructor <clinit>()V\n"
                   ".registers 1\n"
                   ":s\n"
                   "invoke-static {}, LA;->g()V\n"
                   "goto :s\n"
                   ":e\n"
                   ":c\n"
                   "move-exception v0\n"
                   "return-void\n"
                   ".catchall {:s .. :e} :c\n",
                   {3, ""}),
            "    .registers 6\n"
            "    sget-boolean v1, ON\n"
            "    if-eqz v1, :L1\n"
            "    const/4 v3, 0\n"
            "    const/16 v1, 3\n"
            "    const/4 v2, 0\n"
            "    invoke-static/range {v1 .. v3}, ENTER\n"
            "    move-result-object v1\n"
            "    if-eqz v1, :L1\n"
            "    invoke-static/range {v1 .. v1}, ANSWERED\n"
            "    move-result v2\n"
            "    if-eqz v2, :L0\n"
            "    invoke-static/range {v1 .. v1}, ANSWER\n"
            "    return-void\n"
            "  :L0\n"
            "  :L1\n"
            "  :L2\n"
            "    invoke-static {}, LA;->g()V\n"
            "    goto :L2\n"
            "  :L3\n"
            "  :L4\n"
            "    move-exception v0\n"
            "    return-void\n"
            "    .catchall {:L2 .. :L3} :L4\n");
}

TEST(EntryHook, RefusesParametersThatTheCodeHasNoRegistersFor) {
  EXPECT_EQ(Hooked(".method a(J)V\n.registers 3\n.ins 1\nreturn-void", {}),
            "the code has 1 registers for parameters and not 3");
}

}  // namespace
}  // namespace reprise::weave
