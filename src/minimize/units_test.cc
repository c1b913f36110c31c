#include "minimize/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/memory_file_system.h"
#include "input/input_testing.h"
#include "input/tape_io.h"
#include "minimize/candidate_tape.h"
#include "tape/tape_testing.h"

namespace reprise::minimize {
namespace {

using input::Recording;
using input::testing::Accelerometer;
using input::testing::AppendB;
using input::testing::Keyboard;
using input::testing::kMs;
using input::testing::MakeFrame;
using input::testing::TouchB;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Devices 0, 1, 2: touchscreen, keys, accelerometer.
Recording Empty() {
  Recording recording;
  recording.devices = {TouchB(), Keyboard(), Accelerometer()};
  return recording;
}

void AddTap(int64_t ms, input::testing::Place place, Recording* recording) {
  std::vector<input::Event> down;
  AppendB(0, static_cast<int32_t>(ms), place, &down);
  recording->frames.push_back(MakeFrame(ms * kMs, down));
  std::vector<input::Event> up;
  AppendB(0, -1, {}, &up);
  recording->frames.push_back(MakeFrame((ms + 50) * kMs, up));
}

void AddKey(int64_t ms, Recording* recording) {
  recording->frames.push_back(MakeFrame(ms * kMs, {{EV_KEY, KEY_BACK, 1}}, 1));
  recording->frames.push_back(
      MakeFrame((ms + 80) * kMs, {{EV_KEY, KEY_BACK, 0}}, 1));
}

void AddSensor(int64_t ms, Recording* recording) {
  recording->frames.push_back(MakeFrame(ms * kMs, {{EV_ABS, ABS_X, 7}}, 2));
}

void AddText(int64_t ms, Recording* recording) {
  input::Timed<TextEvent> text{ms * kMs, ms * kMs, {}};
  text.message.set_text("hello");
  recording->texts.push_back(text);
}

std::unique_ptr<Units> Of(Recording recording,
                          std::optional<int64_t> settle_ms = {}) {
  input::SortByTime(&recording);
  if (settle_ms) *settle_ms *= kMs;
  auto units = Units::Of(std::move(recording), settle_ms);
  EXPECT_TRUE(units.has_value()) << units.error().message;
  return *std::move(units);
}

std::vector<int64_t> Times(const Recording& recording) {
  std::vector<int64_t> times;
  for (const auto& frame : recording.frames) {
    times.push_back(frame.time_ns / kMs);
  }
  return times;
}

TEST(Units, AreGesturesKeysAndTexts) {
  Recording recording = Empty();
  AddTap(1000, {100, 200}, &recording);
  AddKey(3000, &recording);
  AddText(4000, &recording);
  AddTap(5000, {500, 900}, &recording);
  const auto units = Of(recording);
  ASSERT_EQ(units->size(), 4);
  EXPECT_THAT(units->Describe(0), HasSubstr("tap"));
  EXPECT_THAT(units->Describe(1), HasSubstr("key"));
  EXPECT_EQ(units->Describe(2), "text");
  EXPECT_EQ(units->unit(1).gap_ns, 1950 * kMs);
}

TEST(Units, PointerEventWithoutAFrameGoesWithItsFinger) {
  Recording recording = Empty();
  AddTap(1000, {100, 200}, &recording);
  AddTap(3000, {100, 200}, &recording);
  input::AssignIds(&recording);
  for (const int64_t ms : {1000, 1050, 3000, 3050}) {
    input::Timed<MotionEvent> motion{ms * kMs, ms * kMs, {}};
    motion.message.set_down_time_ns((ms - ms % 1000) * kMs);
    // The up shares its frame with a move.
    if (ms % 1000 == 0) {
      motion.message.add_frame_refs(recording.frames[ms / 1500].id);
    }
    recording.motions.push_back(motion);
  }
  const auto units = Of(recording);
  ASSERT_EQ(units->size(), 2);
  EXPECT_EQ(units->Make({1}).motions.size(), 2);
}

TEST(Units, WholeRecordingStaysAsItIs) {
  Recording recording = Empty();
  AddTap(1000, {100, 200}, &recording);
  AddSensor(1500, &recording);
  AddKey(3000, &recording);
  AddSensor(3500, &recording);
  const auto units = Of(recording, 4000);
  const Recording made = units->Make({0, 1});
  EXPECT_THAT(Times(made), ElementsAre(1000, 1050, 1500, 3000, 3080, 3500));
  EXPECT_EQ(made.devices.size(), 3);
}

TEST(Units, RemovedUnitTakesTheGapBeforeItAndItsSensorsAlong) {
  Recording recording = Empty();
  AddTap(1000, {100, 200}, &recording);
  AddSensor(1500, &recording);  // in the gap before the key
  AddSensor(3040, &recording);  // during it
  AddKey(3000, &recording);
  AddSensor(4000, &recording);  // in the gap before the tap
  AddTap(5000, {500, 900}, &recording);
  const auto units = Of(recording, 4000);
  // The second tap comes 1920 ms after the first, as after the key.
  EXPECT_THAT(Times(units->Make({0, 2})),
              ElementsAre(1000, 1050, 1970, 2970, 3020));
  EXPECT_THAT(Times(units->Make({2})), ElementsAre(1920, 2920, 2970));
}

TEST(Units, GapsAreBoundedBySettle) {
  Recording recording = Empty();
  AddTap(1000, {100, 200}, &recording);
  AddSensor(31050, &recording);  // in the middle of the gap
  AddKey(61050, &recording);
  EXPECT_THAT(Times(Of(recording, 2000)->Make({0, 1})),
              ElementsAre(1000, 1050, 2050, 3050, 3130));
  EXPECT_THAT(Times(Of(recording, 0)->Make({0, 1})),
              ElementsAre(1000, 1050, 1050, 1050, 1130));
}

TEST(Units, SettleAdaptsToTheRecording) {
  const auto settle = [](int64_t every_ms) {
    Recording recording = Empty();
    for (int64_t i = 0; i < 9; i++) AddKey(i * every_ms, &recording);
    return Of(recording)->settle_ns() / kMs;
  };
  EXPECT_EQ(settle(300), 1000);
  EXPECT_EQ(settle(1080), 2000);
  EXPECT_EQ(settle(60000), 4000);
}

TEST(Units, TapsThatWereApartDoNotBecomeADoubleTap) {
  Recording recording = Empty();
  AddTap(1000, {100, 200}, &recording);
  AddKey(1500, &recording);
  AddTap(1600, {100, 200}, &recording);
  EXPECT_THAT(Times(Of(recording)->Make({0, 2})),
              ElementsAre(1000, 1050, 1370, 1420));
}

TEST(Units, OverlappingUnitsKeepOverlapping) {
  Recording recording = Empty();
  AddKey(1000, &recording);              // to 1080
  AddTap(1040, {100, 200}, &recording);  // to 1090
  AddKey(3000, &recording);
  const auto units = Of(recording, 100);
  ASSERT_EQ(units->size(), 3);
  EXPECT_THAT(Times(units->Make({0, 1, 2})),
              ElementsAre(1000, 1040, 1080, 1090, 1190, 1270));
  EXPECT_THAT(Times(units->Make({1})), ElementsAre(1000, 1050));
}

TEST(Units, EmptyCandidateIsAnEmptyRecording) {
  Recording recording = Empty();
  AddKey(1000, &recording);
  EXPECT_TRUE(Of(recording)->Make({}).empty());
}

TEST(Units, TimeThatTheRecordingHadLeftPassesAfterTheLast) {
  Recording recording = Empty();
  AddKey(1000, &recording);
  AddKey(4000, &recording);
  EXPECT_FALSE(Of(recording)->Make({0}).rest_ns.has_value());
  recording.rest_ns = 500 * kMs;
  const auto units = Of(recording);
  EXPECT_EQ(units->Make({0, 1}).rest_ns, 500 * kMs);
  EXPECT_EQ(units->Make({1}).rest_ns, 500 * kMs);
  // To 4080, and half a second.
  EXPECT_EQ(units->Make({0}).rest_ns, 3500 * kMs);
  EXPECT_EQ(units->Make({}).rest_ns, 3580 * kMs);
  recording.rest_ns = 1000 * kLongestRestNs;
  EXPECT_EQ(Of(recording)->Make({0}).rest_ns, kLongestRestNs);
}

TEST(Units, LinkToWhatIsRemovedIsCleared) {
  Recording recording = Empty();
  AddKey(1000, &recording);
  AddText(5000, &recording);
  recording.texts[0].message.set_cause(77);  // nothing
  const Recording made = Of(recording)->Make({1});
  ASSERT_EQ(made.texts.size(), 1);
  EXPECT_EQ(made.texts[0].message.cause(), 0);
  EXPECT_THAT(made.frames, IsEmpty());
}

TEST(Units, TextGoesWithTheKeyThatBroughtItAbout) {
  Recording recording = Empty();
  AddKey(1000, &recording);
  recording.frames[0].id = 5;
  AddText(1010, &recording);
  recording.texts[0].message.set_cause(5);
  EXPECT_EQ(Of(recording)->size(), 1);
}

TEST(Units, RecordingWithoutInputIsRefused) {
  Recording recording = Empty();
  AddSensor(1000, &recording);
  EXPECT_FALSE(Units::Of(recording, std::nullopt).has_value());
  EXPECT_FALSE(Units::Of({}, std::nullopt).has_value());
}

TEST(CandidateTape, SaysHowLongToWaitAfterItsInput) {
  MemoryFileSystem files;
  Recording recording = Empty();
  AddKey(1000, &recording);
  AddKey(4000, &recording);
  const auto read = [&](const std::string& path) {
    const auto tape = tape::testing::Get(tape::TapeReader::Open(files, path));
    input::Losses losses;
    return tape::testing::Get(input::ReadRecording(*tape, &losses));
  };
  // Of an app only; a person ends with the tape.
  for (const char* attached : {"other", "app.pb"}) {
    auto writer = tape::testing::Get(tape::TapeWriter::Create(files, attached));
    tape::testing::Ok(writer->AddAttachment({0, 0, attached, "x"}, "x"));
    tape::testing::Ok(input::WriteRecording(recording, *writer));
    tape::testing::Ok(writer->AddMetadata(
        {"reprise.end", {{"log_time", std::to_string(5080 * kMs)}}}));
    tape::testing::Ok(writer->Finish());
  }
  EXPECT_FALSE(read("other").rest_ns.has_value());
  const Recording in = read("app.pb");
  EXPECT_EQ(in.rest_ns, 1000 * kMs);
  const auto source =
      tape::testing::Get(tape::TapeReader::Open(files, "app.pb"));
  const auto units = Of(in);
  for (const Candidate& kept : {Candidate{0}, Candidate{}}) {
    const Recording made = units->Make(kept);
    tape::testing::Ok(WriteCandidateTape(files, *source, made, "", "out"));
    EXPECT_EQ(read("out").rest_ns, made.rest_ns);
  }
  Recording none = units->Make({0});
  none.rest_ns.reset();
  tape::testing::Ok(WriteCandidateTape(files, *source, none, "", "out"));
  EXPECT_FALSE(read("out").rest_ns.has_value());
}

TEST(CandidateTape, KeepsInputAndWhatAReplayNeeds) {
  MemoryFileSystem files;
  Recording recording = Empty();
  AddTap(1000, {100, 200}, &recording);
  AddKey(3000, &recording);
  {
    auto writer = tape::testing::Get(tape::TapeWriter::Create(files, "in"));
    tape::testing::Ok(writer->AddAttachment({0, 0, "app.pb", "x"}, "the app"));
    tape::testing::Ok(writer->AddAttachment({0, 0, "blob/00", "x"}, "a blob"));
    tape::testing::Ok(input::WriteRecording(recording, *writer));
    tape::testing::Ok(writer->Finish());
  }
  const auto in = tape::testing::Get(tape::TapeReader::Open(files, "in"));
  input::Losses losses;
  const auto units = Of(tape::testing::Get(input::ReadRecording(*in, &losses)));
  tape::testing::Ok(WriteCandidateTape(files, *in, units->Make({1}),
                                       "reprise minimize", "out"));
  const auto out = tape::testing::Get(tape::TapeReader::Open(files, "out"));
  EXPECT_TRUE(out->complete());
  ASSERT_EQ(out->attachments().size(), 1);
  EXPECT_EQ(out->attachments()[0].info.name, "app.pb");
  const Recording back =
      tape::testing::Get(input::ReadRecording(*out, &losses));
  EXPECT_TRUE(losses.empty());
  EXPECT_EQ(back.frames.size(), 2);
  EXPECT_EQ(files.Paths(), (std::vector<std::string>{"in", "out"}));
}

}  // namespace
}  // namespace reprise::minimize
