#include "tape/links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tape/schema_testing.h"

namespace reprise::tape {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kProto = R"(
syntax = "proto3";
package reprise;
message Step {
  uint64 touch_ref = 1;
  repeated uint64 frame_refs = 2;
  repeated Step steps = 3;
  uint64 id = 4;
  uint64 size = 5;
}
message Action {
  uint64 id = 1;
  uint64 cause = 2;
  uint64 origin = 3;
  string name = 4;
  uint64 widget_ref = 5;
  repeated uint64 frame_refs = 6;
  repeated uint64 old_refs = 7 [packed = false];
  Step step = 8;
  map<string, Step> by_name = 9;
  int64 other_ref = 10;
  oneof what { uint64 post_ref = 11; string text = 12; }
}
message Plain { uint64 id = 1; uint64 cause = 2; uint64 origin = 3; }
message Foreign { uint64 id = 1; uint64 cause = 2; string origin = 3; }
message Short { uint64 id = 1; uint64 cause = 2; }
)";

Schema TestSchema(const std::string& name) { return SchemaOf(kProto, name); }

std::unique_ptr<MessageLinks> LinksOf(const std::string& name) {
  auto links = MessageLinks::For(TestSchema(name));
  EXPECT_TRUE(links) << links.error().message;
  return *std::move(links);
}

template <size_t N>
std::string Bytes(const char (&literal)[N]) {
  return std::string(literal, N - 1);
}

uint64_t AddHundred(uint64_t id) { return id + 100; }
uint64_t Clear(uint64_t) { return 0; }
uint64_t Keep(uint64_t id) { return id; }

std::string Rewritten(const MessageLinks& links, const std::string& data,
                      const MessageLinks::Rename& rename) {
  std::string out = "untouched";
  Result<bool> changed = links.Rewrite(data, rename, &out);
  EXPECT_TRUE(changed) << changed.error().message;
  if (!changed.value_or(false)) {
    EXPECT_EQ(out, "untouched");
    return data;
  }
  return out;
}

TEST(Links, ReadsTheThreeAtTheTop) {
  Links links;
  auto plain = LinksOf("reprise.Plain");
  EXPECT_FALSE(plain->has_refs());
  ASSERT_TRUE(plain->Read(Bytes("\x08\x05\x10\xac\x02\x18\x07"), &links));
  EXPECT_EQ(links, (Links{5, 300, 7, {}}));
  ASSERT_TRUE(plain->Read("", &links));
  EXPECT_EQ(links, (Links{0, 0, 0, {}}));
}

TEST(Links, ReadsRefsAtEveryDepth) {
  auto action = LinksOf("reprise.Action");
  EXPECT_TRUE(action->has_refs());
  std::string data = Bytes(
      "\x08\x01\x10\x02\x18\x03\x22\x01x"  // id, cause, origin, name
      "\x28\x04"                           // widget_ref
      "\x32\x03\x05\xac\x02"               // frame_refs 5, 300
      "\x38\x06\x38\x07"                   // old_refs
      "\x42\x0a\x08\x08\x1a\x04\x12\x02\x09\x0a\x28\x63"  // step
      "\x4a\x07\x0a\x01k\x12\x02\x08\x0b"                 // by_name
      "\x50\x0d\x58\x0c");                                // other_ref, post_ref
  Links links;
  ASSERT_TRUE(action->Read(data, &links));
  EXPECT_EQ(links, (Links{1, 2, 3, {4, 5, 300, 6, 7, 8, 9, 10, 11, 12}}));
  ASSERT_TRUE(action->ReadTop(data, &links));
  EXPECT_EQ(links, (Links{1, 2, 3, {}}));
}

TEST(Links, RenamesEverythingButOriginAndForeignFields) {
  auto action = LinksOf("reprise.Action");
  std::string data = Bytes(
      "\x08\x01\x10\x02\x18\x03\x22\x01x\x28\x04\x32\x03\x05\xac\x02"
      "\x38\x06\x42\x0c\x08\x08\x1a\x04\x12\x02\x09\x0a\x20\x06\x28\x63"
      "\x4a\x07\x0a\x01k\x12\x02\x08\x0b\x50\x0d\x58\x0c");
  EXPECT_EQ(Rewritten(*action, data, AddHundred),
            Bytes("\x08\x65\x10\x66\x18\x03\x22\x01x\x28\x68\x32\x03\x69\x90"
                  "\x03\x38\x6a\x42\x0c\x08\x6c\x1a\x04\x12\x02\x6d\x6e\x20"
                  "\x06\x28\x63\x4a\x07\x0a\x01k\x12\x02\x08\x6f\x50\x0d\x58"
                  "\x70"));
}

TEST(Links, TakesClearedLinksOut) {
  auto action = LinksOf("reprise.Action");
  std::string data = Bytes(
      "\x08\x01\x10\x02\x18\x03\x22\x01x\x28\x04\x32\x03\x05\xac\x02"
      "\x38\x06\x42\x08\x08\x08\x1a\x04\x12\x02\x09\x0a\x58\x0c");
  EXPECT_EQ(Rewritten(*action, data, Clear),
            Bytes("\x18\x03\x22\x01x\x42\x02\x1a\x00"));
  // One element of each list goes, the others stay.
  EXPECT_EQ(Rewritten(*action, Bytes("\x32\x03\x05\x06\x07\x38\x05\x38\x06"),
                      [](uint64_t id) { return id == 5 ? 0 : id; }),
            Bytes("\x32\x02\x06\x07\x38\x06"));
}

TEST(Links, LengthsGrowWithTheIds) {
  auto action = LinksOf("reprise.Action");
  EXPECT_EQ(
      Rewritten(*action, Bytes("\x42\x02\x08\x08\x92\x3f\x01u"),
                [](uint64_t) { return ~uint64_t{0}; }),
      Bytes(
          "\x42\x0b\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x92\x3f\x01u"));
}

