// MessageType: what the schema on a tape says about its messages.
//
// A protobuf schema is a FileDescriptorSet from a file, so from anybody. It is
// turned into plain tables by which bytes are read and written (decode.h,
// encode.h, links.h). No message object of the protobuf library is built from
// it: a schema may claim types of a size that would multiply every message.
//
// What cannot be used (another syntax, a name that is missing, a number twice)
// is an error in words; then the messages are shown as bytes.
//
// Threads: many may read a SchemaTypes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "tape/mcap.h"

namespace reprise::tape {

// Larger schemas are not decoded; those of Reprise have some 10 KiB.
inline constexpr uint64_t kMaxSchemaBytes = 1 << 20;
inline constexpr size_t kMaxSchemaTypes = 20000;
inline constexpr size_t kMaxTypeNameBytes = 1000;

// As in google.protobuf.FieldDescriptorProto.Type, same numbers.
enum class FieldKind : uint8_t {
  kDouble = 1,
  kFloat = 2,
  kInt64 = 3,
  kUint64 = 4,
  kInt32 = 5,
  kFixed64 = 6,
  kFixed32 = 7,
  kBool = 8,
  kString = 9,
  kGroup = 10,  // never decoded
  kMessage = 11,
  kBytes = 12,
  kUint32 = 13,
  kEnum = 14,
  kSfixed32 = 15,
  kSfixed64 = 16,
  kSint32 = 17,
  kSint64 = 18,
};

struct MessageType;

// Lets names be looked up without making a string of them.
struct NameHash {
  using is_transparent = void;
  size_t operator()(std::string_view name) const {
    return std::hash<std::string_view>{}(name);
  }
};
template <typename T>
using NameMap = std::unordered_map<std::string, T, NameHash, std::equal_to<>>;

struct EnumType {
  std::string name;
  std::vector<std::string> value_names;  // in the order of the schema
  std::unordered_map<int32_t, std::string> name_of;  // the first, with aliases
  NameMap<int32_t> number_of;
};

struct FieldType {
  uint32_t number = 0;
  FieldKind kind = FieldKind::kInt32;
  bool repeated = false;
  bool packed = false;    // repeated, written as one run
  bool map = false;       // repeated, of a message with is_map_entry
  bool implicit = false;  // a value that is zero or empty is not written
  int oneof = -1;         // index in MessageType::oneofs, or -1
  std::string name;
  const MessageType* message = nullptr;   // of kMessage
  const EnumType* enumeration = nullptr;  // of kEnum
};

struct MessageType {
  std::string name;  // full, without a leading dot
  bool is_map_entry = false;
  std::vector<FieldType> fields;  // by ascending number
  std::vector<std::string> oneofs;
  NameMap<uint32_t> index_of;  // field name to fields

  // The index of a field, or fields.size(). Fields come in ascending order as
  // a rule, so the search begins at `hint`.
  size_t Find(uint32_t number, size_t hint) const;
  const FieldType* Find(std::string_view field_name) const;
};

// The message of a schema and all it is made of.
class SchemaTypes {
 public:
  static Result<std::unique_ptr<const SchemaTypes>> Build(const Schema& schema);

  const MessageType& root() const { return *root_; }

 private:
  friend class SchemaCompiler;
  SchemaTypes() = default;
  const MessageType* root_ = nullptr;
  std::vector<std::unique_ptr<MessageType>> messages_;
  std::vector<std::unique_ptr<EnumType>> enums_;
};

// The types of the channels of one tape, built when first asked for. The maps
// must outlive the table; they may grow meanwhile. One thread at a time.
class TypeTable {
 public:
  TypeTable(const std::map<uint16_t, Schema>& schemas,
            const std::map<uint16_t, Channel>& channels);
  ~TypeTable();

  // nullptr when the messages of the channel are not protobuf, or cannot be
  // decoded: then Problem() says why.
  const MessageType* Of(uint16_t channel_id);
  std::string Problem(uint16_t channel_id);

 private:
  struct Entry {
    bool known = false;
    const MessageType* type = nullptr;
  };
  const std::map<uint16_t, Schema>& schemas_;
  const std::map<uint16_t, Channel>& channels_;
  std::vector<Entry> by_channel_;
  std::map<uint16_t, Result<std::unique_ptr<const SchemaTypes>>> by_schema_;
};

}  // namespace reprise::tape
