// A class out of a dex file of several, woven by its part of a plan.
#include "app/agent/class_weaver.h"

#include <gtest/gtest.h>

#include <string>

#include "dex/assembler.h"
#include "dex/disassembler.h"
#include "dex/reader.h"
#include "dex/writer.h"

namespace reprise::agent {
namespace {

constexpr char kPlan[] =
    "reprise-plan 1\n"
    "point 65536 inside random value - La/Dice;->roll()I -\n"
    "point 65537 downcall random value - La/Dice;->roll()I -\n"
    "hook around 65536 La/Dice;->roll()I\n"
    "hook call 65537 La/Game;->play()I 0\n"
    "hook around 65536 La/Game;->absent()V\n"
    "hook around 65536 La/Game;->given()V\n";

constexpr char kClasses[] =
    ".class La/Dice;\n"
    ".method roll()I\n.registers 2\nconst/4 v0, 4\nreturn v0\n.end method\n"
    ".class abstract La/Game;\n"
    ".method abstract given()V\n.end method\n"
    ".method static play()I\n.registers 1\n"
    "sget-object v0, La/Game;->dice:La/Dice;\n"
    "invoke-virtual {v0}, La/Dice;->roll()I\n"
    "move-result v0\nreturn v0\n.end method\n"
    ".class La/Other;\n";

std::string Dex() {
  dex::Pool pool;
  const auto file = dex::Assemble(kClasses, &pool);
  EXPECT_TRUE(file) << file.error().message;
  const auto bytes = dex::WriteDex(pool, dex::PointersTo(file->classes), {});
  EXPECT_TRUE(bytes) << bytes.error().message;
  return *bytes;
}

ClassWeaver Weaver() {
  auto weaver = ClassWeaver::Make(kPlan);
  EXPECT_TRUE(weaver) << weaver.error().message;
  return *std::move(weaver);
}

TEST(ClassWeaver, KnowsTheClassesOfThePlan) {
  const ClassWeaver weaver = Weaver();
  EXPECT_EQ(weaver.classes(), 2u);
  EXPECT_TRUE(weaver.Wants("La/Dice;"));
  EXPECT_FALSE(weaver.Wants("La/Other;"));
  EXPECT_EQ(weaver.points(),
            "reprise-plan 1\n"
            "point 65536 inside random value - La/Dice;->roll()I -\n"
            "point 65537 downcall random value - La/Dice;->roll()I -\n");
}

TEST(ClassWeaver, GivesADexFileOfTheOneClass) {
  const auto woven = Weaver().Weave("La/Dice;", Dex());
  ASSERT_TRUE(woven) << woven.error().message;
  EXPECT_TRUE(woven->left.empty());
  dex::Pool pool;
  const auto file = dex::ReadDex(woven->dex, &pool);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->classes.size(), 1u);
  const std::string text = dex::Disassemble(pool, *file);
  EXPECT_NE(text.find("Lio/reprise/runtime/Hooks;->enter"), text.npos) << text;
  EXPECT_NE(text.find("65536"), text.npos) << text;
}

TEST(ClassWeaver, WeavesWhatItCanAndTellsTheRest) {
  const auto woven = Weaver().Weave("La/Game;", Dex());
  ASSERT_TRUE(woven) << woven.error().message;
  EXPECT_FALSE(woven->dex.empty());
  EXPECT_EQ(woven->left,
            (std::vector<std::string>{
                "La/Game;->absent()V: the class has no such method",
                "La/Game;->given()V: it has no code (abstract or native)"}));
}

TEST(ClassWeaver, LeavesOtherClassesAlone) {
  const auto woven = Weaver().Weave("La/Other;", Dex());
  ASSERT_TRUE(woven) << woven.error().message;
  EXPECT_TRUE(woven->dex.empty());
}

TEST(ClassWeaver, RefusesADexFileWithoutTheClass) {
  dex::Pool pool;
  const auto empty = dex::WriteDex(pool, {}, {});
  ASSERT_TRUE(empty) << empty.error().message;
  const auto woven = Weaver().Weave("La/Dice;", *empty);
  ASSERT_FALSE(woven);
  EXPECT_EQ(woven.error().message,
            "La/Dice; is not in the dex file it came with");
  EXPECT_FALSE(Weaver().Weave("La/Dice;", "dex\n035"));
}

}  // namespace
}  // namespace reprise::agent
