#include "device/frame_assembler.h"

#include <gmock/gmock.h>
#include <linux/input.h>

namespace reprise::agent {
namespace {

using input::Event;
using Step = FrameAssembler::Step;
using ::testing::ElementsAre;

constexpr Event kX{EV_ABS, ABS_X, 5, 0};
constexpr Event kSyn{EV_SYN, SYN_REPORT, 0, 0};
constexpr Event kDropped{EV_SYN, SYN_DROPPED, 0, 0};

TEST(FrameAssembler, EndsAFrameAtSynReport) {
  FrameAssembler assembler;
  EXPECT_EQ(assembler.Push(kX, 1000), Step::kMore);
  EXPECT_EQ(assembler.Push(kSyn, 3000), Step::kFrame);
  const input::Frame frame = assembler.Take();
  EXPECT_EQ(frame.time_ns, 3000);
  EXPECT_FALSE(frame.incomplete);
  EXPECT_THAT(frame.events, ElementsAre(Event{EV_ABS, ABS_X, 5, -2000}, kSyn));
}

TEST(FrameAssembler, KeepsUnknownSynCodesInTheFrame) {
  FrameAssembler assembler;
  const Event vendor{EV_SYN, 5, 1, 0};
  EXPECT_EQ(assembler.Push(vendor, 0), Step::kMore);
  EXPECT_EQ(assembler.Push(kSyn, 0), Step::kFrame);
  EXPECT_THAT(assembler.Take().events, ElementsAre(vendor, kSyn));
}

TEST(FrameAssembler, DiscardsFromSynDroppedToTheNextReport) {
  FrameAssembler assembler;
  EXPECT_EQ(assembler.Push(kX, 0), Step::kMore);
  EXPECT_EQ(assembler.Push(kDropped, 0), Step::kMore);
  EXPECT_EQ(assembler.Push(kX, 0), Step::kMore);
  EXPECT_EQ(assembler.Push(kSyn, 0), Step::kDropped);
  EXPECT_EQ(assembler.discarded(), 2U);
  EXPECT_EQ(assembler.Push(kX, 7), Step::kMore);
  EXPECT_EQ(assembler.Push(kSyn, 7), Step::kFrame);
  EXPECT_THAT(assembler.Take().events, ElementsAre(kX, kSyn));
}

TEST(FrameAssembler, GivesWhatHasNoReportAsIncomplete) {
  FrameAssembler assembler;
  EXPECT_FALSE(assembler.TakeIncomplete());
  assembler.Push(kX, 9);
  const auto frame = assembler.TakeIncomplete();
  ASSERT_TRUE(frame);
  EXPECT_TRUE(frame->incomplete);
  EXPECT_THAT(frame->events, ElementsAre(kX));
}

TEST(FrameAssembler, CutsAFrameThatNeverEnds) {
  FrameAssembler assembler;
  for (size_t i = 1; i < kMaxFrameEvents; i++) {
    ASSERT_EQ(assembler.Push(kX, 0), Step::kMore);
  }
  EXPECT_EQ(assembler.Push(kX, 0), Step::kFrame);
  EXPECT_TRUE(assembler.Take().incomplete);
}

}  // namespace
}  // namespace reprise::agent
