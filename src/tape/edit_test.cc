#include "tape/edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/faulty_file_system.h"
#include "tape/edit_fixture.h"

namespace reprise::tape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_F(EditTest, CopiesMessagesThatNothingConcernsByteForByte) {
  PutLongTape();
  const EditReport report = Edited({});
  EXPECT_EQ(Result(), Lines(files_, "a.mcap"));
  EXPECT_EQ(report.messages_kept, 22u);
  EXPECT_EQ(report.messages_rewritten, 0u);
  EXPECT_EQ(report.channels_kept, 3u);
  EXPECT_THAT(report.warnings, IsEmpty());
  EXPECT_THAT(report.Sentences(), ElementsAre("22 messages were kept"));
}

TEST_F(EditTest, RenamesTopics) {
  PutTape("a.mcap", {{"/input/evdev/event0", 100, EvdevData(1)},
                     {"/input/evdev/event1", 200, EvdevData(2)},
                     {"/input/touch", 300, TouchData(3, 2)}});
  EditPlan plan;
  plan.renames = {{"/input/evdev/event0", "/input/evdev/event1"},
                  {"/input/evdev/event1", "/input/evdev/event0"}};
  const EditReport report = Edited(plan);
  EXPECT_THAT(Result(), ElementsAre("/input/evdev/event1 #0 100 id 1",
                                    "/input/evdev/event0 #0 200 id 2",
                                    "/input/touch #0 300 id 3 cause 2"));
  EXPECT_EQ(report.topics_renamed, 2u);
  EXPECT_EQ(report.messages_rewritten, 0u);
}

TEST_F(EditTest, RefusesRenamesThatMakeNoSense) {
  PutLongTape();
  EditPlan plan;
  plan.renames = {{"/input/touch", "/input/key"}};
  EXPECT_EQ(ErrorOf(plan),
            "/input/touch cannot be renamed to /input/key: it has messages of "
            "type reprise.MotionEvent, and there everybody expects "
            "reprise.KeyEvent");
  plan.renames = {{"/input/tuch", "/my/touch"}};
  EXPECT_EQ(ErrorOf(plan),
            "there is no topic /input/tuch to rename; there are "
            "/input/evdev/event0, /input/touch, /reprise/anchor");
  plan.renames = {{"/input/touch", "touch"}};
  EXPECT_THAT(ErrorOf(plan), HasSubstr("\"touch\" cannot be a topic"));
}

TEST_F(EditTest, ShiftsAllTimesOfTheTape) {
  PutTape("a.mcap",
          {{"/reprise/anchor", 100, AnchorData(1, 100)},
           {"/input/touch", 300, TouchData(2), 290}},
          [](TapeWriter& writer) {
            ASSERT_TRUE(writer.AddMetadata(
                {"reprise.end", {{"log_time", "310"}, {"reason", "done"}}}));
          });
  EditPlan plan;
  plan.shift = -100;
  const EditReport report = Edited(plan);
  EXPECT_THAT(Result(), ElementsAre("/reprise/anchor #0 0 id 1",
                                    "/input/touch #0 200/190 id 2"));
  EXPECT_EQ(report.messages_rewritten, 0u);
  EXPECT_THAT(report.time_shifts, ElementsAre(-100));
  const auto tape = OpenTape(files_, "out.mcap");
  EXPECT_EQ(
      tape->metadata().back(),
      (Metadata{"reprise.end", {{"log_time", "210"}, {"reason", "done"}}}));
  MessageCursor cursor = tape->Messages();
  EXPECT_EQ(cursor.Next()->data, AnchorData(1, 100));
}

TEST_F(EditTest, RefusesToShiftBelowZero) {
  PutTape("a.mcap", {{"/input/touch", 3000000000, TouchData(2)},
                     {"/input/touch", 4000000000, TouchData(3)}});
  EditPlan plan;
  plan.shift = -3000000001;
  EXPECT_EQ(ErrorOf(plan),
            "a shift of -3.000000001s would move the first message, at "
            "log_time 3s, below zero; the least that is possible is -3s");
  // What is cut away does not count.
  plan.cut = {{1, kEndOfTape}};
  Edited(plan);
  EXPECT_THAT(Result(), ElementsAre("/input/touch #0 999999999 id 3"));
}

TEST_F(EditTest, CountsPublishTimesThatCannotMoveAsFar) {
  PutTape("a.mcap", {{"/input/touch", 300, TouchData(2), 10}});
  EditPlan plan;
  plan.shift = -100;
  EXPECT_EQ(Edited(plan).times_clamped, 1u);
  EXPECT_THAT(Result(), ElementsAre("/input/touch #0 200/0 id 2"));
}

TEST_F(EditTest, SetsAndRemovesMetadata) {
  PutTape("a.mcap", {{"/input/touch", 300, TouchData(2)}},
          [](TapeWriter& writer) {
            ASSERT_TRUE(writer.AddMetadata({"reprise", {{"a", "1"}}}));
            ASSERT_TRUE(writer.AddMetadata({"x", {{"b", "2"}, {"c", "3"}}}));
            ASSERT_TRUE(writer.AddMetadata({"y", {}}));
          });
  EditPlan plan;
  plan.metadata = {{"reprise", "a", "other"},
                   {"x", "b", std::nullopt},
                   {"y", "", std::nullopt},
                   {"new", "k", ""},
                   {"none", "k", std::nullopt}};
  const EditReport report = Edited(plan);
  EXPECT_EQ(report.metadata_changed, 4u);
  EXPECT_THAT(report.warnings,
              ElementsAre("there is no metadata none:k to remove"));
  const auto tape = OpenTape(files_, "out.mcap");
  EXPECT_THAT(
      tape->metadata(),
      ElementsAre(
          Metadata{"reprise", {{"a", "other"}}}, Metadata{"x", {{"c", "3"}}},
          Metadata{"reprise.source",
                   {{"format", "mcap"}, {"name", "a.mcap"}, {"role", "input"}}},
          Metadata{"new", {{"k", ""}}}));
}

