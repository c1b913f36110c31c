#include "device/played_frames.h"

#include <gmock/gmock.h>

#include "device/raw_events.h"

namespace reprise::agent {
namespace {

using input::Event;
using input::FrameSource;

constexpr Event kSyn{EV_SYN, SYN_REPORT, 0, 0};
constexpr Event kX{EV_ABS, ABS_MT_POSITION_X, 5, 0};
constexpr Event kY{EV_ABS, ABS_MT_POSITION_Y, 6, 0};

// Counts what is said.
class CountingSink : public Sink {
 public:
  uint64_t NewId() override { return ++ids_; }
  Result<uint32_t> OpenChannel(std::string_view,
                               const tape::StringMap&) override {
    return uint32_t{0};
  }
  void Write(uint32_t, int64_t, int64_t, std::string_view) override {
    written++;
  }
  void WriteAnchor(ClockAnchor::Reason) override {}
  Status status() override { return {}; }
  int written = 0;

 private:
  uint64_t ids_ = 0;
};

class PlayedFramesTest : public ::testing::Test {
 protected:
  PlayedFramesTest() : played_(timeline_, sink_, false) {
    touch_.set_node("event5");
    touch_.set_clock_id(1);
    played_.AddNode("event5", 0, FrameSource::kInjectedUinput);
  }

  // A frame that was written from `begun` to `done`.
  void Play(uint64_t id, std::vector<Event> events, int64_t begun,
            int64_t done) {
    input::Frame frame;
    frame.id = id;
    frame.events = std::move(events);
    ASSERT_TRUE(timeline_.Append(0, 0, frame).value_or(false));
    Shot& shot = timeline_.At(timeline_.size() - 1);
    shot.begun_ns = begun;
    shot.done_ns = done;
    timeline_.begun = timeline_.size();
  }

  input::Frame Label(std::vector<Event> events, int64_t time) {
    input::Frame frame;
    frame.id = 99;
    frame.source = FrameSource::kDevice;
    frame.events = std::move(events);
    frame.time_ns = time;
    played_.Label(touch_, &frame);
    return frame;
  }

  CountingSink sink_;
  Timeline timeline_;
  PlayedFrames played_;
  EvdevDevice touch_;
};

TEST_F(PlayedFramesTest, KnowsOursByStampAndContent) {
  Play(11, {kX, kY, kSyn}, 1'000'000, 1'010'000);
  Play(12, {kX, kY, kSyn}, 2'000'000, 2'010'000);
  // The kernel left out what did not change.
  const input::Frame second = Label({kY, kSyn}, 2'005'000);
  EXPECT_EQ(second.origin, 12U);
  EXPECT_EQ(second.source, FrameSource::kInjectedUinput);
  EXPECT_EQ(played_.foreign(), 0U);
}

TEST_F(PlayedFramesTest, TakesOneThatIsStillBeingWritten) {
  Play(11, {kX, kSyn}, 1'000'000, 0);
  EXPECT_EQ(Label({kX, kSyn}, 1'020'000).origin, 11U);
}

TEST_F(PlayedFramesTest, WarnsOfForeignInputOnceForAGesture) {
  Play(11, {kX, kSyn}, 1'000'000, 1'010'000);
  const input::Frame foreign = Label({kY, kSyn}, 1'005'000);
  EXPECT_EQ(foreign.source, FrameSource::kDevice);
  EXPECT_EQ(foreign.origin, 0U);
  Label({kX, kSyn}, 500'000'000);
  EXPECT_EQ(played_.foreign(), 2U);
  EXPECT_EQ(sink_.written, 1);
  Label({kX, kSyn}, 5'000'000'000);
  EXPECT_EQ(sink_.written, 2);
}

TEST_F(PlayedFramesTest, KnowsThePiecesOfALongFrame) {
  Play(11, {kX, kY, kSyn}, 1'000'000, 1'010'000);
  const Event split{EV_SYN, SYN_REPORT, 1, 0};
  EXPECT_EQ(Label({kX, split}, 1'003'000).origin, 11U);
  EXPECT_EQ(Label({kY, kSyn}, 1'004'000).origin, 11U);
}

TEST_F(PlayedFramesTest, NamesWhatLiftsFingersARelease) {
  timeline_.AppendRelease(0, std::vector<Event>{kX, kSyn});
  timeline_.At(0).begun_ns = 1'000'000;
  timeline_.begun = 1;
  EXPECT_EQ(Label({kX, kSyn}, 1'001'000).source, FrameSource::kRelease);
}

TEST(Timeline, LeavesOutWhatCannotBePlayed) {
  Timeline timeline;
  input::Frame frame;
  frame.events = {kX, kSyn};
  frame.incomplete = true;
  EXPECT_FALSE(timeline.Append(0, 0, frame).value_or(true));
  frame.incomplete = false;
  frame.events = {kSyn};
  EXPECT_FALSE(timeline.Append(0, 0, frame).value_or(true));
  frame.events = {kX};
  EXPECT_TRUE(timeline.Append(0, 0, frame).value_or(false));
  ASSERT_EQ(timeline.At(0).events.size(), 2U);
  EXPECT_EQ(timeline.At(0).events[1].type, EV_SYN);
}

TEST(Timeline, RefusesTimesThatRunBackwardsOrOver) {
  Timeline timeline;
  input::Frame frame;
  frame.events = {kX, kSyn};
  ASSERT_TRUE(timeline.Append(0, 5, frame));
  EXPECT_FALSE(timeline.Append(0, 4, frame));
  EXPECT_FALSE(timeline.Append(0, INT64_MAX, frame));
}

}  // namespace
}  // namespace reprise::agent
