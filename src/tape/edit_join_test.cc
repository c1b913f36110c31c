// Edits that join tapes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tape/edit_fixture.h"

namespace reprise::tape {
namespace {

using ::testing::ElementsAre;

using Strings = std::vector<std::string>;

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

}  // namespace
}  // namespace reprise::tape
