#include "tape/decode.h"

#include <gmock/gmock.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <gtest/gtest.h>

#include <random>

#include "tape/encode.h"
#include "tape/schema_testing.h"

namespace reprise::tape {
namespace {

constexpr std::string_view kProto = R"(
syntax = "proto3";
package t;
enum Color { NONE = 0; RED = 1; BLUE = -2; }
message Point { float x = 1; float y = 2; }
message All {
  double d = 1;
  float f = 2;
  int64 i64 = 3;
  uint64 u64 = 4;
  int32 i32 = 5;
  fixed64 f64 = 6;
  fixed32 f32 = 7;
  bool b = 8;
  string s = 9;
  Point point = 10;
  bytes data = 11;
  uint32 u32 = 12;
  Color color = 13;
  sfixed32 sf32 = 14;
  sfixed64 sf64 = 15;
  sint32 s32 = 16;
  sint64 s64 = 17;
  repeated int32 list = 18;
  repeated string names = 19;
  repeated Point points = 20;
  repeated double loose = 21 [packed = false];
  repeated Color colors = 22;
  map<string, Point> by_name = 23;
  map<sint32, bytes> by_number = 24;
  map<bool, uint64> by_bool = 25;
  map<uint64, Color> by_id = 26;
  optional int32 maybe = 27;
  oneof choice { string text = 28; Point place = 29; int32 number = 30; }
  All all = 31;
  repeated bool flags = 32;
}
)";

const SchemaTypes& Types() {
  static const std::unique_ptr<const SchemaTypes> types = [] {
    auto built = SchemaTypes::Build(SchemaOf(kProto, "t.All"));
    EXPECT_TRUE(built) << built.error().message;
    return *std::move(built);
  }();
  return *types;
}

template <size_t N>
std::string Bytes(const char (&literal)[N]) {
  return std::string(literal, N - 1);
}

// "" when it cannot be JSON.
std::string Json(std::string_view data) {
  std::string out = "before";
  bool good = AppendJson(Types().root(), data, &out);
  EXPECT_EQ(out.substr(0, 6), "before");
  if (!good) {
    EXPECT_EQ(out, "before");
  }
  return out.substr(6);
}

std::string Encoded(std::string_view json) {
  JsonLine line;
  Status parsed = line.Parse(json);
  EXPECT_TRUE(parsed) << parsed.error().message;
  std::string out;
  Status status = EncodeJson(Types().root(), line, line.root(), "data", &out);
  EXPECT_TRUE(status) << status.error().message;
  return out;
}

std::string Compact(std::string_view data, CompactOptions options = {}) {
  std::string out;
  AppendCompact(Types().root(), data, options, &out);
  return out;
}

struct Pair {
  std::string data;
  std::string json;
};

// The two forms of the same message.
const std::vector<Pair>& Pairs() {
  static const std::vector<Pair> pairs = {
      {"", "{}"},
      {Bytes("\x09\x00\x00\x00\x00\x00\x00\xf8\x3f"), R"({"d":1.5})"},
      {Bytes("\x09\x9a\x99\x99\x99\x99\x99\xb9\x3f"), R"({"d":0.1})"},
      {Bytes("\x09\x00\x00\x00\x00\x00\x00\x00\x80"), R"({"d":-0.0})"},
      {Bytes("\x09\x00\x00\x00\x00\x00\x00\xf8\x7f"), R"({"d":"NaN"})"},
      {Bytes("\x09\x01\x00\x00\x00\x00\x00\x00\x00"), R"({"d":5e-324})"},
      {Bytes("\x09\xff\xff\xff\xff\xff\xff\xef\x7f"),
       R"({"d":1.7976931348623157e+308})"},
      {Bytes("\x15\xcd\xcc\xcc\x3d"), R"({"f":0.1})"},
      {Bytes("\x15\x00\x00\x80\xff"), R"({"f":"-Infinity"})"},
      {Bytes("\x15\x01\x00\x00\x00"), R"({"f":1e-45})"},
      {Bytes("\x15\x00\x00\x80\x4b"), R"({"f":16777216})"},
      {Bytes("\x18\x7b"), R"({"i64":123})"},
      {Bytes("\x18\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), R"({"i64":-1})"},
      {Bytes("\x18\x80\x80\x80\x80\x80\x80\x80\x10"),
       R"({"i64":9007199254740992})"},
      {Bytes("\x18\x81\x80\x80\x80\x80\x80\x80\x10"),
       R"({"i64":"9007199254740993"})"},
      {Bytes("\x20\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
       R"({"u64":"18446744073709551615"})"},
      {Bytes("\x28\x80\x80\x80\x80\xf8\xff\xff\xff\xff\x01"),
       R"({"i32":-2147483648})"},
      {Bytes("\x31\x01\x00\x00\x00\x00\x00\x00\x00"), R"({"f64":1})"},
      {Bytes("\x3d\xff\xff\xff\xff"), R"({"f32":4294967295})"},
      {Bytes("\x40\x01"), R"({"b":true})"},
      {Bytes("\x4a\x0b\"\\\n\t\x01\x7f\xc3\xa4\xc2\x9b\x00"),
       "{\"s\":\"\\\"\\\\\\n\\t\\u0001\\u007f\xc3\xa4\\u009b\\u0000\"}"},
      {Bytes("\x52\x00"), R"({"point":{}})"},
      {Bytes("\x52\x05\x15\x00\x00\x80\x3f"), R"({"point":{"y":1}})"},
      {Bytes("\x5a\x03\x00\xab\xff"), R"({"data":"00abff"})"},
      {Bytes("\x68\x01"), R"({"color":"RED"})"},
      {Bytes("\x68\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
       R"({"color":"BLUE"})"},
      {Bytes("\x68\x07"), R"({"color":7})"},
      {Bytes("\x75\xff\xff\xff\xff"), R"({"sf32":-1})"},
      {Bytes("\x80\x01\x01"), R"({"s32":-1})"},
      {Bytes("\x80\x01\xff\xff\xff\xff\x0f"), R"({"s32":-2147483648})"},
      {Bytes("\x88\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
       R"({"s64":"-9223372036854775808"})"},
      {Bytes("\x92\x01\x03\x00\xac\x02"), R"({"list":[0,300]})"},
      {Bytes("\x9a\x01\x00\x9a\x01\x01z"), R"({"names":["","z"]})"},
      {Bytes("\xa2\x01\x00\xa2\x01\x05\x0d\x00\x00\x00\x40"),
       R"({"points":[{},{"x":2}]})"},
      {Bytes("\xa9\x01\x00\x00\x00\x00\x00\x00\x00\x00"), R"({"loose":[0]})"},
      {Bytes("\xb2\x01\x03\x01\x00\x09"), R"({"colors":["RED","NONE",9]})"},
      {Bytes("\xba\x01\x05\x0a\x01k\x12\x00\xba\x01\x04\x0a\x00\x12\x00"),
       R"({"by_name":{"k":{},"":{}}})"},
      {Bytes("\xc2\x01\x05\x08\x01\x12\x01\x00"),
       R"({"by_number":{"-1":"00"}})"},
      {Bytes("\xca\x01\x04\x08\x01\x10\x05"), R"({"by_bool":{"true":5}})"},
      {Bytes(
           "\xd2\x01\x0d\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x10\x01"),
       R"({"by_id":{"18446744073709551615":"RED"}})"},
      {Bytes("\xd8\x01\x00"), R"({"maybe":0})"},
      {Bytes("\xe2\x01\x00"), R"({"text":""})"},
      {Bytes("\xea\x01\x00"), R"({"place":{}})"},
      {Bytes("\xf0\x01\x00"), R"({"number":0})"},
      {Bytes("\xfa\x01\x03\xfa\x01\x00"), R"({"all":{"all":{}}})"},
      {Bytes("\x18\x01\x52\x00\x9a\x01\x01m\xd8\x01\x02"),
       R"({"i64":1,"point":{},"names":["m"],"maybe":2})"},
  };
  return pairs;
}

TEST(Decode, WritesJson) {
  for (const Pair& pair : Pairs()) EXPECT_EQ(Json(pair.data), pair.json);
}

TEST(Encode, GivesTheBytesBack) {
  for (const Pair& pair : Pairs()) {
    EXPECT_EQ(Encoded(pair.json), pair.data) << pair.json;
  }
}

TEST(Decode, RefusesWhatJsonWouldLose) {
  const std::string lossy[] = {
      Bytes("\x18"),                          // cut
      Bytes("\x18\x81\x00"),                  // two bytes for a 1
      Bytes("\x98\x00\x01"),                  // two bytes for a tag
      Bytes("\xc0\x3e\x01"),                  // an unknown field
      Bytes("\x28\x01\x18\x01"),              // another order
      Bytes("\x18\x01\x18\x02"),              // a value twice
      Bytes("\x18\x00"),                      // a zero that is left out
      Bytes("\x4a\x00"),                      // an empty string, too
      Bytes("\x4a\x01\xff"),                  // not UTF-8
      Bytes("\x4a\x03\xed\xa0\x80"),          // a surrogate
      Bytes("\x1d\x01\x00\x00\x00"),          // another wire type
      Bytes("\x40\x02"),                      // a bool that is 2
      Bytes("\x28\xff\xff\xff\xff\x0f"),      // -1 in five bytes
      Bytes("\x60\x80\x80\x80\x80\x10"),      // more than 32 bits
      Bytes("\x68\x80\x80\x80\x80\x10"),      // an enum of more than 32 bits
      Bytes("\x80\x01\x80\x80\x80\x80\x10"),  // a sint32, too
      Bytes("\x09\x01\x00\x00\x00\x00\x00\xf8\x7f"),  // NaN with a payload
      Bytes("\x15\x00\x00\xc0\xff"),                  // NaN with a sign
      Bytes("\x92\x01\x00"),                          // an empty list
      Bytes("\x92\x01\x01\x01\x92\x01\x01\x01"),      // a list in two parts
      Bytes("\x90\x01\x01"),                          // a packed list, loose
      Bytes("\x92\x01\x02\x81\x00"),                  // two bytes in a list
      Bytes("\x92\x01\x01\x80"),                      // a list that is cut
      Bytes("\xaa\x01\x08\x01\x00\x00\x00\x00\x00\x00\x00"),  // loose, packed
      Bytes("\xba\x01\x04\x12\x00\x0a\x00"),  // value before key
      Bytes("\xba\x01\x02\x0a\x00"),          // no value
      Bytes("\xba\x01\x04\x0a\x00\x12\x00"
            "\xba\x01\x04\x0a\x00\x12\x00"),          // a key twice
      Bytes("\xba\x01\x06\x0a\x00\x12\x00\x18\x00"),  // something after it
      Bytes("\xba\x01\x05\x0a\x01\xff\x12\x00"),      // a key that is no text
      Bytes("\xe2\x01\x00\xf0\x01\x01"),              // two of a oneof
      Bytes("\xfa\x01\x02\x18\x00"),                  // any of it within
  };
  for (const std::string& data : lossy) {
    EXPECT_EQ(Json(data), "") << ::testing::PrintToString(data);
  }
}

TEST(Decode, LimitsDepthAndLength) {
  std::string deep;
  for (int i = 0; i < 99; ++i) {
    std::string outer = Bytes("\xfa\x01");
    for (size_t size = deep.size();; size >>= 7) {
      outer.push_back(static_cast<char>(size < 0x80 ? size : size | 0x80));
      if (size < 0x80) break;
    }
    deep = outer + deep;
  }
  std::string json = Json(deep);
  EXPECT_THAT(json, ::testing::StartsWith("{\"all\":{\"all\":"));
  EXPECT_EQ(Encoded(json), deep);
  EXPECT_EQ(Json(Bytes("\xfa\x01\xb4\x02") + deep), "");  // the hundred-first

  // A bool of one byte takes six: longer than the limit, so not JSON.
  std::string flags = Bytes("\x82\x02\x80\x80\xc0\x01");
  flags.append(3u << 20, '\0');
  EXPECT_EQ(Json(flags), "");
}

TEST(Encode, OrdersFieldsAndLeavesDefaultsOut) {
  EXPECT_EQ(Encoded(R"({"u64":2, "i64":1})"), Bytes("\x18\x01\x20\x02"));
  EXPECT_EQ(Encoded(R"({"i64":0,"s":"","data":"","color":"NONE","b":false,
                       "d":0,"f":0.0,"list":[],"names":[],"by_name":{}})"),
            "");
}

TEST(Encode, TakesWhatPeopleWrite) {
  EXPECT_EQ(Encoded(R"({"u64":"5"})"), Bytes("\x20\x05"));
  EXPECT_EQ(Encoded(R"({"i32":"-1"})"), Encoded(R"({"i32":-1})"));
  EXPECT_EQ(Encoded(R"({"u64":18446744073709551615})"),
            Bytes("\x20\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"));
  EXPECT_EQ(Encoded(R"({"color":1})"), Bytes("\x68\x01"));
  EXPECT_EQ(Encoded(R"({"data":"ABff"})"), Bytes("\x5a\x02\xab\xff"));
  EXPECT_EQ(Encoded(R"({"f":1})"), Bytes("\x15\x00\x00\x80\x3f"));
  EXPECT_EQ(Encoded(R"({"f":1e0})"), Bytes("\x15\x00\x00\x80\x3f"));
  EXPECT_EQ(Encoded(R"({"d":-2})"),
            Bytes("\x09\x00\x00\x00\x00\x00\x00\x00\xc0"));
  EXPECT_EQ(Encoded("{\"s\":\"\\u00e4\\ud83d\\ude00\"}"),
            Bytes("\x4a\x06\xc3\xa4\xf0\x9f\x98\x80"));
}

TEST(Encode, NamesTheFieldThatIsWrong) {
  const Pair cases[] = {
      {R"({"points":[{},{"x":"abc"}]})",
       R"(field data.points[1].x: expected a number, got "abc")"},
      {R"({"point":{"z":1}})",
       R"(field data.point.z: t.Point has no such field; there are x, y)"},
      {R"({"colour":"RED"})",
       R"(field data.colour: t.All has no such field; did you mean "color"?)"},
      {R"({"color":"RAD"})",
       R"(field data.color: t.Color has no value "RAD"; did you mean "RED"?)"},
      {R"({"color":1.5})",
       "field data.color: expected a name of t.Color or a number of 32 bits, "
       "got 1.5"},
      {R"({"u32":-1})",
       "field data.u32: expected an integer from 0 to 4294967295, got -1"},
      {R"({"u32":4294967296})",
       "field data.u32: expected an integer from 0 to 4294967295, got "
       "4294967296"},
      {R"({"i32":2147483648})",
       "field data.i32: expected an integer from -2147483648 to 2147483647, "
       "got 2147483648"},
      {R"({"i64":1.0})",
       "field data.i64: expected an integer from -9223372036854775808 to "
       "9223372036854775807, got 1.0"},
      {R"({"u64":"12x"})",
       "field data.u64: expected an integer from 0 to 18446744073709551615, "
       "got \"12x\""},
      {R"({"f":1e39})",
       "field data.f: expected a number from -3.4028235e+38 to 3.4028235e+38, "
       "got 1e39"},
      {R"({"b":1})", "field data.b: expected true or false, got 1"},
      {R"({"s":5})", "field data.s: expected a string, got 5"},
      {R"({"data":"abc"})",
       "field data.data: expected bytes in hex, two digits each, got \"abc\""},
      {R"({"point":[]})", "field data.point: expected an object, got a list"},
      {R"({"list":{}})", "field data.list: expected a list, got an object"},
      {R"({"list":[1,null]})",
       "field data.list[1]: expected an integer from -2147483648 to "
       "2147483647, got null"},
      {R"({"by_name":{"k":{"x":true}}})",
       "field data.by_name.k.x: expected a number, got true"},
      {R"({"by_number":{"k":""}})",
       "field data.by_number.k: expected an integer from -2147483648 to "
       "2147483647, got \"k\""},
      {R"({"text":"a","number":1})",
       "field data.number: only one of text and number can be given"},
      {R"([])", "field data: expected an object, got a list"},
  };
  for (const auto& [json, message] : cases) {
    JsonLine line;
    ASSERT_TRUE(line.Parse(json));
    std::string out;
    Status status = EncodeJson(Types().root(), line, line.root(), "data", &out);
    ASSERT_FALSE(status) << json;
    EXPECT_EQ(status.error().message, message);
    EXPECT_EQ(status.error().kind, ErrorKind::kCorruption);
  }
}

TEST(Compact, IsOneLineForPeople) {
  EXPECT_EQ(Compact(""), "");
  EXPECT_EQ(Compact(Bytes("\x15\x00\x00\xc0\x3f\x20\xff\xff\xff\xff\xff\xff\xff"
                          "\xff\xff\x01\x4a\x03"
                          "a\"b\x52\x05\x0d\x00\x00\x00\x40\x5a\x02\x00\xab"
                          "\x68\x01\x92\x01\x03\x01\xac\x02\xa2\x01\x00\xa2\x01"
                          "\x00")),
            "f=1.5 u64=18446744073709551615 s=\"a\\\"b\" point={x=2} "
            "data=<00ab> color=RED list=[1, 300] points=[{}, {}]");
}

TEST(Compact, CutsWhatIsLong) {
  CompactOptions options{.max_bytes = 2, .max_text = 3, .max_elements = 2};
  EXPECT_EQ(Compact(Bytes("\x4a\x05"
                          "ab\xc3\xa4"
                          "c\x5a\x03\x01\x02\x03"
                          "\x92\x01\x03\x01\x02\x03"),
                    options),
            "s=\"ab\"...(5 bytes) data=<0102...(3 bytes)> "
            "list=[1, 2, ...(3 in all)]");
  EXPECT_EQ(Compact(Bytes("\x5a\x03\x01\x02\x03"), {.max_bytes = 0}),
            "data=<010203>");
}

TEST(Compact, ShowsWhatItDoesNotKnow) {
  EXPECT_EQ(Compact(Bytes("\xc0\x3e\x07\xca\x3e\x01z\x18\x02\x18\x03")),
            "#1000=7 #1001=<7a> i64=2 i64=3");
  EXPECT_EQ(Compact(Bytes("\x18\x01\x18")), "i64=1 (no field: <18>)");
  EXPECT_EQ(Compact(Bytes("\x4a\x01\xff")), "s=<ff>");
  EXPECT_EQ(Compact(Bytes("\x1a\x01z")), "i64=<7a>");
  std::string out;
  AppendCompact("plain", {}, &out);
  AppendCompact("\xff", {}, &out);
  EXPECT_EQ(out, "\"plain\"<ff>");
}

TEST(Compact, PlaysNoTricksOnTheTerminal) {
  std::string text = Compact(Bytes("\x4a\x07\x1b[2J\xc2\x9b\n"));
  EXPECT_EQ(text, "s=\"\\u001b[2J\\u009b\\n\"");
}

// The protobuf library as the judge, on messages of every shape.
class RandomMessages : public ::testing::Test {
 protected:
  RandomMessages() {
    const auto* file = pool_.BuildFile(ParseProto(kProto));
    prototype_ = factory_.GetPrototype(file->FindMessageTypeByName("All"));
  }

  uint64_t Random(uint64_t below) { return random_() % below; }

  uint64_t RandomBits() { return random_() >> Random(64); }

  std::string RandomText() {
    static constexpr const char* kWords[] = {
        "", "a", "\xc3\xa4", "\"", "\n", "\\u0041", "\xf0\x9f\x98\x80"};
    std::string text;
    for (uint64_t i = Random(4); i > 0; --i) text += kWords[Random(7)];
    return text;
  }

  void Fill(google::protobuf::Message* message, int depth) {
    namespace pb = google::protobuf;
    const pb::Reflection& reflection = *message->GetReflection();
    const pb::Descriptor& type = *message->GetDescriptor();
    for (int i = 0; i < type.field_count(); ++i) {
      const pb::FieldDescriptor* field = type.field(i);
      bool entry = type.options().map_entry();
      if (!entry && Random(3) != 0) continue;
      uint64_t count = field->is_repeated() ? Random(4) : 1;
      if (field->is_map()) count = 1;  // or a key might be there twice
      for (uint64_t n = 0; n < count; ++n) {
        SetField(reflection, field, message, depth);
      }
    }
  }

  void SetField(const google::protobuf::Reflection& reflection,
                const google::protobuf::FieldDescriptor* field,
                google::protobuf::Message* message, int depth) {
    using Field = google::protobuf::FieldDescriptor;
    bool list = field->is_repeated();
    auto set = [&](auto single, auto add, auto value) {
      if (list) {
        (reflection.*add)(message, field, value);
      } else {
        (reflection.*single)(message, field, value);
      }
    };
    using R = google::protobuf::Reflection;
    switch (field->cpp_type()) {
      case Field::CPPTYPE_INT32:
        return set(&R::SetInt32, &R::AddInt32,
                   static_cast<int32_t>(RandomBits()));
      case Field::CPPTYPE_INT64:
        return set(&R::SetInt64, &R::AddInt64,
                   static_cast<int64_t>(RandomBits()));
      case Field::CPPTYPE_UINT32:
        return set(&R::SetUInt32, &R::AddUInt32,
                   static_cast<uint32_t>(RandomBits()));
      case Field::CPPTYPE_UINT64:
        return set(&R::SetUInt64, &R::AddUInt64, RandomBits());
      case Field::CPPTYPE_DOUBLE: {
        double value = std::bit_cast<double>(random_());
        return set(&R::SetDouble, &R::AddDouble, value == value ? value : 0.5);
      }
      case Field::CPPTYPE_FLOAT: {
        float value = std::bit_cast<float>(static_cast<uint32_t>(random_()));
        return set(&R::SetFloat, &R::AddFloat, value == value ? value : -0.0f);
      }
      case Field::CPPTYPE_BOOL:
        return set(&R::SetBool, &R::AddBool, Random(2) == 0);
      case Field::CPPTYPE_ENUM:
        return set(&R::SetEnumValue, &R::AddEnumValue,
                   static_cast<int>(Random(4)) - 2);
      case Field::CPPTYPE_STRING:
        return set(&R::SetString, &R::AddString, RandomText());
      case Field::CPPTYPE_MESSAGE:
        if (depth == 3) return;
        Fill(list ? reflection.AddMessage(message, field)
                  : reflection.MutableMessage(message, field),
             depth + 1);
    }
  }

  static std::string Serialized(const google::protobuf::Message& message) {
    std::string bytes;
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream out(&stream);
    out.SetSerializationDeterministic(true);
    message.SerializeToCodedStream(&out);
    out.Trim();
    return bytes;
  }

  std::mt19937_64 random_{20240501};
  google::protobuf::DescriptorPool pool_;
  google::protobuf::DynamicMessageFactory factory_;
  const google::protobuf::Message* prototype_;
};

TEST_F(RandomMessages, WhatProtobufWritesIsJsonAndComesBack) {
  for (int round = 0; round < 2000; ++round) {
    std::unique_ptr<google::protobuf::Message> message(prototype_->New());
    Fill(message.get(), 0);
    std::string data = Serialized(*message);
    std::string json = Json(data);
    ASSERT_NE(json, "") << message->DebugString();
    ASSERT_EQ(Encoded(json), data) << json;
  }
}

TEST_F(RandomMessages, DamagedOnesAreRefusedOrComeBack) {
  int shown = 0;
  for (int round = 0; round < 20000; ++round) {
    std::unique_ptr<google::protobuf::Message> message(prototype_->New());
    Fill(message.get(), 2);
    std::string data = Serialized(*message);
    if (data.empty()) continue;
    for (uint64_t i = 1 + Random(2); i > 0; --i) {
      data[Random(data.size())] = static_cast<char>(random_());
    }
    Compact(data);
    std::string json = Json(data);
    if (json.empty()) continue;
    ++shown;
    ASSERT_EQ(Encoded(json), data) << json;
    // And protobuf sees the same message: it would write the same bytes.
    std::unique_ptr<google::protobuf::Message> parsed(prototype_->New());
    ASSERT_TRUE(parsed->ParseFromString(data)) << json;
    ASSERT_EQ(Serialized(*parsed).size(), data.size()) << json;
  }
  EXPECT_GT(shown, 1000);
}

}  // namespace
}  // namespace reprise::tape
