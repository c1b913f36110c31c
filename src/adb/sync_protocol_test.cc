#include "adb/sync_protocol.h"

#include <gtest/gtest.h>

namespace reprise::adb {
namespace {

using std::string_literals::operator""s;

const FileStat kStat = {.error = 0,
                        .dev = 1,
                        .ino = 2,
                        .mode = 0x81a4,
                        .nlink = 3,
                        .uid = 4,
                        .gid = 5,
                        .size = 0x100000006,
                        .atime = 7,
                        .mtime = 8,
                        .ctime = 9};

// The literal bytes that both ends are tested on.
const std::string kStatV2 =
    "STA2\0\0\0\0\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\xa4\x81\0\0\3\0\0\0"
    "\4\0\0\0\5\0\0\0\6\0\0\0\1\0\0\0\7\0\0\0\0\0\0\0\x8\0\0\0\0\0\0\0"
    "\x9\0\0\0\0\0\0\0"s;

SyncRequest Request(const std::string& bytes) {
  SyncRequests requests;
  for (size_t i = 0; i + 1 < bytes.size(); ++i) {
    requests.Feed(bytes.substr(i, 1));
    const auto none = requests.Next();
    EXPECT_TRUE(none && !*none) << i;
  }
  requests.Feed(bytes.substr(bytes.size() - 1));
  const auto request = requests.Next();
  EXPECT_TRUE(request && *request);
  return request && *request ? **request : SyncRequest();
}

SyncReply Reply(uint32_t request, const std::string& bytes) {
  SyncReplies replies(request);
  for (size_t i = 0; i + 1 < bytes.size(); ++i) {
    replies.Feed(bytes.substr(i, 1));
    const auto none = replies.Next();
    EXPECT_TRUE(none && !*none) << i;
  }
  replies.Feed(bytes.substr(bytes.size() - 1));
  const auto reply = replies.Next();
  EXPECT_TRUE(reply && *reply);
  return reply && *reply ? **reply : SyncReply();
}

TEST(SyncProtocol, SendVersion1) {
  const std::string bytes = "SEND\12\0\0\0/a,b,33188"s;
  std::string out;
  AppendSyncSend("/a,b", 33188, false, &out);
  EXPECT_EQ(out, bytes);
  EXPECT_EQ(Request(bytes), (SyncRequest{.id = SyncId("SEND"),
                                         .path = "/a,b",
                                         .mode = 33188,
                                         .flags = 0,
                                         .data = "",
                                         .mtime = 0}));
}

TEST(SyncProtocol, SendVersion2) {
  const std::string bytes = "SND2\2\0\0\0/aSND2\xa4\x81\0\0\0\0\0\0"s;
  std::string out;
  AppendSyncSend("/a", 33188, true, &out);
  EXPECT_EQ(out, bytes);
  const SyncRequest request = Request(bytes);
  EXPECT_EQ(request.path, "/a");
  EXPECT_EQ(request.mode, 33188U);
  EXPECT_EQ(request.flags, 0U);
}

TEST(SyncProtocol, Receive) {
  std::string out;
  AppendSyncReceive("/a", false, &out);
  EXPECT_EQ(out, "RECV\2\0\0\0/a"s);
  EXPECT_EQ(Request(out).path, "/a");
  out.clear();
  AppendSyncReceive("/a", true, &out);
  EXPECT_EQ(out, "RCV2\2\0\0\0/aRCV2\0\0\0\0"s);
  EXPECT_EQ(Request(out).path, "/a");
}

TEST(SyncProtocol, DataAndDone) {
  std::string out;
  AppendSyncData("xyz", &out);
  EXPECT_EQ(out, "DATA\3\0\0\0xyz"s);
  EXPECT_EQ(Request(out).data, "xyz");
  EXPECT_EQ(Reply(SyncId("RECV"), out).text, "xyz");
  out.clear();
  AppendSyncDone(0x5f5e1000, &out);
  EXPECT_EQ(out, "DONE\0\x10\x5e\x5f"s);
  EXPECT_EQ(Request(out).mtime, 0x5f5e1000U);
  EXPECT_EQ(Reply(SyncId("RCV2"), out).id, SyncId("DONE"));
}

TEST(SyncProtocol, Stat) {
  std::string out;
  AppendSyncStat(SyncId("STA2"), kStat, &out);
  EXPECT_EQ(out, kStatV2);
  const SyncReply reply = Reply(SyncId("STA2"), kStatV2);
  EXPECT_EQ(reply.id, SyncId("STAT"));
  EXPECT_EQ(reply.stat, kStat);
  out.clear();
  AppendSyncStat(SyncId("STAT"), kStat, &out);
  EXPECT_EQ(out, "STAT\xa4\x81\0\0\xff\xff\xff\xff\x8\0\0\0"s);
  EXPECT_EQ(Reply(SyncId("STAT"), out).stat.size, 0xffffffffU);
}

TEST(SyncProtocol, Lists) {
  std::string out;
  AppendSyncEntry(SyncId("LIST"), kStat, "ab", &out);
  EXPECT_EQ(out, "DENT\xa4\x81\0\0\xff\xff\xff\xff\x8\0\0\0\2\0\0\0ab"s);
  SyncReply reply = Reply(SyncId("LIST"), out);
  EXPECT_EQ(reply.id, SyncId("DENT"));
  EXPECT_EQ(reply.text, "ab");
  EXPECT_EQ(reply.stat.mode, 0x81a4U);

  out.clear();
  AppendSyncEntry(SyncId("LIS2"), kStat, "ab", &out);
  EXPECT_EQ(out, "DNT2" + kStatV2.substr(4) + "\2\0\0\0ab"s);
  reply = Reply(SyncId("LIS2"), out);
  EXPECT_EQ(reply.id, SyncId("DENT"));
  EXPECT_EQ(reply.stat, kStat);

  out.clear();
  AppendSyncEntry(SyncId("LIST"), {}, {}, &out);
  EXPECT_EQ(out, "DONE" + std::string(16, '\0'));
  EXPECT_EQ(Reply(SyncId("LIST"), out).id, SyncId("DONE"));
  out.clear();
  AppendSyncEntry(SyncId("LIS2"), {}, {}, &out);
  EXPECT_EQ(out, "DONE" + std::string(72, '\0'));
}

TEST(SyncProtocol, Status) {
  std::string out;
  AppendSyncStatus(SyncId("FAIL"), "no", &out);
  EXPECT_EQ(out, "FAIL\2\0\0\0no"s);
  for (const uint32_t request :
       {SyncId("SEND"), SyncId("RECV"), SyncId("STAT"), SyncId("LIS2")}) {
    EXPECT_EQ(Reply(request, out).text, "no");
  }
  out.clear();
  AppendSyncStatus(SyncId("OKAY"), {}, &out);
  EXPECT_EQ(out, "OKAY\0\0\0\0"s);
  EXPECT_EQ(Reply(SyncId("SND2"), out).id, SyncId("OKAY"));
}

TEST(SyncProtocol, RefusesNonsense) {
  for (const std::string& bytes :
       {"NOPE\0\0\0\0"s, "STAT\1\4\0\0"s, "DATA\1\0\1\0"s, "SEND\1\0\0\0a"s,
        "SEND\3\0\0\0a,x"s, "SND2\1\0\0\0aXXXX\0\0\0\0\0\0\0\0"s}) {
    SyncRequests requests;
    requests.Feed(bytes);
    EXPECT_FALSE(requests.Next()) << bytes;
  }
  for (const std::string& bytes :
       {"NOPE\0\0\0\0"s, "DATA\1\0\1\0"s, "FAIL\1\x40\0\0"s, "OKAY\0\0\0\0"s,
        "DENT\0\0\0\0"s}) {
    SyncReplies replies(SyncId("RECV"));
    replies.Feed(bytes);
    EXPECT_FALSE(replies.Next()) << bytes;
  }
}

}  // namespace
}  // namespace reprise::adb
