#include "tape/channels.h"

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tape/schema.h"

namespace reprise::tape {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using testing::Contains;
using testing::IsEmpty;
using testing::IsSupersetOf;

// Checks one message that is written to a tape against the rules of
// channels.h, and all messages inside it.
class MessageChecker {
 public:
  static std::vector<std::string> Problems(const Descriptor& message) {
    MessageChecker checker;
    checker.CheckHead(message);
    checker.Visit(message, /*top=*/true);
    return checker.problems_;
  }

  // The same for a message that is no message of a channel but the content of
  // an attachment, a blob or metadata, where nobody renumbers ids.
  static std::vector<std::string> ProblemsOffChannel(
      const Descriptor& message) {
    MessageChecker checker;
    checker.references_allowed_ = false;
    checker.Visit(message, /*top=*/true);
    return checker.problems_;
  }

 private:
  void Fail(const std::string& where, const std::string& what) {
    problems_.push_back(where + ": " + what);
  }

  void CheckHead(const Descriptor& message) {
    const std::map<int, std::string> head = {
        {1, "id"}, {2, "cause"}, {3, "origin"}};
    for (const auto& [number, name] : head) {
      const FieldDescriptor* field = message.FindFieldByNumber(number);
      if (field == nullptr || field->name() != name ||
          field->type() != FieldDescriptor::TYPE_UINT64 ||
          field->is_repeated() || field->index() != number - 1) {
        Fail(message.full_name(), "does not begin with " + name);
      }
    }
  }

  void Visit(const Descriptor& message, bool top) {
    if (open_.contains(&message)) {
      Fail(message.full_name(), "contains itself");
      return;
    }
    if (!done_.insert(&message).second) return;
    open_.insert(&message);
    for (int i = 0; i < message.field_count(); ++i) {
      CheckField(*message.field(i), top);
    }
    open_.erase(&message);
  }

  void CheckField(const FieldDescriptor& field, bool top) {
    const std::string& name = field.name();
    const auto type = field.type();
    if (IsReferenceField(name)) {
      if (!references_allowed_) {
        Fail(field.full_name(), "is a reference where nobody renumbers it");
      }
      if (type != FieldDescriptor::TYPE_UINT64) {
        Fail(field.full_name(), "is a reference but no uint64");
      }
      if (field.is_repeated() != name.ends_with("_refs")) {
        Fail(field.full_name(), "is repeated but no _refs, or the reverse");
      }
    }
    if (!top && (name == "id" || name == "cause" || name == "origin")) {
      Fail(field.full_name(), "has a name kept for the message's own head");
    }
    if (name == "pseudonyms" &&
        (!top || !field.is_repeated() || field.message_type() == nullptr ||
         field.message_type()->full_name() != "reprise.Pseudonym")) {
      Fail(field.full_name(), "is no list of pseudonyms of the message");
    }
    if (name.ends_with("_ns") &&
        field.cpp_type() != FieldDescriptor::CPPTYPE_INT64 &&
        field.cpp_type() != FieldDescriptor::CPPTYPE_UINT64 &&
        field.cpp_type() != FieldDescriptor::CPPTYPE_DOUBLE) {
      Fail(field.full_name(), "is a time of less than 64 bits");
    }
    if (field.enum_type() != nullptr) CheckEnum(*field.enum_type());
    if (field.message_type() != nullptr) {
      Visit(*field.message_type(), /*top=*/false);
    }
  }

  void CheckEnum(const EnumDescriptor& type) {
    if (type.value(0)->number() != 0 ||
        !type.value(0)->name().ends_with("UNSPECIFIED")) {
      Fail(type.full_name(), "does not begin with UNSPECIFIED = 0");
    }
  }

