#include "tape/links.h"

#include <algorithm>
#include <unordered_map>

#include "tape/message_type.h"
#include "tape/wire.h"

namespace reprise::tape {
namespace {

enum class Role : uint8_t { kId, kCause, kOrigin, kRef, kRefs, kNested };

struct Entry {
  uint32_t number;
  Role role;
  bool repeated;
  size_t node = 0;  // of kNested
};

// The fields of one type of message that are links or lead to some.
using Node = std::vector<Entry>;

// More in one type is not a message that people wrote.
constexpr size_t kMaxLinkFields = 64;

constexpr std::string_view kProfilePrefix = "x-reprise/";

const Entry* FindEntry(const Node& node, uint32_t number) {
  for (const Entry& entry : node) {
    if (entry.number == number) return &entry;
  }
  return nullptr;
}

bool BeginsWithLinks(const MessageType& type) {
  static constexpr std::string_view kNames[] = {"id", "cause", "origin"};
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (i >= type.fields.size()) return false;
    const FieldType& field = type.fields[i];
    if (field.number != i + 1 || field.name != kNames[i] ||
        field.kind != FieldKind::kUint64 || field.repeated) {
      return false;
    }
  }
  return true;
}

bool IsRef(const FieldType& field) {
  return field.kind == FieldKind::kUint64 &&
         field.name.ends_with(field.repeated ? "_refs" : "_ref");
}

Status Malformed() {
  return Fail(ErrorKind::kCorruption,
              "the message is not protobuf, or is nested deeper than {}",
              kMaxMessageDepth);
}

}  // namespace

struct MessageLinks::Plan {
  // nodes[0] is the top; a type that contains itself has another node below.
  std::vector<Node> nodes;
  bool has_refs = false;
};

namespace {

// Numbers the types below `root` and keeps of each what leads to a ref.
bool BuildNodes(const MessageType& root, std::vector<Node>* nodes) {
  std::vector<const MessageType*> types;
  std::unordered_map<const MessageType*, size_t> index;
  auto number = [&](const MessageType* type) {
    auto [found, added] = index.try_emplace(type, types.size());
    if (added) types.push_back(type);
    return found->second;
  };
  number(&root);
  std::vector<std::vector<size_t>> parents(1);
  for (size_t i = 0; i < types.size(); ++i) {
    for (const FieldType& field : types[i]->fields) {
      if (field.message == nullptr) continue;
      size_t child = number(field.message);
      if (child >= parents.size()) parents.resize(child + 1);
      parents[child].push_back(i);
    }
  }

  // From the types that have refs to all that contain them.
  std::vector<bool> useful(types.size());
  std::vector<size_t> todo;
  for (size_t i = 0; i < types.size(); ++i) {
    const auto& fields = types[i]->fields;
    if (std::any_of(fields.begin(), fields.end(), IsRef)) todo.push_back(i);
  }
  while (!todo.empty()) {
    size_t i = todo.back();
    todo.pop_back();
    if (useful[i]) continue;
    useful[i] = true;
    todo.insert(todo.end(), parents[i].begin(), parents[i].end());
  }

  // The top is node 0, type i is node i + 1.
  nodes->resize(types.size() + 1);
  for (size_t i = 0; i < types.size(); ++i) {
    Node& node = (*nodes)[i + 1];
    for (const FieldType& field : types[i]->fields) {
      if (IsRef(field)) {
        node.push_back({field.number, field.repeated ? Role::kRefs : Role::kRef,
                        field.repeated});
      } else if (field.message != nullptr && useful[index[field.message]]) {
        node.push_back({field.number, Role::kNested, field.repeated,
                        index[field.message] + 1});
      }
    }
    if (node.size() > kMaxLinkFields) return false;
  }
  Node& top = (*nodes)[0];
  top = {{1, Role::kId, false},
         {2, Role::kCause, false},
         {3, Role::kOrigin, false}};
  top.insert(top.end(), (*nodes)[1].begin(), (*nodes)[1].end());
  return top.size() <= kMaxLinkFields;
}

bool ReadNode(const std::vector<Node>& nodes, size_t at, std::string_view data,
              int depth, Links* links) {
  if (depth > kMaxMessageDepth) return false;
  const Node& node = nodes[at];
  WireReader fields(data);
  while (fields.Next()) {
    const Entry* entry = FindEntry(node, fields.number());
    if (entry == nullptr) continue;
    if (entry->role == Role::kNested) {
      if (fields.type() != WireType::kLength) continue;
      if (!ReadNode(nodes, entry->node, fields.bytes(), depth + 1, links)) {
        return false;
      }
    } else if (fields.type() == WireType::kLength) {
      if (entry->role != Role::kRefs) continue;
      WireReader packed(fields.bytes());
      while (!packed.AtEnd()) {
        uint64_t value = packed.ReadVarint();
        if (value != 0) links->refs.push_back(value);
      }
      if (!packed.ok()) return false;
    } else if (fields.type() == WireType::kVarint) {
      uint64_t value = fields.value();
      if (entry->role == Role::kId) links->id = value;
      if (entry->role == Role::kCause) links->cause = value;
      if (entry->role == Role::kOrigin) links->origin = value;
      if ((entry->role == Role::kRef || entry->role == Role::kRefs) &&
          value != 0) {
        links->refs.push_back(value);
      }
    }
  }
  return fields.ok();
}

class Rewriter {
 public:
  Rewriter(const std::vector<Node>& nodes, const MessageLinks::Rename& rename)
      : nodes_(nodes), rename_(rename) {}

