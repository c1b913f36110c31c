// Plans as text, read again.
#include <gtest/gtest.h>

#include <string>

#include "weave/plan.h"

namespace reprise::weave {
namespace {

constexpr char kPlan[] =
    "reprise-plan 1\n"
    "point 65536 downcall location value timed,live La/B;->get(IJ)V -x\n"
    "point 7 inside random seed - La/R;-><init>()V -\n"
    "hook call 65536 Lc/Main;->run()V 3\n"
    "hook around 7 La/R;-><init>()V\n";

std::string ErrorOf(const std::string& text) {
  dex::Pool pool;
  const auto plan = ParsePlan(text, &pool);
  return plan ? "" : plan.error().message;
}

TEST(ParsePlan, ReadsPointsAndHooks) {
  dex::Pool pool;
  const auto plan = ParsePlan(kPlan, &pool);
  ASSERT_TRUE(plan) << plan.error().message;
  ASSERT_EQ(plan->points.size(), 2u);
  EXPECT_EQ(plan->points[0].number, 65536u);
  EXPECT_EQ(plan->points[0].kind, Kind::kDowncall);
  EXPECT_EQ(plan->points[0].stream, "location");
  EXPECT_TRUE(plan->points[0].timed);
  EXPECT_TRUE(plan->points[0].live);
  EXPECT_EQ(plan->points[0].letters, "-x");
  EXPECT_EQ(plan->points[1].kind, Kind::kInside);
  EXPECT_EQ(plan->points[1].stub, "seed");
  EXPECT_FALSE(plan->points[1].timed);
  EXPECT_EQ(plan->points[1].letters, "");
  ASSERT_EQ(plan->hooks.size(), 2u);
  EXPECT_EQ(plan->hooks[0].transformation, Transformation::kCall);
  EXPECT_EQ(plan->hooks[0].place, 3u);
  EXPECT_EQ(plan->hooks[1].point, 1u);
  EXPECT_EQ(PlanText(*plan, pool), kPlan);
}

TEST(ParsePlan, SkipsLinesThatALaterVersionMayHave) {
  EXPECT_EQ(ErrorOf(std::string(kPlan) + "other \"`{ words\n"), "");
}

TEST(ParsePlan, RefusesWhatIsNoPlan) {
  EXPECT_EQ(ErrorOf("reprise-plan 2\n"),
            "the plan does not begin with the line 'reprise-plan 1'; make it "
            "with this version of reprise");
  EXPECT_EQ(ErrorOf(""), ErrorOf("reprise-plan 2\n"));
}

TEST(ParsePlan, ErrorsNameTheLine) {
  const std::string start = "reprise-plan 1\n\n";
  EXPECT_EQ(ErrorOf(start + "point 1 sidecall s value - LA;->a()V -\n"),
            "the plan, line 3: 'sidecall' is no kind; accepted: downcall, "
            "upcall, inside");
  EXPECT_EQ(ErrorOf(start + "point 1 upcall s value slow LA;->a()V -\n"),
            "the plan, line 3: 'slow' is no flag; accepted: timed, live or -");
  EXPECT_EQ(ErrorOf(start + "point 1 upcall s value - LA;->a(I)V vv\n"),
            "the plan, line 3: 'vv' is not a letter (- v x o) for each of 1 "
            "parameters");
  EXPECT_EQ(ErrorOf(start + "hook call 4 LA;->a()V 0\n"),
            "the plan, line 3: no line before this one is of a point 4");
  EXPECT_EQ(ErrorOf(start + "hook before 4 LA;->a()V\n"),
            "the plan, line 3: 'before' is no hook; accepted: call, entry, "
            "exit, around");
  EXPECT_NE(ErrorOf(start + "point 1 upcall s value - LA;->a(\n"), "");
  const std::string point = "point 1 upcall s value - LA;->a()V -\n";
  EXPECT_EQ(ErrorOf(start + point + point),
            "the plan, line 4: there is a point 1 already");
}

}  // namespace
}  // namespace reprise::weave