  bool references_allowed_ = true;
  std::vector<std::string> problems_;
  std::set<const Descriptor*> open_;
  std::set<const Descriptor*> done_;
};

TEST(ChannelTable, EveryMessageFollowsTheRules) {
  for (const ChannelType& type : AllChannelTypes()) {
    const Descriptor* message = BuiltinDescriptor(type.message);
    ASSERT_NE(message, nullptr) << type.message;
    EXPECT_THAT(MessageChecker::Problems(*message), IsEmpty());
  }
}

TEST(ChannelTable, MessagesOffChannelsFollowTheRules) {
  std::set<std::string_view> on_channels;
  for (const ChannelType& type : AllChannelTypes()) {
    on_channels.insert(type.message);
  }
  int checked = 0;
  for (std::string_view name : BuiltinMessages()) {
    if (on_channels.contains(name)) continue;
    EXPECT_THAT(MessageChecker::ProblemsOffChannel(*BuiltinDescriptor(name)),
                IsEmpty());
    ++checked;
  }
  EXPECT_GE(checked, 5);
  EXPECT_THAT(
      MessageChecker::ProblemsOffChannel(
          *BuiltinDescriptor("reprise.TextEvent")),
      Contains("reprise.TextEvent.widget_ref: is a reference where nobody "
               "renumbers it"));
}

// Shows that the checks above can fail.
TEST(ChannelTable, CheckerFindsEveryKindOfMistake) {
  google::protobuf::FileDescriptorProto file;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(R"(
    name: "bad.proto" syntax: "proto3"
    enum_type { name: "E" value { name: "ONE" number: 0 } }
    message_type {
      name: "Bad"
      field { name: "id" number: 1 type: TYPE_UINT64 label: LABEL_OPTIONAL }
      field { name: "cause" number: 2 type: TYPE_UINT32 label: LABEL_OPTIONAL }
      field { name: "a_ref" number: 4 type: TYPE_INT64 label: LABEL_OPTIONAL }
      field { name: "b_ref" number: 5 type: TYPE_UINT64 label: LABEL_REPEATED }
      field { name: "c_refs" number: 6 type: TYPE_UINT64 label: LABEL_OPTIONAL }
      field { name: "inner" number: 7 type: TYPE_MESSAGE label: LABEL_OPTIONAL
              type_name: ".Inner" }
      field { name: "t_ns" number: 8 type: TYPE_INT32 label: LABEL_OPTIONAL }
      field { name: "e" number: 9 type: TYPE_ENUM label: LABEL_OPTIONAL
              type_name: ".E" }
      field { name: "pseudonyms" number: 10 type: TYPE_STRING
              label: LABEL_REPEATED }
    }
    message_type {
      name: "Inner"
      field { name: "id" number: 1 type: TYPE_UINT64 label: LABEL_OPTIONAL }
      field { name: "again" number: 2 type: TYPE_MESSAGE label: LABEL_OPTIONAL
              type_name: ".Inner" }
    })",
                                                            &file));
  google::protobuf::DescriptorPool pool;
  ASSERT_NE(pool.BuildFile(file), nullptr);
  EXPECT_THAT(
      MessageChecker::Problems(*pool.FindMessageTypeByName("Bad")),
      testing::UnorderedElementsAre(
          "Bad: does not begin with cause", "Bad: does not begin with origin",
          "Bad.a_ref: is a reference but no uint64",
          "Bad.b_ref: is repeated but no _refs, or the reverse",
          "Bad.c_refs: is repeated but no _refs, or the reverse",
          "Inner.id: has a name kept for the message's own head",
          "Inner: contains itself", "Bad.t_ns: is a time of less than 64 bits",
          "E: does not begin with UNSPECIFIED = 0",
          "Bad.pseudonyms: is no list of pseudonyms of the message"));
}

TEST(ChannelTable, HasEveryStreamOfTheDesign) {
  for (const char* word :
       {"evdev", "touch", "key", "text", "widget", "sensor", "location",
        "camera", "audio", "net", "intent", "random", "clock", "schedule",
        "state", "screen", "log", "method"}) {
    EXPECT_TRUE(IsStream(word)) << word;
  }
  EXPECT_FALSE(IsStream("smell"));
  EXPECT_FALSE(IsStream(""));
}

TEST(ChannelTable, MeaningsAreOneSentence) {
  for (const ChannelType& type : AllChannelTypes()) {
    EXPECT_TRUE(type.meaning.ends_with('.')) << type.topic_pattern;
    EXPECT_EQ(type.meaning.find(". "), std::string_view::npos)
        << type.topic_pattern;
  }
}

