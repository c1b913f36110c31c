#include "base/framed.h"

#include <gtest/gtest.h>

namespace reprise {
namespace {

using std::string_literals::operator""s;

TEST(Framed, PutsTheLengthBeforeTheMessage) {
  std::string out = "x";
  AppendFramed("abc", &out);
  AppendFramed("", &out);
  EXPECT_EQ(out, "x\3\0\0\0abc\0\0\0\0"s);
}

TEST(Framed, GivesWholeMessagesHoweverTheBytesCome) {
  const std::string bytes = "\3\0\0\0abc\0\0\0\0\1\0\0\0z"s;
  FramedReader reader;
  std::vector<std::string> messages;
  for (const char byte : bytes) {
    reader.Push({&byte, 1});
    while (true) {
      const auto next = reader.Next();
      ASSERT_TRUE(next);
      if (!*next) break;
      messages.emplace_back(**next);
    }
  }
  EXPECT_EQ(messages, (std::vector<std::string>{"abc", "", "z"}));
  EXPECT_EQ(reader.pending(), 0);
}

TEST(Framed, RefusesALengthBeyondTheBound) {
  FramedReader reader;
  reader.Push("\1\0\0\1"s);  // 16 MiB and one byte
  const auto next = reader.Next();
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().kind, ErrorKind::kCorruption);
}

TEST(Framed, KnowsThatAMessageIsNotWhole) {
  FramedReader reader;
  reader.Push("\3\0\0\0ab"s);
  const auto next = reader.Next();
  ASSERT_TRUE(next);
  EXPECT_FALSE(*next);
  EXPECT_EQ(reader.pending(), 6);
}

}  // namespace
}  // namespace reprise
