#include "session/redactor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "reprise/key_event.pb.h"
#include "reprise/log.pb.h"
#include "reprise/text_event.pb.h"
#include "reprise/widget.pb.h"

namespace reprise::session {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kKeyboard = "/input/evdev/event1";
constexpr int32_t kTextPassword = 0x81;

class RedactorTest : public testing::Test {
 protected:
  void Begin(const RedactionRules& rules) {
    redactor_.emplace(rules, Pseudonyms(std::string(32, 'k')),
                      [this](const RedactedMessage& message) {
                        written_.push_back(message);
                        return Status();
                      });
  }

  template <typename Message>
  void Take(const std::string& topic, const Message& message) {
    ASSERT_TRUE(redactor_->Take({1, topic, 1, 1, message.SerializeAsString()}));
  }

  template <typename Message>
  Message Written(size_t i) const {
    Message message;
    EXPECT_TRUE(message.ParseFromString(written_.at(i).data));
    return message;
  }

  std::vector<std::string> Topics() const {
    std::vector<std::string> topics;
    for (const auto& one : written_) topics.push_back(one.topic);
    return topics;
  }

  static EvdevFrame Key(uint32_t code) {
    EvdevFrame frame;
    frame.set_id(7);
    auto* event = frame.add_events();
    event->set_type(1);
    event->set_code(code);
    event->set_value(1);
    return frame;
  }

  // A state whose focus is on a field with this text.
  static StateEvent Focused(int32_t input_type, const std::string& text) {
    StateEvent state;
    state.set_has_windows(true);
    ViewForest forest;
    ViewNode* node = forest.add_windows()->add_nodes();
    node->set_flags(ViewNode::FLAG_FOCUSED);
    node->set_input_type(input_type);
    node->set_text(text);
    node->set_hint("Name");
    state.mutable_windows_blob()->set_data(forest.SerializeAsString());
    state.mutable_windows_blob()->set_sha256("as it came " + text);
    return state;
  }

  static ViewNode NodeOf(const StateEvent& state) {
    ViewForest forest;
    EXPECT_TRUE(forest.ParseFromString(state.windows_blob().data()));
    return forest.windows(0).nodes(0);
  }