TEST(Links, KeepsBytesThatNeedNoChange) {
  auto action = LinksOf("reprise.Action");
  // Out of order, with long varints and unknown fields: as they were.
  std::string odd = Bytes("\xf8\x07\x01\x10\x82\x00\x08\x81\x80\x00");
  EXPECT_EQ(Rewritten(*action, odd, Keep), odd);
  EXPECT_EQ(
      Rewritten(*action, odd, [](uint64_t id) { return id == 1 ? 9 : id; }),
      Bytes("\xf8\x07\x01\x10\x82\x00\x08\x09"));
  // A zero is no link.
  std::string zeros = Bytes("\x08\x00\x32\x02\x00\x00");
  EXPECT_EQ(Rewritten(*action, zeros, AddHundred), zeros);
}

TEST(Links, AClearedLinkDoesNotUncoverAnEarlierOne) {
  auto action = LinksOf("reprise.Action");
  auto clear_five = [](uint64_t id) { return id == 5 ? 0 : id; };
  EXPECT_EQ(Rewritten(*action, Bytes("\x10\x04\x10\x05"), clear_five),
            Bytes("\x10\x04\x10\x00"));
  // The same in a message that comes in two parts.
  EXPECT_EQ(
      Rewritten(*action, Bytes("\x42\x02\x08\x04\x42\x02\x08\x05"), clear_five),
      Bytes("\x42\x02\x08\x04\x42\x02\x08\x00"));
}

TEST(Links, SkipsGroupsAndOtherWireTypes) {
  auto action = LinksOf("reprise.Action");
  // An unknown group (16) around something that looks like an id; id as a
  // string; then the id.
  std::string data = Bytes("\x83\x01\x08\x07\x84\x01\x0a\x01z\x08\x02");
  Links links;
  ASSERT_TRUE(action->Read(data, &links));
  EXPECT_EQ(links, (Links{2, 0, 0, {}}));
  EXPECT_EQ(Rewritten(*action, data, AddHundred),
            Bytes("\x83\x01\x08\x07\x84\x01\x0a\x01z\x08\x66"));
}

TEST(Links, RefusesWhatIsNotProtobuf) {
  auto action = LinksOf("reprise.Action");
  const std::string bad[] = {
      Bytes("\x08"),              // no value
      Bytes("\x08\x80"),          // no end of the value
      Bytes("\x22\x05x"),         // no such length
      Bytes("\x00\x01"),          // field 0
      Bytes("\x32\x02\x01\x80"),  // packed, cut
      Bytes("\x42\x02\x08\x80"),  // nested, cut
      Bytes("\x83\x01\x08\x01"),  // a group without its end
      Bytes("\x84\x01"),          // an end without its group
      Bytes("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),  // 65 bits
  };
  for (const std::string& data : bad) {
    Links links;
    std::string out;
    Status read = action->Read(data, &links);
    ASSERT_FALSE(read) << ::testing::PrintToString(data);
    EXPECT_EQ(read.error().kind, ErrorKind::kCorruption);
    EXPECT_FALSE(action->Rewrite(data, AddHundred, &out));
    EXPECT_EQ(out, "");
  }
}

TEST(Links, RefusesEndlessNesting) {
  std::string data;
  for (int i = 0; i < 200; ++i) {
    std::string outer;
    outer.push_back(i == 199 ? '\x42' : '\x1a');
    size_t size = data.size();
    while (size >= 0x80) {
      outer.push_back(static_cast<char>(size | 0x80));
      size >>= 7;
    }
    outer.push_back(static_cast<char>(size));
    data = outer + data;
  }
  Links links;
  Status read = LinksOf("reprise.Action")->Read(data, &links);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("deeper than 100"));
}

TEST(Links, OnlySchemasThatBeginWithTheThree) {
  for (const char* name :
       {"reprise.Foreign", "reprise.Short", "reprise.Step"}) {
    auto links = MessageLinks::For(TestSchema(name));
    ASSERT_FALSE(links) << name;
    EXPECT_THAT(links.error().message, HasSubstr("have no links"));
  }
  EXPECT_FALSE(MessageLinks::For({1, "reprise.Action", "protobuf", "junk"}));
  EXPECT_FALSE(MessageLinks::For({1, "Action", "jsonschema", "{}"}));
}

TEST(LinkTable, KnowsOurChannelsOnly) {
  Schema action = TestSchema("reprise.Action");
  Schema foreign = TestSchema("reprise.Foreign");
  std::map<uint16_t, Schema> schemas{{1, action}, {2, foreign}};
  std::map<uint16_t, Channel> channels{
      {1, {1, 1, "/a", "protobuf", {}}},
      {2, {2, 1, "/b", "json", {}}},
      {3, {3, 2, "/c", "protobuf", {}}},
      {4, {4, 9, "/d", "protobuf", {}}},
  };
  LinkTable table({"x-reprise/1", ""}, schemas, channels);
  EXPECT_NE(table.Of(1), nullptr);
  EXPECT_EQ(table.Of(1), table.Of(1));
  EXPECT_EQ(table.Of(2), nullptr);
  EXPECT_EQ(table.Of(3), nullptr);
  EXPECT_EQ(table.Of(4), nullptr);
  EXPECT_EQ(table.Of(5), nullptr);
  channels[5] = {5, 1, "/e", "protobuf", {}};  // the tape has grown
  EXPECT_EQ(table.Of(5), table.Of(1));

  LinkTable ros({"ros2", ""}, schemas, channels);
  EXPECT_EQ(ros.Of(1), nullptr);
}

}  // namespace
}  // namespace reprise::tape
