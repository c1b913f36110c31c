#include "dex/indices.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"
#include "dex/mutf8.h"

namespace reprise::dex {
namespace {

enum Which {
  kStrings,
  kTypes,
  kProtos,
  kFields,
  kMethods,
  kHandles,
  kCallSites
};

template <typename Tag>
void Number(size_t pool_size, IndexOf<Tag>* out) {
  out->index.assign(pool_size, kNoId);
  for (size_t i = 0; i < out->ids.size(); ++i) {
    out->index[out->ids[i]] = static_cast<uint32_t>(i);
  }
}

// Sorts by a number that is made once for each.
template <typename Key>
void SortBy(std::vector<uint32_t>* ids, Key key) {
  std::vector<std::pair<uint64_t, uint32_t>> keyed;
  keyed.reserve(ids->size());
  for (const uint32_t id : *ids) keyed.emplace_back(key(id), id);
  std::sort(keyed.begin(), keyed.end());
  for (size_t i = 0; i < keyed.size(); ++i) (*ids)[i] = keyed[i].second;
}

}  // namespace

void Collector::Set::Shrink(size_t size) {
  while (ids.size() > size) {
    has[ids.back()] = 0;
    ids.pop_back();
  }
}

Collector::Collector(const Pool& pool, const Limits& limits)
    : pool_(pool), limits_(limits) {
  const size_t sizes[] = {pool.strings(),   pool.types(),   pool.protos(),
                          pool.fields(),    pool.methods(), pool.handles(),
                          pool.call_sites()};
  for (size_t i = 0; i < sets_.size(); ++i) sets_[i].has.assign(sizes[i], 0);
}

void Collector::String(StringId id) {
  if (Known(id.value, pool_.strings())) sets_[kStrings].Insert(id.value);
}

void Collector::Type(TypeId id) {
  if (Known(id.value, pool_.types()) && sets_[kTypes].Insert(id.value)) {
    String(pool_.Name(id));
  }
}

void Collector::Proto(ProtoId id) {
  if (!Known(id.value, pool_.protos()) || !sets_[kProtos].Insert(id.value)) {
    return;
  }
  const dex::Proto& proto = pool_.Get(id);
  String(proto.shorty);
  Type(proto.result);
  for (const TypeId type : proto.parameters) Type(type);
}

void Collector::Field(FieldId id) {
  if (!Known(id.value, pool_.fields()) || !sets_[kFields].Insert(id.value)) {
    return;
  }
  const FieldRef field = pool_.Get(id);
  Type(field.owner);
  String(field.name);
  Type(field.type);
}

void Collector::Method(MethodId id) {
  if (!Known(id.value, pool_.methods()) || !sets_[kMethods].Insert(id.value)) {
    return;
  }
  const MethodRef method = pool_.Get(id);
  Type(method.owner);
  String(method.name);
  Proto(method.proto);
}

void Collector::Handle(HandleId id) {
  if (!Known(id.value, pool_.handles()) || !sets_[kHandles].Insert(id.value)) {
    return;
  }
  const HandleRef handle = pool_.Get(id);
  if (handle.IsField()) {
    Field({handle.member});
  } else {
    Method({handle.member});
  }
}

void Collector::CallSite(CallSiteId id) {
  if (!Known(id.value, pool_.call_sites()) ||
      !sets_[kCallSites].Insert(id.value)) {
    return;
  }
  for (const Value& value : pool_.Get(id)) OfValue(value, 0);
}

void Collector::OfValue(const Value& value, int depth) {
  if (depth > kMaxValueDepth) {
    too_deep_ = true;
    return;
  }
  switch (value.kind) {
    case ValueKind::kMethodType:
      return Proto({value.id()});
    case ValueKind::kMethodHandle:
      return Handle({value.id()});
    case ValueKind::kString:
      return String({value.id()});
    case ValueKind::kType:
      return Type({value.id()});
    case ValueKind::kField:
    case ValueKind::kEnum:
      return Field({value.id()});
    case ValueKind::kMethod:
      return Method({value.id()});
    case ValueKind::kAnnotation:
      Type({value.id()});
      for (const Element& element : value.elements) String(element.name);
      [[fallthrough]];
    case ValueKind::kArray:
      for (const Element& element : value.elements) {
        OfValue(element.value, depth + 1);
      }
      return;
    default:
      return;
  }
}

void Collector::OfAnnotations(const Annotations& annotations) {
  for (const Annotation& annotation : annotations) {
    Type(annotation.type);
    for (const Element& element : annotation.elements) {
      String(element.name);
      OfValue(element.value, 1);
    }
  }
}

void Collector::OfMark(const Instruction& mark) {
  if (mark.op == Op::kSetFile && mark.string().valid()) String(mark.string());
  if (mark.op != Op::kStartLocal) return;
  if (mark.string().valid()) String(mark.string());
  if (mark.local_type().valid()) Type(mark.local_type());
  if (mark.local_signature().valid()) String(mark.local_signature());
}

void Collector::OfCode(const Code& code) {
  for (const Instruction& instruction : code.instructions) {
    const OpInfo& info = InfoOf(instruction.op);
    if (info.format == kFormatMark) {
      if (code.debug) OfMark(instruction);
      continue;
    }
    switch (info.ref) {
      case kRefString:
        String(instruction.string());
        break;
      case kRefType:
        Type(instruction.type());
        break;
      case kRefField:
        Field(instruction.field());
        break;
      case kRefMethod:
        Method(instruction.method());
        if (info.units == 4) Proto(instruction.proto());
        break;
      case kRefProto:
        Proto(instruction.proto());
        break;
      case kRefCallSite:
        CallSite(instruction.call_site());
        break;
      case kRefHandle:
        Handle(instruction.handle());
        break;
      default:
        break;
    }
  }
  for (const Try& entry : code.tries) {
    for (const Handler& handler : entry.handlers) {
      if (handler.type.valid()) Type(handler.type);
    }
  }
  if (!code.debug) return;
  for (const StringId name : code.debug->parameter_names) {
    if (name.valid()) String(name);
  }
}

void Collector::Members(const ClassDef& added) {
  for (const FieldDef& field : added.fields) {
    Field(field.id);
    if (field.value) OfValue(*field.value, 0);
    OfAnnotations(field.annotations);
  }
  for (const MethodDef& method : added.methods) {
    Method(method.id);
    if (method.code) OfCode(*method.code);
    OfAnnotations(method.annotations);
    for (const Annotations& parameter : method.parameter_annotations) {
      OfAnnotations(parameter);
    }
  }
}

void Collector::Class(const ClassDef& added) {
  Type(added.type);
  if (added.superclass.valid()) Type(added.superclass);
  for (const TypeId type : added.interfaces) Type(type);
  if (added.source_file.valid()) String(added.source_file);
  OfAnnotations(added.annotations);
  Members(added);
}

bool Collector::Fits() const {
  return sets_[kTypes].ids.size() <= limits_.types &&
         sets_[kProtos].ids.size() <= limits_.protos &&
         sets_[kFields].ids.size() <= limits_.fields &&
         sets_[kMethods].ids.size() <= limits_.methods &&
         sets_[kHandles].ids.size() <= UINT16_MAX &&
         sets_[kCallSites].ids.size() <= UINT16_MAX;
}

Result<bool> Collector::Add(const ClassDef& added) {
  std::array<size_t, 7> before;
  for (size_t i = 0; i < sets_.size(); ++i) before[i] = sets_[i].ids.size();
  Class(added);
  if (unknown_ || too_deep_) {
    const std::string name =
        added.type.value < pool_.types()
            ? EscapeForTerminal(pool_.Descriptor(added.type))
            : "?";
    if (too_deep_) {
      return Fail(ErrorKind::kUnsupported,
                  "class {} has a value that is nested more than {} deep", name,
                  kMaxValueDepth);
    }
    return Fail(ErrorKind::kInvalidArgument,
                "class {} refers to what is not in its pool", name);
  }
  if (Fits()) return true;
  for (size_t i = 0; i < sets_.size(); ++i) sets_[i].Shrink(before[i]);
  return false;
}

void Collector::Clear() {
  for (Set& set : sets_) set.Shrink(0);
}

Indices Collector::Finish() {
  Indices out;
  out.strings.ids = std::move(sets_[kStrings].ids);
  out.types.ids = std::move(sets_[kTypes].ids);
  out.protos.ids = std::move(sets_[kProtos].ids);
  out.fields.ids = std::move(sets_[kFields].ids);
  out.methods.ids = std::move(sets_[kMethods].ids);
  out.handles.ids = std::move(sets_[kHandles].ids);
  out.call_sites.ids = std::move(sets_[kCallSites].ids);

  std::sort(out.strings.ids.begin(), out.strings.ids.end(),
            [&](uint32_t a, uint32_t b) {
              return Mutf8Less(pool_.Text({a}), pool_.Text({b}));
            });
  Number(pool_.strings(), &out.strings);
  SortBy(&out.types.ids,
         [&](uint32_t id) { return out.strings[pool_.Name({id})]; });
  Number(pool_.types(), &out.types);
  std::sort(
      out.protos.ids.begin(), out.protos.ids.end(),
      [&](uint32_t a, uint32_t b) {
        const dex::Proto& x = pool_.Get(ProtoId{a});
        const dex::Proto& y = pool_.Get(ProtoId{b});
        if (x.result != y.result) {
          return out.types[x.result] < out.types[y.result];
        }
        return std::lexicographical_compare(
            x.parameters.begin(), x.parameters.end(), y.parameters.begin(),
            y.parameters.end(),
            [&](TypeId m, TypeId n) { return out.types[m] < out.types[n]; });
      });
  Number(pool_.protos(), &out.protos);
  // Types and prototypes have 16 bits, by the limits.
  const auto key = [](uint64_t first, uint64_t second, uint64_t third) {
    return first << 48 | second << 16 | third;
  };
  SortBy(&out.fields.ids, [&](uint32_t id) {
    const FieldRef field = pool_.Get(FieldId{id});
    return key(out.types[field.owner], out.strings[field.name],
               out.types[field.type]);
  });
  Number(pool_.fields(), &out.fields);
  SortBy(&out.methods.ids, [&](uint32_t id) {
    const MethodRef method = pool_.Get(MethodId{id});
    return key(out.types[method.owner], out.strings[method.name],
               out.protos[method.proto]);
  });
  Number(pool_.methods(), &out.methods);
  SortBy(&out.handles.ids, [&](uint32_t id) {
    const HandleRef handle = pool_.Get(HandleId{id});
    return key(static_cast<uint64_t>(handle.kind),
               handle.IsField() ? out.fields[FieldId{handle.member}]
                                : out.methods[MethodId{handle.member}],
               0);
  });
  Number(pool_.handles(), &out.handles);
  std::sort(out.call_sites.ids.begin(), out.call_sites.ids.end());
  Number(pool_.call_sites(), &out.call_sites);
  return out;
}

}  // namespace reprise::dex
