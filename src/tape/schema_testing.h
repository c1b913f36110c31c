// Schemas for tests, written as .proto text in the test itself.
//
// Reads the part of the language that the tests need: syntax, package,
// message and enum (nested too), optional, repeated, map, oneof, packed. The
// library's own parser would need one more package. What it makes goes
// through a DescriptorPool, so it is a schema that protobuf accepts.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "tape/mcap.h"

namespace reprise::tape {

class ProtoText {
 public:
  explicit ProtoText(std::string_view source) {
    for (size_t i = 0; i < source.size();) {
      size_t end = i;
      while (end < source.size() &&
             (std::isalnum(static_cast<unsigned char>(source[end])) ||
              source[end] == '_' || source[end] == '.' || source[end] == '-')) {
        ++end;
      }
      if (end == i) ++end;
      if (!std::isspace(static_cast<unsigned char>(source[i]))) {
        words_.emplace_back(source.substr(i, end - i));
      }
      i = end;
    }
  }

  google::protobuf::FileDescriptorProto Parse() {
    google::protobuf::FileDescriptorProto file;
    file.set_name("test.proto");
    while (at_ < words_.size()) {
      std::string word = Word();
      if (word == "syntax") {
        Expect("=");
        Expect("\"");
        file.set_syntax(Word());
        Expect("\"");
        Expect(";");
      } else if (word == "package") {
        file.set_package(Word());
        Expect(";");
      } else if (word == "message") {
        ParseMessage(file.add_message_type());
      } else if (word == "enum") {
        ParseEnum(file.add_enum_type());
      } else {
        ADD_FAILURE() << "not read: " << word;
      }
    }
    return file;
  }

 private:
  using Message = google::protobuf::DescriptorProto;
  using Field = google::protobuf::FieldDescriptorProto;

  std::string Word() { return at_ < words_.size() ? words_[at_++] : ""; }
  void Expect(std::string_view word) { EXPECT_EQ(Word(), word); }

  void ParseMessage(Message* message) {
    message->set_name(Word());
    Expect("{");
    for (std::string word = Word(); word != "}" && !word.empty();
         word = Word()) {
      if (word == "message") {
        ParseMessage(message->add_nested_type());
      } else if (word == "enum") {
        ParseEnum(message->add_enum_type());
      } else if (word == "oneof") {
        int index = message->oneof_decl_size();
        message->add_oneof_decl()->set_name(Word());
        Expect("{");
        for (word = Word(); word != "}" && !word.empty(); word = Word()) {
          ParseField(word, message)->set_oneof_index(index);
        }
      } else {
        ParseField(word, message);
      }
    }
    // An optional field is in a oneof of its own, after all others.
    for (Field& field : *message->mutable_field()) {
      if (!field.proto3_optional()) continue;
      field.set_oneof_index(message->oneof_decl_size());
      message->add_oneof_decl()->set_name("_" + field.name());
    }
  }

  Field* ParseField(std::string word, Message* message) {
    Field* field = message->add_field();
    field->set_label(Field::LABEL_OPTIONAL);
    if (word == "repeated") field->set_label(Field::LABEL_REPEATED);
    bool optional = word == "optional";
    if (optional || word == "repeated") word = Word();
    if (word == "map") {
      Expect("<");
      Message* entry = message->add_nested_type();
      entry->mutable_options()->set_map_entry(true);
      for (const char* name : {"key", "value"}) {
        Field* part = entry->add_field();
        part->set_label(Field::LABEL_OPTIONAL);
        part->set_name(name);
        part->set_number(entry->field_size());
        SetType(Word(), part);
        Word();  // "," and ">"
      }
      field->set_name(Word());
      field->set_label(Field::LABEL_REPEATED);
      bool upper = true;
      for (char c : field->name()) {
        if (c != '_') {
          entry->mutable_name()->push_back(
              static_cast<char>(upper ? std::toupper(c) : c));
        }
        upper = c == '_';
      }
      entry->mutable_name()->append("Entry");
      field->set_type_name(entry->name());
    } else {
      SetType(word, field);
      field->set_name(Word());
    }
    Expect("=");
    field->set_number(std::stoi(Word()));
    word = Word();
    if (word == "[") {
      Expect("packed");
      Expect("=");
      field->mutable_options()->set_packed(Word() == "true");
      Expect("]");
      word = Word();
    }
    EXPECT_EQ(word, ";") << field->name();
    if (optional) field->set_proto3_optional(true);
    return field;
  }

  void ParseEnum(google::protobuf::EnumDescriptorProto* type) {
    type->set_name(Word());
    Expect("{");
    for (std::string word = Word(); word != "}" && !word.empty();
         word = Word()) {
      auto* value = type->add_value();
      value->set_name(word);
      Expect("=");
      value->set_number(std::stoi(Word()));
      Expect(";");
    }
  }

  void SetType(const std::string& word, Field* field) {
    static constexpr const char* kTypes[] = {
        "double",  "float", "int64",    "uint64",   "int32",   "fixed64",
        "fixed32", "bool",  "string",   "group",    "message", "bytes",
        "uint32",  "enum",  "sfixed32", "sfixed64", "sint32",  "sint64"};
    for (int i = 0; i < 18; ++i) {
      if (word == kTypes[i]) {
        field->set_type(static_cast<Field::Type>(i + 1));
        return;
      }
    }
    field->set_type_name(word);
  }

  std::vector<std::string> words_;
  size_t at_ = 0;
};

// With every type name resolved, as protoc writes it.
inline google::protobuf::FileDescriptorProto ParseProto(
    std::string_view source) {
  google::protobuf::DescriptorPool pool;
  const auto* built = pool.BuildFile(ProtoText(source).Parse());
  EXPECT_NE(built, nullptr) << source;
  google::protobuf::FileDescriptorProto resolved;
  if (built != nullptr) built->CopyTo(&resolved);
  return resolved;
}

inline Schema SchemaOf(const google::protobuf::FileDescriptorProto& file,
                       std::string name) {
  google::protobuf::FileDescriptorSet set;
  *set.add_file() = file;
  return {1, std::move(name), "protobuf", set.SerializeAsString()};
}

inline Schema SchemaOf(std::string_view source, std::string name) {
  return SchemaOf(ParseProto(source), std::move(name));
}

}  // namespace reprise::tape
