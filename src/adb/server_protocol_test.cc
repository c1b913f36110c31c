#include "adb/server_protocol.h"

#include <gtest/gtest.h>

namespace reprise::adb {
namespace {

TEST(ServerProtocol, WritesTheLengthInHex) {
  EXPECT_EQ(*EncodeRequest("host:version"), "000chost:version");
  EXPECT_EQ(EncodeText(""), "0000");
}

TEST(ServerProtocol, RefusesWhatIsTooLong) {
  EXPECT_TRUE(EncodeRequest(std::string(0xffff, 'x')));
  const auto request = EncodeRequest(std::string(0x10000, 'x'));
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().kind, ErrorKind::kInvalidArgument);
}

TEST(ServerReplies, ReadsByteByByte) {
  ServerReplies replies;
  const std::string bytes = "OKAY00040029";
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(*replies.NextStatus(), std::nullopt);
    EXPECT_EQ(replies.WantedForStatus(), 4 - i);
    replies.Feed(bytes.substr(i, 1));
  }
  EXPECT_EQ(*replies.NextStatus(), true);
  EXPECT_EQ(replies.WantedForText(), 4U);
  for (size_t i = 4; i < bytes.size(); ++i) {
    EXPECT_EQ(*replies.NextText(), std::nullopt);
    replies.Feed(bytes.substr(i, 1));
  }
  EXPECT_EQ(replies.WantedForText(), 0U);
  EXPECT_EQ(*replies.NextText(), "0029");
}

TEST(ServerReplies, ReadsTheReasonOfAFailure) {
  ServerReplies replies;
  replies.Feed("FAIL0014device 'x' not foundrest");
  EXPECT_EQ(*replies.NextStatus(), false);
  EXPECT_EQ(*replies.NextText(), "device 'x' not found");
  EXPECT_EQ(replies.TakeRest(), "rest");
}

TEST(ServerReplies, RefusesWhatIsNoServer) {
  ServerReplies replies;
  replies.Feed("HTTP/1.0");
  EXPECT_EQ(replies.NextStatus().error().kind, ErrorKind::kDevice);
  for (const char* length : {"+123", "-001", "12 4", "0x12", "zzzz"}) {
    ServerReplies text;
    text.Feed(length);
    EXPECT_FALSE(text.NextText()) << length;
  }
}

}  // namespace
}  // namespace reprise::adb
