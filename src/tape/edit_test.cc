#include "tape/edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/faulty_file_system.h"
#include "base/memory_file_system.h"
#include "tape/edit_testing.h"

namespace reprise::tape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Strings = std::vector<std::string>;

class EditTest : public ::testing::Test {
 protected:
  EditReport Edited(EditPlan plan) {
    if (plan.inputs.empty()) plan.inputs = {"a.mcap"};
    auto report = Edit(files_, plan, "out.mcap");
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : EditReport();
  }
  std::string ErrorOf(EditPlan plan) {
    if (plan.inputs.empty()) plan.inputs = {"a.mcap"};
    auto report = Edit(files_, plan, "out.mcap");
    if (report) return "(no error)";
    EXPECT_EQ(report.error().kind, ErrorKind::kInvalidArgument);
    EXPECT_FALSE(files_.Get("out.mcap"));
    EXPECT_FALSE(files_.Get("out.mcap.part"));
    return report.error().message;
  }
  Strings Result() { return Lines(files_, "out.mcap"); }

  void PutTape(const std::string& path, const std::vector<Entry>& entries,
               const std::function<void(TapeWriter&)>& more = {}) {
    WriteTape(files_, path, entries, more);
  }

  // Ten seconds, in which a touch follows an evdev frame every second.
  void PutLongTape() {
    std::vector<Entry> entries = {
        {"/reprise/anchor", 1000, AnchorData(1, 1000)}};
    for (uint64_t i = 1; i <= 9; i++) {
      const uint64_t id = i * 10;
      entries.push_back({"/input/evdev/event0", 1000 + i * 100, EvdevData(id),
                         0, uint32_t(i)});
      entries.push_back({"/input/touch", 1001 + i * 100,
                         TouchData(id + 1, id, {id, id - 10}), 0, uint32_t(i)});
      if (i % 3 == 0) {
        entries.push_back({"/reprise/anchor", 1050 + i * 100,
                           AnchorData(id + 2, int64_t(1050 + i * 100))});
      }
    }
    PutTape("a.mcap", entries);
  }

  MemoryFileSystem files_;
};

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

TEST_F(EditTest, CutsBetweenAnchorsAndClearsLinksToTheRest) {
  PutLongTape();
  EditPlan plan;
  plan.cut = {{400, 501}};
  const EditReport report = Edited(plan);
  EXPECT_THAT(Result(),
              ElementsAre("/reprise/anchor #0 1400/1350 id 32",
                          "/input/evdev/event0 #4 1400 id 40",
                          "/input/touch #4 1401 id 41 cause 40 refs 40",
                          "/input/evdev/event0 #5 1500 id 50",
                          "/reprise/anchor #0 1500/1650 id 62"));
  EXPECT_EQ(report.messages_kept, 5u);
  EXPECT_EQ(report.messages_dropped, 17u);
  EXPECT_EQ(report.messages_carried, 2u);
  EXPECT_EQ(report.messages_rewritten, 1u);
  EXPECT_EQ(report.links_cleared, 1u);
  EXPECT_THAT(report.Sentences(),
              ElementsAre("5 messages were kept", "17 messages were dropped",
                          "2 messages were brought to the edge of the cut for "
                          "what is in it",
                          "1 message was rewritten",
                          "1 link to removed messages was cleared"));
}

TEST_F(EditTest, KeepsTheClockReadingsOfAnAnchorAtTheEdge) {
  PutLongTape();
  EditPlan plan;
  plan.cut = {{400, 501}};
  Edited(plan);
  const auto tape = OpenTape(files_, "out.mcap");
  MessageCursor cursor = tape->Messages();
  const Message* first = cursor.Next();
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->data, AnchorData(32, 1350));
}

TEST_F(EditTest, CutsToSeveralRangesAndSharesTheAnchorBetweenThem) {
  PutLongTape();
  EditPlan plan;
  plan.cut = {{200, 300}, {400, 401}};
  Edited(plan);
  EXPECT_THAT(Result(),
              ElementsAre("/reprise/anchor #0 1200/1000 id 1",
                          "/input/evdev/event0 #2 1200 id 20",
                          "/input/touch #2 1201 id 21 cause 20 refs 20",
                          "/reprise/anchor #0 1299/1350 id 32",
                          "/input/evdev/event0 #4 1400 id 40",
                          "/reprise/anchor #0 1400/1650 id 62"));
}

