#include "dex/reader.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "base/text.h"
#include "dex/checksum.h"
#include "dex/cursor.h"
#include "dex/file_format.h"
#include "dex/id_tables.h"
#include "dex/read_code.h"
#include "dex/read_values.h"

namespace reprise::dex {
namespace {

constexpr uint64_t kLeastWork = 4096;

// The version in the magic, or why this is no file for us.
Result<int> ParseMagic(std::string_view bytes) {
  if (bytes.substr(0, 4) == "cdex") {
    return Fail(ErrorKind::kUnsupported,
                "this is a compact dex file, which only installed apps have; "
                "take the dex file out of the APK");
  }
  if (bytes.size() < kHeaderSize || bytes.substr(0, 4) != "dex\n" ||
      bytes[7] != '\0') {
    return Fail(ErrorKind::kCorruption,
                "this is no dex file: it does not begin with \"dex\\n035\"");
  }
  int version = 0;
  for (const char c : bytes.substr(4, 3)) {
    if (c < '0' || c > '9') version = 1000;
    version = version * 10 + (c - '0');
  }
  if (version < 35 || version > 40) {
    return Fail(ErrorKind::kUnsupported,
                "dex files of version \"{}\" are not known; 035 to 040 are",
                version < 1000 ? fmt::format("{:03}", version) : "?");
  }
  return version;
}

// The file itself, without what may follow it.
Result<std::string_view> CheckHeader(std::string_view bytes,
                                     const ReadOptions& options) {
  Cursor header(bytes, kChecksumAt);
  const uint32_t checksum = header.U32();
  Cursor sizes(bytes, kFileSizeAt);
  const uint32_t size = sizes.U32();
  const uint32_t header_size = sizes.U32();
  const uint32_t endian = sizes.U32();
  if (endian != kEndianTag) {
    return Fail(ErrorKind::kUnsupported,
                "the dex file's endian tag is {:#x}; only {:#x} is known",
                endian, kEndianTag);
  }
  if (header_size < kHeaderSize || size < header_size || size > bytes.size()) {
    return Fail(ErrorKind::kCorruption,
                "the dex file should have {} bytes, with a header of {}, but "
                "there are {}",
                size, header_size, bytes.size());
  }
  bytes = bytes.substr(0, size);
  if (options.verify_checksum) {
    const uint32_t actual = Adler32(bytes.substr(kSignatureAt));
    if (actual != checksum) {
      return Fail(ErrorKind::kCorruption,
                  "the dex file is damaged: its checksum is {:#010x}, but it "
                  "says {:#010x}",
                  actual, checksum);
    }
  }
  if (options.verify_signature) {
    const auto actual = Sha1(bytes.substr(kFileSizeAt));
    if (std::memcmp(actual.data(), bytes.data() + kSignatureAt,
                    actual.size()) != 0) {
      return Fail(ErrorKind::kCorruption,
                  "the dex file is damaged: its SHA-1 signature does not fit "
                  "its content");
    }
  }
  return bytes;
}

}  // namespace

struct Reader::State {
  State(std::string_view bytes, Pool* pool, int file_version)
      : version(file_version),
        tables(bytes, pool, bytes.size() * uint64_t{kWorkPerByte} + kLeastWork),
        code(&tables) {}

  bool ReadClass(uint32_t index, ClassDef* out);
  bool ReadMembers(uint32_t offset, ClassDef* out);
  bool ReadFields(Cursor* at, uint32_t count, bool is_static, ClassDef* out);
  bool ReadMethods(Cursor* at, uint32_t count, bool direct, ClassDef* out);
  bool ReadStaticValues(uint32_t offset, ClassDef* out);
  bool ReadAnnotations(uint32_t offset, ClassDef* out);
  bool ReadHiddenApi(uint32_t index, ClassDef* out);
  std::string Shown(TypeId type) {
    return EscapeForTerminal(tables.pool().Descriptor(type));
  }
  // Adds the next difference of a row of indices, which must ascend.
  bool NextIndex(Cursor* at, bool first, uint32_t* index);

