// What is put into an app so that it loads the runtime.
#include "weave/start_stub.h"

#include <gtest/gtest.h>

#include <string>

#include "dex/assembler.h"
#include "dex/disassembler.h"

namespace reprise::weave {
namespace {

// All classes afterwards, and the one that was made.
std::string Stubbed(const std::string& classes_text, const std::string& name,
                    const std::string& factory = "") {
  dex::Pool pool;
  auto file = dex::Assemble(classes_text, &pool);
  if (!file) return file.error().message;
  ClassPointers classes;
  for (dex::ClassDef& entry : file->classes) classes.push_back(&entry);
  StartStub stub = AddStartStub(classes, name, factory, &pool);
  std::string text;
  for (dex::ClassDef* entry : stub.changed) {
    text += dex::DisassembleClass(pool, *entry);
  }
  if (stub.made) text += dex::DisassembleClass(pool, *stub.made);
  return text;
}

constexpr char kStarts[] =
    ".method static constructor <clinit>()V\n"
    "    .registers 0\n"
    "    invoke-static/range {}, Lio/reprise/runtime/Start;->load()V\n"
    "    return-void\n"
    ".end method\n";

TEST(StartStub, MakesAnApplication) {
  EXPECT_EQ(Stubbed("", ""),
            std::string(".class public Lio/reprise/woven/App;\n"
                        ".super Landroid/app/Application;\n\n"
                        ".method public constructor <init>()V\n"
                        "    .registers 1\n"
                        "    invoke-direct/range {p0 .. p0}, "
                        "Landroid/app/Application;-><init>()V\n"
                        "    return-void\n"
                        ".end method\n\n") +
                kStarts +
                "\n.method protected attachBaseContext("
                "Landroid/content/Context;)V\n"
                "    .registers 2\n"
                "    invoke-static/range {p1 .. p1}, "
                "Lio/reprise/runtime/Start;->attach("
                "Landroid/content/Context;)V\n"
                "    invoke-super/range {p0 .. p1}, "
                "Landroid/app/Application;->attachBaseContext("
                "Landroid/content/Context;)V\n"
                "    return-void\n"
                ".end method\n");
}

TEST(StartStub, ExtendsAnApplicationThatIsNotInTheApp) {
  EXPECT_EQ(Stubbed("", "com.example.Split").substr(0, 61),
            ".class public Lio/reprise/woven/App;\n.super Lcom/example/Spli");
}

TEST(StartStub, StartsInTheTopmostClassAndAttachesWhereItIsDeclared) {
  EXPECT_EQ(Stubbed(".class La/App;\n.super La/Base;\n"
                    ".method static constructor <clinit>()V\n.registers 1\n"
                    "const/4 v0, 1\nreturn-void\n.end method\n"
                    ".class La/Base;\n.super Landroid/app/Application;\n"
                    ".method protected final attachBaseContext("
                    "Landroid/content/Context;)V\n.registers 4\nreturn-void\n"
                    ".end method\n",
                    "a.App"),
            std::string(".class La/Base;\n.super Landroid/app/Application;\n\n"
                        ".method protected final attachBaseContext("
                        "Landroid/content/Context;)V\n"
                        "    .registers 4\n"
                        "    invoke-static/range {p1 .. p1}, "
                        "Lio/reprise/runtime/Start;->attach("
                        "Landroid/content/Context;)V\n"
                        "    return-void\n"
                        ".end method\n\n") +
                kStarts);
}

TEST(StartStub, StartsInTheComponentFactoryToo) {
  const std::string text = Stubbed(
      ".class La/Factory;\n.super Landroid/app/AppComponentFactory;\n"
      ".method static constructor <clinit>()V\n.registers 1\n"
      "const/4 v0, 1\nreturn-void\n.end method\n",
      "", "a.Factory");
  EXPECT_EQ(text.substr(0, text.find(".end method")),
            ".class La/Factory;\n.super Landroid/app/AppComponentFactory;\n\n"
            ".method static constructor <clinit>()V\n"
            "    .registers 1\n"
            "    invoke-static/range {}, Lio/reprise/runtime/Start;->load()V\n"
            "    const/4 v0, 1\n"
            "    return-void\n");
}

}  // namespace
}  // namespace reprise::weave
