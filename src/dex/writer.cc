#include "dex/writer.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "dex/checksum.h"
#include "dex/class_order.h"
#include "dex/cursor.h"
#include "dex/file_format.h"
#include "dex/mutf8.h"
#include "dex/write_annotations.h"
#include "dex/write_members.h"

namespace reprise::dex {
namespace {

constexpr uint64_t kMaxFile = 1ULL << 31;

class Writer {
 public:
  Writer(const Pool& pool, const ClassList& classes, const Indices& indices)
      : pool_(pool), classes_(classes), indices_(indices) {}

  Result<std::string> Write(int version);

 private:
  void StartTables();
  void TypeLists();
  void Strings();
  void HiddenApi();
  void FillTables();
  void Map();
  void Header(int version);
  // Notes a part of the file, if it is not empty, for the map.
  void Section(MapType type, size_t count, size_t offset) {
    if (count > 0) sections_.push_back({type, count, offset});
  }
  uint32_t TypeList(std::span<const TypeId> types);
  void SetU32(size_t at, uint32_t value) { std::memcpy(&out_[at], &value, 4); }
  void SetU16(size_t at, uint32_t value) { std::memcpy(&out_[at], &value, 2); }

  struct Part {
    MapType type;
    size_t count;
    size_t offset;
  };
  // Where the tables are, in the order of the header, then the newer ones.
  struct Table {
    MapType type;
    size_t count;
    size_t row;
    size_t offset;
  };

