#include "formats/typed_text.h"

#include <gtest/gtest.h>

namespace reprise::formats {
namespace {

std::string Pieces(std::string_view text,
                   const std::vector<SeparateKey>& separate = {}) {
  std::string out;
  for (const TypedPiece& piece : ToTyped(text, separate)) {
    out += piece.key != 0 ? "<" + std::to_string(piece.key) + ">"
                          : "[" + piece.argument + "]";
  }
  return out;
}

TEST(TypedText, BlanksArePercentS) {
  EXPECT_EQ(FromTyped("a%sb%%s100%"), "a b% 100%");
  EXPECT_EQ(Pieces("a b"), "[a%sb]");
}

TEST(TypedText, PercentSIsTypedInHalves) {
  EXPECT_EQ(Pieces("100%sure"), "[100%][sure]");
  EXPECT_EQ(FromTyped("100%") + FromTyped("sure"), "100%sure");
}

TEST(TypedText, LineEndsAndTabsAreKeys) {
  EXPECT_EQ(Pieces("a\nb\t"), "[a]<66>[b]<61>");
  EXPECT_EQ(Pieces("a,b", {{',', 55}}), "[a]<55>[b]");
}

TEST(TypedText, LongTextsAreSeveralCommands) {
  const std::vector<TypedPiece> pieces = ToTyped(std::string(2500, 'a'));
  ASSERT_EQ(pieces.size(), 3U);
  EXPECT_EQ(pieces[0].argument.size(), 1000U);
  EXPECT_EQ(pieces[2].argument.size(), 500U);
}

TEST(TypedText, OnlyAsciiCanBeTyped) {
  EXPECT_EQ(Pieces("gr\xc3\xbc\xc3\x9f"), "");
  EXPECT_EQ(Pieces("\x01"), "");
}

TEST(TypedText, SaysWhatCannotBeTyped) {
  TextEvent text;
  input::Losses losses;
  text.set_kind(TextEvent::KIND_DELETE);
  EXPECT_TRUE(TypedPiecesOf(text, {}, &losses).empty());
  text.set_kind(TextEvent::KIND_COMMIT);
  text.set_text("\xc3\xbc");
  EXPECT_TRUE(TypedPiecesOf(text, {}, &losses).empty());
  ASSERT_EQ(losses.all().size(), 2U);
  EXPECT_EQ(losses.all()[0].what,
            "edits of text other than committing it were left out");
}

}  // namespace
}  // namespace reprise::formats
