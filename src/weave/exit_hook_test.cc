// What is put around and after a body.
#include "weave/exit_hook.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "weave/weave_testing.h"

namespace reprise::weave {
namespace {

const EntryHook kEntry{3, "v"};

std::string Hooked(const std::string& method, const ExitHook& with) {
  return Transformed(method, [&](const dex::Pool& pool, const RuntimeRefs& refs,
                                 dex::MethodDef* woven) {
    return AddExitHook(pool, refs, woven, with);
  });
}

TEST(ExitHook, SeesResultsAndExceptions) {
  EXPECT_EQ(Hooked(".method static a()I\n"
                   ".registers 1\n"
                   ":s\n"
                   "invoke-static {}, LA;->g()I\n"
                   "move-result v0\n"
                   ":e\n"
                   "return v0\n"
                   ":c\n"
                   "move-exception v0\n"
                   "const/4 v0, 1\n"
                   "return v0\n"
                   ".catch LE; {:s .. :e} :c\n",
                   {3}),
            "    .registers 11\n"
            "    const/4 v1, 0\n"
            "    sget-boolean v6, ON\n"
            "    if-eqz v6, :L0\n"
            "    const/4 v8, 0\n"
            "    const/16 v6, 3\n"
            "    const/4 v7, 0\n"
            "    invoke-static/range {v6 .. v8}, ENTER\n"
            "    move-result-object v1\n"
            "  :L0\n"
            "  :L1\n"
            "  :L2\n"
            "    invoke-static {}, LA;->g()I\n"
            "    move-result v0\n"
            "  :L3\n"
            "    move v3, v0\n"
            "    goto :L8\n"
            "  :L4\n"
            "    move-exception v0\n"
            "    const/4 v0, 1\n"
            "    move v3, v0\n"
            "    goto :L8\n"
            "  :L5\n"
            "  :L6\n"
            "    move-exception v2\n"
            "    if-eqz v1, :L7\n"
            "    invoke-static/range {v1 .. v2}, FAIL\n"
            "    move-result-object v2\n"
            "    check-cast v2, Ljava/lang/Integer;\n"
            "    invoke-virtual/range {v2 .. v2}, UNBOX_I\n"
            "    move-result v3\n"
            "    goto :L9\n"
            "  :L7\n"
            "    throw v2\n"
            "  :L8\n"
            "    if-eqz v1, :L9\n"
            "    invoke-static/range {v3 .. v3}, BOX_I\n"
            "    move-result-object v2\n"
            "    invoke-static/range {v1 .. v2}, LEAVE\n"
            "    move-result-object v2\n"
            "    check-cast v2, Ljava/lang/Integer;\n"
            "    invoke-virtual/range {v2 .. v2}, UNBOX_I\n"
            "    move-result v3\n"
            "  :L9\n"
            "    return v3\n"
            "    .catch LE; {:L2 .. :L3} :L4\n"
            "    .catchall {:L1 .. :L5} :L6\n");
}

TEST(ExitHook, GivesTheObjectOfAConstructor) {
  EXPECT_EQ(Hooked(".method constructor <init>(I)V\n"
                   ".registers 2\n"
                   "invoke-direct {p0}, Ljava/lang/Object;-><init>()V\n"
                   "return-void\n",
                   {3, &kEntry}),
            "    .registers 12\n"
            "    const/4 v0, 0\n"
            "    move-object v4, p0\n"
            "    sget-boolean v5, ON\n"
            "    if-eqz v5, :L0\n"
            "    invoke-static/range {p1 .. p1}, BOX_I\n"
            "    move-result-object v8\n"
            "    filled-new-array/range {v8 .. v8}, [OBJECT\n"
            "    move-result-object v7\n"
            "    const/16 v5, 3\n"
            "    const/4 v6, 0\n"
            "    invoke-static/range {v5 .. v7}, ENTER\n"
            "    move-result-object v0\n"
            "    if-eqz v0, :L0\n"
            "    const/4 v8, 0\n"
            "    aget-object v9, v7, v8\n"
            "    check-cast v9, Ljava/lang/Integer;\n"
            "    invoke-virtual/range {v9 .. v9}, UNBOX_I\n"
            "    move-result p1\n"
            "  :L0\n"
            "  :L1\n"
            "    invoke-direct {p0}, OBJECT-><init>()V\n"
            "    goto :L5\n"
            "  :L2\n"
            "  :L3\n"
            "    move-exception v1\n"
            "    if-eqz v0, :L4\n"
            "    invoke-static/range {v0 .. v1}, FAIL\n"
            "  :L4\n"
            "    throw v1\n"
            "  :L5\n"
            "    if-eqz v0, :L6\n"
            "    move-object v1, v4\n"
            "    invoke-static/range {v0 .. v1}, LEAVE\n"
            "  :L6\n"
            "    return-void\n"
            "    .catchall {:L1 .. :L2} :L3\n");
}

TEST(ExitHook, KeepsHandlersOfMonitors) {
  EXPECT_EQ(Hooked(".method a()V\n"
                   ".registers 2\n"
                   "monitor-enter p0\n"
                   ":s\n"
                   "invoke-static {}, LA;->g()V\n"
                   "monitor-exit p0\n"
                   ":e\n"
                   "return-void\n"
                   ":c\n"
                   "move-exception v0\n"
                   "monitor-exit p0\n"
                   ":f\n"
                   "throw v0\n"
                   ".catchall {:s .. :e} :c\n"
                   ".catchall {:c .. :f} :c\n",
                   {3}),
            "    .registers 12\n"
            "    const/4 v1, 0\n"
            "    sget-boolean v6, ON\n"
            "    if-eqz v6, :L0\n"
            "    const/4 v8, 0\n"
            "    const/16 v6, 3\n"
            "    move-object v7, p0\n"
            "    invoke-static/range {v6 .. v8}, ENTER\n"
            "    move-result-object v1\n"
            "  :L0\n"
            "  :L1\n"
            "    monitor-enter p0\n"
            "  :L2\n"
            "    invoke-static {}, LA;->g()V\n"
            "    monitor-exit p0\n"
            "  :L3\n"
            "    goto :L9\n"
            "  :L4\n"
            "    move-exception v0\n"
            "    monitor-exit p0\n"
            "  :L5\n"
            "    throw v0\n"
            "  :L6\n"
            "  :L7\n"
            "    move-exception v2\n"
            "    if-eqz v1, :L8\n"
            "    invoke-static/range {v1 .. v2}, FAIL\n"
            "    goto :L10\n"
            "  :L8\n"
            "    throw v2\n"
            "  :L9\n"
            "    if-eqz v1, :L10\n"
            "    const/4 v2, 0\n"
            "    invoke-static/range {v1 .. v2}, LEAVE\n"
            "  :L10\n"
            "    return-void\n"
            "    .catchall {:L2 .. :L3} :L4\n"
            "    .catchall {:L4 .. :L5} :L4\n"
            "    .catchall {:L1 .. :L6} :L7\n");
}

TEST(ExitHook, SeesNothingWhileAMonitorIsUnguarded) {
  EXPECT_EQ(Hooked(".method a()V\n"
                   ".registers 1\n"
                   "monitor-enter p0\n"
                   "invoke-static {}, LA;->g()V\n"
                   "monitor-exit p0\n"
                   "return-void\n",
                   {3}),
            "    .registers 11\n"
            "    const/4 v0, 0\n"
            "    sget-boolean v5, ON\n"
            "    if-eqz v5, :L0\n"
            "    const/4 v7, 0\n"
            "    const/16 v5, 3\n"
            "    move-object v6, p0\n"
            "    invoke-static/range {v5 .. v7}, ENTER\n"
            "    move-result-object v0\n"
            "  :L0\n"
            "  :L1\n"
            "    monitor-enter p0\n"
            "  :L2\n"
            "    invoke-static {}, LA;->g()V\n"
            "    monitor-exit p0\n"
            "  :L3\n"
            "    goto :L7\n"
            "  :L4\n"
            "  :L5\n"
            "    move-exception v1\n"
            "    if-eqz v0, :L6\n"
            "    invoke-static/range {v0 .. v1}, FAIL\n"
            "    goto :L8\n"
            "  :L6\n"
            "    throw v1\n"
            "  :L7\n"
            "    if-eqz v0, :L8\n"
            "    const/4 v1, 0\n"
            "    invoke-static/range {v0 .. v1}, LEAVE\n"
            "  :L8\n"
            "    return-void\n"
            "    .catchall {:L1 .. :L2} :L5\n"
            "    .catchall {:L3 .. :L4} :L5\n");
}

TEST(ExitHook, ReturnsWideValues) {
  EXPECT_EQ(Hooked(".method static a(J)J\n"
                   ".registers 2\n"
                   "return-wide p0\n",
                   {3, &kEntry}),
            "    .registers 12\n"
            "    const/4 v0, 0\n"
            "    sget-boolean v5, ON\n"
            "    if-eqz v5, :L1\n"
            "    invoke-static/range {p0 .. p1}, BOX_J\n"
            "    move-result-object v8\n"
            "    filled-new-array/range {v8 .. v8}, [OBJECT\n"
            "    move-result-object v7\n"
            "    const/16 v5, 3\n"
            "    const/4 v6, 0\n"
            "    invoke-static/range {v5 .. v7}, ENTER\n"
            "    move-result-object v0\n"
            "    if-eqz v0, :L1\n"
            "    invoke-static/range {v0 .. v0}, ANSWERED\n"
            "    move-result v6\n"
            "    if-eqz v6, :L0\n"
            "    invoke-static/range {v0 .. v0}, ANSWER\n"
            "    move-result-object v6\n"
            "    check-cast v6, Ljava/lang/Long;\n"
            "    invoke-virtual/range {v6 .. v6}, UNBOX_J\n"
            "    move-result-wide v6\n"
            "    return-wide v6\n"
            "  :L0\n"
            "    const/4 v8, 0\n"
            "    aget-object v9, v7, v8\n"
            "    check-cast v9, Ljava/lang/Long;\n"
            "    invoke-virtual/range {v9 .. v9}, UNBOX_J\n"
            "    move-result-wide p0\n"
            "  :L1\n"
            "  :L2\n"
            "    move-wide v2, p0\n"
            "    goto :L6\n"
            "  :L3\n"
            "  :L4\n"
            "    move-exception v1\n"
            "    if-eqz v0, :L5\n"
            "    invoke-static/range {v0 .. v1}, FAIL\n"
            "    move-result-object v1\n"
            "    check-cast v1, Ljava/lang/Long;\n"
            "    invoke-virtual/range {v1 .. v1}, UNBOX_J\n"
            "    move-result-wide v2\n"
            "    goto :L7\n"
            "  :L5\n"
            "    throw v1\n"
            "  :L6\n"
            "    if-eqz v0, :L7\n"
            "    invoke-static/range {v2 .. v3}, BOX_J\n"
            "    move-result-object v1\n"
            "    invoke-static/range {v0 .. v1}, LEAVE\n"
            "    move-result-object v1\n"
            "    check-cast v1, Ljava/lang/Long;\n"
            "    invoke-virtual/range {v1 .. v1}, UNBOX_J\n"
            "    move-result-wide v2\n"
            "  :L7\n"
            "    return-wide v2\n"
            "    .catchall {:L2 .. :L3} :L4\n");
}

// What is between the end of the body and the call of leave().
std::string Boxing(const std::string& type) {
  const std::string text =
      Hooked(".method static a(I)" + type + "\n.registers 1\nreturn p0", {3});
  const size_t begin = text.rfind("if-eqz v0, ");
  const size_t end = text.find("    move-result-object v1", begin);
  return begin < end ? text.substr(begin, end - begin) : text;
}

TEST(ExitHook, NarrowsWhatIsReturnedAsAnyInt) {
  EXPECT_EQ(Boxing("B"),
            "if-eqz v0, :L6\n"
            "    int-to-byte v1, v2\n"
            "    invoke-static/range {v1 .. v1}, "
            "Ljava/lang/Byte;->valueOf(B)Ljava/lang/Byte;\n");
  const std::string text =
      Hooked(".method static a(I)Z\n.registers 1\nreturn p0", {3});
  EXPECT_NE(text.find("    const/4 v1, 0\n"
                      "    if-eqz v2, :L6\n"
                      "    const/4 v1, 1\n"
                      "  :L6\n"
                      "    invoke-static/range {v1 .. v1}, "
                      "Ljava/lang/Boolean;->valueOf(Z)Ljava/lang/Boolean;\n"),
            std::string::npos)
      << text;
}

TEST(ExitHook, WorksWithRegistersBeyond255) {
  const std::string woven =
      Hooked(".method a(J)J\n.registers 400\nreturn-wide p1", {3, &kEntry});
  EXPECT_EQ(woven.substr(0, 36), "    .registers 410\n    const/4 v397,");
}

}  // namespace
}  // namespace reprise::weave
