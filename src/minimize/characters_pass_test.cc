#include "minimize/characters_pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "input/input_testing.h"
#include "input/pointer_events.h"

namespace reprise::minimize {
namespace {

using input::Event;
using input::Recording;
using input::testing::kMs;
using input::testing::MakeFrame;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Recording Typed(const std::string& text) {
  Recording recording;
  recording.devices = {input::testing::Keyboard()};
  input::Timed<TextEvent> event{1000 * kMs, 1000 * kMs, {}};
  event.message.set_kind(TextEvent::KIND_COMMIT);
  event.message.set_text(text);
  recording.texts.push_back(event);
  input::AssignIds(&recording);
  return recording;
}

TEST(CharactersOf, KeepsMarksWithTheirLetters) {
  EXPECT_THAT(CharactersOf("aé€😀"), ElementsAre("a", "é", "€", "😀"));
  EXPECT_THAT(CharactersOf("e\u0301x"), ElementsAre("e\u0301", "x"));
  EXPECT_THAT(CharactersOf("👩\u200d👧👍🏽!"),
              ElementsAre("👩\u200d👧", "👍🏽", "!"));
  EXPECT_THAT(CharactersOf("\xff\xc3z"), ElementsAre("\xff", "\xc3", "z"));
  EXPECT_THAT(CharactersOf(""), IsEmpty());
}

TEST(CharactersPass, LeavesOutCharactersOfATextInAnyPlace) {
  const auto pass = *MakeCharacters(Typed("héllo"));
  ASSERT_EQ(pass->size(), 5);
  EXPECT_EQ(pass->Describe(1), "'é' of a text");
  EXPECT_EQ(pass->Make({1, 4}).texts[0].message.text(), "éo");
  EXPECT_EQ(pass->Make({0, 1, 2, 3, 4}).texts[0].message.text(), "héllo");
  EXPECT_THAT(pass->Make({}).texts, IsEmpty());
}

TEST(CharactersPass, DoesNotCutWhatStandsForASecret) {
  Recording recording = Typed("x rpz-password-abc");
  recording.texts[0].message.add_pseudonyms()->set_token("rpz-password-abc");
  EXPECT_EQ((*MakeCharacters(recording))->size(), 0);
  recording = Typed("ab");
  recording.texts[0].message.set_kind(TextEvent::KIND_DELETE);
  EXPECT_EQ((*MakeCharacters(recording))->size(), 0);
  EXPECT_EQ((*MakeCharacters(Typed("a")))->size(), 0);
}

// Three keys that overlap, the first one twice: a, b, a, with a scan code.
Recording KeyRun() {
  Recording recording;
  recording.devices = {input::testing::Keyboard()};
  const Event scan = {EV_MSC, MSC_SCAN, 30};
  recording.frames = {
      MakeFrame(1000 * kMs, {scan, {EV_KEY, KEY_A, 1}}),
      MakeFrame(1010 * kMs, {{EV_KEY, KEY_B, 1}}),
      MakeFrame(1020 * kMs, {scan, {EV_KEY, KEY_A, 0}}),
      MakeFrame(1030 * kMs, {scan, {EV_KEY, KEY_A, 1}}),
      MakeFrame(1040 * kMs, {{EV_KEY, KEY_B, 0}, scan, {EV_KEY, KEY_A, 0}}),
  };
  input::AssignIds(&recording);
  return recording;
}

std::vector<std::pair<uint16_t, int32_t>> KeysOf(const Recording& recording) {
  std::vector<std::pair<uint16_t, int32_t>> keys;
  for (const auto& frame : recording.frames) {
    for (const Event& event : frame.events) {
      if (event.type == EV_KEY) keys.emplace_back(event.code, event.value);
    }
  }
  return keys;
}

TEST(CharactersPass, LeavesOutSingleKeysOfARun) {
  const auto pass = *MakeCharacters(KeyRun());
  ASSERT_EQ(pass->size(), 3);
  EXPECT_EQ(pass->Describe(1), "KEY_B of keys");
  EXPECT_EQ(pass->Make({0, 1, 2}).frames, KeyRun().frames);
  const Recording last = pass->Make({2});
  EXPECT_THAT(KeysOf(last),
              ElementsAre(std::pair(KEY_A, 1), std::pair(KEY_A, 0)));
  ASSERT_EQ(last.frames.size(), 2);
  EXPECT_EQ(last.frames[0].time_ns, 1030 * kMs);
  EXPECT_THAT(last.frames[1].events,
              ElementsAre(Event{EV_MSC, MSC_SCAN, 30}, Event{EV_KEY, KEY_A, 0},
                          Event{EV_SYN, SYN_REPORT, 0}));
  EXPECT_THAT(KeysOf(pass->Make({1})),
              ElementsAre(std::pair(KEY_B, 1), std::pair(KEY_B, 0)));
}

TEST(CharactersPass, EventsAndTextsGoWithTheirKeys) {
  Recording recording = KeyRun();
  input::DerivePointerEvents(&recording);
  ASSERT_EQ(recording.keys.size(), 6);
  input::Timed<TextEvent> text{1011 * kMs, 1011 * kMs, {}};
  text.message.set_text("b");
  text.message.set_cause(recording.keys[1].message.id());
  recording.texts.push_back(text);
  const auto pass = *MakeCharacters(recording);
  ASSERT_EQ(pass->size(), 3);
  const Recording first = pass->Make({0});
  EXPECT_EQ(first.keys.size(), 2);
  EXPECT_THAT(first.texts, IsEmpty());
  const Recording second = pass->Make({1});
  EXPECT_EQ(second.keys.size(), 2);
  EXPECT_EQ(second.texts.size(), 1);
}

}  // namespace
}  // namespace reprise::minimize
