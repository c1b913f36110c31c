#include "compare/tape_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "compare/tape_of_run.h"

namespace reprise::compare {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::MadeLook;
using testing::MadeRun;
using testing::TapeOfRun;

MadeLook List(std::vector<std::string> notes) {
  MadeLook look{.views = {{"title", "Notes", 0}, {"add", "New", 100}}};
  int32_t top = 200;
  for (const std::string& note : notes) {
    look.views.push_back({"", note, top += 100});
  }
  look.preferences["count"] = static_cast<int32_t>(notes.size());
  return look;
}

MadeLook Editor(std::string text) {
  return {.activity = "com.a/.Editor",
          .views = {{"text", std::move(text), 0},
                    {"save", "Save", 200},
                    {"cancel", "Cancel", 400}}};
}

// Makes a note and deletes it.
MadeRun Notes() {
  return {.looks = {List({}), Editor(""), Editor("milk"), List({"milk"}),
                    List({"milk"}), List({})},
          .steps = {"tap 'New'", "type 'milk'", "tap 'Save'", "tap 'milk'",
                    "press DEL"}};
}

TapeDiff DiffOf(const MadeRun& a, const MadeRun& b) {
  return Diff(TapeOfRun(a).Read(), TapeOfRun(b).Read());
}

// What is planted into a replay, and where and as what it is to be found.
struct Planted {
  std::string name;
  void (*plant)(MadeRun* run);
  DivergenceClass kind;
  size_t step;
};

using Class = RepriseEvent::Divergence;

const Planted kPlanted[] = {
    {"changed text",
     [](MadeRun* run) { run->looks[1].views[1].text = "Store"; },
     Class::CLASS_CONTENT, 1},
    {"changed preference",
     [](MadeRun* run) { run->looks[3].preferences["count"] = 7; },
     Class::CLASS_CONTENT, 3},
    {"other log line", [](MadeRun* run) { run->lines[2] = {"not saved"}; },
     Class::CLASS_CONTENT, 3},
    {"moved button", [](MadeRun* run) { run->looks[2].views[2].top = 900; },
     Class::CLASS_LAYOUT, 2},
    {"removed button", [](MadeRun* run) { run->looks[2].views.pop_back(); },
     Class::CLASS_MISSING_WIDGET, 2},
    {"new button",
     [](MadeRun* run) { run->looks[0].views.push_back({"ad", "Buy!", 999}); },
     Class::CLASS_MISSING_WIDGET, 0},
    {"slower answer", [](MadeRun* run) { run->looks[3] = Editor("milk"); },
     Class::CLASS_TIMING, 3},
    {"crash",
     [](MadeRun* run) {
       run->crashes[2] = "java.lang.IllegalStateException";
       run->looks[3] = run->looks[4] = run->looks[5] =
           MadeLook{.activity = "home/.Home"};
     },
     Class::CLASS_CRASH, 3},
    {"other screen",
     [](MadeRun* run) { run->looks[3] = MadeLook{.activity = "com.a/.Help"}; },
     Class::CLASS_SCREEN, 3},
    {"other device", [](MadeRun* run) { run->width = 720; },
     Class::CLASS_DEVICE, 0},
};

TEST(TapeDiff, EqualRunsHaveNoDivergence) {
  MadeRun replay = Notes();
  replay.replay = true;
  const TapeDiff diff = DiffOf(Notes(), replay);
  EXPECT_THAT(diff.divergences, IsEmpty());
  EXPECT_EQ(diff.steps_a, 5U);
  EXPECT_TRUE(diff.by_origin);
}

// The matrix is in the docs, so that nobody has to believe them.
TEST(TapeDiff, PlantedDivergencesAreFoundAtTheirStepWithTheirClass) {
  std::string table = "| planted | found as | after step |\n|---|---|---|\n";
  for (const Planted& planted : kPlanted) {
    MadeRun replay = Notes();
    replay.replay = true;
    planted.plant(&replay);
    const TapeDiff diff = DiffOf(Notes(), replay);
    ASSERT_FALSE(diff.divergences.empty()) << planted.name;
    const Divergence& first = diff.divergences.front();
    EXPECT_EQ(NameOf(first.kind), NameOf(planted.kind)) << planted.name;
    EXPECT_EQ(first.step, planted.step) << planted.name;
    for (const Divergence& one : diff.divergences) {
      EXPECT_GE(one.step, planted.step)
          << planted.name << ": " << Sentence(one);
    }
    table += fmt::format("| {} | {} | {} |\n", planted.name, NameOf(first.kind),
                         first.step);
  }
  const auto page =
      ReadWholeFile(RealFileSystem(), "docs/architecture/compare.md", 1 << 20);
  ASSERT_TRUE(page.has_value());
  EXPECT_THAT(*page, HasSubstr(table));
}

TEST(TapeDiff, SaysWhatDiffersInOneSentence) {
  MadeRun replay = Notes();
  replay.looks[2].views[1].text = "Store";
  const TapeDiff diff = DiffOf(Notes(), replay);
  ASSERT_EQ(diff.divergences.size(), 1U);
  const Divergence& one = diff.divergences.front();
  EXPECT_EQ(Sentence(one),
            "after step 2 (type 'milk'): text of 'Save' is \"Store\" instead "
            "of \"Save\"");
  EXPECT_EQ(one.path, "view(id=save).text");
  EXPECT_EQ(one.topic, "/state");
  EXPECT_EQ(one.expected, "Save");
  EXPECT_EQ(one.actual, "Store");
}

TEST(TapeDiff, WhatLastsIsToldOnce) {
  MadeRun replay = Notes();
  for (const size_t i : {0, 3, 4, 5}) replay.looks[i].views[0].text = "Todo";
  // Again after the editor, which has no title.
  EXPECT_EQ(DiffOf(Notes(), replay).divergences.size(), 2U);
}

TEST(TapeDiff, AMissingStepShiftsNoOther) {
  MadeRun replay = Notes();
  replay.steps.erase(replay.steps.begin() + 3);
  replay.looks.erase(replay.looks.begin() + 3);
  const TapeDiff diff = DiffOf(Notes(), replay);
  ASSERT_EQ(diff.divergences.size(), 1U);
  EXPECT_EQ(diff.divergences[0].kind, Class::CLASS_ORDER);
  EXPECT_EQ(diff.divergences[0].step, 4U);
  EXPECT_EQ(diff.divergences[0].expected, "tap 'milk'");
}

TEST(TapeDiff, AnEffectThatNeverComesIsNotLate) {
  MadeRun replay = Notes();
  for (const size_t i : {3, 4, 5}) replay.looks[i] = Editor("milk");
  const TapeDiff diff = DiffOf(Notes(), replay);
  ASSERT_FALSE(diff.divergences.empty());
  EXPECT_EQ(diff.divergences[0].kind, Class::CLASS_SCREEN);
}

TEST(TapeDiff, PicturesShowThatAnAnswerWasSlower) {
  MadeRun run = Notes();
  run.looks[3].pixels = "list";
  run.pictures[2] = "saving";
  MadeRun replay = Notes();
  replay.looks[3] = MadeLook{.activity = "com.a/.Saving", .pixels = "saving"};
  replay.pictures[3] = "list";
  const TapeDiff diff = DiffOf(run, replay);
  ASSERT_FALSE(diff.divergences.empty());
  EXPECT_EQ(diff.divergences[0].kind, Class::CLASS_TIMING);
  EXPECT_THAT(diff.divergences[0].sentence, HasSubstr("later"));
}

TEST(TapeDiff, ASlowerAnswerMayShowWhatTheOtherNeverShowed) {
  MadeRun run{.looks = {List({}), List({"synced"}), List({"synced"})},
              .steps = {"tap 'Sync'", "tap 'Notes'"}};
  MadeRun replay = run;
  replay.looks[1] = List({"syncing"});
  const TapeDiff diff = DiffOf(run, replay);
  ASSERT_EQ(diff.divergences.size(), 1U);
  EXPECT_EQ(diff.divergences[0].kind, Class::CLASS_TIMING);
  EXPECT_EQ(diff.divergences[0].step, 1U);
}

TEST(TapeDiff, WhatShowsForAMomentWhereNothingWasAwaitedIsContent) {
  MadeRun run{.looks = {List({"a"}), List({"a"}), List({"a"})},
              .steps = {"tap 'b'", "tap 'c'"}};
  MadeRun replay = run;
  replay.looks[1] = List({"x"});
  const TapeDiff diff = DiffOf(run, replay);
  ASSERT_FALSE(diff.divergences.empty());
  EXPECT_NE(diff.divergences[0].kind, Class::CLASS_TIMING);
}

TEST(TapeDiff, LogLinesMayDifferInAddressesAndComeAStepLater) {
  MadeRun run = Notes();
  run.lines[1] = {"open Foo@1f2e3d", "sync"};
  MadeRun replay = Notes();
  replay.lines[1] = {"open Foo@99aabb"};
  replay.lines[2] = {"sync"};
  EXPECT_THAT(DiffOf(run, replay).divergences, IsEmpty());
}

TEST(TapeDiff, APreferenceBesideTheSameViewsIsNotLate) {
  MadeRun run{.looks = {List({}), List({}), List({}), List({})},
              .steps = {"tap 'a'", "tap 'b'", "tap 'c'"}};
  MadeRun replay = run;
  replay.looks[1].preferences["count"] = 5;
  const TapeDiff diff = DiffOf(run, replay);
  ASSERT_EQ(diff.divergences.size(), 1U);
  EXPECT_EQ(diff.divergences[0].kind, Class::CLASS_CONTENT);
  EXPECT_EQ(diff.divergences[0].path, "pref(notes/count)");
}

TEST(TapeDiff, ACrashOfBothIsNone) {
  MadeRun run = Notes();
  run.crashes[4] = "java.lang.RuntimeException";
  EXPECT_THAT(DiffOf(run, run).divergences, IsEmpty());
}

TEST(TapeDiff, ARunWithoutStepsIsCompared) {
  const MadeRun empty{.looks = {List({})}};
  EXPECT_THAT(DiffOf(empty, empty).divergences, IsEmpty());
  EXPECT_FALSE(DiffOf(Notes(), empty).divergences.empty());
}

TEST(TapeDiff, SaysWhatWasCompared) {
  const TapeDiff diff = DiffOf(Notes(), Notes());
  EXPECT_THAT(diff.compared, ::testing::ElementsAre("steps", "activities",
                                                    "views", "preferences"));
  EXPECT_THAT(diff.not_compared, IsEmpty());
  MadeRun logs = Notes();
  logs.lines[2] = {"saved"};
  EXPECT_THAT(
      DiffOf(Notes(), logs).not_compared,
      ::testing::ElementsAre("lines of the log: only one tape has them"));
}

TEST(Shortened, LongValuesKeepBeginEndAndWhereTheyDiffer) {
  EXPECT_EQ(Shortened("one", "other").first, "one");
  const std::string a = std::string(500, 'a') + "X" + std::string(500, 'b');
  const std::string b = std::string(500, 'a') + "Y" + std::string(500, 'b');
  const auto [one, other] = Shortened(a, b);
  EXPECT_EQ(one, std::string(40, 'a') + "..." + std::string(10, 'a') + "X" +
                     std::string(39, 'b') + "..." + std::string(20, 'b'));
  EXPECT_THAT(other, HasSubstr("aaY"));
  // Where one ends, and within characters of several bytes.
  std::string umlauts;
  for (int i = 0; i < 300; ++i) umlauts += "\u00e4";
  EXPECT_EQ(Shortened(umlauts, "").second, "");
  const std::string cut = Shortened(umlauts + "!", umlauts + "?").first;
  EXPECT_LE(cut.size(), 130);
  for (size_t at = cut.find("..."); at != std::string::npos;
       at = cut.find("...", at + 3)) {
    EXPECT_NE(cut[at + 3] & 0xC0, 0x80);
  }
  EXPECT_TRUE(cut.ends_with("!"));
}

TEST(TapeDiff, WhatHasTheStampOfAStepIsItsEffect) {
  MadeRun a = Notes();
  MadeRun b = Notes();
  a.effect_ns = b.effect_ns = 0;
  b.replay = true;
  b.crashes[2] = "java.lang.IllegalStateException";
  const TapeDiff diff = DiffOf(a, b);
  ASSERT_FALSE(diff.divergences.empty());
  EXPECT_EQ(diff.divergences[0].kind, Class::CLASS_CRASH);
  EXPECT_EQ(diff.divergences[0].step, 3);
}

TEST(TapeDiff, ComparesACutTapeAsFarAsItGoes) {
  MadeRun a = Notes();
  a.looks.resize(4);
  a.steps.resize(4);
  a.lines[3] = {"deleting"};
  MadeRun b = Notes();
  b.replay = true;
  b.lines[3] = {"deleting", "deleted"};
  TapeDiff diff = DiffOf(a, b);
  EXPECT_THAT(diff.divergences, IsEmpty());
  ASSERT_EQ(diff.notes.size(), 1);
  EXPECT_THAT(diff.notes[0], HasSubstr("the first tape was cut off at 3.75s"));
  // What it has is compared.
  b.lines[3] = {"not deleted"};
  diff = DiffOf(a, b);
  ASSERT_EQ(diff.divergences.size(), 1);
  EXPECT_EQ(diff.divergences[0].step, 4);
  b.lines.clear();
  a.lines.clear();
  b.looks[3].views[0].text = "Others";
  diff = DiffOf(a, b);
  ASSERT_EQ(diff.divergences.size(), 1);
  EXPECT_EQ(diff.divergences[0].step, 3);
}

// Who records writes the frames first: a gesture, or its widget, may be missing
// where a tape was cut.
TEST(TapeDiff, KnowsStepsOfACutTapeByTheirInput) {
  MadeRun a = Notes();
  MadeRun b = Notes();
  b.replay = true;
  a.looks.resize(4);
  a.steps.resize(4);
  a.steps[3] = "tap";
  EXPECT_THAT(DiffOf(a, b).divergences, IsEmpty());
  a.untold = {3};
  EXPECT_THAT(DiffOf(a, b).divergences, IsEmpty());
  a = Notes();
  a.looks.resize(5);
  a.untold = {3};
  EXPECT_THAT(DiffOf(a, b).divergences, IsEmpty());
  // One that was not cut has them all.
  a = Notes();
  a.untold = {3};
  const TapeDiff diff = DiffOf(a, b);
  ASSERT_FALSE(diff.divergences.empty());
  EXPECT_EQ(diff.divergences[0].sentence, "the step is new");
}

TEST(TapeDiff, SaysOfAReplayThatStoppedWhatItSaid) {
  MadeRun b = Notes();
  b.replay = true;
  b.steps.resize(2);
  b.looks.resize(3);
  std::vector<Divergence> told(1);
  told[0].step = 2;
  told[0].kind = Class::CLASS_TIMING;
  told[0].sentence = "what the recording shows comes 1s later";
  const TapeDiff diff =
      Diff(TapeOfRun(Notes()).Read(), TapeOfRun(b).Read(), {.stopped = &told});
  ASSERT_EQ(diff.divergences.size(), 1);
  EXPECT_EQ(diff.divergences[0].kind, Class::CLASS_TIMING);
  const Divergence again = FromEvent(ToEvent(told[0]));
  EXPECT_EQ(Sentence(again), Sentence(told[0]));
  EXPECT_EQ(again.kind, told[0].kind);
}

TEST(TapeDiff, AReplayOnAnotherDisplayIsComparedByItsEffects) {
  MadeRun b = Notes();
  b.replay = true;
  b.end["effects"] = "true";
  b.width = 720;
  b.looks[3].views.push_back({"hint", "There is room for more", 900});
  b.looks[3].preferences["width"] = 720;
  b.lines[2] = {"laid out anew"};
  TapeDiff diff = DiffOf(Notes(), b);
  EXPECT_THAT(diff.divergences, IsEmpty());
  ASSERT_EQ(diff.notes.size(), 1);
  EXPECT_THAT(diff.notes[0], HasSubstr("another display"));
  // Strictly it is a run like any other.
  const TapeDiff strict =
      Diff(TapeOfRun(Notes()).Read(), TapeOfRun(b).Read(), {.strict = true});
  ASSERT_FALSE(strict.divergences.empty());
  EXPECT_EQ(strict.divergences[0].kind, Class::CLASS_DEVICE);
  // What it found while it ran, and other activities.
  Divergence missing;
  missing.step = 2;
  missing.kind = Class::CLASS_MISSING_WIDGET;
  missing.sentence = "'Save' is missing";
  b.told.push_back(ToEvent(missing));
  b.looks[4].activity = "com.a/.Help";
  diff = DiffOf(Notes(), b);
  ASSERT_EQ(diff.divergences.size(), 2);
  EXPECT_EQ(diff.divergences[0].sentence, "'Save' is missing");
  EXPECT_EQ(diff.divergences[1].kind, Class::CLASS_SCREEN);
  // Of another recording it says nothing.
  MadeRun other = Notes();
  other.steps.erase(other.steps.begin() + 3);
  other.looks.erase(other.looks.begin() + 3);
  EXPECT_THAT(DiffOf(other, b).notes, IsEmpty());
}

}  // namespace
}  // namespace reprise::compare
