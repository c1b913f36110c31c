#include "dex/pool.h"

#include <cstring>
#include <string>
#include <utility>

#include "base/check.h"

namespace reprise::dex {
namespace {

uint32_t Mix(uint32_t hash, uint32_t value) {
  uint64_t x = (uint64_t{hash} << 32 | value) * 0x9e3779b97f4a7c15U;
  return static_cast<uint32_t>(x >> 32) ^ static_cast<uint32_t>(x);
}

uint32_t HashOf(std::string_view text) {
  return static_cast<uint32_t>(std::hash<std::string_view>()(text));
}

// Finds ids by content, which lies elsewhere: open addressing, half full.
class IdSet {
 public:
  // The id with this hash for which `is` holds, or kNoId.
  template <typename Is>
  uint32_t Find(uint32_t hash, Is is) const {
    if (slots_.empty()) return kNoId;
    for (size_t i = hash & (slots_.size() - 1);;
         i = (i + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[i];
      if (slot.id == kNoId) return kNoId;
      if (slot.hash == hash && is(slot.id)) return slot.id;
    }
  }

  void Add(uint32_t hash, uint32_t id) {
    CHECK(id != kNoId);
    if (count_ * 2 >= slots_.size()) {
      std::vector<Slot> old = std::move(slots_);
      slots_ = std::vector<Slot>(old.empty() ? 64 : old.size() * 2);
      for (const Slot& slot : old) {
        if (slot.id != kNoId) Put(slot);
      }
    }
    Put({hash, id});
    ++count_;
  }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t id = kNoId;
  };

  void Put(Slot slot) {
    size_t i = slot.hash & (slots_.size() - 1);
    while (slots_[i].id != kNoId) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
  }

  std::vector<Slot> slots_;
  size_t count_ = 0;
};

// Bytes that stay where they are.
class Arena {
 public:
  const char* Keep(const void* bytes, size_t size) {
    size_t room = (size + 3) & ~size_t{3};
    if (room > left_) {
      const size_t block = room > kBlock / 4 ? room : kBlock;
      blocks_.push_back(std::make_unique<char[]>(block));
      if (block != kBlock) {
        // A big one gets its own block; the last one goes on being filled.
        std::memcpy(blocks_.back().get(), bytes, size);
        return blocks_.back().get();
      }
      next_ = blocks_.back().get();
      left_ = kBlock;
    }
    char* place = next_;
    if (size > 0) std::memcpy(place, bytes, size);
    next_ += room;
    left_ -= room;
    return place;
  }

 private:
  static constexpr size_t kBlock = 1 << 18;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  size_t left_ = 0;
};

// The id of what `is` finds among `all`, or of `item`, then added.
template <typename T, typename Is>
uint32_t FindOrAdd(IdSet& set, std::vector<T>& all, uint32_t hash, Is is,
                   const T& item) {
  uint32_t id = set.Find(hash, is);
  if (id == kNoId) {
    id = static_cast<uint32_t>(all.size());
    set.Add(hash, id);
    all.push_back(item);
  }
  return id;
}

}  // namespace

struct Pool::Tables {
  Arena arena;
  IdSet strings, types, protos, fields, methods, handles;
};

Pool::Pool() : tables_(std::make_unique<Tables>()) {}
Pool::~Pool() = default;
Pool::Pool(Pool&&) noexcept = default;
Pool& Pool::operator=(Pool&&) noexcept = default;

StringId Pool::String(std::string_view mutf8) {
  const uint32_t hash = HashOf(mutf8);
  uint32_t id = tables_->strings.Find(
      hash, [&](uint32_t i) { return strings_[i] == mutf8; });
  if (id == kNoId) {
    CHECK(mutf8.find('\0') == std::string_view::npos);
    id = static_cast<uint32_t>(strings_.size());
    tables_->strings.Add(hash, id);
    strings_.emplace_back(tables_->arena.Keep(mutf8.data(), mutf8.size()),
                          mutf8.size());
  }
  return {id};
}

TypeId Pool::Type(StringId descriptor) {
  return {FindOrAdd(
      tables_->types, types_, Mix(0, descriptor.value),
      [&](uint32_t i) { return types_[i] == descriptor; }, descriptor)};
}

TypeId Pool::FindType(std::string_view descriptor) const {
  const StringId name = {tables_->strings.Find(
      HashOf(descriptor),
      [&](uint32_t i) { return strings_[i] == descriptor; })};
  return {tables_->types.Find(Mix(0, name.value),
                              [&](uint32_t i) { return types_[i] == name; })};
}

ProtoId Pool::Proto(TypeId result, std::span<const TypeId> parameters) {
  uint32_t hash = Mix(1, result.value);
  for (const TypeId type : parameters) hash = Mix(hash, type.value);
  const auto is = [&](uint32_t i) {
    const dex::Proto& proto = protos_[i];
    return proto.result == result &&
           proto.parameters.size() == parameters.size() &&
           std::equal(parameters.begin(), parameters.end(),
                      proto.parameters.begin());
  };
  uint32_t id = tables_->protos.Find(hash, is);
  if (id == kNoId) {
    std::string shorty;
    const auto add = [&](TypeId type) {
      const std::string_view name = Descriptor(type);
      const char c = name.empty() ? 'L' : name[0];
      shorty.push_back(c == '[' ? 'L' : c);
    };
    add(result);
    for (const TypeId type : parameters) add(type);
    const char* kept = tables_->arena.Keep(parameters.data(),
                                           parameters.size() * sizeof(TypeId));
    id = static_cast<uint32_t>(protos_.size());
    tables_->protos.Add(hash, id);
    protos_.push_back(
        {String(shorty),
         result,
         {reinterpret_cast<const TypeId*>(kept), parameters.size()}});
  }
  return {id};
}

FieldId Pool::Field(FieldRef field) {
  const uint32_t hash =
      Mix(Mix(Mix(2, field.owner.value), field.name.value), field.type.value);
  return {FindOrAdd(
      tables_->fields, fields_, hash,
      [&](uint32_t i) { return fields_[i] == field; }, field)};
}

MethodId Pool::Method(MethodRef method) {
  const uint32_t hash = Mix(Mix(Mix(3, method.owner.value), method.name.value),
                            method.proto.value);
  return {FindOrAdd(
      tables_->methods, methods_, hash,
      [&](uint32_t i) { return methods_[i] == method; }, method)};
}

HandleId Pool::Handle(HandleRef handle) {
  const uint32_t hash =
      Mix(Mix(4, static_cast<uint32_t>(handle.kind)), handle.member);
  return {FindOrAdd(
      tables_->handles, handles_, hash,
      [&](uint32_t i) { return handles_[i] == handle; }, handle)};
}

CallSiteId Pool::AddCallSite(std::vector<Value> arguments) {
  const auto id = static_cast<uint32_t>(call_sites_.size());
  call_sites_.push_back(
      std::make_unique<const std::vector<Value>>(std::move(arguments)));
  return {id};
}

int RegistersOf(std::string_view descriptor) {
  return descriptor == "J" || descriptor == "D" ? 2 : 1;
}

}  // namespace reprise::dex