  int version;
  IdTables tables;
  CodeReader code;
};

bool Reader::State::NextIndex(Cursor* at, bool first, uint32_t* index) {
  const uint32_t by = at->Uleb();
  if (!at->ok()) return tables.Bad("a class's members are cut off");
  if (!first && (by == 0 || by > UINT32_MAX - *index)) {
    return tables.Bad(
        "a class's members are not in ascending order after "
        "number {}",
        *index);
  }
  *index = first ? by : *index + by;
  return true;
}

bool Reader::State::ReadFields(Cursor* at, uint32_t count, bool is_static,
                               ClassDef* out) {
  uint32_t index = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (!NextIndex(at, i == 0, &index)) return false;
    FieldDef& field = out->fields.emplace_back();
    field.id = tables.Field(index);
    field.access = at->Uleb();
    if (!field.id.valid()) return false;
    const FieldRef ref = tables.pool().Get(field.id);
    if (ref.owner != out->type || field.IsStatic() != is_static) {
      return tables.Bad("class {} lists field {} where it cannot be",
                        Shown(out->type),
                        EscapeForTerminal(tables.pool().Text(ref.name)));
    }
  }
  return true;
}

bool Reader::State::ReadMethods(Cursor* at, uint32_t count, bool direct,
                                ClassDef* out) {
  uint32_t index = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (!NextIndex(at, i == 0, &index)) return false;
    MethodDef& method = out->methods.emplace_back();
    method.id = tables.Method(index);
    method.access = at->Uleb();
    const uint32_t offset = at->Uleb();
    if (!method.id.valid()) return false;
    const MethodRef ref = tables.pool().Get(method.id);
    if (ref.owner != out->type || method.IsDirect() != direct) {
      return tables.Bad("class {} lists method {} where it cannot be",
                        Shown(out->type),
                        EscapeForTerminal(tables.pool().Text(ref.name)));
    }
    if (offset != 0 && !code.Read(offset, &method.code.emplace())) return false;
  }
  return true;
}

bool Reader::State::ReadMembers(uint32_t offset, ClassDef* out) {
  if (offset == 0) return true;
  Cursor at = tables.At(offset);
  uint64_t counts[4];
  uint64_t total = 0;
  for (uint64_t& count : counts) total += count = at.Uleb();
  // Each takes two bytes at least.
  if (!at.ok() || total > at.remaining() / 2) {
    return tables.Bad("the members of class {} are not inside the file",
                      Shown(out->type));
  }
  if (!tables.Charge(total)) return false;
  out->fields.reserve(counts[0] + counts[1]);
  out->methods.reserve(counts[2] + counts[3]);
  if (!ReadFields(&at, static_cast<uint32_t>(counts[0]), true, out) ||
      !ReadFields(&at, static_cast<uint32_t>(counts[1]), false, out) ||
      !ReadMethods(&at, static_cast<uint32_t>(counts[2]), true, out) ||
      !ReadMethods(&at, static_cast<uint32_t>(counts[3]), false, out)) {
    return false;
  }
  return at.ok() ||
         tables.Bad("the members of class {} are cut off", Shown(out->type));
}

bool Reader::State::ReadStaticValues(uint32_t offset, ClassDef* out) {
  if (offset == 0) return true;
  Cursor at = tables.At(offset);
  std::vector<Value> values;
  if (!ReadEncodedArray(&tables, &at, &values)) return false;
  // Static fields come first.
  if (values.size() > out->fields.size() ||
      (!values.empty() && !out->fields[values.size() - 1].IsStatic())) {
    return tables.Bad("class {} has more values than static fields",
                      Shown(out->type));
  }
  for (size_t i = 0; i < values.size(); ++i) {
    out->fields[i].value = std::move(values[i]);
  }
  return true;
}

bool Reader::State::ReadAnnotations(uint32_t offset, ClassDef* out) {
  if (offset == 0) return true;
  Cursor at = tables.At(offset);
  const uint32_t of_class = at.U32();
  const uint64_t fields = at.U32();
  const uint64_t methods = at.U32();
  const uint64_t parameters = at.U32();
  if (!at.ok() || fields + methods + parameters > at.remaining() / 8) {
    return tables.Bad("the annotations at {:#x} are not inside the file",
                      offset);
  }
  if (!ReadAnnotationSet(&tables, of_class, &out->annotations)) return false;
  // Annotations of members that the class does not have are left out.
  for (uint64_t i = 0; i < fields; ++i) {
    const FieldId id = tables.Field(at.U32());
    const uint32_t set = at.U32();
    if (!id.valid() || !tables.Charge(1 + out->fields.size() / 16)) {
      return false;
    }
    const auto found = std::find_if(out->fields.begin(), out->fields.end(),
                                    [&](const auto& f) { return f.id == id; });
    if (found == out->fields.end()) continue;
    found->annotations.clear();
    if (!ReadAnnotationSet(&tables, set, &found->annotations)) return false;
  }
  for (uint64_t i = 0; i < methods + parameters; ++i) {
    const MethodId id = tables.Method(at.U32());
    const uint32_t set = at.U32();
    if (!id.valid() || !tables.Charge(1 + out->methods.size() / 16)) {
      return false;
    }
    const auto found = std::find_if(out->methods.begin(), out->methods.end(),
                                    [&](const auto& m) { return m.id == id; });
    if (found == out->methods.end()) continue;
    if (i < methods) {
      found->annotations.clear();
      if (!ReadAnnotationSet(&tables, set, &found->annotations)) return false;
    } else {
      found->parameter_annotations.clear();
      if (!ReadAnnotationSets(&tables, set, &found->parameter_annotations)) {
        return false;
      }
    }
  }
  return true;
}

