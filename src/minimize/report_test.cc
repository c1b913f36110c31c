#include "minimize/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace reprise::minimize {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

MinimizeReport Sample() {
  MinimizeReport report;
  report.tape = "run.mcap";
  report.oracle = "./test <now>";
  report.search = "nd3min";
  report.options.units = 5;
  report.end = "done";
  report.outcome.end = Outcome::End::kDone;
  report.outcome.kept = {1, 4};
  report.outcome.certified = true;
  report.outcome.initial = {19, 1};
  report.outcome.final_check = {18, 2};
  report.runs.steps = 7;
  report.runs.calls = 80;
  report.runs.workers.resize(2);
  report.runs.workers[1] = {40, 2'500'000'000, 1};
  report.runs.faults = {"worker 1 <died>"};
  report.runs.fault_count = 1;
  for (int i = 0; i < 3; i++) {
    report.runs.evidence.Add({1}, Verdict::kFail);
  }
  report.runs.evidence.Add({4}, Verdict::kPass);
  report.runs.evidence.Add({1, 4}, Verdict::kPass);
  report.history = {{"accepted", 3, 20}, {"rejected", 2, 30}};
  report.units = {"tap a", "tap b", "swipe", "key & more", "text"};
  return report;
}

TEST(Report, LineSaysTheResult) {
  MinimizeReport report = Sample();
  EXPECT_EQ(ReportLine(report),
            "5 units became 2, certified, in 7 rounds and 80 runs");
  report.units_after_pairs = 1;
  EXPECT_EQ(ReportLine(report),
            "5 units became 1 (2 before the pass pairs), certified, in 7 "
            "rounds and 80 runs");
  report.units_after_pairs.reset();
  report.outcome.final_check = {15, 5};
  EXPECT_EQ(
      ReportLine(report),
      "5 units became 2, certified, in 7 rounds and 80 runs, but its last "
      "check reached the target in only 15 of 20 runs");
  report.end = "interrupted";
  report.outcome.certified = false;
  EXPECT_EQ(ReportLine(report),
            "5 units became 2, not certified, in 7 rounds and 80 runs, "
            "interrupted");
  report.end = "not-reproducible";
  report.outcome.initial = {3, 17};
  EXPECT_EQ(ReportLine(report),
            "not reproducible: 3 of 20 runs of all 5 units reached the target");
}

TEST(Report, TellsTheStepsOfTheResult) {
  MinimizeReport report = Sample();
  EXPECT_EQ(ReportActions(report), "");
  report.actions = {"tap 'Save' in Editor", "press BACK <in> \x1b List"};
  report.fresh = {19, 1};
  EXPECT_EQ(ReportActions(report),
            "1. tap 'Save' in Editor\n"
            "2. press BACK <in> \\x1b List\n"
            "on new phones 19 of 20 runs reached the target\n");
  const auto json = nlohmann::json::parse(ReportJson(report, false));
  EXPECT_EQ(json["actions"].size(), 2);
  EXPECT_EQ(json["fresh"]["pass"], 19);
  EXPECT_EQ(json["units_after"], 2);
  report.units_after_pairs = 1;
  EXPECT_THAT(ReportJson(report, false), HasSubstr("\"units_after\":1"));
  EXPECT_THAT(ReportHtml(report), HasSubstr("<li>press BACK &lt;in&gt;"));
}

TEST(Report, TellsWhichCrashIsLeft) {
  MinimizeReport report = Sample();
  EXPECT_EQ(ReportCrash(report), "");
  report.recorded_crash = "E at a.B.c";
  EXPECT_EQ(ReportCrash(report), "");  // nobody ran the result
  report.actions = {"tap 'Save' in Editor"};
  report.crash = "E at a.B.c";
  EXPECT_EQ(ReportActions(report),
            "1. tap 'Save' in Editor\nit crashes as recorded: E at a.B.c\n");
  report.crash = "F at a.<B>.d";
  EXPECT_EQ(ReportCrash(report),
            "it crashes: F at a.<B>.d; the recording's crash is another one: "
            "E at a.B.c");
  EXPECT_THAT(ReportHtml(report), HasSubstr("<p>it crashes: F at a.&lt;B"));
  const auto json = nlohmann::json::parse(ReportJson(report, false));
  EXPECT_EQ(json["crash"], "F at a.<B>.d");
  EXPECT_EQ(json["recorded_crash"], "E at a.B.c");
  report.recorded_crash = "";
  EXPECT_EQ(ReportCrash(report), "it crashes: F at a.<B>.d");
}

TEST(Report, SaysWhichRuleFitsARecordingThatNeedsLuck) {
  MinimizeReport report = Sample();
  EXPECT_EQ(ReportAdvice(report), "");
  report.end = "not-reproducible";
  report.outcome.initial = {15, 5};
  EXPECT_EQ(ReportAdvice(report),
            "it needs luck: 15 of 20 runs of the whole reached the target, and "
            "--st 18 of 20 was asked; --st 12 would fit\n");
  EXPECT_THAT(ReportJson(report, false), HasSubstr("\"fitting_st\":12"));
  EXPECT_THAT(ReportHtml(report), HasSubstr("--st 12 would fit"));
  report.outcome.initial = {0, 10};
  EXPECT_THAT(ReportAdvice(report), HasSubstr("no --st fits; is it run where"));
  report.outcome.initial = {1, 19};
  EXPECT_EQ(ReportAdvice(report),
            "1 of 20 runs of the whole reached the target: no --st fits\n");
  // Interrupted in the check: nothing is known.
  report.end = "interrupted";
  report.outcome.initial = {0, 2};
  EXPECT_EQ(ReportAdvice(report), "");
}

TEST(Report, SaysThatTheTimeWasUp) {
  MinimizeReport report = Sample();
  report.end = "out-of-time";
  report.outcome.certified = false;
  EXPECT_EQ(ReportLine(report),
            "5 units became 2, not certified, in 7 rounds and 80 runs, out of "
            "time");
}

TEST(Report, JsonHasWhatProgramsNeed) {
  const std::string text = ReportJson(Sample(), false);
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["units_before"], 5);
  EXPECT_EQ(json["kept"], (std::vector<int>{1, 4}));
  EXPECT_EQ(json["steps"], 7);
  EXPECT_EQ(json["calls"], 80);
  EXPECT_EQ(json["initial"].dump(), R"({"pass":19,"runs":20})");
  EXPECT_EQ(json["final"].dump(), R"({"pass":18,"runs":20})");
  EXPECT_EQ(json["certified"], true);
  EXPECT_EQ(json["search"], "nd3min");
  EXPECT_EQ(json["selection"], "heuristic");
  EXPECT_EQ(json["certificate"].dump(),
            R"({"deletions":[{"pass":1,"runs":1,"unit":1},)"
            R"({"pass":0,"runs":3,"unit":4}],"result":{"pass":1,"runs":1}})");
  EXPECT_EQ(json["removed"][2].dump(), R"({"unit":3,"what":"key & more"})");
  EXPECT_EQ(json["workers"][1].dump(), R"({"busy_s":2.5,"lost":1,"runs":40})");
  EXPECT_NEAR(json["p1"].get<double>(), 0.702, 0.001);
  EXPECT_GT(json["p2"].get<double>(), 0.9);
  EXPECT_EQ(json["history"][0].dump(),
            R"({"runs":20,"units":3,"what":"accepted"})");
}

