#include "compare/target.h"

#include <gtest/gtest.h>

#include "compare/widgets_testing.h"

namespace reprise::compare {
namespace {

Target Of(std::string_view text) {
  auto target = Target::Parse(text);
  EXPECT_TRUE(target) << target.error().message;
  return *std::move(target);
}

LogEvent Crash(const std::string& signature) {
  LogEvent log;
  log.mutable_crash()->set_signature(signature);
  return log;
}

bool Holds(std::string_view text, const LogEvent& log) {
  Target target = Of(text);
  target.Take(log);
  return target.reached();
}

bool Holds(std::string_view text, const StateEvent& state) {
  Target target = Of(text);
  const Screenful screen(TwoRows());
  target.Take(state, &screen);
  return target.reached();
}

TEST(Target, ACrashBySignature) {
  const LogEvent crash = Crash("java.lang.Bad at com.a.Main.open");
  EXPECT_TRUE(Holds("crash", crash));
  EXPECT_TRUE(Holds("crash~Main\\.open$", crash));
  EXPECT_FALSE(Holds("crash~Other", crash));
  EXPECT_TRUE(Holds("crash=java.lang.Bad at com.a.Main.open", crash));
  EXPECT_FALSE(Holds("crash=java.lang.Bad at com.a.Main.close", crash));
  EXPECT_FALSE(Holds("crash=java.lang.Bad", crash));
  LogEvent line;
  line.mutable_line()->set_text("crash");
  EXPECT_FALSE(Holds("crash", line));
  EXPECT_FALSE(Holds("crash~.", line));
}

TEST(Target, AnyCrashByAnyRegex) {
  LogEvent crash;
  crash.mutable_crash()->set_signal(11);
  EXPECT_TRUE(Holds("crash~.", crash));
  LogEvent hang;
  hang.mutable_anr()->set_reason("it does not answer");
  EXPECT_TRUE(Holds("crash~.", hang));
}

TEST(Target, TheFirstCrashThatItTakes) {
  const std::vector<std::string> crashes = {"A at a.B.c", "B at a.B.d"};
  EXPECT_EQ(FirstTaken(Of("crash"), crashes), "A at a.B.c");
  EXPECT_EQ(FirstTaken(Of("crash~a.B.d"), crashes), "B at a.B.d");
  EXPECT_EQ(FirstTaken(Of("crash=C"), crashes), "");
  EXPECT_EQ(FirstTaken(Of("log~A"), crashes), "");
}

TEST(Target, ALogLine) {
  LogEvent line;
  line.mutable_line()->set_tag("Sync");
  line.mutable_line()->set_text("ended late by 20 ms");
  EXPECT_TRUE(Holds("log~^Sync: .*late", line));
  EXPECT_FALSE(Holds("log~early", line));
}

TEST(Target, AnActivityByAnyOfItsNames) {
  StateEvent state;
  state.mutable_activity()->set_component("com.a/.ui.Editor");
  for (const char* name :
       {".ui.Editor", "com.a/.ui.Editor", "com.a.ui.Editor", ".Editor"}) {
    EXPECT_TRUE(Holds(std::string("activity=") + name, state)) << name;
  }
  EXPECT_FALSE(Holds("activity=.List", state));
  state.set_kind(StateEvent::KIND_LIFECYCLE);
  state.set_lifecycle(StateEvent::LIFECYCLE_PAUSED);
  EXPECT_FALSE(Holds("activity=.Editor", state));
}

TEST(Target, AView) {
  const StateEvent state;
  EXPECT_TRUE(Holds("view(id=save)", state));
  EXPECT_TRUE(Holds("view(id=save).text=Save", state));
  EXPECT_TRUE(Holds("view(text=Save).enabled=true", state));
  EXPECT_FALSE(Holds("view(id=save).text=Saved", state));
  EXPECT_FALSE(Holds("view(class=CheckBox)", state));
}

TEST(Target, APreference) {
  StateEvent state;
  PreferencesFile* const file = state.add_preferences();
  file->set_name("notes");
  file->add_entries()->set_key("count");
  file->mutable_entries(0)->set_int_value(3);
  EXPECT_TRUE(Holds("pref(notes/count)=3", state));
  EXPECT_FALSE(Holds("pref(notes/count)=4", state));
  EXPECT_FALSE(Holds("pref(other/count)=3", state));
}

TEST(Target, NonsenseIsRefusedInWords) {
  for (const char* text :
       {"", "crashed", "activity=", "view()", "view(id=a", "view(size=3)",
        "view(id=a)text=b", "view(id=a).size=3", "pref(a)=b", "pref(a/b)",
        "log~(", "crash~["}) {
    EXPECT_FALSE(Target::Parse(text)) << text;
  }
}

TEST(Target, ValuesThatAreMissingAreNamed) {
  const auto told = [](const char* text) {
    const auto target = Target::Parse(text);
    return target ? ""
                  : target.error().message.substr(
                        0, target.error().message.find(';'));
  };
  EXPECT_EQ(told("view(id=)"), "'view(id=)' does not say its id");
  EXPECT_EQ(told("view(text=).enabled=true"),
            "'view(text=).enabled=true' does not say its text");
  EXPECT_EQ(told("activity="), "'activity=' does not say the activity");
  EXPECT_EQ(told("crash="), "'crash=' does not say the crash");
  EXPECT_EQ(told("crash~"), "'crash~' does not say what it is like");
  EXPECT_EQ(told("log~"), "'log~' does not say what the line is like");
  EXPECT_EQ(told("pref(/count)=3"), "'pref(/count)=3' does not say the file");
  EXPECT_EQ(told("pref(notes/)=3"), "'pref(notes/)=3' does not say the key");
  EXPECT_EQ(told("view(id=a).checked=yes"),
            "'view(id=a).checked=yes': checked is true or false");
  // A text may well be empty.
  EXPECT_EQ(told("view(id=a).text="), "");
  EXPECT_EQ(told("pref(notes/name)="), "");
}

}  // namespace
}  // namespace reprise::compare
