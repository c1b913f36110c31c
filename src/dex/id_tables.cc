#include "dex/id_tables.h"

#include "dex/file_format.h"
#include "dex/read_values.h"
#include "dex/reader.h"

namespace reprise::dex {
namespace {

struct TableShape {
  const char* name;
  size_t row;
};
// In the order of IdTables::Which.
constexpr TableShape kShapes[] = {
    {"string", kStringIdSize},      {"type", kTypeIdSize},
    {"prototype", kProtoIdSize},    {"field", kFieldIdSize},
    {"method", kMethodIdSize},      {"class", kClassDefSize},
    {"call site", kCallSiteIdSize}, {"method handle", kMethodHandleSize}};

constexpr size_t kMapItemSize = 12;

}  // namespace

bool IdTables::SetTable(Which which, uint32_t count, uint32_t offset) {
  const TableShape& shape = kShapes[which];
  if (count > 0 && (offset < kHeaderSize ||
                    offset + uint64_t{count} * shape.row > bytes_.size())) {
    return Bad("the table of {} {}s at {:#x} is not inside the file", count,
               shape.name, offset);
  }
  tables_[which].count = count;
  tables_[which].offset = offset;
  if (which != kClasses) tables_[which].ids.assign(count, kNoId);
  return true;
}

bool IdTables::Open() {
  Cursor header = At(kTablesAt);
  for (int which = kStrings; which <= kClasses; ++which) {
    const uint32_t count = header.U32();
    const uint32_t offset = header.U32();
    if (!SetTable(static_cast<Which>(which), count, offset)) return false;
  }
  return ReadMap();
}

bool IdTables::ReadMap() {
  const uint32_t offset = At(kMapAt).U32();
  // Only newer tables are found by the map alone; without one there are none.
  if (offset == 0) return true;
  Cursor map = At(offset);
  const uint32_t count = map.U32();
  if (!map.ok() || count > map.remaining() / kMapItemSize) {
    return Bad("the map at {:#x} is not inside the file", offset);
  }
  for (uint32_t i = 0; i < count; ++i) {
    const uint16_t type = map.U16();
    map.U16();
    const uint32_t size = map.U32();
    const uint32_t place = map.U32();
    if (type == kMapCallSiteIds && !SetTable(kCallSites, size, place)) {
      return false;
    }
    if (type == kMapMethodHandles && !SetTable(kHandles, size, place)) {
      return false;
    }
    if (type == kMapHiddenApi) hidden_api_ = place;
  }
  return true;
}

bool IdTables::Charge(uint64_t work) {
  if (work > work_) {
    work_ = 0;
    return Bad(
        "the file uses the same bytes too often: more than {} items "
        "for each of its bytes",
        kWorkPerByte);
  }
  work_ -= work;
  return true;
}

uint32_t* IdTables::Slot(Which which, uint32_t index) {
  Table& table = tables_[which];
  if (index >= table.count) {
    Bad("there is no {} {}, the file has {}", kShapes[which].name, index,
        table.count);
    return nullptr;
  }
  return &table.ids[index];
}

Cursor IdTables::Row(Which which, uint32_t index) const {
  return At(tables_[which].offset + index * kShapes[which].row);
}

StringId IdTables::String(uint32_t index) {
  uint32_t* id = Slot(kStrings, index);
  if (id == nullptr) return {};
  if (*id == kNoId) {
    const uint32_t offset = Row(kStrings, index).U32();
    Cursor data = At(offset);
    data.Uleb();  // counted again when it is written
    const std::string_view rest = bytes_.substr(data.position());
    const size_t size = rest.substr(0, work_).find('\0');
    if (!data.ok() || size == std::string_view::npos) {
      Bad("string {} at {:#x} does not end inside the file", index, offset);
      return {};
    }
    if (!Charge(size)) return {};
    *id = pool_->String(rest.substr(0, size)).value;
  }
  return {*id};
}

TypeId IdTables::Type(uint32_t index) {
  uint32_t* id = Slot(kTypes, index);
  if (id == nullptr) return {};
  if (*id == kNoId) {
    const StringId name = String(Row(kTypes, index).U32());
    if (name.valid()) *id = pool_->Type(name).value;
  }
  return {*id};
}

StringId IdTables::OptionalString(uint32_t index) {
  return index == kNoIndex ? StringId() : String(index);
}

TypeId IdTables::OptionalType(uint32_t index) {
  return index == kNoIndex ? TypeId() : Type(index);
}

bool IdTables::TypeList(uint32_t offset, std::vector<TypeId>* out) {
  out->clear();
  if (offset == 0) return true;
  Cursor list = At(offset);
  const uint32_t count = list.U32();
  if (!list.ok() || count > list.remaining() / 2) {
    return Bad("the list of types at {:#x} is not inside the file", offset);
  }
  if (!Charge(count)) return false;
  out->reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    out->push_back(Type(list.U16()));
    if (!out->back().valid()) return false;
  }
  return true;
}

ProtoId IdTables::Proto(uint32_t index) {
  uint32_t* id = Slot(kProtos, index);
  if (id == nullptr) return {};
  if (*id == kNoId) {
    Cursor row = Row(kProtos, index);
    row.U32();  // the shorty follows from the types
    const TypeId result = Type(row.U32());
    std::vector<TypeId> parameters;
    if (TypeList(row.U32(), &parameters) && result.valid()) {
      *id = pool_->Proto(result, parameters).value;
    }
  }
  return {*id};
}

FieldId IdTables::Field(uint32_t index) {
  uint32_t* id = Slot(kFields, index);
  if (id == nullptr) return {};
  if (*id == kNoId) {
    Cursor row = Row(kFields, index);
    const TypeId owner = Type(row.U16());
    const TypeId type = Type(row.U16());
    const StringId name = String(row.U32());
    if (owner.valid() && type.valid() && name.valid()) {
      *id = pool_->Field({owner, name, type}).value;
    }
  }
  return {*id};
}

MethodId IdTables::Method(uint32_t index) {
  uint32_t* id = Slot(kMethods, index);
  if (id == nullptr) return {};
  if (*id == kNoId) {
    Cursor row = Row(kMethods, index);
    const TypeId owner = Type(row.U16());
    const ProtoId proto = Proto(row.U16());
    const StringId name = String(row.U32());
    if (owner.valid() && proto.valid() && name.valid()) {
      *id = pool_->Method({owner, name, proto}).value;
    }
  }
  return {*id};
}

HandleId IdTables::Handle(uint32_t index) {
  uint32_t* id = Slot(kHandles, index);
  if (id == nullptr) return {};
  if (*id == kNoId) {
    Cursor row = Row(kHandles, index);
    const uint16_t kind = row.U16();
    row.U16();
    const uint16_t member = row.U16();
    if (kind > static_cast<uint16_t>(HandleKind::kInvokeInterface)) {
      Bad("method handle {} is of kind {}; 0 to 8 are known", index, kind);
      return {};
    }
    HandleRef handle{.kind = static_cast<HandleKind>(kind)};
    handle.member =
        handle.IsField() ? Field(member).value : Method(member).value;
    if (handle.member != kNoId) *id = pool_->Handle(handle).value;
  }
  return {*id};
}

CallSiteId IdTables::CallSite(uint32_t index) {
  uint32_t* id = Slot(kCallSites, index);
  if (id == nullptr) return {};
  if (*id == kNoId) {
    Cursor array = At(Row(kCallSites, index).U32());
    std::vector<Value> values;
    if (ReadEncodedArray(this, &array, &values)) {
      *id = pool_->AddCallSite(std::move(values)).value;
    }
  }
  return {*id};
}

}  // namespace reprise::dex
