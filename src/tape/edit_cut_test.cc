// Edits that take messages away: cuts, keep, drop.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tape/edit_fixture.h"

namespace reprise::tape {
namespace {

using ::testing::ElementsAre;

using Strings = std::vector<std::string>;

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

}  // namespace
}  // namespace reprise::tape
