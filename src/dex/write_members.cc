#include "dex/write_members.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "dex/cursor.h"
#include "dex/encode_code.h"
#include "dex/encode_values.h"
#include "dex/shared_items.h"

namespace reprise::dex {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

class MemberWriter {
 public:
  MemberWriter(const Pool& pool, const Indices& indices,
               const ClassList& classes)
      : pool_(pool), indices_(indices), classes_(classes) {}

  Result<MemberOffsets> Write(std::string* out, const SectionSink& section);

 private:
  void Arrays(std::string* out, const SectionSink& section);
  Status AllCode(std::string* out, const SectionSink& section);
  void ClassData(std::string* out, const SectionSink& section);
  Status CheckOnce(const SortedMembers& members, TypeId owner) const;
  std::string NameOf(MethodId id) const;

  const Pool& pool_;
  const Indices& indices_;
  const ClassList& classes_;
  std::vector<SortedMembers> members_;
  std::vector<uint32_t> code_offsets_;  // in the order of members_
  MemberOffsets offsets_;
};

std::string MemberWriter::NameOf(MethodId id) const {
  const MethodRef method = pool_.Get(id);
  return EscapeForTerminal(fmt::format("{}->{}", pool_.Descriptor(method.owner),
                                       pool_.Text(method.name)));
}

// Members of a class: each once, and its own.
Status MemberWriter::CheckOnce(const SortedMembers& members,
                               TypeId owner) const {
  std::vector<uint32_t> ids;
  for (const FieldDef* field : members.fields) {
    if (pool_.Get(field->id).owner != owner) {
      return Fail(ErrorKind::kInvalidArgument,
                  "class {} has a field of another class",
                  EscapeForTerminal(pool_.Descriptor(owner)));
    }
    ids.push_back(field->id.value);
  }
  std::sort(ids.begin(), ids.end());
  const auto field = std::adjacent_find(ids.begin(), ids.end());
  if (field != ids.end()) {
    return Fail(ErrorKind::kInvalidArgument,
                "field {} of class {} is there "
                "twice",
                EscapeForTerminal(pool_.Text(pool_.Get(FieldId{*field}).name)),
                EscapeForTerminal(pool_.Descriptor(owner)));
  }
  ids.clear();
  for (const MethodDef* method : members.methods) {
    if (pool_.Get(method->id).owner != owner) {
      return Fail(ErrorKind::kInvalidArgument,
                  "class {} has a method of another class, {}",
                  EscapeForTerminal(pool_.Descriptor(owner)),
                  NameOf(method->id));
    }
    ids.push_back(method->id.value);
  }
  std::sort(ids.begin(), ids.end());
  const auto method = std::adjacent_find(ids.begin(), ids.end());
  if (method != ids.end()) {
    return Fail(ErrorKind::kInvalidArgument, "method {} is there twice",
                NameOf(MethodId{*method}));
  }
  return {};
}

void MemberWriter::Arrays(std::string* out, const SectionSink& section) {
  SharedItems arrays(1);
  std::string scratch;
  const auto add = [&](std::span<const Value> values) {
    scratch.clear();
    EncodeArray(indices_, values, &scratch);
    return arrays.Add(scratch);
  };
  std::vector<uint32_t> of_class, of_site;
  for (const SortedMembers& members : members_) {
    // Up to the last that has a value; the others have their type's default.
    size_t last = members.statics;
    while (last > 0 && !members.fields[last - 1]->value) --last;
    std::vector<Value> values;
    values.reserve(last);
    for (size_t i = 0; i < last; ++i) {
      const FieldDef& field = *members.fields[i];
      values.push_back(field.value ? *field.value
                                   : DefaultValue(pool_.Descriptor(
                                         pool_.Get(field.id).type)));
    }
    of_class.push_back(last == 0 ? kNone : add(values));
  }
  for (const uint32_t id : indices_.call_sites.ids) {
    of_site.push_back(add(pool_.Get(CallSiteId{id})));
  }
  arrays.WriteTo(out);
  section(kMapEncodedArrays, arrays.count(), arrays.start());
  for (const uint32_t number : of_class) {
    offsets_.static_values.push_back(number == kNone ? 0
                                                     : arrays.Offset(number));
  }
  for (const uint32_t number : of_site) {
    offsets_.call_sites.push_back(arrays.Offset(number));
  }
}

Status MemberWriter::AllCode(std::string* out, const SectionSink& section) {
  CodeEncoder encoder(pool_, indices_);
  SharedItems debug(1);
  std::string code, info;
  size_t count = 0;
  // Where in `code` the offset of which debug information goes.
  std::vector<std::pair<size_t, uint32_t>> debug_offsets;
  for (const SortedMembers& members : members_) {
    for (const MethodDef* method : members.methods) {
      if (!method->code) {
        code_offsets_.push_back(kNone);
        continue;
      }
      Align4(&code);
      const size_t start = code.size();
      code_offsets_.push_back(static_cast<uint32_t>(start));
      const Status status = encoder.Encode(*method, &code, &info);
      if (!status) {
        return Fail(status.error().kind, "in method {}: {}", NameOf(method->id),
                    status.error().message);
      }
      if (code.size() > INT32_MAX) {
        return Fail(ErrorKind::kUnsupported,
                    "the code of {} classes does not fit into one dex file",
                    classes_.size());
      }
      ++count;
      if (!info.empty()) {
        debug_offsets.emplace_back(start + CodeEncoder::kDebugOffsetAt,
                                   debug.Add(info));
      }
    }
  }
  debug.WriteTo(out);
  section(kMapDebugInfo, debug.count(), debug.start());
  for (const auto& [at, number] : debug_offsets) {
    const uint32_t offset = debug.Offset(number);
    std::memcpy(&code[at], &offset, sizeof(offset));
  }
  Align4(out);
  section(kMapCode, count, out->size());
  for (uint32_t& offset : code_offsets_) {
    offset = offset == kNone ? 0 : offset + static_cast<uint32_t>(out->size());
  }
  *out += code;
  return {};
}

void MemberWriter::ClassData(std::string* out, const SectionSink& section) {
  const size_t begin = out->size();
  size_t count = 0;
  auto code = code_offsets_.begin();
  for (const SortedMembers& members : members_) {
    if (members.fields.empty() && members.methods.empty()) {
      offsets_.class_data.push_back(0);
      continue;
    }
    ++count;
    offsets_.class_data.push_back(static_cast<uint32_t>(out->size()));
    const auto put = [&](size_t n) { PutUleb(out, static_cast<uint32_t>(n)); };
    put(members.statics);
    put(members.fields.size() - members.statics);
    put(members.directs);
    put(members.methods.size() - members.directs);
    uint32_t last = 0;
    for (size_t i = 0; i < members.fields.size(); ++i) {
      if (i == members.statics) last = 0;
      const uint32_t index = indices_.fields[members.fields[i]->id];
      put(index - last);
      put(members.fields[i]->access);
      last = index;
    }
    last = 0;
    for (size_t i = 0; i < members.methods.size(); ++i) {
      if (i == members.directs) last = 0;
      const uint32_t index = indices_.methods[members.methods[i]->id];
      put(index - last);
      put(members.methods[i]->access);
      put(*code++);
      last = index;
    }
  }
  section(kMapClassData, count, begin);
}

Result<MemberOffsets> MemberWriter::Write(std::string* out,
                                          const SectionSink& section) {
  members_.reserve(classes_.size());
  for (const ClassDef* entry : classes_) {
    members_.emplace_back(indices_, *entry);
    RETURN_IF_ERROR(CheckOnce(members_.back(), entry->type));
  }
  Arrays(out, section);
  RETURN_IF_ERROR(AllCode(out, section));
  ClassData(out, section);
  return std::move(offsets_);
}

}  // namespace

SortedMembers::SortedMembers(const Indices& indices, const ClassDef& entry) {
  fields.reserve(entry.fields.size());
  for (const FieldDef& field : entry.fields) {
    fields.push_back(&field);
    if (field.IsStatic()) ++statics;
  }
  std::sort(fields.begin(), fields.end(),
            [&](const FieldDef* a, const FieldDef* b) {
              if (a->IsStatic() != b->IsStatic()) return a->IsStatic();
              return indices.fields[a->id] < indices.fields[b->id];
            });
  methods.reserve(entry.methods.size());
  for (const MethodDef& method : entry.methods) {
    methods.push_back(&method);
    if (method.IsDirect()) ++directs;
  }
  std::sort(methods.begin(), methods.end(),
            [&](const MethodDef* a, const MethodDef* b) {
              if (a->IsDirect() != b->IsDirect()) return a->IsDirect();
              return indices.methods[a->id] < indices.methods[b->id];
            });
}

Result<MemberOffsets> WriteMembers(const Pool& pool, const Indices& indices,
                                   const ClassList& classes, std::string* out,
                                   const SectionSink& section) {
  return MemberWriter(pool, indices, classes).Write(out, section);
}

}  // namespace reprise::dex
