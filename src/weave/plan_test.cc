// What is planned for an app, as text, and what weaving it reports.
#include "weave/plan.h"

#include <gtest/gtest.h>

#include <string>

#include "dex/assembler.h"
#include "dex/disassembler.h"
#include "dex/writer.h"

namespace reprise::weave {
namespace {

struct App {
  App(const std::string& spec_text, const std::string& classes_text) {
    const Status parsed = ParseSpec(spec_text, "a.spec", &spec);
    EXPECT_TRUE(parsed) << parsed.error().message;
    auto assembled = dex::Assemble(classes_text, &pool);
    EXPECT_TRUE(assembled) << assembled.error().message;
    file = *std::move(assembled);
    for (dex::ClassDef& entry : file.classes) classes.push_back(&entry);
  }

  std::string Planned(const PlanOptions& options = {}) {
    plan = MakePlan(spec, classes, options, &pool);
    return PlanText(plan, pool);
  }

  dex::Pool pool;
  Spec spec;
  dex::DexFile file;
  ClassPointers classes;
  Plan plan;
};

constexpr char kLocation[] =
    "stream location;\n"
    "class android.location.LocationManager {\n"
    "  [downcall, timed] Location getLastKnownLocation(String provider);\n"
    "}\n"
    "interface android.location.LocationListener {\n"
    "  [upcall] void onLocationChanged(Location location);\n"
    "}\n";

TEST(Plan, FindsCallsAndBodies) {
  App app(kLocation,
          ".class LMain;\n"
          ".implements Landroid/location/LocationListener;\n"
          ".method a(Landroid/location/LocationManager;)V\n"
          ".registers 3\n"
          "invoke-static {}, LMain;->b()V\n"
          "const-string v0, \"gps\"\n"
          "invoke-virtual {p1, v0}, Landroid/location/LocationManager;->"
          "getLastKnownLocation(Ljava/lang/String;)"
          "Landroid/location/Location;\n"
          "return-void\n.end method\n"
          ".method public onLocationChanged(Landroid/location/Location;)V\n"
          ".registers 2\nreturn-void\n.end method\n");
  EXPECT_EQ(app.Planned({.first_point = 5}),
            "reprise-plan 1\n"
            "point 5 downcall location value timed "
            "Landroid/location/LocationManager;->getLastKnownLocation("
            "Ljava/lang/String;)Landroid/location/Location; -\n"
            "point 6 upcall location value - "
            "Landroid/location/LocationListener;->onLocationChanged("
            "Landroid/location/Location;)V v\n"
            "hook call 5 LMain;->a(Landroid/location/LocationManager;)V 1\n"
            "hook around 6 LMain;->onLocationChanged("
            "Landroid/location/Location;)V\n");
  const ApplyReport report = ApplyPlan(app.plan, app.classes, &app.pool);
  EXPECT_EQ(report.hooks, 2);
  EXPECT_EQ(report.changed, std::vector<bool>{true});
  EXPECT_TRUE(report.skipped.empty());
  EXPECT_TRUE(dex::WriteDex(app.pool, dex::PointersTo(app.file.classes), {}));
}

// A class whose method a() makes this call.
std::string Calling(const std::string& call) {
  return ".class LMain;\n.super LBase;\n.method a()V\n.registers 3\n" + call +
         "\nreturn-void\n.end method\n";
}

TEST(Plan, KnowsSubclassesFromTheAppAndTheSpecification) {
  const std::string spec =
      "class a.B { [downcall] int f(); }\n"
      "class a.C extends a.B;\n";
  const std::string point =
      "reprise-plan 1\npoint 0 downcall method value - La/B;->f()I -\n"
      "hook call 0 LMain;->a()V 0\n";
  EXPECT_EQ(App(spec, Calling("invoke-virtual {p0}, La/C;->f()I")).Planned(),
            point);
  EXPECT_EQ(App(spec, Calling("invoke-virtual {p0}, LD;->f()I") +
                          ".class LD;\n.super La/C;\n")
                .Planned(),
            point);
  EXPECT_EQ(App(spec, Calling("invoke-virtual {p0}, LE;->f()I")).Planned(),
            "reprise-plan 1\n");
}

TEST(Plan, LeavesCallsOfTheAppsOwnOverridesAlone) {
  const std::string override =
      ".class LD;\n.super La/B;\n.method f()I\n.registers 1\n"
      "invoke-super {p0}, La/B;->f()I\nreturn p0\n.end method\n";
  const std::string call = Calling("invoke-virtual {p0}, LD;->f()I");
  EXPECT_EQ(App("class a.B { [downcall] int f(); }", call + override).Planned(),
            "reprise-plan 1\npoint 0 downcall method value - La/B;->f()I -\n"
            "hook call 0 LD;->f()I 0\n");
  EXPECT_EQ(App("class D { [downcall] int f(); }", call + override).Planned(),
            "reprise-plan 1\npoint 0 downcall method value - LD;->f()I -\n"
            "hook call 0 LMain;->a()V 0\n");
}

TEST(Plan, TakesTheLastRule) {
  const std::string call = Calling("invoke-virtual {p0}, La/B;->f()I");
  EXPECT_EQ(App("class a.B { [downcall, use one] * f(..); }"
                "class a.B { [downcall, use two] int *(); }",
                call)
                .Planned(),
            "reprise-plan 1\npoint 0 downcall method two - La/B;->f()I -\n"
            "hook call 0 LMain;->a()V 0\n");
  EXPECT_EQ(
      App("class a.B { [downcall] int f(); } class a.* { [off] * *(..); }",
          call)
          .Planned(),
      "reprise-plan 1\n");
}

TEST(Plan, MatchesConstructorsOfTheClassItselfOnly) {
  const std::string spec = "class a.B { [downcall] B([xpointer] int n); }";
  EXPECT_EQ(App(spec, Calling("invoke-direct {p0, v0}, La/B;-><init>(I)V\n"
                              "invoke-direct {p0, v0}, LD;-><init>(I)V") +
                          ".class LD;\n.super La/B;\n")
                .Planned(),
            "reprise-plan 1\n"
            "point 0 downcall method value - La/B;-><init>(I)V x\n"
            "hook call 0 LMain;->a()V 0\n");
}

TEST(Plan, HooksABridgeInsteadOfWhatItCalls) {
  App app("interface a.Listener { [upcall] void on(*); }",
          ".class LMain;\n.implements La/Listener;\n"
          ".method on(Ljava/lang/String;)V\n.registers 2\nreturn-void\n"
          ".end method\n"
          ".method bridge synthetic on(Ljava/lang/Object;)V\n.registers 2\n"
          "check-cast p1, Ljava/lang/String;\n"
          "invoke-virtual {p0, p1}, LMain;->on(Ljava/lang/String;)V\n"
          "return-void\n.end method\n"
          ".method native on(I)V\n.end method\n"
          ".method abstract on(J)V\n.end method\n");
  EXPECT_EQ(app.Planned(),
            "reprise-plan 1\n"
            "point 0 upcall method value - "
            "La/Listener;->on(Ljava/lang/Object;)V v\n"
            "hook around 0 LMain;->on(Ljava/lang/Object;)V\n");
  ASSERT_EQ(app.plan.skipped.size(), 1);
  EXPECT_EQ(app.plan.skipped[0].reason,
            "it is native; name it in a downcall, whose calls are hooked where "
            "they are");
}

TEST(Plan, LeavesCallsWhoseResultIsHiddenFromTheCaller) {
  App app("class a.Map { [downcall] * *(..); }",
          ".class public La/Map;\n"
          ".class La/Walk;\n"
          ".class La/Friend;\n"
          ".method a(La/Map;)V\n.registers 3\n"
          "invoke-virtual {p1}, La/Map;->walk()La/Walk;\n"
          "return-void\n.end method\n"
          ".class Lb/Main;\n"
          ".method a(La/Map;)V\n.registers 3\n"
          "invoke-virtual {p1}, La/Map;->walk()La/Walk;\n"
          "invoke-virtual {p1}, La/Map;->walks()[La/Walk;\n"
          "invoke-virtual {p1}, La/Map;->map()La/Map;\n"
          "return-void\n.end method\n");
  EXPECT_EQ(app.Planned(),
            "reprise-plan 1\n"
            "point 0 downcall method value - La/Map;->walk()La/Walk; -\n"
            "point 1 downcall method value - La/Map;->walks()[La/Walk; -\n"
            "point 2 downcall method value - La/Map;->map()La/Map; -\n"
            "hook call 0 La/Friend;->a(La/Map;)V 0\n"
            "hook call 2 Lb/Main;->a(La/Map;)V 2\n");
  ASSERT_EQ(app.plan.skipped.size(), 2);
  EXPECT_EQ(app.plan.skipped[0].reason,
            "a call in it gives a La/Walk;, which is hidden from it");
}

TEST(Plan, NamesMethodsOfTheSystemForOtherWeavers) {
  const std::string spec =
      "stream schedule; class android.os.MessageQueue { [inside, live] boolean "
      "enqueueMessage(Message msg, long when); }";
  const std::string text =
      "reprise-plan 1\npoint 0 inside schedule value live "
      "Landroid/os/MessageQueue;->enqueueMessage(Landroid/os/Message;J)Z vv\n"
      "hook around 0 "
      "Landroid/os/MessageQueue;->enqueueMessage(Landroid/os/Message;J)Z\n";
  EXPECT_EQ(App(spec, ".class LMain;\n").Planned(), text);
  const std::string system =
      ".class Landroid/os/MessageQueue;\n"
      ".method enqueueMessage(Landroid/os/Message;J)Z\n.registers 4\n"
      "const/4 v0, 0\nreturn v0\n.end method\n";
  EXPECT_EQ(App(spec, system).Planned({.system_classes = true}), text);
}

TEST(Plan, LeavesTheRuntimeAlone) {
  EXPECT_EQ(App("class ** { [upcall] * *(..); }",
                ".class Lio/reprise/runtime/Hooks;\n.method a()V\n"
                ".registers 1\nreturn-void\n.end method\n")
                .Planned(),
            "reprise-plan 1\n");
}

TEST(Plan, ReportsMethodsThatHaveNoRoom) {
  App app("class ** { [upcall] * *(..); }",
          ".class LMain;\n.method a()V\n.registers 65533\nreturn-void\n"
          ".end method\n.method b()V\n.registers 1\nreturn-void\n"
          ".end method\n");
  app.Planned();
  const std::string before =
      dex::DisassembleMethod(app.pool, app.file.classes[0].methods[0]);
  const ApplyReport report = ApplyPlan(app.plan, app.classes, &app.pool);
  EXPECT_EQ(report.hooks, 1);
  ASSERT_EQ(report.skipped.size(), 1);
  EXPECT_EQ(report.skipped[0].reason,
            "the method would need more than 65535 registers");
  EXPECT_EQ(dex::DisassembleMethod(app.pool, app.file.classes[0].methods[0]),
            before);
}

TEST(Plan, SurvivesClassesThatExtendEachOther) {
  EXPECT_EQ(App("class a.B { [downcall] int f(); }",
                Calling("invoke-virtual {p0}, LBase;->f()I") +
                    ".class LBase;\n.super LMain;\n")
                .Planned(),
            "reprise-plan 1\n");
}

}  // namespace
}  // namespace reprise::weave
