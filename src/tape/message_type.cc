#include "tape/message_type.h"

#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <set>

#include "tape/wire.h"

namespace reprise::tape {

namespace pb = google::protobuf;

namespace {

// Names become keys of JSON and words of sentences.
bool IsIdentifier(std::string_view name) {
  if (name.empty() || name.size() > kMaxTypeNameBytes ||
      (name[0] >= '0' && name[0] <= '9')) {
    return false;
  }
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_';
  });
}

bool CanBePacked(FieldKind kind) {
  return kind != FieldKind::kString && kind != FieldKind::kBytes &&
         kind != FieldKind::kMessage && kind != FieldKind::kGroup;
}

}  // namespace

// Finds the types that the root needs and turns them into tables, one after
// the other, so that neither depth nor unused types cost anything.
class SchemaCompiler {
 public:
  explicit SchemaCompiler(const Schema& schema) : schema_(schema) {}

  Result<std::unique_ptr<const SchemaTypes>> Run() {
    if (schema_.data.size() > kMaxSchemaBytes) {
      return Refuse(fmt::format("it has {} bytes and {} are accepted",
                                schema_.data.size(), kMaxSchemaBytes));
    }
    if (!files_.ParseFromString(schema_.data)) {
      return Refuse("it is not a FileDescriptorSet");
    }
    RETURN_IF_ERROR(CollectNames());
    auto root = messages_.find("." + schema_.name);
    if (root == messages_.end()) {
      return Refuse("it does not define that message");
    }
    types_->root_ = TypeFor(root->second);
    while (!todo_.empty()) {
      auto [source, target] = todo_.back();
      todo_.pop_back();
      RETURN_IF_ERROR(Compile(*source, target));
    }
    return std::unique_ptr<const SchemaTypes>(std::move(types_));
  }

 private:
  struct MessageSource {
    const pb::DescriptorProto* proto;
    const pb::FileDescriptorProto* file;
    std::string name;  // with a leading dot
    MessageType* type = nullptr;
  };
  struct EnumSource {
    const pb::EnumDescriptorProto* proto;
    std::string name;
    EnumType* type = nullptr;
  };

  tl::unexpected<Error> Refuse(std::string_view why) const {
    return Fail(ErrorKind::kUnsupported,
                "the schema \"{}\" cannot be used to decode messages: {}",
                schema_.name, why);
  }

  Status CollectNames() {
    std::vector<MessageSource> scopes;
    std::set<std::string> seen;
    for (const pb::FileDescriptorProto& file : files_.file()) {
      if (!seen.insert(file.name()).second) continue;
      std::string prefix = file.package().empty() ? "" : "." + file.package();
      for (const pb::DescriptorProto& message : file.message_type()) {
        ASSIGN_OR_RETURN(std::string name, NewName(prefix, message.name()));
        scopes.push_back({&message, &file, std::move(name)});
      }
      for (const pb::EnumDescriptorProto& type : file.enum_type()) {
        RETURN_IF_ERROR(AddEnum(type, prefix));
      }
    }
    while (!scopes.empty()) {
      MessageSource scope = std::move(scopes.back());
      scopes.pop_back();
      for (const pb::DescriptorProto& message : scope.proto->nested_type()) {
        ASSIGN_OR_RETURN(std::string name, NewName(scope.name, message.name()));
        scopes.push_back({&message, scope.file, std::move(name)});
      }
      for (const pb::EnumDescriptorProto& type : scope.proto->enum_type()) {
        RETURN_IF_ERROR(AddEnum(type, scope.name));
      }
      std::string name = scope.name;
      if (!messages_.try_emplace(name, std::move(scope)).second) {
        return Refuse(fmt::format("it defines {} twice", name.substr(1)));
      }
    }
    return {};
  }

  // The full name of a type; limits what names and types can cost.
  Result<std::string> NewName(std::string_view scope, std::string_view name) {
    if (!IsIdentifier(name) || scope.size() + name.size() > kMaxTypeNameBytes) {
      return Refuse("the name of a type is not proper or too long");
    }
    if (++type_count_ > kMaxSchemaTypes) {
      return Refuse(fmt::format("it has more than {} types", kMaxSchemaTypes));
    }
    return fmt::format("{}.{}", scope, name);
  }

  Status AddEnum(const pb::EnumDescriptorProto& type,
                 const std::string& prefix) {
    ASSIGN_OR_RETURN(std::string name, NewName(prefix, type.name()));
    if (!enums_.try_emplace(name, EnumSource{&type, name}).second) {
      return Refuse(fmt::format("it defines {} twice", name.substr(1)));
    }
    return {};
  }