TEST_F(EditTest, CutsByLogTimeWhenAsked) {
  PutLongTape();
  EditPlan plan;
  plan.cut = {{1900, kEndOfTape}};
  plan.cut_from_start = false;
  Edited(plan);
  EXPECT_THAT(Result(),
              ElementsAre("/reprise/anchor #0 1900/1650 id 62",
                          "/input/evdev/event0 #9 1900 id 90",
                          "/input/touch #9 1901 id 91 cause 90 refs 90",
                          "/reprise/anchor #0 1950 id 92"));
}

TEST_F(EditTest, PiecesPutTogetherAreTheTape) {
  PutLongTape();
  const auto without_anchors = [](Strings lines) {
    std::erase_if(lines, [](const std::string& line) {
      return line.starts_with("/reprise/anchor");
    });
    return lines;
  };
  Strings pieces;
  for (const TimeRange range :
       {TimeRange{0, 201}, TimeRange{201, 700}, TimeRange{700, kEndOfTape}}) {
    EditPlan plan;
    plan.cut = {range};
    Edited(plan);
    for (std::string& line : without_anchors(Result())) {
      pieces.push_back(line.substr(0, line.find(" cause")));
    }
  }
  Strings whole = without_anchors(Lines(files_, "a.mcap"));
  for (std::string& line : whole) line = line.substr(0, line.find(" cause"));
  EXPECT_EQ(pieces, whole);
}

TEST_F(EditTest, KeepsTheFramesThatAFrameIsBuiltOn) {
  PutTape("a.mcap", {{"/screen", 100, ScreenData(1, 0, 'A', "aaaa")},
                     {"/screen", 200, ScreenData(2, 0, 'B', "bbbb")},
                     {"/screen", 300, ScreenData(3, 2, 'C', "cccc")},
                     {"/screen", 400, ScreenData(4, 3, 'D', "dddd")},
                     {"/screen", 500, ScreenData(5, 4, 'E', "eeee")}});
  EditPlan plan;
  plan.cut = {{300, 400}};
  const EditReport report = Edited(plan);
  EXPECT_THAT(Result(), ElementsAre("/screen #0 400/200 id 2 B=bbbb",
                                    "/screen #0 400/300 id 3 refs 2 C=cccc",
                                    "/screen #0 400 id 4 refs 3 D=dddd"));
  EXPECT_EQ(report.messages_carried, 2u);
  EXPECT_EQ(report.messages_rewritten, 0u);
}

TEST_F(EditTest, EndsWhenFramesAreBuiltOnEachOther) {
  PutTape("a.mcap", {{"/screen", 100, ScreenData(1, 2, 'A', "aaaa")},
                     {"/screen", 200, ScreenData(2, 1, 'B', "bbbb")},
                     {"/screen", 300, ScreenData(3, 1, 'C', "cccc")}});
  EditPlan plan;
  plan.cut = {{200, kEndOfTape}};
  Edited(plan);
  EXPECT_THAT(Result(), ElementsAre("/screen #0 300/100 id 1 refs 2 A=aaaa",
                                    "/screen #0 300/200 id 2 refs 1 B=bbbb",
                                    "/screen #0 300 id 3 refs 1 C=cccc"));
}

TEST_F(EditTest, MovesTheBytesOfABlobToTheFirstMessageThatIsLeft) {
  PutTape("a.mcap", {{"/screen", 100, ScreenData(1, 0, 'A', "aaaa")},
                     {"/screen", 200, ScreenData(2, 0, 'B', "bbbb")},
                     {"/screen", 300, ScreenData(3, 0, 'A', "")},
                     {"/screen", 400, ScreenData(4, 0, 'A', "")}});
  EditPlan plan;
  plan.cut = {{100, kEndOfTape}};
  const EditReport report = Edited(plan);
  EXPECT_THAT(Result(), ElementsAre("/screen #0 200 id 2 B=bbbb",
                                    "/screen #0 300 id 3 A=aaaa",
                                    "/screen #0 400 id 4 A="));
  EXPECT_EQ(report.blobs_moved, 1u);
  EXPECT_EQ(report.blobs_missing, 0u);
}

