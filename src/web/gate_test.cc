#include "web/gate.h"

#include <gtest/gtest.h>

namespace reprise::web {
namespace {

using What = Decision::What;

const Gate& TheGate() {
  static const Gate gate(8123, "00ff00ff");
  return gate;
}

RequestHead Good(std::string_view target) {
  return {.method = "GET",
          .target = target,
          .host = "127.0.0.1:8123",
          .origin = {},
          .cookie = "a=b; reprise_8123=00ff00ff",
          .authorization = {}};
}

int StatusOf(const RequestHead& head) { return TheGate().Decide(head).status; }

TEST(Gate, KnowsItsAddresses) {
  EXPECT_EQ(TheGate().Decide(Good("/")).what, What::kPage);
  EXPECT_EQ(TheGate().Decide(Good("/api/files")).what, What::kList);
  const Decision file = TheGate().Decide(Good("/file/12"));
  EXPECT_EQ(file.what, What::kFile);
  EXPECT_EQ(file.file, 12U);
  for (const char* target :
       {"/file/", "/file/-1", "/file/1x", "/file/../etc/passwd", "/etc/passwd",
        "/file/99999999999999999999999", "", "*", "//", "/index.html"}) {
    EXPECT_EQ(StatusOf(Good(target)), 404) << target;
  }
}

TEST(Gate, RefusesOtherHosts) {
  for (const char* host :
       {"", "127.0.0.1", "127.0.0.1:80", "evil.example:8123",
        "127.0.0.1:8123.evil.example", "localhost", "[::1]:8123"}) {
    RequestHead head = Good("/");
    head.host = host;
    EXPECT_EQ(StatusOf(head), 403) << host;
  }
  RequestHead head = Good("/");
  head.host = "localhost:8123";
  EXPECT_EQ(TheGate().Decide(head).what, What::kPage);
}

TEST(Gate, RefusesOtherOrigins) {
  for (const char* origin :
       {"null", "http://evil.example", "https://127.0.0.1:8123",
        "http://127.0.0.1:8124", "http://127.0.0.1:8123.evil.example"}) {
    RequestHead head = Good("/file/0");
    head.origin = origin;
    EXPECT_EQ(StatusOf(head), 403) << origin;
  }
  RequestHead head = Good("/file/0");
  head.origin = "http://127.0.0.1:8123";
  EXPECT_EQ(TheGate().Decide(head).what, What::kFile);
}

TEST(Gate, WantsTheToken) {
  for (const char* cookie :
       {"", "reprise_8123=", "reprise_8123=00ff00fe", "reprise_8123=00ff00ff0",
        "reprise_8124=00ff00ff", "xreprise_8123=00ff00ff", ";;;", "="}) {
    RequestHead head = Good("/");
    head.cookie = cookie;
    EXPECT_EQ(StatusOf(head), 401) << cookie;
  }
  RequestHead head = Good("/?token=00ff00ff");
  head.cookie = {};
  EXPECT_TRUE(TheGate().Decide(head).set_cookie);
  head.target = "/?token=wrong";
  EXPECT_EQ(StatusOf(head), 401);
  // In the query of other addresses it would end up in logs and histories.
  head.target = "/file/0?token=00ff00ff";
  EXPECT_EQ(StatusOf(head), 401);
  head.target = "/file/0";
  head.authorization = "Bearer 00ff00ff";
  EXPECT_EQ(TheGate().Decide(head).what, What::kFile);
  head.authorization = "Bearer 00ff00f";
  EXPECT_EQ(StatusOf(head), 401);
}

TEST(Gate, TakesOnlyWhatReads) {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "get", ""}) {
    RequestHead head = Good("/");
    head.method = method;
    EXPECT_EQ(StatusOf(head), 405) << method;
  }
  RequestHead head = Good("/");
  head.has_body = true;
  EXPECT_EQ(StatusOf(head), 400);
}

TEST(Gate, CookieIsForUsAlone) {
  EXPECT_EQ(TheGate().Cookie(),
            "reprise_8123=00ff00ff; Path=/; HttpOnly; SameSite=Strict");
  EXPECT_EQ(TheGate().Url(), "http://127.0.0.1:8123/?token=00ff00ff");
}

void ExpectRange(std::string_view header, uint64_t offset, uint64_t length,
                 bool partial) {
  const auto range = ParseRange(header, 100);
  ASSERT_TRUE(range) << header;
  EXPECT_EQ(range->offset, offset) << header;
  EXPECT_EQ(range->length, length) << header;
  EXPECT_EQ(range->partial, partial) << header;
}

TEST(ParseRange, UnderstandsOneRange) {
  ExpectRange("bytes=0-9", 0, 10, true);
  ExpectRange("bytes=90-", 90, 10, true);
  ExpectRange("bytes=90-99", 90, 10, true);
  ExpectRange("bytes=90-1000", 90, 10, true);
  ExpectRange("bytes=-10", 90, 10, true);
  ExpectRange("bytes=-1000", 0, 100, true);
  ExpectRange("bytes=5-18446744073709551615", 5, 95, true);
}

TEST(ParseRange, TakesNonsenseForTheWhole) {
  for (const char* header :
       {"", "bytes", "bytes=", "bytes=x-y", "bytes=9-1", "items=0-1",
        "bytes=0-1,3-4", "bytes=--1", "bytes=99999999999999999999-"}) {
    ExpectRange(header, 0, 100, false);
  }
}

TEST(ParseRange, NothingBehindTheEnd) {
  EXPECT_FALSE(ParseRange("bytes=100-", 100));
  EXPECT_FALSE(ParseRange("bytes=100-200", 100));
  EXPECT_FALSE(ParseRange("bytes=-0", 100));
  EXPECT_FALSE(ParseRange("bytes=0-", 0));
}

}  // namespace
}  // namespace reprise::web
