// Schemas for tests, written as .proto text in the test itself.
//
// Threads: one.
#pragma once

#include <google/protobuf/compiler/parser.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "tape/mcap.h"

namespace reprise::tape {

// With every type name resolved, as protoc writes it.
inline google::protobuf::FileDescriptorProto ParseProto(
    std::string_view source) {
  google::protobuf::io::ArrayInputStream input(source.data(),
                                               static_cast<int>(source.size()));
  google::protobuf::io::Tokenizer words(&input, nullptr);
  google::protobuf::FileDescriptorProto file;
  google::protobuf::compiler::Parser parser;
  EXPECT_TRUE(parser.Parse(&words, &file)) << source;
  file.set_name("test.proto");
  google::protobuf::DescriptorPool pool;
  const auto* built = pool.BuildFile(file);
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