TEST(ChannelTable, NoTopicMatchesTwoPatterns) {
  for (const ChannelType& type : AllChannelTypes()) {
    std::string topic(type.topic_pattern);
    if (const size_t open = topic.find('<'); open != std::string::npos) {
      topic.replace(open, topic.find('>') - open + 1, "x");
    }
    int matches = 0;
    for (const ChannelType& other : AllChannelTypes()) {
      if (TopicMatches(other.topic_pattern, topic)) ++matches;
    }
    EXPECT_EQ(matches, 1) << topic;
    EXPECT_EQ(FindChannel(topic), &type) << topic;
  }
}

TEST(FindChannel, FindsPlainAndVariableTopics) {
  ASSERT_NE(FindChannel("/sensor/accelerometer"), nullptr);
  EXPECT_EQ(FindChannel("/sensor/accelerometer")->message,
            "reprise.SensorEvent");
  EXPECT_EQ(FindChannel("/input/evdev/event3")->stream, "evdev");
  EXPECT_EQ(FindChannel("/reprise")->message, "reprise.RepriseEvent");
  EXPECT_EQ(FindChannel("/reprise/anchor")->message, "reprise.ClockAnchor");
}

TEST(FindChannel, RefusesWhatIsNoTopic) {
  for (const char* topic :
       {"", "/", "net", "/net/", "/net/x", "//net", "/sensor", "/sensor/",
        "/sensor/a/b", "/Sensor/a", "/input/evdev", "/input", "/reprise/",
        "sensor/a"}) {
    EXPECT_EQ(FindChannel(topic), nullptr) << topic;
  }
}

TEST(TopicVariable, GivesWhatTheBracketsStandFor) {
  EXPECT_EQ(TopicVariable("/sensor/light"), "light");
  EXPECT_EQ(TopicVariable("/input/evdev/event3"), "event3");
  EXPECT_EQ(TopicVariable("/net"), std::nullopt);
  EXPECT_EQ(TopicVariable("/sensor/"), std::nullopt);
  EXPECT_EQ(TopicVariable("/nothing/x"), std::nullopt);
}

TEST(IsReferenceField, GoesByTheEndOfTheName) {
  EXPECT_TRUE(IsReferenceField("gesture_ref"));
  EXPECT_TRUE(IsReferenceField("frame_refs"));
  EXPECT_FALSE(IsReferenceField("id"));
  EXPECT_FALSE(IsReferenceField("origin"));
  EXPECT_FALSE(IsReferenceField("href"));
  EXPECT_FALSE(IsReferenceField("refs"));
}

TEST(StandardNames, NameTheConstantsAndKnownMessages) {
  std::vector<std::string_view> names;
  for (const StandardName& name : StandardAttachments()) {
    names.push_back(name.name);
    EXPECT_FALSE(name.media_type.empty()) << name.name;
    if (!name.message.empty()) {
      EXPECT_NE(BuiltinDescriptor(name.message), nullptr) << name.message;
    }
  }
  EXPECT_THAT(names, IsSupersetOf({attachment::kSpecification, attachment::kApp,
                                   attachment::kDevice, attachment::kState,
                                   attachment::kStateFiles}));
  EXPECT_THAT(
      names,
      Contains(testing::StartsWith(std::string(attachment::kBlobPrefix))));
}

TEST(StandardNames, DocumentEveryMetadataKey) {
  std::set<std::string> names;
  for (const StandardName& name : StandardMetadata()) {
    EXPECT_TRUE(names.insert(std::string(name.name)).second) << name.name;
  }
  const auto has = [&](std::string_view record,
                       std::initializer_list<std::string_view> keys) {
    EXPECT_THAT(names, Contains(std::string(record)));
    for (std::string_view key : keys) {
      EXPECT_THAT(names,
                  Contains(std::string(record) + ":" + std::string(key)));
    }
  };
  namespace key = metadata_key;
  has(metadata::kReprise,
      {key::kToolVersion, key::kVerb, key::kCommandLine, key::kCreated,
       key::kHost, key::kHostSystem, key::kPackage, key::kDevice,
       key::kRedaction, key::kSecretStore});
  has(metadata::kSource, {key::kSourceSha256, key::kSourceName,
                          key::kSourceRole, key::kSourceFormat});
  has(metadata::kEnd, {key::kEndReason, key::kEndTime, key::kEndVerdict,
                       key::kEndSentence, key::kEndStopped, key::kEndEffects});
}

}  // namespace
}  // namespace reprise::tape
