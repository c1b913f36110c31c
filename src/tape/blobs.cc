#include "tape/blobs.h"

#include <set>

#include "base/format.h"
#include "tape/message_type.h"
#include "tape/wire.h"

namespace reprise::tape {
namespace {

constexpr std::string_view kBlobType = "reprise.Blob";

// Field numbers of reprise.Blob.
constexpr uint32_t kSha256 = 1;
constexpr uint32_t kSize = 2;
constexpr uint32_t kData = 3;
constexpr uint32_t kAttached = 4;

bool IsBlob(const FieldType& field) {
  return field.message != nullptr && field.message->name == kBlobType;
}

bool ParseBlob(std::string_view bytes, BlobView* blob) {
  *blob = {};
  WireReader fields(bytes);
  while (fields.Next()) {
    if (fields.number() == kSha256 && fields.type() == WireType::kLength) {
      blob->sha256 = fields.bytes();
    } else if (fields.number() == kSize && fields.type() == WireType::kVarint) {
      blob->size = fields.value();
    } else if (fields.number() == kData && fields.type() == WireType::kLength) {
      blob->data = fields.bytes();
    } else if (fields.number() == kAttached &&
               fields.type() == WireType::kVarint) {
      blob->attached = fields.value() != 0;
    }
  }
  return fields.ok();
}

void AppendBytes(uint32_t number, std::string_view bytes, std::string* out) {
  AppendTag(out, number, WireType::kLength);
  AppendVarint(out, bytes.size());
  out->append(bytes);
}

// The blob with other data, in the order in which protobuf writes fields.
std::string WithData(std::string_view bytes, std::string_view data) {
  std::string out;
  bool written = data.empty();
  WireReader fields(bytes);
  while (fields.Next()) {
    if (fields.number() == kData) continue;
    if (fields.number() > kData && !written) {
      AppendBytes(kData, data, &out);
      written = true;
    }
    out.append(bytes.substr(fields.start(), fields.end() - fields.start()));
  }
  if (!written) AppendBytes(kData, data, &out);
  return out;
}

tl::unexpected<Error> Malformed() {
  return Fail(ErrorKind::kCorruption,
              "the message is not protobuf, or is nested deeper than {}",
              kMaxMessageDepth);
}

}  // namespace

std::string BlobAttachmentName(std::string_view sha256) {
  std::string name = "blob/";
  for (const char c : sha256) {
    AppendFormat(&name, "{:02x}", static_cast<unsigned char>(c));
  }
  return name;
}

MessageBlobs::MessageBlobs(const MessageType& type) : root_(&type) {
  // All types below the root, and which types contain each of them.
  std::vector<const MessageType*> types = {&type};
  std::set<const MessageType*> seen = {&type};
  std::unordered_map<const MessageType*, std::vector<const MessageType*>> in;
  std::vector<const MessageType*> todo;
  for (size_t i = 0; i < types.size(); i++) {
    for (const FieldType& field : types[i]->fields) {
      if (field.message == nullptr) continue;
      if (IsBlob(field)) {
        todo.push_back(types[i]);
        continue;
      }
      in[field.message].push_back(types[i]);
      if (seen.insert(field.message).second) types.push_back(field.message);
    }
  }
  // From those that have blobs to all that contain them.
  while (!todo.empty()) {
    const MessageType* useful = todo.back();
    todo.pop_back();
    if (!steps_.try_emplace(useful).second) continue;
    for (const MessageType* parent : in[useful]) todo.push_back(parent);
  }
  if (!steps_.contains(root_)) steps_.clear();
  for (auto& [useful, steps] : steps_) {
    for (const FieldType& field : useful->fields) {
      if (IsBlob(field)) {
        steps.push_back({field.number, nullptr});
      } else if (field.message != nullptr && steps_.contains(field.message)) {
        steps.push_back({field.number, field.message});
      }
    }
  }
}

struct MessageBlobs::Walk {
  const Steps& steps;
  const Change& change;
  bool malformed = false;

  // True when *out is the new data.
  bool Run(const MessageType* type, std::string_view data, int depth,
           std::string* out) {
    if (depth > kMaxMessageDepth) malformed = true;
    if (malformed) return false;
    const std::vector<Step>& here = steps.at(type);
    WireReader fields(data);
    size_t copied = 0;
    bool changed = false;
    while (!malformed && fields.Next()) {
      if (fields.type() != WireType::kLength) continue;
      const Step* step = nullptr;
      for (const Step& candidate : here) {
        if (candidate.number == fields.number()) step = &candidate;
      }
      if (step == nullptr) continue;
      std::string nested;
      const bool other =
          step->type == nullptr
              ? RunBlob(fields.bytes(), &nested)
              : Run(step->type, fields.bytes(), depth + 1, &nested);
      if (!other) continue;
      if (!changed) out->clear();
      changed = true;
      out->append(data.substr(copied, fields.start() - copied));
      AppendBytes(fields.number(), nested, out);
      copied = fields.end();
    }
    if (!fields.ok()) malformed = true;
    if (changed) out->append(data.substr(copied));
    return changed;
  }

  bool RunBlob(std::string_view bytes, std::string* out) {
    BlobView blob;
    if (!ParseBlob(bytes, &blob)) {
      malformed = true;
      return false;
    }
    if (blob.sha256.size() != kDigestBytes) return false;
    const std::optional<std::string_view> data = change(blob);
    if (!data || *data == blob.data) return false;
    *out = WithData(bytes, *data);
    return true;
  }
};

Status MessageBlobs::Read(std::string_view data,
                          std::vector<BlobView>* blobs) const {
  blobs->clear();
  if (!any()) return {};
  const Change collect =
      [blobs](const BlobView& blob) -> std::optional<std::string_view> {
    blobs->push_back(blob);
    return std::nullopt;
  };
  Walk walk{steps_, collect};
  std::string unused;
  walk.Run(root_, data, 1, &unused);
  if (walk.malformed) return Malformed();
  return {};
}

Result<bool> MessageBlobs::Rewrite(std::string_view data, const Change& change,
                                   std::string* out) const {
  if (!any()) return false;
  Walk walk{steps_, change};
  std::string result;
  const bool changed = walk.Run(root_, data, 1, &result);
  if (walk.malformed) return Malformed();
  if (changed) *out = std::move(result);
  return changed;
}

}  // namespace reprise::tape
