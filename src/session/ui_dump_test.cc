#include "session/ui_dump.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reprise::session {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kDump =
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
    "<hierarchy rotation=\"0\"><node index=\"0\" text=\"\" resource-id=\"\" "
    "class=\"android.widget.FrameLayout\" package=\"com.a\" content-desc=\"\" "
    "checkable=\"false\" enabled=\"true\" bounds=\"[0,0][480,800]\">"
    "<node index=\"0\" text=\"a &gt; b &amp; &quot;c&quot;&#10;&#x20AC;\" "
    "resource-id=\"com.a:id/ok\" class=\"android.widget.Button\" "
    "package=\"com.a\" content-desc=\"OK\" clickable=\"true\" "
    "enabled=\"true\" focused=\"true\" password=\"true\" "
    "bounds=\"[10,-20][30,40]\" /></node></hierarchy>"
    "UI hierchary dumped to: /dev/tty";

TEST(ParseUiDump, ReadsNodesAndTheirParents) {
  const auto tree = ParseUiDump(kDump);
  ASSERT_TRUE(tree) << tree.error().message;
  ASSERT_EQ(tree->nodes_size(), 2);
  EXPECT_EQ(tree->bounds().right(), 480);
  EXPECT_EQ(tree->nodes(0).class_name(), "android.widget.FrameLayout");
  const ViewNode& button = tree->nodes(1);
  EXPECT_EQ(button.parent(), 0U);
  EXPECT_EQ(button.text(), "a > b & \"c\"\n€");
  EXPECT_EQ(button.resource_name(), "com.a:id/ok");
  EXPECT_EQ(button.description(), "OK");
  EXPECT_EQ(button.bounds().top(), -20);
  EXPECT_EQ(button.bounds().bottom(), 40);
  EXPECT_EQ(
      button.flags(),
      static_cast<uint32_t>(ViewNode::FLAG_SHOWN | ViewNode::FLAG_ENABLED |
                            ViewNode::FLAG_CLICKABLE | ViewNode::FLAG_FOCUSED |
                            ViewNode::FLAG_PASSWORD));
}

TEST(ParseUiDump, SaysWhatTheCommandSaid) {
  const auto tree = ParseUiDump("ERROR: could not get idle state.\n");
  ASSERT_FALSE(tree);
  EXPECT_THAT(tree.error().message, HasSubstr("could not get idle state"));
}

TEST(ParseUiDump, RefusesHalfATree) {
  for (size_t size = kDump.find("<hierarchy") + 5; size < 400; ++size) {
    (void)ParseUiDump(kDump.substr(0, size));  // ends, without a crash
  }
  EXPECT_FALSE(ParseUiDump(kDump.substr(0, 200)));
  EXPECT_FALSE(ParseUiDump("<hierarchy></hierarchy>"));
}

TEST(ParseUiDump, IsBounded) {
  std::string deep = "<hierarchy>";
  for (int i = 0; i < 100'000; ++i) deep += "<node>";
  for (int i = 0; i < 100'000; ++i) deep += "</node>";
  EXPECT_FALSE(ParseUiDump(deep + "</hierarchy>"));
  std::string wide = "<hierarchy>";
  for (int i = 0; i <= kMaxDumpNodes; ++i) wide += "<node/>";
  EXPECT_FALSE(ParseUiDump(wide + "</hierarchy>"));
}

}  // namespace
}  // namespace reprise::session
