#include "adb/socket_address.h"

#include <gtest/gtest.h>

namespace reprise::adb {
namespace {

using Kind = SocketAddress::Kind;

TEST(SocketAddress, ReadsAndWrites) {
  const auto port = ParseSocketAddress("tcp:5037");
  ASSERT_TRUE(port);
  EXPECT_EQ(*port, (SocketAddress{.kind = Kind::kTcp, .port = 5037}));
  EXPECT_EQ(ToString(*port), "tcp:5037");
  const auto host = ParseSocketAddress("tcp:10.0.0.2:80");
  ASSERT_TRUE(host);
  EXPECT_EQ(host->host, "10.0.0.2");
  EXPECT_EQ(ToString(*host), "tcp:10.0.0.2:80");
  EXPECT_EQ(ParseSocketAddress("tcp:[::1]:80")->host, "::1");
  EXPECT_EQ(*ParseSocketAddress("localabstract:a:b"),
            (SocketAddress{.kind = Kind::kAbstract, .name = "a:b"}));
  EXPECT_EQ(*ParseSocketAddress("localfilesystem:/tmp/x"),
            (SocketAddress{.kind = Kind::kPath, .name = "/tmp/x"}));
}

TEST(SocketAddress, RefusesOthers) {
  for (const char* text : {"", "tcp", "tcp:", "tcp:65536", "tcp:-1", "tcp:x",
                           "udp:1", "localabstract:", "localfilesystem:"}) {
    const auto address = ParseSocketAddress(text);
    ASSERT_FALSE(address) << text;
    EXPECT_EQ(address.error().kind, ErrorKind::kInvalidArgument);
  }
}

TEST(SocketAddress, RefusesNamesThatDoNotFit) {
  EXPECT_FALSE(
      Listen({.kind = Kind::kAbstract, .name = std::string(200, 'x')}));
  EXPECT_FALSE(StartConnecting({.kind = Kind::kTcp, .host = "no.such.name"}));
}

TEST(SocketAddress, ListensOnAFreePort) {
  const auto socket = Listen({.kind = Kind::kTcp, .host = "127.0.0.1"});
  ASSERT_TRUE(socket);
  EXPECT_NE(BoundPort(*socket), 0);
}

}  // namespace
}  // namespace reprise::adb