bool Reader::State::ReadHiddenApi(uint32_t index, ClassDef* out) {
  const uint32_t section = tables.hidden_api_offset();
  if (section == 0) return true;
  Cursor offsets = tables.At(section + uint64_t{4} + index * uint64_t{4});
  const uint32_t offset = offsets.U32();
  Cursor at = tables.At(section + uint64_t{offset});
  if (!offsets.ok() || !at.ok()) {
    return tables.Bad("the hidden-API flags at {:#x} are not inside the file",
                      section);
  }
  if (offset == 0) return true;
  out->has_hidden_api = true;
  for (FieldDef& field : out->fields) field.hidden_api = at.Uleb();
  for (MethodDef& method : out->methods) method.hidden_api = at.Uleb();
  return at.ok() || tables.Bad("the hidden-API flags of class {} are cut off",
                               Shown(out->type));
}

bool Reader::State::ReadClass(uint32_t index, ClassDef* out) {
  Cursor row = tables.At(tables.class_offset(index));
  out->type = tables.Type(row.U32());
  out->access = row.U32();
  out->superclass = tables.OptionalType(row.U32());
  const uint32_t interfaces = row.U32();
  out->source_file = tables.OptionalString(row.U32());
  const uint32_t annotations = row.U32();
  const uint32_t members = row.U32();
  const uint32_t values = row.U32();
  return tables.ok() && tables.TypeList(interfaces, &out->interfaces) &&
         ReadMembers(members, out) && ReadStaticValues(values, out) &&
         ReadAnnotations(annotations, out) && ReadHiddenApi(index, out) &&
         tables.ok();
}

Reader::Reader(std::unique_ptr<State> state) : state_(std::move(state)) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

Result<Reader> Reader::Open(std::string_view bytes, Pool* pool,
                            const ReadOptions& options) {
  ASSIGN_OR_RETURN(const int version, ParseMagic(bytes));
  ASSIGN_OR_RETURN(bytes, CheckHeader(bytes, options));
  auto state = std::make_unique<State>(bytes, pool, version);
  if (!state->tables.Open()) return Fail(*state->tables.error());
  return Reader(std::move(state));
}

int Reader::version() const { return state_->version; }
uint32_t Reader::classes() const { return state_->tables.classes(); }

Result<std::optional<uint32_t>> Reader::FindClass(std::string_view descriptor) {
  IdTables& tables = state_->tables;
  const TypeId wanted = tables.pool().Type(descriptor);
  for (uint32_t i = 0; i < classes(); ++i) {
    const TypeId type = tables.Type(tables.At(tables.class_offset(i)).U32());
    if (!type.valid()) return Fail(*tables.error());
    if (type == wanted) return i;
  }
  return std::nullopt;
}

Result<ClassDef> Reader::ReadClass(uint32_t index) {
  ClassDef read;
  if (!state_->ReadClass(index, &read)) {
    const Error& error = *state_->tables.error();
    if (!read.type.valid()) return Fail(error);
    return Fail(error.kind, "{} (in class {})", error.message,
                state_->Shown(read.type));
  }
  return read;
}

Result<DexFile> ReadDex(std::string_view bytes, Pool* pool,
                        const ReadOptions& options) {
  ASSIGN_OR_RETURN(Reader reader, Reader::Open(bytes, pool, options));
  DexFile file;
  file.version = reader.version();
  file.classes.reserve(reader.classes());
  for (uint32_t i = 0; i < reader.classes(); ++i) {
    ASSIGN_OR_RETURN(file.classes.emplace_back(), reader.ReadClass(i));
  }
  return file;
}

}  // namespace reprise::dex