  bool malformed() const { return malformed_; }

  // True when *out is the new data. `again`: the same field was there before
  // and this one is merged into it, so a link is cleared by writing a zero.
  bool Run(size_t at, std::string_view data, bool again, int depth,
           std::string* out) {
    if (depth > kMaxMessageDepth) {
      malformed_ = true;
      return false;
    }
    const Node& node = nodes_[at];
    WireReader fields(data);
    size_t copied = 0;
    uint64_t seen = 0;  // a bit for each entry
    bool changed = false;
    auto replace = [&] {  // what follows is in the place of the field
      if (!changed) out->clear();
      changed = true;
      out->append(data.substr(copied, fields.start() - copied));
      copied = fields.end();
    };
    while (!malformed_ && fields.Next()) {
      const Entry* entry = FindEntry(node, fields.number());
      if (entry == nullptr || entry->role == Role::kOrigin) continue;
      uint64_t bit = uint64_t{1} << (entry - node.data());
      bool repeats = !entry->repeated && (again || (seen & bit) != 0);
      seen |= bit;
      if (entry->role == Role::kNested) {
        if (fields.type() != WireType::kLength) continue;
        std::string nested;
        if (Run(entry->node, fields.bytes(), repeats, depth + 1, &nested)) {
          replace();
          AppendLength(fields.number(), nested, out);
        }
      } else if (fields.type() == WireType::kVarint) {
        uint64_t value = Renamed(fields.value());
        if (value == fields.value()) continue;
        replace();
        if (value == 0 && !repeats) continue;
        AppendTag(out, fields.number(), WireType::kVarint);
        AppendVarint(out, value);
      } else if (fields.type() == WireType::kLength &&
                 entry->role == Role::kRefs) {
        std::string packed;
        if (RunPacked(fields.bytes(), &packed)) {
          replace();
          if (!packed.empty()) AppendLength(fields.number(), packed, out);
        }
      }
    }
    if (!fields.ok()) malformed_ = true;
    if (changed) out->append(data.substr(copied));
    return changed;
  }

 private:
  uint64_t Renamed(uint64_t id) const { return id == 0 ? 0 : rename_(id); }

  static void AppendLength(uint32_t number, std::string_view bytes,
                           std::string* out) {
    AppendTag(out, number, WireType::kLength);
    AppendVarint(out, bytes.size());
    out->append(bytes);
  }

  bool RunPacked(std::string_view data, std::string* out) {
    bool changed = false;
    WireReader packed(data);
    while (!packed.AtEnd()) {
      uint64_t value = packed.ReadVarint();
      uint64_t renamed = Renamed(value);
      changed = changed || renamed != value;
      // A zero that was there before is not a link: it stays.
      if (renamed != 0 || value == 0) AppendVarint(out, renamed);
    }
    if (!packed.ok()) malformed_ = true;
    return changed;
  }