  MessageType* TypeFor(MessageSource& source) {
    if (source.type == nullptr) {
      types_->messages_.push_back(std::make_unique<MessageType>());
      source.type = types_->messages_.back().get();
      source.type->name = source.name.substr(1);
      todo_.emplace_back(&source, source.type);
    }
    return source.type;
  }

  Result<const EnumType*> TypeFor(EnumSource& source) {
    if (source.type != nullptr) return source.type;
    types_->enums_.push_back(std::make_unique<EnumType>());
    EnumType* type = types_->enums_.back().get();
    source.type = type;
    type->name = source.name.substr(1);
    for (const pb::EnumValueDescriptorProto& value : source.proto->value()) {
      if (!IsIdentifier(value.name())) {
        return Refuse(
            fmt::format("a value of {} has no proper name", type->name));
      }
      if (!type->number_of.try_emplace(value.name(), value.number()).second) {
        return Refuse(fmt::format("{} has {} twice", type->name, value.name()));
      }
      type->name_of.try_emplace(value.number(), value.name());
      type->value_names.push_back(value.name());
    }
    return type;
  }

  Status Compile(const MessageSource& source, MessageType* type) {
    const std::string& syntax = source.file->syntax();
    if (!syntax.empty() && syntax != "proto2" && syntax != "proto3") {
      return Refuse(fmt::format("{} has another syntax than proto2 and proto3",
                                type->name));
    }
    bool proto3 = syntax == "proto3";
    if (source.proto->options().message_set_wire_format()) {
      return Refuse(fmt::format("{} is a message set", type->name));
    }
    type->is_map_entry = source.proto->options().map_entry();
    for (const pb::OneofDescriptorProto& oneof : source.proto->oneof_decl()) {
      type->oneofs.push_back(IsIdentifier(oneof.name()) ? oneof.name() : "?");
    }
    type->fields.reserve(source.proto->field_size());
    for (const pb::FieldDescriptorProto& proto : source.proto->field()) {
      FieldType field;
      RETURN_IF_ERROR(CompileField(proto, proto3, *type, &field));
      type->fields.push_back(std::move(field));
    }
    std::sort(type->fields.begin(), type->fields.end(),
              [](const FieldType& a, const FieldType& b) {
                return a.number < b.number;
              });
    for (size_t i = 0; i < type->fields.size(); ++i) {
      const FieldType& field = type->fields[i];
      if (i > 0 && type->fields[i - 1].number == field.number) {
        return Refuse(
            fmt::format("{} has number {} twice", type->name, field.number));
      }
      if (!type->index_of.try_emplace(field.name, i).second) {
        return Refuse(
            fmt::format("{} has field {} twice", type->name, field.name));
      }
    }
    return CheckMapEntry(*type);
  }

  Status CompileField(const pb::FieldDescriptorProto& proto, bool proto3,
                      const MessageType& type, FieldType* field) {
    field->name = proto.name();
    if (!IsIdentifier(field->name)) {
      return Refuse(fmt::format("a field of {} has no proper name", type.name));
    }
    if (proto.number() < 1 ||
        static_cast<uint32_t>(proto.number()) > kMaxFieldNumber ||
        !proto.has_type()) {
      return Refuse(fmt::format("{}.{} has no proper number or type", type.name,
                                field->name));
    }
    field->number = static_cast<uint32_t>(proto.number());
    field->kind = static_cast<FieldKind>(proto.type());
    field->repeated = proto.label() == pb::FieldDescriptorProto::LABEL_REPEATED;
    field->packed =
        field->repeated && CanBePacked(field->kind) &&
        (proto.options().has_packed() ? proto.options().packed() : proto3);
    if (proto.has_oneof_index()) {
      if (proto.oneof_index() < 0 ||
          proto.oneof_index() >= static_cast<int>(type.oneofs.size())) {
        return Refuse(fmt::format("{}.{} is in a oneof that is not there",
                                  type.name, field->name));
      }
      // The oneof of an optional field is a formality.
      if (!proto.proto3_optional()) field->oneof = proto.oneof_index();
    }
    field->implicit = proto3 && !field->repeated && !proto.has_oneof_index() &&
                      field->kind != FieldKind::kMessage;
    if (field->kind == FieldKind::kMessage) {
      auto found = messages_.find(proto.type_name());
      if (found == messages_.end()) return Missing(type, *field, proto);
      field->message = TypeFor(found->second);
      field->map =
          field->repeated && found->second.proto->options().map_entry();
    } else if (field->kind == FieldKind::kEnum) {
      auto found = enums_.find(proto.type_name());
      if (found == enums_.end()) return Missing(type, *field, proto);
      ASSIGN_OR_RETURN(field->enumeration, TypeFor(found->second));
    }
    return {};
  }