TEST_F(EditTest, DropsAttachmentsThatOnlyRemovedMessagesNeed) {
  const std::string gone = BlobAttachmentName(Digest('A'));
  const std::string stays = BlobAttachmentName(Digest('B'));
  const std::string unknown = BlobAttachmentName(Digest('C'));
  PutTape("a.mcap",
          {{"/screen", 100, ScreenData(1, 0, 'A', "", true)},
           {"/screen", 150, ScreenData(2, 0, 'B', "", true)},
           {"/screen", 200, ScreenData(3, 0, 'B', "", true)}},
          [&](TapeWriter& writer) {
            for (const std::string& name :
                 {gone, stays, unknown, std::string("state.pb")}) {
              ASSERT_TRUE(writer.AddAttachment({50, 1, name, "x/y"}, "1234"));
            }
          });
  EditPlan plan;
  plan.cut = {{100, kEndOfTape}};
  plan.shift = 5;
  const EditReport report = Edited(plan);
  EXPECT_EQ(report.attachments_dropped, 1u);
  EXPECT_EQ(report.attachments_kept, 3u);
  const auto tape = OpenTape(files_, "out.mcap");
  ASSERT_EQ(tape->attachments().size(), 3u);
  EXPECT_EQ(tape->attachments()[0].info.name, stays);
  EXPECT_EQ(tape->attachments()[0].info.log_time, 55u);
  EXPECT_EQ(tape->attachments()[0].info.create_time, 1u);
  EXPECT_EQ(tape->attachments()[1].info.name, unknown);
  EXPECT_EQ(tape->attachments()[2].info.name, "state.pb");
}

TEST_F(EditTest, KeepsTopicsAndTheAnchors) {
  PutLongTape();
  EditPlan plan;
  plan.keep = {"/input/touch"};
  plan.cut = {{900, kEndOfTape}};
  const EditReport report = Edited(plan);
  EXPECT_THAT(Result(), ElementsAre("/reprise/anchor #0 1900/1650 id 62",
                                    "/input/touch #9 1901 id 91",
                                    "/reprise/anchor #0 1950 id 92"));
  EXPECT_EQ(report.channels_dropped, 1u);
  EXPECT_EQ(report.links_cleared, 3u);
  const auto tape = OpenTape(files_, "out.mcap");
  EXPECT_EQ(tape->schemas().size(), 2u);
}

