#include "minimize/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/faulty_file_system.h"
#include "base/memory_file_system.h"

namespace reprise::minimize {
namespace {

using ::testing::HasSubstr;

const JournalHeader kHeader = {"00c0ffee", 9, "--search nd3min"};
constexpr char kHeaderLine[] =
    R"({"reprise_journal":1,"subject":"00c0ffee","units":9,)"
    R"("options":"--search nd3min"})"
    "\n";
constexpr char kRuns[] =
    R"({"units":[0,3,4],"verdict":"pass","ns":8})"
    "\n"
    R"({"units":[],"error":"took longer\\nthan 1s"})"
    "\n"
    R"({"pass":"points of 9f","units":[17],"verdict":"fail","ns":0})"
    "\n";

TEST(Journal, IsWrittenAsDocumented) {
  MemoryFileSystem files;
  auto journal = Journal::Create(files, "j", kHeader);
  ASSERT_TRUE(journal.has_value());
  ASSERT_TRUE((*journal)->Write(
      {.units = {0, 3, 4}, .verdict = Verdict::kPass, .duration_ns = 8}));
  ASSERT_TRUE((*journal)->Write({.error = "took longer\nthan 1s"}));
  ASSERT_TRUE((*journal)->Write(
      {.pass = "points of 9f", .units = {17}, .verdict = Verdict::kFail}));
  EXPECT_EQ(*files.Get("j"), std::string(kHeaderLine) + kRuns);
  ASSERT_TRUE((*journal)->Finish("done"));
  EXPECT_TRUE(files.Get("j")->ends_with("{\"end\":\"done\"}\n"));
  EXPECT_EQ(files.Paths(), std::vector<std::string>{"j"});
}

TEST(Journal, IsReadAsItWasWritten) {
  MemoryFileSystem files;
  files.Put("j", std::string(kHeaderLine) + kRuns);
  const auto contents = Journal::Read(files, "j");
  ASSERT_TRUE(contents.has_value());
  EXPECT_EQ(contents->header, kHeader);
  EXPECT_FALSE(contents->finished);
  EXPECT_EQ(contents->problem, "");
  ASSERT_EQ(contents->runs.size(), 3);
  EXPECT_EQ(contents->runs[0].units, (Candidate{0, 3, 4}));
  EXPECT_EQ(contents->runs[0].verdict, Verdict::kPass);
  EXPECT_EQ(contents->runs[0].duration_ns, 8);
  EXPECT_EQ(contents->runs[1].verdict, std::nullopt);
  EXPECT_EQ(contents->runs[1].error, "took longer\\nthan 1s");
  EXPECT_EQ(contents->runs[2].pass, "points of 9f");
}

TEST(Journal, CutAnywhereGivesItsWholeLinesAndGoesOn) {
  const std::string whole = std::string(kHeaderLine) + kRuns;
  for (size_t size = 0; size <= whole.size(); size++) {
    MemoryFileSystem files;
    files.Put("j", whole.substr(0, size));
    const auto contents = Journal::Read(files, "j");
    if (size < std::string_view(kHeaderLine).size()) {
      EXPECT_FALSE(contents.has_value()) << size;
      continue;
    }
    ASSERT_TRUE(contents.has_value()) << size;
    const std::string good = whole.substr(0, whole.rfind('\n', size - 1) + 1);
    EXPECT_EQ(contents->good, good) << size;
    EXPECT_EQ(contents->problem.empty(), good.size() == size) << size;
    auto journal = Journal::Continue(files, "j", *contents);
    ASSERT_TRUE(journal.has_value());
    ASSERT_TRUE((*journal)->Write({.verdict = Verdict::kFail}));
    EXPECT_EQ(*files.Get("j"),
              good + "{\"units\":[],\"verdict\":\"fail\",\"ns\":0}\n");
  }
}

TEST(Journal, DamagedLineDropsTheRest) {
  for (const char* bad :
       {"{}", "[]", "\xff", "", "{\"units\":[9],\"verdict\":\"pass\"}",
        "{\"units\":[1],\"verdict\":\"maybe\"}", "{\"units\":[2,1]}"}) {
    MemoryFileSystem files;
    files.Put("j", std::string(kHeaderLine) + kRuns + bad + "\n" + kRuns);
    const auto contents = Journal::Read(files, "j");
    ASSERT_TRUE(contents.has_value()) << bad;
    EXPECT_EQ(contents->runs.size(), 3) << bad;
    EXPECT_THAT(contents->problem, HasSubstr("line 5 of j")) << bad;
  }
}

TEST(Journal, OtherFilesAreRefused) {
  MemoryFileSystem files;
  for (const char* text : {"", "x", "x\n", "{}\n", "{\"reprise_journal\":1}",
                           "{\"reprise_journal\":\"x\"}\n"}) {
    files.Put("j", text);
    const auto contents = Journal::Read(files, "j");
    ASSERT_FALSE(contents.has_value()) << text;
    EXPECT_EQ(contents.error().kind, ErrorKind::kCorruption) << text;
  }
  files.Put("j", "{\"reprise_journal\":2}\n");
  EXPECT_EQ(Journal::Read(files, "j").error().kind, ErrorKind::kUnsupported);
  EXPECT_EQ(Journal::Read(files, "k").error().kind, ErrorKind::kNotFound);
}

TEST(Journal, PowerCutCostsAtMostTheRunsOfOneSecond) {
  MemoryFileSystem files;
  VirtualClock clock;
  auto journal = Journal::Create(files, "j", kHeader, clock);
  ASSERT_TRUE(journal.has_value());
  for (uint32_t i = 0; i < 9; i++) {
    clock.SleepUntil(clock.Monotonic() + 300'000'000);
    ASSERT_TRUE((*journal)->Write({.units = {i}, .verdict = Verdict::kPass}));
  }
  files.LoseWhatWasNotSynced();
  const auto contents = Journal::Read(files, "j");
  ASSERT_TRUE(contents.has_value());
  EXPECT_EQ(contents->runs.size(), 8);  // synced at 1.2 s and 2.4 s
}

TEST(Journal, FullDiskIsToldAndNothingOldIsLost) {
  MemoryFileSystem memory;
  FaultyFileSystem files(memory);
  memory.Put("j", std::string(kHeaderLine) + kRuns);
  const auto contents = Journal::Read(files, "j");
  ASSERT_TRUE(contents.has_value());
  files.FillAfter(10);
  EXPECT_FALSE(Journal::Continue(files, "j", *contents).has_value());
  EXPECT_EQ(*memory.Get("j"), std::string(kHeaderLine) + kRuns);
}

TEST(RecordedRuns, GivesTheVerdictsOfACandidateInTheirOrder) {
  RecordedRuns runs;
  runs.Add({.units = {1}, .verdict = Verdict::kPass});
  runs.Add({.units = {1}, .error = "does not count"});
  runs.Add({.units = {2}, .verdict = Verdict::kFail});
  runs.Add({.units = {1}, .verdict = Verdict::kFail});
  EXPECT_EQ(runs.left(), 3);
  EXPECT_EQ(runs.Find("", {1}), 0);
  EXPECT_EQ(runs.Find("points of 9f", {1}), std::nullopt);
  EXPECT_EQ(runs.Find("", {3}), std::nullopt);
  EXPECT_EQ(runs.Take("", {1}), Verdict::kPass);
  EXPECT_EQ(runs.Find("", {1}), 2);
  EXPECT_EQ(runs.Take("", {1}), Verdict::kFail);
  EXPECT_EQ(runs.Find("", {1}), std::nullopt);
  EXPECT_EQ(runs.left(), 1);
}

TEST(SubjectDigest, TellsPartsApart) {
  SubjectDigest ab_c;
  ab_c.Add("ab");
  ab_c.Add("c");
  SubjectDigest a_bc;
  a_bc.Add("a");
  a_bc.Add("bc");
  EXPECT_NE(ab_c.Hex(), a_bc.Hex());
  EXPECT_EQ(ab_c.Hex().size(), 16);
}

}  // namespace
}  // namespace reprise::minimize
