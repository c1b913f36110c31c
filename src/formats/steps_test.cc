#include "formats/steps.h"

#include <gtest/gtest.h>

namespace reprise::formats {
namespace {

TEST(Steps, AreTheTouchesOnAKeyboardAndNotWhatTheyCommit) {
  Script script;
  for (const uint64_t cause : {0, 7}) {
    auto& text = script.recording.texts.emplace_back();
    text.message.set_kind(TextEvent::KIND_COMMIT);
    text.message.set_text(cause == 0 ? "pasted" : "typed");
    text.message.set_cause(cause);
  }
  input::Losses losses;
  std::string texts;
  for (const Step& step : StepsOf(script, &losses)) {
    if (step.kind == Step::Kind::kText) texts += step.text;
  }
  EXPECT_EQ(texts, "pasted");
}

}  // namespace
}  // namespace reprise::formats