TEST_F(EditTest, DropsTopicsAndWarnsOfThoseThatAreNotThere) {
  PutLongTape();
  EditPlan plan;
  plan.drop = {"/input/evdev/*", "/reprise/anchor", "/sensor/*"};
  const EditReport report = Edited(plan);
  const Strings lines = Result();
  ASSERT_EQ(lines.size(), 9u);
  EXPECT_EQ(lines[0], "/input/touch #1 1101 id 11");
  EXPECT_THAT(report.warnings,
              ElementsAre("there is no topic /sensor/* to drop"));
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

TEST_F(EditTest, JoinsTapesWhoseIdsCollide) {
  PutTape("a.mcap", {{"/reprise/anchor", 1000, AnchorData(1, 1000), 0, 0},
                     {"/input/evdev/event0", 1100, EvdevData(2), 0, 0},
                     {"/input/evdev/event0", 1150, EvdevData(40), 0, 1},
                     {"/input/touch", 1200, TouchData(41, 40, {2, 40})}});
  PutTape("b.mcap", {{"/reprise/anchor", 70, AnchorData(1, 70), 0, 0},
                     {"/input/touch", 90, TouchData(3, 2, {2, 9})},
                     {"/input/evdev/event0", 80, EvdevData(2), 0, 1},
                     {"/reprise/anchor", 99, AnchorData(4, 99), 0, 1}});
  EditPlan plan;
  plan.inputs = {"a.mcap", "b.mcap", "b.mcap"};
  plan.gap = 100;
  const EditReport report = Edited(plan);
  EXPECT_THAT(Result(),
              ElementsAre("/reprise/anchor #0 1000 id 1",
                          "/input/evdev/event0 #0 1100 id 2",
                          "/input/evdev/event0 #1 1150 id 40",
                          "/input/touch #0 1200 id 41 cause 40 refs 2 40",
                          "/reprise/anchor #0 1300 id 101",
                          "/input/touch #0 1320 id 103 cause 102 refs 102",
                          "/input/evdev/event0 #3 1310 id 102",
                          "/reprise/anchor #1 1329 id 104",
                          "/reprise/anchor #2 1429 id 201",
                          "/input/touch #0 1449 id 203 cause 202 refs 202",
                          "/input/evdev/event0 #5 1439 id 202",
                          "/reprise/anchor #3 1458 id 204"));
  EXPECT_THAT(report.id_offsets, ElementsAre(0, 100, 200));
  EXPECT_THAT(report.time_shifts, ElementsAre(0, 1230, 1359));
  EXPECT_EQ(report.links_cleared, 2u);
  EXPECT_EQ(report.channels_kept, 3u);
  EXPECT_EQ(report.channels_merged, 6u);
  EXPECT_EQ(report.messages_rewritten, 8u);
}

TEST_F(EditTest, MarksTheJointAndKeepsWhatTheAnchorRead) {
  PutTape("a.mcap", {{"/reprise/anchor", 1000, AnchorData(1, 1000)}});
  PutTape("b.mcap", {{"/reprise/anchor", 70, AnchorData(2, 70)},
                     {"/reprise/anchor", 80, AnchorData(3, 80)}});
  EditPlan plan;
  plan.inputs = {"a.mcap", "b.mcap"};
  Edited(plan);
  const auto tape = OpenTape(files_, "out.mcap");
  MessageCursor cursor = tape->Messages(InFileOrder());
  std::vector<ClockAnchor> anchors(3);
  for (ClockAnchor& anchor : anchors) {
    const Message* message = cursor.Next();
    ASSERT_NE(message, nullptr);
    ASSERT_TRUE(
        anchor.ParseFromArray(message->data.data(), int(message->data.size())));
    EXPECT_EQ(message->data, anchor.SerializeAsString());
  }
  EXPECT_EQ(anchors[0].reason(), ClockAnchor::REASON_PERIODIC);
  EXPECT_EQ(anchors[1].reason(), ClockAnchor::REASON_JOINED);
  EXPECT_EQ(anchors[1].monotonic_ns(), 70);
  EXPECT_EQ(anchors[2].reason(), ClockAnchor::REASON_PERIODIC);
}

TEST_F(EditTest, KeepsIdsThatDoNotCollide) {
  PutTape("a.mcap", {{"/input/touch", 1000, TouchData(1)}});
  PutTape("b.mcap", {{"/input/touch", 70, TouchData(2)},
                     {"/input/touch", 80, TouchData(3, 2)}});
  EditPlan plan;
  plan.inputs = {"a.mcap", "b.mcap"};
  EXPECT_EQ(Edited(plan).messages_rewritten, 0u);
  EXPECT_THAT(Result(), ElementsAre("/input/touch #0 1000 id 1",
                                    "/input/touch #0 1000 id 2",
                                    "/input/touch #0 1010 id 3 cause 2"));
}

TEST_F(EditTest, CutsWhatWasJoined) {
  PutTape("a.mcap", {{"/reprise/anchor", 1000, AnchorData(1, 1000)},
                     {"/input/touch", 1100, TouchData(2)}});
  PutTape("b.mcap", {{"/reprise/anchor", 70, AnchorData(1, 70)},
                     {"/input/touch", 80, TouchData(2)}});
  EditPlan plan;
  plan.inputs = {"a.mcap", "b.mcap"};
  plan.cut = {{50, 101}};  // the end of a, and the first anchor of b
  Edited(plan);
  EXPECT_THAT(Result(), ElementsAre("/reprise/anchor #0 1050/1000 id 1",
                                    "/input/touch #0 1100 id 2",
                                    "/reprise/anchor #0 1100 id 11"));
  plan.cut = {{50, 100}, {105, kEndOfTape}};
  Edited(plan);
  EXPECT_THAT(Result(), ElementsAre("/reprise/anchor #0 1105/1100 id 1",
                                    "/input/touch #0 1110 id 2"));
}

TEST_F(EditTest, KeepsApartWhatDiffersBetweenTapes) {
  const Schema first{5, "x.M", "protobuf", "one"};
  const Schema second{5, "x.M", "protobuf", "two"};
  const auto write = [&](const std::string& path, const Schema& schema,
                         const std::string& device) {
    PutTape(path, {}, [&](TapeWriter& writer) {
      ASSERT_TRUE(writer.AddSchema(schema));
      ASSERT_TRUE(writer.AddChannel({7, 5, "/x", "protobuf", {}}));
      ASSERT_TRUE(
          writer.AddChannel({8, 0, "/y", "json", {{"device", device}}}));
      ASSERT_TRUE(writer.Write({7, 0, 10, 10, device}));
      ASSERT_TRUE(writer.Write({8, 0, 11, 11, device}));
      ASSERT_TRUE(writer.AddAttachment({0, 0, "same", "t"}, "equal"));
      ASSERT_TRUE(writer.AddAttachment({0, 0, "other", "t"}, device));
      ASSERT_TRUE(writer.AddMetadata({"same", {{"a", "b"}}}));
      ASSERT_TRUE(writer.AddMetadata({"other", {{"a", device}}}));
    });
  };
  write("a.mcap", first, "A");
  write("b.mcap", second, "B");
  EditPlan plan;
  plan.inputs = {"a.mcap", "b.mcap"};
  const EditReport report = Edited(plan);
  const auto tape = OpenTape(files_, "out.mcap");
  EXPECT_THAT(
      tape->schemas(),
      ElementsAre(std::pair(uint16_t(5), first),
                  std::pair(uint16_t(6), Schema{6, "x.M", "protobuf", "two"})));
  EXPECT_THAT(
      tape->channels(),
      ElementsAre(std::pair(uint16_t(7), Channel{7, 5, "/x", "protobuf", {}}),
                  std::pair(uint16_t(8),
                            Channel{8, 0, "/y", "json", {{"device", "A"}}}),
                  std::pair(uint16_t(9), Channel{9, 6, "/x", "protobuf", {}}),
                  std::pair(uint16_t(10),
                            Channel{10, 0, "/y", "json", {{"device", "B"}}})));
  Strings attachments;
  for (const auto& attachment : tape->attachments()) {
    attachments.push_back(attachment.info.name);
  }
  EXPECT_THAT(attachments, ElementsAre("same", "other", "other#2"));
  EXPECT_EQ(report.attachments_merged, 1u);
  EXPECT_EQ(report.attachments_renamed, 1u);
  EXPECT_THAT(
      tape->metadata(),
      ElementsAre(
          Metadata{"same", {{"a", "b"}}}, Metadata{"other", {{"a", "A"}}},
          Metadata{"other#2", {{"a", "B"}}},
          Metadata{"reprise.source",
                   {{"format", "mcap"}, {"name", "a.mcap"}, {"role", "input"}}},
          Metadata{
              "reprise.source",
              {{"format", "mcap"}, {"name", "b.mcap"}, {"role", "input"}}}));
}

TEST_F(EditTest, WritesTheBytesOfABlobOnceWhenJoining) {
  PutTape("a.mcap", {{"/screen", 100, ScreenData(1, 0, 'A', "aaaa")}});
  PutTape("b.mcap", {{"/screen", 200, ScreenData(2, 0, 'A', "aaaa")},
                     {"/screen", 300, ScreenData(3, 0, 'B', "bbbb")}});
  EditPlan plan;
  plan.inputs = {"a.mcap", "b.mcap"};
  EXPECT_EQ(Edited(plan).blobs_merged, 1u);
  EXPECT_THAT(Result(), ElementsAre("/screen #0 100 id 1 A=aaaa",
                                    "/screen #0 100 id 2 A=",
                                    "/screen #0 200 id 3 B=bbbb"));
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