TEST(Report, PageIsWholeAndEscapesForeignText) {
  const std::string html = ReportHtml(Sample());
  EXPECT_THAT(html, HasSubstr("5 units became 2, certified"));
  EXPECT_THAT(html, HasSubstr("./test &lt;now&gt;"));
  EXPECT_THAT(html, HasSubstr("worker 1 &lt;died&gt;"));
  EXPECT_THAT(html, HasSubstr("key &amp; more"));
  EXPECT_THAT(html, HasSubstr("prefers-color-scheme"));
  EXPECT_THAT(html, Not(HasSubstr("http")));
  EXPECT_TRUE(html.ends_with("</body></html>\n"));
}

// The line follows what the search stands on, up and down.
TEST(Report, ChartDrawsWhatWasLeft) {
  MinimizeReport report = Sample();
  report.options.units = 1;
  report.history = {
      {"removed", 0, 10}, {"rejected", 1, 15}, {"put back", 1, 20}};
  const std::string html = ReportHtml(report);
  EXPECT_THAT(html, HasSubstr("M45.0 15.0H410.0V230.0H775.0V15.0H775.0"));
  EXPECT_THAT(html, HasSubstr("rejected: 1 units, run 15"));
  EXPECT_THAT(html, Not(HasSubstr("put back: 1")));
}

TEST(Report, PageTellsTheShareOfTheMdp) {
  MinimizeReport report = Sample();
  EXPECT_THAT(ReportHtml(report), Not(HasSubstr("by the MDP")));
  report.outcome.share = {66, 34};
  EXPECT_THAT(ReportHtml(report), HasSubstr("66 %"));
}

TEST(Report, NothingFoundYetIsFine) {
  MinimizeReport report;
  report.end = "interrupted";
  EXPECT_TRUE(ReportHtml(report).ends_with("</html>\n"));
  EXPECT_TRUE(nlohmann::json::parse(ReportJson(report, true))["p1"].is_null());
}

}  // namespace
}  // namespace reprise::minimize
