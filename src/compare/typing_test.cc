#include "compare/typing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reprise/gesture.pb.h"
#include "reprise/motion_event.pb.h"
#include "tape/channels.h"
#include "tape/tape_testing.h"

namespace reprise::compare {
namespace {

using ::testing::ElementsAre;

constexpr int32_t kA = 29;  // KeyEvent.KEYCODE_A
constexpr int32_t kShift = 59;
constexpr int32_t kEnter = 66;

// A tape of steps in a row.
class TypingTest : public testing::Test {
 protected:
  void Key(int32_t code, int32_t meta = 0,
           const std::string& field = "com.a:id/title") {
    KeyEvent key;
    key.set_key_code(code);
    key.set_meta_state(meta);
    const uint64_t down = Write("/input/key", &key);
    key.set_action(1);
    const uint64_t up = Write("/input/key", &key);
    GestureEvent gesture;
    gesture.set_kind(GestureEvent::KIND_KEY);
    gesture.add_key_refs(down);
    gesture.add_key_refs(up);
    Widget(WidgetEvent::ACTION_KEY, &gesture, field, "press");
  }

  void TouchKey(const std::string& character) {
    MotionEvent touch;
    const uint64_t down = Write("/input/touch", &touch);
    TextEvent text;
    text.set_kind(TextEvent::KIND_COMMIT);
    text.set_text(character);
    text.set_cause(down);
    Write("/input/text", &text);
    GestureEvent gesture;
    gesture.set_kind(GestureEvent::KIND_TAP);
    gesture.add_fingers();
    gesture.add_touch_refs(down);
    Widget(WidgetEvent::ACTION_TOUCH, &gesture, "", "tap");
  }

  void Text(const std::string& typed, const std::string& field) {
    TextEvent text;
    text.set_kind(TextEvent::KIND_COMMIT);
    text.set_text(typed);
    WidgetEvent widget;
    widget.set_action(WidgetEvent::ACTION_TEXT);
    widget.set_input_ref(Write("/input/text", &text));
    Told(&widget, field, "type '" + typed + "'");
  }

  std::vector<std::string> Lines() {
    tape::testing::Ok(writer_->Finish());
    const auto reader =
        tape::testing::OpenBytes(tape::testing::Get(files_.Get("t")));
    const RunView run = tape::testing::Get(RunView::Read(*reader));
    std::vector<std::string> lines;
    for (const StepLine& line : LinesOf(run)) {
      lines.push_back(
          fmt::format("{}-{} {}", line.first, line.last, line.words));
    }
    return lines;
  }

 private:
  template <typename T>
  uint64_t Write(std::string_view topic, T* message) {
    message->set_id(next_id_++);
    now_ += 1'000'000;
    tape::testing::Ok(
        writer_->Write({tape::testing::Get(writer_->ChannelFor(topic)), 0, now_,
                        now_, message->SerializeAsString()}));
    return message->id();
  }

  void Widget(WidgetEvent::Action action, GestureEvent* gesture,
              const std::string& field, const std::string& words) {
    gesture->set_start_ns(static_cast<int64_t>(now_));
    WidgetEvent widget;
    widget.set_action(action);
    widget.set_gesture_ref(Write("/input/gesture", gesture));
    if (field.empty()) widget.set_window_title("InputMethod");
    Told(&widget, field, words);
  }

  void Told(WidgetEvent* widget, const std::string& field,
            const std::string& words) {
    widget->set_activity("com.a/.Editor");
    widget->set_words(words);
    if (field != "none" && !field.empty()) {
      widget->mutable_target()->set_resource_name(field);
      // What stands in it changes with each character.
      widget->mutable_target()->set_text(std::to_string(next_id_));
    }
    Write("/ui/widget", widget);
  }

  MemoryFileSystem files_;
  std::unique_ptr<tape::TapeWriter> writer_ =
      tape::testing::Get(tape::TapeWriter::Create(files_, "t"));
  uint64_t next_id_ = 1;
  uint64_t now_ = 0;
};

TEST_F(TypingTest, KeysInARowAreAText) {
  Key(kShift, 1);
  Key(kA, 1);
  Key(kA + 1);
  Key(kEnter);
  Key(kA);
  EXPECT_THAT(Lines(), ElementsAre("1-3 type 'Ab' into 'title' in Editor",
                                   "4-4 press", "5-5 press"));
}

TEST_F(TypingTest, ShortcutsAreNoText) {
  Key(kA);
  Key(kA, 0x1000);
  EXPECT_THAT(Lines(), ElementsAre("1-1 press", "2-2 press"));
}

TEST_F(TypingTest, AnotherFieldIsAnotherText) {
  Key(kA);
  Key(kA);
  Key(kA, 0, "com.a:id/body");
  EXPECT_THAT(Lines(),
              ElementsAre("1-2 type 'aa' into 'title' in Editor", "3-3 press"));
}

TEST_F(TypingTest, TextsThatWereCommittedAreJoined) {
  Text("mi", "com.a:id/title");
  Text("lk", "com.a:id/title");
  EXPECT_THAT(Lines(), ElementsAre("1-2 type 'milk' into 'title' in Editor"));
}

TEST_F(TypingTest, TheFirstMayGiveAFieldTheFocus) {
  Text("m", "none");
  Text("i", "com.a:id/title");
  Text("lk", "com.a:id/title");
  Text("!", "none");
  EXPECT_THAT(Lines(), ElementsAre("1-3 type 'milk' into 'title' in Editor",
                                   "4-4 type '!'"));
}

TEST_F(TypingTest, TouchesOnAKeyboardAreWhatTheyTyped) {
  TouchKey("o");
  TouchKey("k");
  EXPECT_THAT(Lines(), ElementsAre("1-2 type 'ok' on the keyboard in Editor"));
}

}  // namespace
}  // namespace reprise::compare
