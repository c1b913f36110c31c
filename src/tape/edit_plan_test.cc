#include "tape/edit_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reprise::tape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

EditPlan Plan() {
  EditPlan plan;
  plan.inputs = {"a.mcap"};
  return plan;
}

std::string ErrorOf(const EditPlan& plan) {
  const Status checked = CheckPlan(plan);
  if (checked) return "(no error)";
  EXPECT_EQ(checked.error().kind, ErrorKind::kInvalidArgument);
  return checked.error().message;
}

TEST(CheckPlan, AcceptsWhatMakesSense) {
  EditPlan plan = Plan();
  EXPECT_EQ(ErrorOf(plan), "(no error)");
  plan.cut = {{0, 5}, {5, 7}, {8, kEndOfTape}};
  plan.renames = {{"/a", "/b"}, {"/b", "/a"}, {"odd", "/\xc3\xa4/x"}};
  plan.metadata = {
      {"r", "k", ""}, {"r", "k", std::nullopt}, {"r", "", std::nullopt}};
  EXPECT_EQ(ErrorOf(plan), "(no error)");
}

TEST(CheckPlan, RefusesNoInput) {
  EXPECT_EQ(ErrorOf({}), "there is nothing to edit: give at least one tape");
}

TEST(CheckPlan, RefusesRangesThatAreEmptyOrOverlap) {
  EditPlan plan = Plan();
  plan.cut = {{7, 7}};
  EXPECT_EQ(ErrorOf(plan),
            "the range from 7ns to 7ns is empty: its end has to be after "
            "its begin");
  plan.cut = {{0, 10}, {9, 12}};
  EXPECT_THAT(ErrorOf(plan), HasSubstr("from 9ns begins before the one from "
                                       "0s has ended"));
  plan.cut = {{0, kEndOfTape}, {9, 12}};
  EXPECT_THAT(ErrorOf(plan), HasSubstr("without overlap"));
}

TEST(CheckPlan, RefusesWhatIsNoTopic) {
  for (const std::string topic : {"", "/", "touch", "/a/", "/a//b", "/a*",
                                  "/a b", "/a\n", "/\xff", "/<x>"}) {
    EditPlan plan = Plan();
    plan.renames = {{"/a", topic}};
    EXPECT_THAT(ErrorOf(plan), HasSubstr("cannot be a topic")) << topic;
  }
}

TEST(CheckPlan, RefusesRenamesWithoutEffect) {
  EditPlan plan = Plan();
  plan.renames = {{"/a", "/a"}};
  EXPECT_THAT(ErrorOf(plan), HasSubstr("to itself"));
  plan.renames = {{"/a", "/b"}, {"/a", "/c"}};
  EXPECT_THAT(ErrorOf(plan), HasSubstr("renamed twice"));
}

TEST(CheckPlan, RefusesMetadataWithoutNames) {
  EditPlan plan = Plan();
  plan.metadata = {{"", "k", "v"}};
  EXPECT_THAT(ErrorOf(plan), HasSubstr("needs a name"));
  plan.metadata = {{"r", "", "v"}};
  EXPECT_THAT(ErrorOf(plan), HasSubstr("record r needs a key"));
  plan.metadata = {{"r", "k", "\xff"}};
  EXPECT_THAT(ErrorOf(plan), HasSubstr("r:k is not UTF-8"));
}

TEST(EditReport, SaysWhatIsNotZero) {
  EditReport report;
  EXPECT_THAT(report.Sentences(), IsEmpty());
  report.messages_kept = 1;
  report.links_cleared = 12;
  report.metadata_changed = 2;
  EXPECT_THAT(report.Sentences(),
              ElementsAre("1 message was kept",
                          "12 links to removed messages were cleared",
                          "2 pieces of metadata were changed"));
}

}  // namespace
}  // namespace reprise::tape
