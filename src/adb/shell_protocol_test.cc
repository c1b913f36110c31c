#include "adb/shell_protocol.h"

#include <gtest/gtest.h>

#include <vector>

namespace reprise::adb {
namespace {

using Kind = ShellPacketKind;
using std::string_literals::operator""s;

// The literal bytes that both ends are tested on.
const std::string kTalk =
    "\1\3\0\0\0out"
    "\2\2\0\0\0er"
    "\3\1\0\0\0\x25"s;

std::vector<ShellPacket> ReadAll(std::string_view bytes, size_t step) {
  ShellPackets packets;
  std::vector<ShellPacket> all;
  while (!bytes.empty()) {
    packets.Feed(bytes.substr(0, step));
    bytes.remove_prefix(std::min(step, bytes.size()));
    while (true) {
      const auto packet = packets.Next();
      if (!packet || !*packet) break;
      all.push_back(**packet);
    }
  }
  EXPECT_FALSE(packets.InPacket());
  return all;
}

TEST(ShellProtocol, Writes) {
  std::string out;
  AppendShellPacket(Kind::kStdout, "out", &out);
  AppendShellPacket(Kind::kStderr, "er", &out);
  AppendShellPacket(Kind::kExit, "\x25", &out);
  EXPECT_EQ(out, kTalk);
  out.clear();
  AppendShellPacket(Kind::kCloseStdin, {}, &out);
  EXPECT_EQ(out, "\4\0\0\0\0"s);
}

TEST(ShellProtocol, SplitsLongData) {
  std::string out;
  AppendShellPacket(Kind::kStdin, std::string(65537, 'x'), &out);
  EXPECT_EQ(out, "\0\0\0\1\0"s + std::string(65536, 'x') + "\0\1\0\0\0x"s);
}

TEST(ShellProtocol, ReadsWhole) {
  EXPECT_EQ(ReadAll(kTalk, kTalk.size()),
            (std::vector<ShellPacket>{{Kind::kStdout, "out"},
                                      {Kind::kStderr, "er"},
                                      {Kind::kExit, "\x25"}}));
}

TEST(ShellProtocol, ReadsInPieces) {
  EXPECT_EQ(ReadAll(kTalk, 1),
            (std::vector<ShellPacket>{{Kind::kStdout, "o"},
                                      {Kind::kStdout, "u"},
                                      {Kind::kStdout, "t"},
                                      {Kind::kStderr, "e"},
                                      {Kind::kStderr, "r"},
                                      {Kind::kExit, "\x25"}}));
}

TEST(ShellProtocol, DoesNotWaitForFourGigabytes) {
  ShellPackets packets;
  packets.Feed("\1\xff\xff\xff\xffsome"s);
  EXPECT_EQ(**packets.Next(), (ShellPacket{Kind::kStdout, "some"}));
  EXPECT_TRUE(packets.InPacket());
}

TEST(ShellProtocol, RefusesNonsense) {
  ShellPackets unknown;
  unknown.Feed("\x6\0\0\0\0"s);
  EXPECT_EQ(unknown.Next().error().kind, ErrorKind::kDevice);
  ShellPackets large;
  large.Feed("\3\1\1\0\0"s);
  EXPECT_FALSE(large.Next());
}

}  // namespace
}  // namespace reprise::adb