TEST_F(EditTest, RefusesAPlanThatLeavesNothing) {
  PutTape("a.mcap", {{"/reprise/anchor", 1000000000, AnchorData(1, 1000000000)},
                     {"/input/touch", 3500000000, TouchData(2)}});
  EditPlan plan;
  plan.cut = {{3000000000, 4000000000}};
  EXPECT_EQ(ErrorOf(plan),
            "nothing is left: the cut lies outside of the tape, which has "
            "messages from 0s to 2.5s");
  plan.cut_from_start = false;
  plan.cut = {{0, 1000000000}};
  EXPECT_EQ(ErrorOf(plan),
            "nothing is left: the cut lies outside of the tape, which has "
            "messages from 1s to 3.5s");
  plan.cut = {{2000000000, 3000000000}};
  EXPECT_EQ(ErrorOf(plan),
            "nothing is left: no message on the topics that stay lies in the "
            "cut; all messages together are from 1s to 3.5s");
  plan.cut.clear();
  plan.keep = {"/screen"};
  EXPECT_EQ(ErrorOf(plan),
            "nothing is left: no topic stays; there are /input/touch, "
            "/reprise/anchor");
}

TEST_F(EditTest, LeavesTheTapesOfOthersTheirData) {
  WriterOptions options;
  options.header = {"ros2", "another program"};
  auto writer = TapeWriter::Create(files_, "a.mcap", options);
  ASSERT_TRUE(writer);
  const auto channel = (*writer)->ChannelFor("/input/touch");
  ASSERT_TRUE(channel);
  const std::string data = TouchData(4, 3, {1});
  ASSERT_TRUE((*writer)->Write({*channel, 0, 10, 10, data}));
  ASSERT_TRUE((*writer)->Write({*channel, 1, 20, 20, data}));
  ASSERT_TRUE((*writer)->Finish());
  EditPlan plan;
  plan.cut = {{10, kEndOfTape}};
  EXPECT_EQ(Edited(plan).links_cleared, 0u);
  const auto tape = OpenTape(files_, "out.mcap");
  EXPECT_EQ(tape->tape_version(), 0);
  EXPECT_EQ(tape->header().profile, "ros2");
  EXPECT_THAT(tape->metadata(), IsEmpty());
  MessageCursor cursor = tape->Messages();
  EXPECT_EQ(cursor.Next()->data, data);
}

TEST_F(EditTest, KeepsWhatIsNotProtobufAsItIs) {
  PutTape("a.mcap", {{"/input/touch", 10, "\xff\xff"},
                     {"/input/touch", 20, TouchData(1)},
                     {"/input/touch", 30, "\xff\xff"}});
  EditPlan plan;
  plan.cut = {{10, kEndOfTape}};
  EXPECT_EQ(Edited(plan).messages_kept, 2u);
  const auto tape = OpenTape(files_, "out.mcap");
  MessageCursor cursor = tape->Messages();
  EXPECT_EQ(cursor.Next()->data, TouchData(1));
  EXPECT_EQ(cursor.Next()->data, "\xff\xff");
}

TEST_F(EditTest, EditsWhatIsLeftOfACutTapeAndSaysSo) {
  PutLongTape();
  std::string bytes = *files_.Get("a.mcap");
  files_.Put("a.mcap", bytes.substr(0, bytes.size() - 30));
  const EditReport report = Edited({});
  EXPECT_EQ(report.messages_kept, 22u);
  ASSERT_EQ(report.warnings.size(), 1u);
  EXPECT_THAT(report.warnings[0], HasSubstr("a.mcap: the tape "));
}

TEST_F(EditTest, MayReplaceItsInput) {
  PutLongTape();
  EditPlan plan;
  plan.inputs = {"a.mcap"};
  plan.cut = {{900, 901}};
  ASSERT_TRUE(Edit(files_, plan, "a.mcap"));
  EXPECT_EQ(Lines(files_, "a.mcap").size(), 3u);
  EXPECT_THAT(files_.Paths(), ElementsAre("a.mcap"));
}

TEST_F(EditTest, LeavesWhatWasThereWhenTheDiskIsFull) {
  PutLongTape();
  files_.Put("out.mcap", "precious");
  const std::string input = *files_.Get("a.mcap");
  for (uint64_t room = 0;; room += 97) {
    FaultyFileSystem disk(files_);
    disk.FillAfter(room);
    EditPlan plan;
    plan.inputs = {"a.mcap"};
    plan.shift = 5;
    const auto report = Edit(disk, plan, "out.mcap");
    if (report) break;
    ASSERT_LT(room, 2 * input.size());
    EXPECT_EQ(report.error().kind, ErrorKind::kIo);
    EXPECT_EQ(*files_.Get("out.mcap"), "precious");
    EXPECT_THAT(files_.Paths(), ElementsAre("a.mcap", "out.mcap"));
  }
  EXPECT_EQ(Result().size(), 22u);
}

}  // namespace
}  // namespace reprise::tape