  const std::vector<Node>& nodes_;
  const MessageLinks::Rename& rename_;
  bool malformed_ = false;
};

}  // namespace

MessageLinks::MessageLinks(std::unique_ptr<const Plan> plan)
    : plan_(std::move(plan)) {}

MessageLinks::~MessageLinks() = default;

Result<std::unique_ptr<MessageLinks>> MessageLinks::For(const Schema& schema) {
  ASSIGN_OR_RETURN(std::unique_ptr<const SchemaTypes> types,
                   SchemaTypes::Build(schema));
  const MessageType& root = types->root();
  if (!BeginsWithLinks(root)) {
    return Fail(ErrorKind::kUnsupported,
                "messages of type {} have no links: they do not begin with "
                "the fields id = 1, cause = 2 and origin = 3 of type uint64",
                root.name);
  }
  auto plan = std::make_unique<Plan>();
  if (!BuildNodes(root, &plan->nodes)) {
    return Fail(ErrorKind::kUnsupported,
                "the schema \"{}\" has a type with more than {} links",
                schema.name, kMaxLinkFields);
  }
  plan->has_refs = plan->nodes[0].size() > 3;
  return std::unique_ptr<MessageLinks>(new MessageLinks(std::move(plan)));
}

bool MessageLinks::has_refs() const { return plan_->has_refs; }

Status MessageLinks::Read(std::string_view data, Links* links) const {
  links->refs.clear();
  if (!plan_->has_refs) return ReadTop(data, links);
  links->id = links->cause = links->origin = 0;
  if (!ReadNode(plan_->nodes, 0, data, 1, links)) return Malformed();
  return {};
}

Status MessageLinks::ReadTop(std::string_view data, Links* links) const {
  uint64_t top[4] = {};
  WireReader fields(data);
  while (fields.Next()) {
    if (fields.number() <= 3 && fields.type() == WireType::kVarint) {
      top[fields.number()] = fields.value();
    }
  }
  if (!fields.ok()) return Malformed();
  links->id = top[1];
  links->cause = top[2];
  links->origin = top[3];
  links->refs.clear();
  return {};
}

Result<bool> MessageLinks::Rewrite(std::string_view data, const Rename& rename,
                                   std::string* out) const {
  Rewriter rewriter(plan_->nodes, rename);
  std::string result;
  bool changed = rewriter.Run(0, data, false, 1, &result);
  if (rewriter.malformed()) {
    return Fail(Malformed().error());
  }
  if (changed) *out = std::move(result);
  return changed;
}

LinkTable::LinkTable(const Header& header,
                     const std::map<uint16_t, Schema>& schemas,
                     const std::map<uint16_t, Channel>& channels)
    : ours_(header.profile.starts_with(kProfilePrefix)),
      schemas_(schemas),
      channels_(channels) {}

LinkTable::~LinkTable() = default;

const MessageLinks* LinkTable::Of(uint16_t channel_id) {
  if (!ours_) return nullptr;
  if (channel_id >= by_channel_.size()) by_channel_.resize(channel_id + 1u);
  Entry& entry = by_channel_[channel_id];
  if (entry.known) return entry.links;
  auto channel = channels_.find(channel_id);
  if (channel == channels_.end()) return nullptr;  // may still come
  entry.known = true;
  if (channel->second.message_encoding != "protobuf") return nullptr;
  uint16_t schema_id = channel->second.schema_id;
  auto made = by_schema_.find(schema_id);
  if (made == by_schema_.end()) {
    auto schema = schemas_.find(schema_id);
    if (schema == schemas_.end()) return nullptr;
    Result<std::unique_ptr<MessageLinks>> links =
        MessageLinks::For(schema->second);
    made =
        by_schema_.try_emplace(schema_id, links ? *std::move(links) : nullptr)
            .first;
  }
  entry.links = made->second.get();
  return entry.links;
}

}  // namespace reprise::tape
