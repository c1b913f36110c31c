#include "input/tape_io.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/memory_file_system.h"
#include "input/gesture_testing.h"
#include "input/pointer_events.h"
#include "tape/channels.h"
#include "tape/tape_testing.h"

namespace reprise::input {
namespace {

using tape::testing::Get;
using tape::testing::Ok;
using testing::kMs;
using testing::Player;

std::string Written(const Recording& recording) {
  MemoryFileSystem files;
  auto writer = Get(tape::TapeWriter::Create(files, "t"));
  Ok(WriteRecording(recording, *writer));
  Ok(writer->Finish());
  return Get(files.Get("t"));
}

std::string Said(const Losses& losses) {
  std::string text;
  for (const Loss& loss : losses.all()) text += loss.what + "\n";
  return text;
}

Recording ReadBack(const std::string& bytes, std::string* said = nullptr) {
  const auto tape = tape::testing::OpenBytes(bytes);
  Losses losses;
  Recording recording = Get(ReadRecording(*tape, &losses));
  if (said != nullptr) {
    *said = Said(losses);
  } else {
    EXPECT_EQ(Said(losses), "");
  }
  return recording;
}

template <typename T>
std::vector<std::string> Show(const std::vector<Timed<T>>& items) {
  std::vector<std::string> all;
  for (const auto& item : items) {
    all.push_back(fmt::format("{} {} {}", item.time_ns, item.read_ns,
                              item.message.ShortDebugString()));
  }
  return all;
}

TEST(TapeIo, KeepsEverythingOfTwoDevices) {
  Player player(testing::TouchB());
  player.Add(testing::Keyboard()).Add(testing::Accelerometer());  // silent
  player.On(0).Down(0, 7, {100, 200}).Wait(20);
  player.On(1).Key(KEY_POWER, 1).Wait(20);
  player.On(0).Up(0);
  player.On(1).Key(KEY_POWER, 0);
  player->frames[1].read_ns = 25 * kMs;
  player->frames[1].origin = 99;
  player->frames[2].events[0].offset_ns = -7;
  player->frames[3].source = FrameSource::kRelease;
  player->frames[3].incomplete = true;
  DerivePointerEvents(&*player);
  player.Kinds();
  auto& text = player->texts.emplace_back();
  text.time_ns = text.read_ns = 30 * kMs;
  text.message.set_id(500);
  text.message.set_text("ä");

  const Recording read = ReadBack(Written(*player));
  ASSERT_EQ(read.devices.size(), 3U);
  for (size_t i = 0; i < 3; i++) {
    EXPECT_EQ(read.devices[i].SerializeAsString(),
              player->devices[i].SerializeAsString());
  }
  EXPECT_EQ(read.frames, player->frames);
  EXPECT_EQ(Show(read.motions), Show(player->motions));
  EXPECT_EQ(Show(read.keys), Show(player->keys));
  EXPECT_EQ(Show(read.texts), Show(player->texts));
  EXPECT_EQ(Show(read.gestures), Show(player->gestures));
}

TEST(TapeIo, MovesTimesBeforeZeroAndAllThatTheyName) {
  Player player(testing::TouchB());
  player.Wait(-100).Down(0, 7, {100, 200}).Wait(60).Up(0);
  ASSERT_EQ(player.Kinds(), "tap");
  const Recording read = ReadBack(Written(*player));
  EXPECT_EQ(read.frames[0].time_ns, 0);
  EXPECT_EQ(read.frames[1].time_ns, 60 * kMs);
  EXPECT_EQ(read.gestures[0].message.start_ns(), 0);
  EXPECT_EQ(read.gestures[0].message.fingers(0).up_ns(), 60 * kMs);
}

TEST(TapeIo, StandsTheLargestTimes) {
  Player player(testing::TouchB());
  player.Down(0, 7, {100, 200}).Up(0);
  player->frames[0].time_ns = std::numeric_limits<int64_t>::min();
  player->frames[1].time_ns = std::numeric_limits<int64_t>::max();
  const Recording read = ReadBack(Written(*player));
  EXPECT_EQ(read.frames[0].time_ns, 0);
  EXPECT_EQ(read.frames[1].time_ns, std::numeric_limits<int64_t>::max());
}

TEST(TapeIo, LeavesOutWhatItCannotReadAndSaysSo) {
  MemoryFileSystem files;
  auto writer = Get(tape::TapeWriter::Create(files, "t"));
  const auto channel = [&](const char* topic, const char* metadata) {
    tape::StringMap map;
    if (metadata != nullptr) {
      map.emplace(tape::channel_key::kEvdevDevice, metadata);
    }
    return Get(writer->ChannelFor(topic, map));
  };
  const uint16_t bare = channel("/input/evdev/event7", nullptr);
  const uint16_t hostile =
      channel("/input/evdev/event8", R"({"events":[{"type":99}]})");
  const uint16_t touch = channel("/input/touch", nullptr);
  const auto write = [&](uint16_t id, uint64_t time, std::string_view data) {
    Ok(writer->Write({id, 0, time, time, data}));
  };
  write(bare, 1, "\x08\x05");  // a frame with the id 5
  write(bare, 2, "\xff\xff");  // no message
  write(bare, 3, std::string("\x22\x04\x08\x80\x80\x04", 6));  // type 65536
  write(hostile, 4, "\x08\x06");
  write(touch, 5, "\xff");
  write(bare, std::numeric_limits<uint64_t>::max(), "\x08\x07");
  write(touch, std::numeric_limits<uint64_t>::max(), "\x08\x08");
  Ok(writer->Finish());

  std::string said;
  const Recording read = ReadBack(Get(files.Get("t")), &said);
  ASSERT_EQ(read.frames.size(), 2U);
  EXPECT_EQ(read.frames[0].id, 5U);
  EXPECT_EQ(read.frames[1].id, 6U);
  EXPECT_EQ(read.devices[read.frames[1].device].node(), "event8");
  EXPECT_TRUE(read.motions.empty());
  EXPECT_EQ(said,
            "/input/evdev/event7 has no description of its device\n"
            "input device \"\": event type 99 is not possible, at most 31\n"
            "frames of /input/evdev/event7 that cannot be read\n"
            "messages of /input/touch that cannot be read\n");
}

TEST(TapeIo, NamesTopicsSafely) {
  EvdevDevice device;
  EXPECT_EQ(TopicOf(device), "/input/evdev/event0");
  device.set_node("../a/b");
  EXPECT_EQ(TopicOf(device), "/input/evdev/.._a_b");
}

}  // namespace
}  // namespace reprise::input
