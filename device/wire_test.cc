#include "device/wire.h"

#include <gmock/gmock.h>

namespace reprise::agent {
namespace {

using ::testing::HasSubstr;

// Stop is field 5, an empty message.
constexpr std::string_view kStop("\x02\0\0\0\x2a\0", 6);

TEST(Wire, PutsTheLengthInFront) {
  AgentReply reply;
  reply.mutable_failed()->set_sentence("no");
  EXPECT_EQ(Framed(reply), std::string("\x06\0\0\0\x42\x04\x0a\x02no", 10));
}

TEST(Wire, GivesRequestsAsTheirBytesCome) {
  RequestReader reader;
  for (const char byte : kStop.substr(0, 5)) {
    reader.Push({&byte, 1});
    const auto none = reader.Next();
    ASSERT_TRUE(none);
    EXPECT_FALSE(*none);
  }
  reader.Push(kStop.substr(5));
  reader.Push(kStop);
  for (int i = 0; i < 2; i++) {
    const auto request = reader.Next();
    ASSERT_TRUE(request && *request);
    EXPECT_TRUE((*request)->has_stop());
  }
  EXPECT_FALSE(*reader.Next());
}

TEST(Wire, RefusesALengthOverTheLimitBeforeItsBytesCome) {
  RequestReader reader;
  reader.Push(std::string_view("\x01\0\0\x01", 4));
  const auto request = reader.Next();
  ASSERT_FALSE(request);
  EXPECT_THAT(request.error().message, HasSubstr("16777217 bytes"));
}

TEST(Wire, RefusesBytesThatAreNoRequest) {
  RequestReader reader;
  reader.Push(std::string_view("\x02\0\0\0\x2a\x09", 6));
  const auto request = reader.Next();
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().message, "a request of 2 bytes cannot be read");
}

}  // namespace
}  // namespace reprise::agent
