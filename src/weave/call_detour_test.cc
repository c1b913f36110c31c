// What becomes of calls.
#include "weave/call_detour.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "weave/weave_testing.h"

namespace reprise::weave {
namespace {

std::string Detoured(const std::string& method,
                     const std::vector<CallDetour>& with) {
  return Transformed(method, [&](const dex::Pool& pool, const RuntimeRefs& refs,
                                 dex::MethodDef* woven) {
    return DetourCalls(pool, refs, woven, with);
  });
}

TEST(CallDetour, GivesAVirtualCallOtherArguments) {
  EXPECT_EQ(Detoured(".method a(LB;I)J\n"
                     ".registers 5\n"
                     "invoke-virtual {p1, p2}, LB;->f(I)J\n"
                     "move-result-wide v0\n"
                     "return-wide v0\n",
                     {{0, 7, "x"}}),
            "    .registers 12\n"
            "    sget-boolean v2, ON\n"
            "    if-eqz v2, :L5\n"
            "    invoke-static/range {p2 .. p2}, BOX_I\n"
            "    move-result-object v5\n"
            "    filled-new-array/range {v5 .. v5}, [OBJECT\n"
            "    move-result-object v4\n"
            "    const/16 v2, 7\n"
            "    move-object v3, p1\n"
            "    invoke-static/range {v2 .. v4}, ENTER\n"
            "    move-result-object v2\n"
            "    if-eqz v2, :L5\n"
            "    invoke-static/range {v2 .. v2}, ANSWERED\n"
            "    move-result v3\n"
            "    if-eqz v3, :L0\n"
            "    invoke-static/range {v2 .. v2}, ANSWER\n"
            "    move-result-object v3\n"
            "    goto :L4\n"
            "  :L0\n"
            "    move-object v5, p1\n"
            "    const/4 v7, 0\n"
            "    aget-object v8, v4, v7\n"
            "    check-cast v8, Ljava/lang/Integer;\n"
            "    invoke-virtual/range {v8 .. v8}, UNBOX_I\n"
            "    move-result v6\n"
            "  :L1\n"
            "    invoke-virtual/range {v5 .. v6}, LB;->f(I)J\n"
            "    move-result-wide v3\n"
            "  :L2\n"
            "    invoke-static/range {v3 .. v4}, BOX_J\n"
            "    move-result-object v3\n"
            "    invoke-static/range {v2 .. v3}, LEAVE\n"
            "    move-result-object v3\n"
            "    goto :L4\n"
            "  :L3\n"
            "    move-exception v3\n"
            "    invoke-static/range {v2 .. v3}, FAIL\n"
            "    move-result-object v3\n"
            "  :L4\n"
            "    check-cast v3, Ljava/lang/Long;\n"
            "    invoke-virtual/range {v3 .. v3}, UNBOX_J\n"
            "    move-result-wide v0\n"
            "    goto :L6\n"
            "  :L5\n"
            "    invoke-virtual {p1, p2}, LB;->f(I)J\n"
            "    move-result-wide v0\n"
            "  :L6\n"
            "    return-wide v0\n"
            "    .catchall {:L1 .. :L2} :L3\n");
}

TEST(CallDetour, RunsAConstructorWithoutSelf) {
  EXPECT_EQ(Detoured(".method static a()V\n"
                     ".registers 1\n"
                     "new-instance v0, LB;\n"
                     "invoke-direct {v0}, LB;-><init>()V\n"
                     "return-void\n",
                     {{0, 7, ""}}),
            "    .registers 7\n"
            "    new-instance v0, LB;\n"
            "    sget-boolean v1, ON\n"
            "    if-eqz v1, :L3\n"
            "    const/4 v3, 0\n"
            "    const/16 v1, 7\n"
            "    const/4 v2, 0\n"
            "    invoke-static/range {v1 .. v3}, ENTER\n"
            "    move-result-object v1\n"
            "    if-eqz v1, :L3\n"
            "  :L0\n"
            "    invoke-direct {v0}, LB;-><init>()V\n"
            "  :L1\n"
            "    move-object v2, v0\n"
            "    invoke-static/range {v1 .. v2}, LEAVE\n"
            "    goto :L4\n"
            "  :L2\n"
            "    move-exception v2\n"
            "    invoke-static/range {v1 .. v2}, FAIL\n"
            "    throw v2\n"
            "  :L3\n"
            "    invoke-direct {v0}, LB;-><init>()V\n"
            "  :L4\n"
            "    return-void\n"
            "    .catchall {:L0 .. :L1} :L2\n");
}

TEST(CallDetour, StandsInsideTheTriesOfASuperCall) {
  EXPECT_EQ(Detoured(".method a()V\n"
                     ".registers 2\n"
                     ":s\n"
                     "invoke-super {p0}, LB;->a()V\n"
                     ":e\n"
                     "return-void\n"
                     ":c\n"
                     "move-exception v0\n"
                     "return-void\n"
                     ".catch LE; {:s .. :e} :c\n",
                     {{0, 70000, ""}}),
            "    .registers 8\n"
            "  :L0\n"
            "    sget-boolean v1, ON\n"
            "    if-eqz v1, :L5\n"
            "    const/4 v3, 0\n"
            "    const v1, 70000\n"
            "    move-object v2, p0\n"
            "    invoke-static/range {v1 .. v3}, ENTER\n"
            "    move-result-object v1\n"
            "    if-eqz v1, :L5\n"
            "    invoke-static/range {v1 .. v1}, ANSWERED\n"
            "    move-result v2\n"
            "    if-eqz v2, :L1\n"
            "    invoke-static/range {v1 .. v1}, ANSWER\n"
            "    goto :L6\n"
            "  :L1\n"
            "  :L2\n"
            "    invoke-super {p0}, LB;->a()V\n"
            "  :L3\n"
            "    const/4 v2, 0\n"
            "    invoke-static/range {v1 .. v2}, LEAVE\n"
            "    goto :L6\n"
            "  :L4\n"
            "    move-exception v2\n"
            "    invoke-static/range {v1 .. v2}, FAIL\n"
            "    goto :L6\n"
            "  :L5\n"
            "    invoke-super {p0}, LB;->a()V\n"
            "  :L6\n"
            "  :L7\n"
            "    return-void\n"
            "  :L8\n"
            "    move-exception v0\n"
            "    return-void\n"
            "    .catchall {:L2 .. :L3} :L4\n"
            "    .catch LE; {:L0 .. :L7} :L8\n");
}

TEST(CallDetour, TakesOnlyTheCallsItIsTold) {
  EXPECT_EQ(Detoured(".method static a(LI;)V\n"
                     ".registers 3\n"
                     ".line 1\n"
                     "invoke-static {}, LB;->f()V\n"
                     "invoke-interface {p0}, LI;->g()Ljava/lang/String;\n"
                     ".line 2\n"
                     "move-result-object v1\n"
                     "invoke-interface {p0}, LI;->g()Ljava/lang/String;\n"
                     "return-void\n",
                     {{1, 1, ""}}),
            "    .registers 9\n"
            "    .params\n"
            "    .line 1\n"
            "    invoke-static {}, LB;->f()V\n"
            "    sget-boolean v2, ON\n"
            "    if-eqz v2, :L5\n"
            "    const/4 v4, 0\n"
            "    const/16 v2, 1\n"
            "    move-object v3, p0\n"
            "    invoke-static/range {v2 .. v4}, ENTER\n"
            "    move-result-object v2\n"
            "    if-eqz v2, :L5\n"
            "    invoke-static/range {v2 .. v2}, ANSWERED\n"
            "    move-result v3\n"
            "    if-eqz v3, :L0\n"
            "    invoke-static/range {v2 .. v2}, ANSWER\n"
            "    move-result-object v3\n"
            "    goto :L4\n"
            "  :L0\n"
            "  :L1\n"
            "    invoke-interface {p0}, LI;->g()STRING\n"
            "    move-result-object v3\n"
            "  :L2\n"
            "    invoke-static/range {v2 .. v3}, LEAVE\n"
            "    move-result-object v3\n"
            "    goto :L4\n"
            "  :L3\n"
            "    move-exception v3\n"
            "    invoke-static/range {v2 .. v3}, FAIL\n"
            "    move-result-object v3\n"
            "  :L4\n"
            "    check-cast v3, STRING\n"
            "    move-object v1, v3\n"
            "    goto :L6\n"
            "  :L5\n"
            "    invoke-interface {p0}, LI;->g()STRING\n"
            "    .line 2\n"
            "    move-result-object v1\n"
            "  :L6\n"
            "    invoke-interface {p0}, LI;->g()STRING\n"
            "    return-void\n"
            "    .catchall {:L1 .. :L2} :L3\n");
}

TEST(CallDetour, DropsWhatNobodyTakes) {
  EXPECT_EQ(Detoured(".method static a(JI)V\n"
                     ".registers 3\n"
                     "invoke-static/range {p0 .. p2}, LB;->f(JI)I\n"
                     "return-void\n",
                     {{0, 1, "-x"}}),
            "    .registers 11\n"
            "    sget-boolean v0, ON\n"
            "    if-eqz v0, :L4\n"
            "    invoke-static/range {p0 .. p1}, BOX_J\n"
            "    move-result-object v3\n"
            "    invoke-static/range {p2 .. p2}, BOX_I\n"
            "    move-result-object v4\n"
            "    filled-new-array/range {v3 .. v4}, [OBJECT\n"
            "    move-result-object v2\n"
            "    const/16 v0, 1\n"
            "    const/4 v1, 0\n"
            "    invoke-static/range {v0 .. v2}, ENTER\n"
            "    move-result-object v0\n"
            "    if-eqz v0, :L4\n"
            "    invoke-static/range {v0 .. v0}, ANSWERED\n"
            "    move-result v1\n"
            "    if-eqz v1, :L0\n"
            "    invoke-static/range {v0 .. v0}, ANSWER\n"
            "    goto :L5\n"
            "  :L0\n"
            "    move-wide v3, p0\n"
            "    const/16 v6, 1\n"
            "    aget-object v7, v2, v6\n"
            "    check-cast v7, Ljava/lang/Integer;\n"
            "    invoke-virtual/range {v7 .. v7}, UNBOX_I\n"
            "    move-result v5\n"
            "  :L1\n"
            "    invoke-static/range {v3 .. v5}, LB;->f(JI)I\n"
            "    move-result v1\n"
            "  :L2\n"
            "    invoke-static/range {v1 .. v1}, BOX_I\n"
            "    move-result-object v1\n"
            "    invoke-static/range {v0 .. v1}, LEAVE\n"
            "    goto :L5\n"
            "  :L3\n"
            "    move-exception v1\n"
            "    invoke-static/range {v0 .. v1}, FAIL\n"
            "    goto :L5\n"
            "  :L4\n"
            "    invoke-static/range {p0 .. p2}, LB;->f(JI)I\n"
            "  :L5\n"
            "    return-void\n"
            "    .catchall {:L1 .. :L2} :L3\n");
}

// The calls of a method that has so many registers before its parameters.
std::string Registers(int count) {
  return Detoured(fmt::format(".method a(J)V\n.registers {}\n"
                              "invoke-virtual {{p0, p1, p2}}, LA;->f(J)J\n"
                              "move-result-wide v0\nreturn-void",
                              count + 3),
                  {{0, 1, "x"}});
}

TEST(CallDetour, WorksWithRegistersBeyond15And255) {
  EXPECT_EQ(Registers(14).substr(0, 18), "    .registers 25\n");
  EXPECT_EQ(Registers(300).substr(0, 19), "    .registers 311\n");
  EXPECT_EQ(Registers(40000).substr(0, 21), "    .registers 40011\n");
}

TEST(CallDetour, RefusesWhatHasNoRoom) {
  EXPECT_EQ(Registers(65530),
            "the method would need more than 65535 registers");
  EXPECT_EQ(Detoured(".method a()V\n.registers 1\n"
                     "invoke-virtual {p0}, LA;->f(J)J\nreturn-void",
                     {{0, 1, "x"}}),
            "a call of f passes 1 registers and not 3");
  EXPECT_EQ(Detoured(".method a()V\n.registers 1\nreturn-void", {{0, 1, ""}}),
            "the plan has a call 0 and the method only 0");
  std::string many = ".method a()V\n.registers 1\n";
  std::vector<CallDetour> all;
  for (uint32_t i = 0; i < 12000; ++i) {
    many += "invoke-virtual {p0}, LA;->f()V\n";
    all.push_back({i, 1, ""});
  }
  EXPECT_EQ(Detoured(many + "return-void", all),
            "0 tries and 12000 hooks need more handlers than 16 bits can "
            "number");
  all.resize(500);
  EXPECT_EQ(Detoured(many + "return-void", all).substr(0, 17),
            "    .registers 7\n");
}

}  // namespace
}  // namespace reprise::weave
