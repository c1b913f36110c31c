#include "tape/schema.h"

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tape/channels.h"

namespace reprise::tape {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FileDescriptorProto;
using google::protobuf::FileDescriptorSet;
using google::protobuf::Message;
using testing::ElementsAre;

std::vector<std::string> FileNames(const FileDescriptorSet& files) {
  std::vector<std::string> names;
  for (const FileDescriptorProto& file : files.file()) {
    names.push_back(file.name());
  }
  return names;
}

TEST(Schema, PutsImportsBeforeTheirUsersAndEachFileOnce) {
  // state imports blob, redaction and view; view imports rect.
  const std::optional<SchemaText> schema = BuiltinSchema("reprise.StateEvent");
  ASSERT_TRUE(schema.has_value());
  FileDescriptorSet files;
  ASSERT_TRUE(files.ParseFromString(schema->data));
  EXPECT_THAT(FileNames(files),
              ElementsAre("reprise/blob.proto", "reprise/redaction.proto",
                          "reprise/rect.proto", "reprise/view.proto",
                          "reprise/state.proto"));
}

TEST(Schema, ASelfContainedFileIsAlone) {
  FileDescriptorSet files;
  ASSERT_TRUE(files.ParseFromString(BuiltinSchema("reprise.EvdevFrame")->data));
  EXPECT_THAT(FileNames(files), ElementsAre("reprise/evdev.proto"));
}

// What a foreign reader does: build the schema in a pool of its own, in the
// order of the file, and read a message with it.
TEST(Schema, AForeignReaderReadsAMessageWithIt) {
  const std::optional<SchemaText> schema = BuiltinSchema("reprise.KeyEvent");
  ASSERT_TRUE(schema.has_value());
  FileDescriptorSet files;
  ASSERT_TRUE(files.ParseFromString(schema->data));
  DescriptorPool pool;
  for (const FileDescriptorProto& file : files.file()) {
    ASSERT_NE(pool.BuildFile(file), nullptr) << file.name();
  }
  const Descriptor* type = pool.FindMessageTypeByName(schema->name);
  ASSERT_NE(type, nullptr);

  google::protobuf::DynamicMessageFactory factory;
  const std::unique_ptr<Message> message(factory.GetPrototype(type)->New());
  // id 7, cause 300, action 1, key_code 4.
  const std::string wire("\x08\x07\x10\xac\x02\x20\x01\x28\x04", 9);
  ASSERT_TRUE(message->ParseFromString(wire));
  EXPECT_EQ(message->ShortDebugString(),
            "id: 7 cause: 300 action: 1 key_code: 4");
}

TEST(Schema, EveryBuiltinBuildsInAnEmptyPool) {
  for (std::string_view name : BuiltinMessages()) {
    const std::optional<SchemaText> schema = BuiltinSchema(name);
    ASSERT_TRUE(schema.has_value()) << name;
    EXPECT_EQ(schema->name, name);
    FileDescriptorSet files;
    ASSERT_TRUE(files.ParseFromString(schema->data)) << name;
    DescriptorPool pool;
    for (const FileDescriptorProto& file : files.file()) {
      ASSERT_NE(pool.BuildFile(file), nullptr) << name << " " << file.name();
    }
    EXPECT_NE(pool.FindMessageTypeByName(schema->name), nullptr) << name;
  }
}

TEST(Schema, EveryChannelHasOne) {
  for (const ChannelType& type : AllChannelTypes()) {
    EXPECT_TRUE(BuiltinSchema(type.message).has_value()) << type.message;
  }
}

TEST(Schema, UnknownNamesGiveNothing) {
  for (const char* name :
       {"", "reprise", "reprise.", "reprise.Nothing", "EvdevFrame",
        "reprise.EvdevFrame.Event", "zzz", "a"}) {
    EXPECT_EQ(BuiltinSchema(name), std::nullopt) << name;
    EXPECT_EQ(BuiltinDescriptor(name), nullptr) << name;
  }
}

}  // namespace
}  // namespace reprise::tape
