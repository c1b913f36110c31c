#include "formats/literals.h"

#include <gtest/gtest.h>

namespace reprise::formats {
namespace {

TEST(Literals, EscapeWhatEndsALiteral) {
  EXPECT_EQ(YamlLiteral("a\"b\\c\n"), R"("a\"b\\c\n")");
  EXPECT_EQ(KotlinLiteral("a\"b\\c\n"), R"("a\"b\\c\n")");
  EXPECT_EQ(PythonLiteral("a\"b\\c\n"), R"("a\"b\\c\n")");
  EXPECT_EQ(JavaLiteral("it's"), R"("it's")");
}

TEST(Literals, OnlyKotlinHasTemplates) {
  EXPECT_EQ(KotlinLiteral("${a} $b"), R"("\${a} \$b")");
  EXPECT_EQ(YamlLiteral("${a} $b"), R"("${a} $b")");
}

TEST(Literals, KeepLettersAndEscapeWhatCannotBeSeen) {
  EXPECT_EQ(YamlLiteral("ä你😀"), "\"ä你😀\"");
  EXPECT_EQ(YamlLiteral("\u202e\x01"), R"("\u202e\u0001")");
  EXPECT_EQ(KotlinLiteral("\u2028"), R"("\u2028")");
  EXPECT_EQ(KotlinLiteral("\U000e0041"), R"("\udb40\udc41")");
  EXPECT_EQ(PythonLiteral("\U000e0041"), R"("\U000e0041")");
}

TEST(Literals, ARegularExpressionMatchesTheTextOnly) {
  EXPECT_EQ(JavaRegex("1.5 (new)?"), R"(1\.5 \(new\)\?)");
  EXPECT_EQ(JavaRegex("a\\b"), R"(a\\b)");
}

TEST(Literals, AHostileCommentStaysOneLine) {
  EXPECT_EQ(CommentText("a\nrm -r /\u2028b").find('\n'), std::string::npos);
}

}  // namespace
}  // namespace reprise::formats
