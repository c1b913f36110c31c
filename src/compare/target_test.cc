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
  LogEvent line;
  line.mutable_line()->set_text("crash");
  EXPECT_FALSE(Holds("crash", line));
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
  for (const char* name : {".ui.Editor", "com.a/.ui.Editor", "com.a.ui.Editor",
                           ".Editor"}) {
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

}  // namespace
}  // namespace reprise::compare
