#include "tape/message_type.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tape/schema_testing.h"

namespace reprise::tape {
namespace {

using ::testing::HasSubstr;

namespace pb = google::protobuf;

std::string ErrorOf(const Schema& schema) {
  auto types = SchemaTypes::Build(schema);
  return types ? "" : types.error().message;
}

// A small good schema, for a test to break.
pb::FileDescriptorProto Good() {
  return ParseProto(R"(
      syntax = "proto3";
      package p;
      enum E { ZERO = 0; ONE = 1; }
      message M { E e = 1; M m = 2; map<string, int32> counts = 3; })");
}

TEST(SchemaTypes, KnowsTheFields) {
  auto types = SchemaTypes::Build(SchemaOf(R"(
      syntax = "proto3";
      package p.q;
      message Outer {
        message Inner { uint64 id = 1; }
        enum Kind { NONE = 0; SOME = 5; }
        repeated sint32 list = 7;
        repeated sint32 loose = 8 [packed = false];
        optional bool flag = 6;
        Inner inner = 2;
        Kind kind = 1;
        oneof choice { string a = 3; bytes b = 4; }
        map<string, Inner> by_name = 5;
      })",
                                           "p.q.Outer"));
  ASSERT_TRUE(types) << types.error().message;
  const MessageType& outer = (*types)->root();
  EXPECT_EQ(outer.name, "p.q.Outer");
  std::string fields;
  for (const FieldType& field : outer.fields) {
    fields += fmt::format(
        "{} {} kind {}{}{}{}{}{}\n", field.number, field.name,
        static_cast<int>(field.kind), field.repeated ? " repeated" : "",
        field.packed ? " packed" : "", field.map ? " map" : "",
        field.implicit ? " implicit" : "", field.oneof >= 0 ? " oneof" : "");
  }
  EXPECT_EQ(fields,
            "1 kind kind 14 implicit\n"
            "2 inner kind 11\n"
            "3 a kind 9 oneof\n"
            "4 b kind 12 oneof\n"
            "5 by_name kind 11 repeated map\n"
            "6 flag kind 8\n"
            "7 list kind 17 repeated packed\n"
            "8 loose kind 17 repeated\n");
  EXPECT_EQ(outer.fields[1].message->name, "p.q.Outer.Inner");
  EXPECT_EQ(outer.fields[0].enumeration->name_of.at(5), "SOME");
  EXPECT_EQ(outer.Find("by_name"), &outer.fields[4]);
  EXPECT_EQ(outer.Find("By_name"), nullptr);
  EXPECT_EQ(outer.Find(6, 0), 5u);
  EXPECT_EQ(outer.Find(1, 7), 0u);
  EXPECT_EQ(outer.Find(9, 0), outer.fields.size());
}

TEST(SchemaTypes, Proto2HasPresenceAndLooseLists) {
  auto types = SchemaTypes::Build(
      SchemaOf("syntax = \"proto2\"; message M { repeated int32 a = 1; "
               "repeated int32 b = 2 [packed = true]; }",
               "M"));
  ASSERT_TRUE(types);
  EXPECT_FALSE((*types)->root().fields[0].packed);
  EXPECT_TRUE((*types)->root().fields[1].packed);
}

TEST(SchemaTypes, RefusesWhatIsNoSchema) {
  EXPECT_THAT(ErrorOf({1, "p.M", "protobuf", "\xff\xff"}),
              HasSubstr("not a FileDescriptorSet"));
  EXPECT_THAT(ErrorOf({1, "p.M", "ros2msg", "int32 x"}),
              HasSubstr("its encoding is \"ros2msg\""));
  EXPECT_THAT(ErrorOf(SchemaOf(Good(), "p.Other")),
              HasSubstr("does not define that message"));
  EXPECT_THAT(ErrorOf({1, "p.M", "protobuf", std::string(2 << 20, '\n')}),
              HasSubstr("it has 2097152 bytes and 1048576 are accepted"));
}

TEST(SchemaTypes, RefusesWhatDoesNotFitTogether) {
  EXPECT_EQ(ErrorOf(SchemaOf(Good(), "p.M")), "");
  auto broken = [](auto change) {
    pb::FileDescriptorProto file = Good();
    change(&file);
    return ErrorOf(SchemaOf(file, "p.M"));
  };
  using File = pb::FileDescriptorProto*;
  EXPECT_THAT(broken([](File f) { f->set_syntax("editions"); }),
              HasSubstr("another syntax"));
  EXPECT_THAT(broken([](File f) {
                f->mutable_message_type(0)->mutable_field(1)->set_number(1);
              }),
              HasSubstr("number 1 twice"));
  EXPECT_THAT(broken([](File f) {
                f->mutable_message_type(0)->mutable_field(1)->set_name("e");
              }),
              HasSubstr("field e twice"));
  EXPECT_THAT(broken([](File f) {
                f->mutable_message_type(0)->mutable_field(0)->set_number(0);
              }),
              HasSubstr("no proper number"));
  EXPECT_THAT(
      broken([](File f) {
        f->mutable_message_type(0)->mutable_field(0)->set_number(1 << 29);
      }),
      HasSubstr("no proper number"));
  EXPECT_THAT(broken([](File f) {
                f->mutable_message_type(0)->mutable_field(0)->set_name("a\"b");
              }),
              HasSubstr("no proper name"));
  EXPECT_THAT(broken([](File f) {
                f->mutable_message_type(0)->mutable_field(1)->set_type_name(
                    ".p.Nowhere");
              }),
              HasSubstr("\".p.Nowhere\", which is not there"));
  EXPECT_THAT(
      broken([](File f) {
        f->mutable_message_type(0)->mutable_field(0)->set_oneof_index(3);
      }),
      HasSubstr("oneof that is not there"));
  EXPECT_THAT(broken([](File f) {
                f->mutable_message_type(0)
                    ->mutable_nested_type(0)
                    ->mutable_field(0)
                    ->set_type(pb::FieldDescriptorProto::TYPE_DOUBLE);
              }),
              HasSubstr("no map entry"));
  EXPECT_THAT(
      broken([](File f) { *f->add_message_type() = f->message_type(0); }),
      HasSubstr("twice"));
  EXPECT_THAT(broken([](File f) {
                f->mutable_enum_type(0)->mutable_value(1)->set_name("ZERO");
              }),
              HasSubstr("has ZERO twice"));
}

TEST(SchemaTypes, LimitsTypesAndNames) {
  pb::FileDescriptorProto file = Good();
  for (size_t i = 0; i <= kMaxSchemaTypes; ++i) {
    file.add_message_type()->set_name("T" + std::to_string(i));
  }
  EXPECT_THAT(ErrorOf(SchemaOf(file, "p.M")), HasSubstr("more than 20000"));
  file = Good();
  file.add_message_type()->set_name(std::string(2000, 'x'));
  EXPECT_THAT(ErrorOf(SchemaOf(file, "p.M")), HasSubstr("too long"));
}

TEST(TypeTable, SaysWhyThereIsNoType) {
  std::map<uint16_t, Schema> schemas{{1, SchemaOf(Good(), "p.M")},
                                     {2, {2, "p.X", "protobuf", ""}}};
  std::map<uint16_t, Channel> channels{{1, {1, 1, "/a", "protobuf", {}}},
                                       {2, {2, 1, "/b", "cbor", {}}},
                                       {3, {3, 2, "/c", "protobuf", {}}},
                                       {4, {4, 0, "/d", "protobuf", {}}}};
  TypeTable table(schemas, channels);
  ASSERT_NE(table.Of(1), nullptr);
  EXPECT_EQ(table.Of(1)->name, "p.M");
  EXPECT_EQ(table.Problem(1), "");
  EXPECT_EQ(table.Problem(2), "its messages are \"cbor\", not \"protobuf\"");
  EXPECT_THAT(table.Problem(3), HasSubstr("does not define that message"));
  EXPECT_EQ(table.Problem(4), "there is no schema 0");
  EXPECT_EQ(table.Problem(5), "there is no channel 5");
}

}  // namespace
}  // namespace reprise::tape