  std::optional<Redactor> redactor_;
  std::vector<RedactedMessage> written_;
};

TEST_F(RedactorTest, WhatIsTypedIntoAPasswordFieldIsNotWritten) {
  Begin({});
  Take(kKeyboard, Key(30));  // before it is known where it goes
  EXPECT_TRUE(written_.empty());
  Take("/state", Focused(kTextPassword, "hunter2"));
  KeyEvent key;
  key.set_key_code(29);
  key.set_scan_code(30);
  Take("/input/key", key);
  TextEvent text;
  text.set_text("hunter2");
  Take("/input/text", text);
  EXPECT_THAT(Topics(),
              ElementsAre(kKeyboard, "/state", "/input/key", "/input/text"));
  EXPECT_TRUE(Written<EvdevFrame>(0).redacted());
  EXPECT_EQ(Written<EvdevFrame>(0).id(), 7U);
  EXPECT_EQ(Written<EvdevFrame>(0).events_size(), 0);
  EXPECT_TRUE(Written<KeyEvent>(2).redacted());
  EXPECT_EQ(Written<KeyEvent>(2).key_code(), 0);
  const auto said = Written<TextEvent>(3);
  EXPECT_THAT(said.text(), StartsWith("rpz-password-"));
  EXPECT_EQ(said.text().size(), 13 + 26U);
  ASSERT_EQ(said.pseudonyms_size(), 1);
  EXPECT_EQ(said.pseudonyms(0).secret_length(), 7U);
  // The same secret, the same token.
  EXPECT_EQ(NodeOf(Written<StateEvent>(1)).text(), said.text());
  for (const auto& one : written_)
    EXPECT_THAT(one.data, Not(HasSubstr("hunt")));
}

TEST_F(RedactorTest, KeysThatAPasswordIsTypedOnAreNotWritten) {
  for (const int32_t type : {kTextPassword, 1}) {
    written_.clear();
    Begin({});
    StateEvent state = Focused(type, "");
    ViewForest forest;
    ASSERT_TRUE(forest.ParseFromString(state.windows_blob().data()));
    ViewTree* keyboard = forest.add_windows();
    keyboard->set_type(2011);  // TYPE_INPUT_METHOD
    keyboard->add_nodes();
    keyboard->add_nodes()->set_description("q");
    state.mutable_windows_blob()->set_data(forest.SerializeAsString());
    Take("/state", state);
    ASSERT_TRUE(
        forest.ParseFromString(Written<StateEvent>(0).windows_blob().data()));
    EXPECT_EQ(forest.windows(1).nodes_size(), type == 1 ? 2 : 1);
    EXPECT_EQ(forest.windows(0).nodes_size(), 1);
  }
}

TEST_F(RedactorTest, OtherFieldsAreWrittenAsTheyAre) {
  Begin({});
  Take(kKeyboard, Key(30));
  Take("/state", Focused(1, "Ada"));
  KeyEvent key;
  key.set_key_code(29);
  Take("/input/key", key);
  EXPECT_EQ(Written<EvdevFrame>(0).events_size(), 1);
  EXPECT_EQ(NodeOf(Written<StateEvent>(1)).text(), "Ada");
  EXPECT_EQ(Written<StateEvent>(1).windows_blob().sha256(), "as it came Ada");
  EXPECT_EQ(Written<KeyEvent>(2).key_code(), 29);
}

TEST_F(RedactorTest, EnterAndBackAreNoSecrets) {
  Begin({});
  Take("/state", Focused(kTextPassword, "••••"));
  Take(kKeyboard, Key(28));
  KeyEvent key;
  key.set_key_code(66);
  Take("/input/key", key);
  EXPECT_EQ(NodeOf(Written<StateEvent>(0)).text(), "••••");
  EXPECT_EQ(Written<EvdevFrame>(1).events_size(), 1);
  EXPECT_EQ(Written<KeyEvent>(2).key_code(), 66);
}

TEST_F(RedactorTest, ATreeThatCameBeforeIsKnownByItsDigest) {
  Begin({.views = true});
  Take("/state", Focused(1, "Ada"));
  StateEvent again = Focused(1, "Ada");
  again.mutable_windows_blob()->clear_data();
  Take("/state", again);
  const Blob first = Written<StateEvent>(0).windows_blob();
  EXPECT_EQ(Written<StateEvent>(1).windows_blob().sha256(), first.sha256());
  EXPECT_EQ(first.size(), first.data().size());
  EXPECT_THAT(first.data(), Not(HasSubstr("Ada")));
  EXPECT_THAT(first.data(), Not(HasSubstr("Name")));
}

TEST_F(RedactorTest, EachRuleTakesItsOwn) {
  Begin(ReadRules({"text", "log", "preferences", "pictures"}));
  Take("/screen", EvdevFrame());
  LogEvent log;
  log.mutable_line()->set_text("token 4711");
  Take("/log", log);
  StateEvent state;
  auto* entry = state.add_preferences()->add_entries();
  entry->set_key("user");
  entry->set_string_value("Ada");
  Take("/state", state);
  WidgetEvent step;
  step.set_action(WidgetEvent::ACTION_TEXT);
  step.set_words("type 'it's Ada' into Name");
  Take("/ui/widget", step);
  Take(kKeyboard, Key(30));
  EXPECT_TRUE(redactor_->Finish());
  EXPECT_THAT(Topics(), ElementsAre("/log", "/state", "/ui/widget", kKeyboard));
  EXPECT_THAT(Written<LogEvent>(0).line().text(), StartsWith("rpz-custom-"));
  EXPECT_EQ(Written<LogEvent>(0).pseudonyms(0).rule(), "log");
  EXPECT_EQ(Written<StateEvent>(1).preferences(0).entries(0).key(), "user");
  EXPECT_THAT(written_[1].data, Not(HasSubstr("Ada")));
  EXPECT_THAT(Written<WidgetEvent>(2).words(), StartsWith("type 'rpz-custom-"));
  EXPECT_THAT(Written<WidgetEvent>(2).words(), HasSubstr("' into Name"));
  EXPECT_TRUE(Written<EvdevFrame>(3).redacted());
}

TEST_F(RedactorTest, WordsLeaveWhichTextsAreTheSame) {
  Begin(ReadRules({"views"}));
  for (const char* words :
       {"tap 'it's' of row 3 'Milk' in Notes",
        "type 'Milk' into 'it's' in Notes", "tap 'Milk' in Notes",
        "tap 'x' of row a'b' in Notes"}) {
    WidgetEvent step;
    step.set_words(words);
    Take("/ui/widget", step);
  }
  const auto token = [&](int i, size_t nth) {
    std::vector<std::string> parts;
    std::string word;
    std::istringstream words(Written<WidgetEvent>(i).words());
    while (std::getline(words, word, '\'')) parts.push_back(word);
    return parts.at(2 * nth + 1);
  };
  EXPECT_THAT(Written<WidgetEvent>(0).words(),
              MatchesRegex("tap 'rpz-.*' of row 3 'rpz-.*' in Notes"));
  EXPECT_THAT(Written<WidgetEvent>(1).words(),
              MatchesRegex("type 'rpz-.*' into 'rpz-.*' in Notes"));
  EXPECT_EQ(token(0, 1), token(2, 0));
  EXPECT_EQ(token(1, 0), token(2, 0));
  EXPECT_EQ(token(1, 1), token(0, 0));
  EXPECT_THAT(Written<WidgetEvent>(3).words(),
              MatchesRegex("tap 'rpz-[^']*' in Notes"));
}

TEST_F(RedactorTest, NothingIsTakenIfNothingIsAsked) {
  Begin(ReadRules({"nothing"}));
  Take(kKeyboard, Key(30));
  Take("/state", Focused(kTextPassword, "hunter2"));
  EXPECT_EQ(Written<EvdevFrame>(0).events_size(), 1);
  EXPECT_EQ(NodeOf(Written<StateEvent>(1)).text(), "hunter2");
}

TEST(RedactionRules, HaveNames) {
  EXPECT_EQ(NameOf(ReadRules({})), "passwords");
  EXPECT_EQ(NameOf(ReadRules({"log", "views"})), "passwords,views,log");
  EXPECT_EQ(NameOf(ReadRules({"nothing"})), "off");
  for (const char* name : {"passwords", "passwords,views,log", "off"}) {
    EXPECT_EQ(NameOf(RulesOf(name)), name);
  }
  EXPECT_EQ(NameOf(RulesOf("")), "passwords");
}

TEST(RedactionRules, TellWhereTypedTextIsLeft) {
  EXPECT_EQ(EchoesOf(ReadRules({})), "");
  EXPECT_EQ(EchoesOf(ReadRules({"all"})), "");
  EXPECT_TRUE(EchoesOf(ReadRules({"text"}))
                  .ends_with(": views, log, preferences, pictures"));
  EXPECT_TRUE(EchoesOf(ReadRules({"text", "views", "log", "pictures"}))
                  .ends_with(": preferences"));
}

}  // namespace
}  // namespace reprise::session