  Status Missing(const MessageType& type, const FieldType& field,
                 const pb::FieldDescriptorProto& proto) const {
    return Refuse(fmt::format("{}.{} is of type \"{}\", which is not there",
                              type.name, field.name, proto.type_name()));
  }

  Status CheckMapEntry(const MessageType& type) const {
    if (!type.is_map_entry) return {};
    bool good = type.fields.size() == 2 && type.fields[0].number == 1 &&
                type.fields[1].number == 2;
    for (const FieldType& field : type.fields) {
      good = good && !field.repeated && field.oneof < 0 &&
             field.kind != FieldKind::kGroup;
    }
    if (good) {
      switch (type.fields[0].kind) {
        case FieldKind::kDouble:
        case FieldKind::kFloat:
        case FieldKind::kBytes:
        case FieldKind::kMessage:
        case FieldKind::kEnum:
          good = false;
          break;
        default:
          break;
      }
    }
    if (!good) return Refuse(fmt::format("{} is no map entry", type.name));
    return {};
  }

  const Schema& schema_;
  pb::FileDescriptorSet files_;
  size_t type_count_ = 0;
  std::map<std::string, MessageSource> messages_;
  std::map<std::string, EnumSource> enums_;
  std::unique_ptr<SchemaTypes> types_{new SchemaTypes};
  std::vector<std::pair<const MessageSource*, MessageType*>> todo_;
};

size_t MessageType::Find(uint32_t number, size_t hint) const {
  for (size_t i = hint; i < fields.size() && i < hint + 4; ++i) {
    if (fields[i].number == number) return i;
  }
  auto found = std::lower_bound(fields.begin(), fields.end(), number,
                                [](const FieldType& field, uint32_t wanted) {
                                  return field.number < wanted;
                                });
  if (found == fields.end() || found->number != number) return fields.size();
  return static_cast<size_t>(found - fields.begin());
}

const FieldType* MessageType::Find(std::string_view field_name) const {
  auto found = index_of.find(field_name);
  return found == index_of.end() ? nullptr : &fields[found->second];
}

Result<std::unique_ptr<const SchemaTypes>> SchemaTypes::Build(
    const Schema& schema) {
  if (schema.encoding != "protobuf") {
    return Fail(ErrorKind::kUnsupported,
                "the schema \"{}\" cannot be used to decode messages: its "
                "encoding is \"{}\", not \"protobuf\"",
                schema.name, schema.encoding);
  }
  return SchemaCompiler(schema).Run();
}

TypeTable::TypeTable(const std::map<uint16_t, Schema>& schemas,
                     const std::map<uint16_t, Channel>& channels)
    : schemas_(schemas), channels_(channels) {}

TypeTable::~TypeTable() = default;

const MessageType* TypeTable::Of(uint16_t channel_id) {
  if (channel_id >= by_channel_.size()) by_channel_.resize(channel_id + 1u);
  Entry& entry = by_channel_[channel_id];
  if (entry.known) return entry.type;
  auto channel = channels_.find(channel_id);
  if (channel == channels_.end()) return nullptr;  // may still come
  entry.known = true;
  if (channel->second.message_encoding != "protobuf") return nullptr;
  uint16_t schema_id = channel->second.schema_id;
  auto built = by_schema_.find(schema_id);
  if (built == by_schema_.end()) {
    auto schema = schemas_.find(schema_id);
    if (schema == schemas_.end()) return nullptr;
    built =
        by_schema_.try_emplace(schema_id, SchemaTypes::Build(schema->second))
            .first;
  }
  if (built->second) entry.type = &(*built->second)->root();
  return entry.type;
}

std::string TypeTable::Problem(uint16_t channel_id) {
  if (Of(channel_id) != nullptr) return "";
  auto channel = channels_.find(channel_id);
  if (channel == channels_.end()) {
    return fmt::format("there is no channel {}", channel_id);
  }
  if (channel->second.message_encoding != "protobuf") {
    return fmt::format("its messages are \"{}\", not \"protobuf\"",
                       channel->second.message_encoding);
  }
  auto built = by_schema_.find(channel->second.schema_id);
  if (built == by_schema_.end()) {
    return fmt::format("there is no schema {}", channel->second.schema_id);
  }
  return built->second.error().message;
}

}  // namespace reprise::tape
