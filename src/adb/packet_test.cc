#include "adb/packet.h"

#include <gtest/gtest.h>

namespace reprise::adb {
namespace {

using std::string_literals::operator""s;

// WRTE(1, 2, "hi") with the checksum 'h' + 'i' = 0xd1.
const std::string kWrite =
    "WRTE\1\0\0\0\2\0\0\0\2\0\0\0\xd1\0\0\0\xa8\xad\xab\xbahi"s;

TEST(Packet, Writes) {
  std::string out;
  AppendPacket(Command::kWrite, 1, 2, "hi", true, &out);
  EXPECT_EQ(out, kWrite);
  out.clear();
  AppendPacket(Command::kOkay, 1, 2, {}, false, &out);
  EXPECT_EQ(out, "OKAY\1\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\xb0\xb4\xbe\xa6"s);
}

TEST(Packet, ReadsByteByByte) {
  Packets packets;
  for (size_t i = 0; i < kWrite.size(); ++i) {
    EXPECT_EQ(*packets.Next(), std::nullopt);
    packets.Feed(kWrite.substr(i, 1));
  }
  EXPECT_EQ(**packets.Next(), (Packet{.command = Command::kWrite,
                                      .arg0 = 1,
                                      .arg1 = 2,
                                      .data = "hi",
                                      .checksum = 0xd1}));
  EXPECT_EQ(*packets.Next(), std::nullopt);
}

TEST(Packet, RefusesWhatIsNotAdb) {
  Packets magic;
  magic.Feed(std::string(24, 'x'));
  EXPECT_FALSE(magic.Next());
  Packets large;
  large.Feed("WRTE\1\0\0\0\2\0\0\0\1\0\4\0\0\0\0\0\xa8\xad\xab\xba"s);
  EXPECT_FALSE(large.Next());
}

}  // namespace
}  // namespace reprise::adb