  const Pool& pool_;
  const ClassList& classes_;
  const Indices& indices_;
  std::string out_;
  std::vector<Table> tables_;
  std::vector<Part> sections_;
  std::unordered_map<std::string, uint32_t> type_lists_;
  std::vector<uint32_t> string_offsets_, proto_lists_, interface_lists_;
  AnnotationOffsets annotations_;
  MemberOffsets members_;
  size_t data_ = 0;
  size_t map_ = 0;
};

void Writer::StartTables() {
  tables_ = {
      {kMapStringIds, indices_.strings.ids.size(), kStringIdSize, 0},
      {kMapTypeIds, indices_.types.ids.size(), kTypeIdSize, 0},
      {kMapProtoIds, indices_.protos.ids.size(), kProtoIdSize, 0},
      {kMapFieldIds, indices_.fields.ids.size(), kFieldIdSize, 0},
      {kMapMethodIds, indices_.methods.ids.size(), kMethodIdSize, 0},
      {kMapClassDefs, classes_.size(), kClassDefSize, 0},
      {kMapCallSiteIds, indices_.call_sites.ids.size(), kCallSiteIdSize, 0},
      {kMapMethodHandles, indices_.handles.ids.size(), kMethodHandleSize, 0},
  };
  Section(kMapHeader, 1, 0);
  size_t at = kHeaderSize;
  for (Table& table : tables_) {
    if (table.count > 0) table.offset = at;
    Section(table.type, table.count, at);
    at += table.count * table.row;
  }
  out_.resize(at);
  data_ = at;
}

uint32_t Writer::TypeList(std::span<const TypeId> types) {
  if (types.empty()) return 0;
  std::string list;
  PutU32(&list, static_cast<uint32_t>(types.size()));
  for (const TypeId type : types) {
    PutU16(&list, static_cast<uint16_t>(indices_.types[type]));
  }
  const auto [place, is_new] = type_lists_.try_emplace(std::move(list), 0);
  if (is_new) {
    Align4(&out_);
    place->second = static_cast<uint32_t>(out_.size());
    out_ += place->first;
  }
  return place->second;
}

void Writer::TypeLists() {
  Align4(&out_);
  const size_t start = out_.size();
  for (const uint32_t id : indices_.protos.ids) {
    proto_lists_.push_back(TypeList(pool_.Get(ProtoId{id}).parameters));
  }
  for (const ClassDef* entry : classes_) {
    interface_lists_.push_back(TypeList(entry->interfaces));
  }
  Section(kMapTypeLists, type_lists_.size(), start);
}

void Writer::Strings() {
  Section(kMapStringData, indices_.strings.ids.size(), out_.size());
  string_offsets_.reserve(indices_.strings.ids.size());
  for (const uint32_t id : indices_.strings.ids) {
    string_offsets_.push_back(static_cast<uint32_t>(out_.size()));
    const std::string_view text = pool_.Text({id});
    PutUleb(&out_, Utf16Length(text));
    out_ += text;
    out_.push_back('\0');
  }
}

// Flags of all members of the classes that have them, in the members' order.
void Writer::HiddenApi() {
  bool any = false;
  for (const ClassDef* entry : classes_) any |= entry->has_hidden_api;
  if (!any) return;
  Align4(&out_);
  const size_t start = out_.size();
  Section(kMapHiddenApi, 1, start);
  out_.resize(start + 4 + classes_.size() * 4);
  for (size_t i = 0; i < classes_.size(); ++i) {
    if (!classes_[i]->has_hidden_api) continue;
    SetU32(start + 4 + i * 4, static_cast<uint32_t>(out_.size() - start));
    const SortedMembers members(indices_, *classes_[i]);
    for (const FieldDef* field : members.fields) {
      PutUleb(&out_, field->hidden_api);
    }
    for (const MethodDef* method : members.methods) {
      PutUleb(&out_, method->hidden_api);
    }
  }
  SetU32(start, static_cast<uint32_t>(out_.size() - start));
}

void Writer::FillTables() {
  const auto index = [&](TypeId id) {
    return id.valid() ? indices_.types[id] : kNoIndex;
  };
  size_t at = kHeaderSize;
  const auto u32 = [&](uint32_t value) {
    SetU32(at, value);
    at += 4;
  };
  const auto u16 = [&](uint32_t value) {
    SetU16(at, value);
    at += 2;
  };
  for (const uint32_t offset : string_offsets_) u32(offset);
  for (const uint32_t id : indices_.types.ids) {
    u32(indices_.strings[pool_.Name({id})]);
  }
  for (size_t i = 0; i < proto_lists_.size(); ++i) {
    const Proto& proto = pool_.Get(ProtoId{indices_.protos.ids[i]});
    u32(indices_.strings[proto.shorty]);
    u32(indices_.types[proto.result]);
    u32(proto_lists_[i]);
  }
  for (const uint32_t id : indices_.fields.ids) {
    const FieldRef field = pool_.Get(FieldId{id});
    u16(indices_.types[field.owner]);
    u16(indices_.types[field.type]);
    u32(indices_.strings[field.name]);
  }
  for (const uint32_t id : indices_.methods.ids) {
    const MethodRef method = pool_.Get(MethodId{id});
    u16(indices_.types[method.owner]);
    u16(indices_.protos[method.proto]);
    u32(indices_.strings[method.name]);
  }
  for (size_t i = 0; i < classes_.size(); ++i) {
    const ClassDef& entry = *classes_[i];
    u32(indices_.types[entry.type]);
    u32(entry.access);
    u32(index(entry.superclass));
    u32(interface_lists_[i]);
    u32(entry.source_file.valid() ? indices_.strings[entry.source_file]
                                  : kNoIndex);
    u32(annotations_.directories[i]);
    u32(members_.class_data[i]);
    u32(members_.static_values[i]);
  }
  for (const uint32_t offset : members_.call_sites) u32(offset);
  for (const uint32_t id : indices_.handles.ids) {
    const HandleRef handle = pool_.Get(HandleId{id});
    u16(static_cast<uint32_t>(handle.kind));
    u16(0);
    u16(handle.IsField() ? indices_.fields[FieldId{handle.member}]
                         : indices_.methods[MethodId{handle.member}]);
    u16(0);
  }
}

void Writer::Map() {
  Align4(&out_);
  map_ = out_.size();
  Section(kMapMapList, 1, map_);
  PutU32(&out_, static_cast<uint32_t>(sections_.size()));
  for (const Part& part : sections_) {
    PutU16(&out_, part.type);
    PutU16(&out_, 0);
    PutU32(&out_, static_cast<uint32_t>(part.count));
    PutU32(&out_, static_cast<uint32_t>(part.offset));
  }
}

void Writer::Header(int version) {
  out_.replace(0, 8, fmt::format("dex\n{:03}{}", version, '\0'));
  SetU32(kFileSizeAt, static_cast<uint32_t>(out_.size()));
  SetU32(kFileSizeAt + 4, kHeaderSize);
  SetU32(kFileSizeAt + 8, kEndianTag);
  SetU32(kMapAt, static_cast<uint32_t>(map_));
  size_t at = kTablesAt;
  for (size_t i = 0; i < 6; ++i) {
    SetU32(at, static_cast<uint32_t>(tables_[i].count));
    SetU32(at + 4, static_cast<uint32_t>(tables_[i].offset));
    at += 8;
  }
  SetU32(kDataAt, static_cast<uint32_t>(out_.size() - data_));
  SetU32(kDataAt + 4, static_cast<uint32_t>(data_));
  const std::string_view all = out_;
  const auto signature = Sha1(all.substr(kFileSizeAt));
  std::memcpy(&out_[kSignatureAt], signature.data(), signature.size());
  SetU32(kChecksumAt, Adler32(all.substr(kSignatureAt)));
}

Result<std::string> Writer::Write(int version) {
  StartTables();
  TypeLists();
  Strings();
  const auto section = [&](MapType type, size_t count, size_t offset) {
    Section(type, count, offset);
  };
  annotations_ = WriteAnnotations(indices_, classes_, &out_, section);
  ASSIGN_OR_RETURN(members_,
                   WriteMembers(pool_, indices_, classes_, &out_, section));
  HiddenApi();
  FillTables();
  Map();
  if (out_.size() > kMaxFile) {
    return Fail(ErrorKind::kUnsupported,
                "a dex file of {} would be too big; write fewer classes into "
                "one",
                FormatSize(out_.size()));
  }
  Header(version);
  return std::move(out_);
}

// The lowest version that has what the classes use.
int NeededVersion(const Indices& indices, const ClassList& classes) {
  int version = indices.call_sites.ids.empty() ? 35 : 38;
  if (!indices.handles.ids.empty()) version = 38;
  for (const ClassDef* entry : classes) {
    if (entry->has_hidden_api) version = 39;
    for (const MethodDef& method : entry->methods) {
      if (!method.code) continue;
      for (const Instruction& instruction : method.code->instructions) {
        if (instruction.op < Op::kInvokePolymorphic) continue;
        version = std::max(version,
                           instruction.op >= Op::kConstMethodHandle ? 39 : 38);
      }
    }
  }
  return version;
}

}  // namespace

Result<std::string> WriteDex(const Pool& pool, const ClassList& classes,
                             const WriteOptions& options) {
  if (options.version < 35 || options.version > 40) {
    return Fail(ErrorKind::kInvalidArgument,
                "dex files of version {} cannot be written; 35 to 40 can",
                options.version);
  }
  Collector collector(pool, options.limits);
  for (const ClassDef* entry : classes) {
    ASSIGN_OR_RETURN(const bool fits, collector.Add(*entry));
    if (!fits) {
      return Fail(ErrorKind::kUnsupported,
                  "{} classes refer to more types, prototypes, fields or "
                  "methods than one dex file can number; split them",
                  classes.size());
    }
  }
  const Indices indices = collector.Finish();
  ASSIGN_OR_RETURN(const ClassList sorted, SupersFirst(pool, classes));
  return Writer(pool, sorted, indices)
      .Write(std::max(options.version, NeededVersion(indices, classes)));
}

}  // namespace reprise::dex
