#include "dex/text_names.h"

#include <bit>
#include <cmath>

#include "base/format.h"
#include "dex/mutf8.h"

namespace reprise::dex {
namespace {

struct AccessName {
  uint32_t flag;
  std::string_view of_class, of_field, of_method;
};
constexpr AccessName kAccessNames[] = {
    {kAccPublic, "public", "public", "public"},
    {kAccPrivate, "private", "private", "private"},
    {kAccProtected, "protected", "protected", "protected"},
    {kAccStatic, "static", "static", "static"},
    {kAccFinal, "final", "final", "final"},
    {kAccSynchronized, "", "", "synchronized"},
    {kAccVolatile, "", "volatile", "bridge"},
    {kAccTransient, "", "transient", "varargs"},
    {kAccNative, "", "", "native"},
    {kAccInterface, "interface", "", ""},
    {kAccAbstract, "abstract", "", "abstract"},
    {kAccStrict, "", "", "strictfp"},
    {kAccSynthetic, "synthetic", "synthetic", "synthetic"},
    {kAccAnnotation, "annotation", "", ""},
    {kAccEnum, "enum", "enum", ""},
    {kAccConstructor, "", "", "constructor"},
    {kAccDeclaredSynchronized, "", "", "declared-synchronized"},
};

std::string_view NameOf(const AccessName& name, AccessOf of) {
  if (of == AccessOf::kClass) return name.of_class;
  return of == AccessOf::kField ? name.of_field : name.of_method;
}

// Shown as they are beyond ASCII: no controls, nothing invisible or reordering,
// no surrogates.
bool IsShown(uint16_t unit) {
  return unit >= 0xa1 && !(unit >= 0x2000 && unit <= 0x206f) &&
         !(unit >= 0xd800 && unit <= 0xf8ff) && unit != 0xfeff &&
         unit < 0xfff0 && unit != 0xad && unit != 0x61c && unit != 0x3000;
}

// Whether it can be read back without quotes.
bool IsPlainName(std::string_view name) {
  if (name.empty()) return false;
  while (!name.empty()) {
    if (static_cast<uint8_t>(name[0]) < 0x80) {
      if (!IsNameByte(name[0])) return false;
      name.remove_prefix(1);
      continue;
    }
    const auto unit = TakeUtf16Unit(&name);
    if (!unit || !IsShown(*unit)) return false;
  }
  return true;
}

bool IsPlainDescriptor(std::string_view descriptor) {
  while (!descriptor.empty() && descriptor[0] == '[')
    descriptor.remove_prefix(1);
  if (descriptor.size() == 1) {
    return std::string_view("VZBSCIJFD").find(descriptor[0]) !=
           std::string_view::npos;
  }
  if (descriptor.size() < 3 || descriptor[0] != 'L' ||
      descriptor.back() != ';') {
    return false;
  }
  descriptor = descriptor.substr(1, descriptor.size() - 2);
  while (true) {
    const size_t slash = descriptor.find('/');
    if (!IsPlainName(descriptor.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    descriptor.remove_prefix(slash + 1);
  }
}

void AppendFloating(const Value& value, std::string* out) {
  const bool wide = value.kind == ValueKind::kDouble;
  const double number =
      wide ? std::bit_cast<double>(value.bits)
           : std::bit_cast<float>(static_cast<uint32_t>(value.bits));
  if (!std::isfinite(number)) {
    AppendFormat(out, "{}({:#x})", wide ? "double" : "float",
                 wide ? static_cast<uint64_t>(value.bits)
                      : static_cast<uint32_t>(value.bits));
  } else if (wide) {
    AppendFormat(out, "{}d", number);
  } else {
    AppendFormat(out, "{}f", static_cast<float>(number));
  }
}

}  // namespace

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '-' ||
         c == '<' || c == '>' || static_cast<uint8_t>(c) >= 0x80;
}

void AppendQuoted(std::string_view mutf8, char quote, std::string* out) {
  out->push_back(quote);
  while (!mutf8.empty()) {
    const char c = mutf8[0];
    const std::string_view before = mutf8;
    const auto unit = TakeUtf16Unit(&mutf8);
    if (!unit) {
      AppendFormat(out, "\\x{:02x}", static_cast<uint8_t>(c));
      mutf8.remove_prefix(1);
    } else if (*unit == '\n') {
      *out += "\\n";
    } else if (*unit == '\\' || *unit == quote) {
      out->push_back('\\');
      out->push_back(c);
    } else if ((*unit >= 0x20 && *unit < 0x7f) || IsShown(*unit)) {
      *out += before.substr(0, before.size() - mutf8.size());
    } else {
      AppendFormat(out, "\\u{:04x}", *unit);
    }
  }
  out->push_back(quote);
}

void AppendName(std::string_view mutf8, std::string* out) {
  if (IsPlainName(mutf8)) {
    *out += mutf8;
  } else {
    AppendQuoted(mutf8, '`', out);
  }
}

void AppendString(const Pool& pool, StringId id, std::string* out) {
  if (id.valid()) {
    AppendQuoted(pool.Text(id), '"', out);
  } else {
    *out += "null";
  }
}

void AppendType(const Pool& pool, TypeId id, std::string* out) {
  if (!id.valid()) {
    *out += "null";
  } else if (IsPlainDescriptor(pool.Descriptor(id))) {
    *out += pool.Descriptor(id);
  } else {
    AppendQuoted(pool.Descriptor(id), '`', out);
  }
}

void AppendProto(const Pool& pool, ProtoId id, std::string* out) {
  const Proto& proto = pool.Get(id);
  out->push_back('(');
  for (const TypeId type : proto.parameters) AppendType(pool, type, out);
  out->push_back(')');
  AppendType(pool, proto.result, out);
}

void AppendField(const Pool& pool, FieldId id, std::string* out) {
  const FieldRef field = pool.Get(id);
  AppendType(pool, field.owner, out);
  *out += "->";
  AppendName(pool.Text(field.name), out);
  out->push_back(':');
  AppendType(pool, field.type, out);
}

void AppendMethod(const Pool& pool, MethodId id, std::string* out) {
  const MethodRef method = pool.Get(id);
  AppendType(pool, method.owner, out);
  *out += "->";
  AppendName(pool.Text(method.name), out);
  AppendProto(pool, method.proto, out);
}

void AppendHandle(const Pool& pool, HandleId id, std::string* out) {
  const HandleRef handle = pool.Get(id);
  *out += kHandleNames[static_cast<size_t>(handle.kind)];
  out->push_back(' ');
  if (handle.IsField()) {
    AppendField(pool, {handle.member}, out);
  } else {
    AppendMethod(pool, {handle.member}, out);
  }
}

void AppendValue(const Pool& pool, const Value& value, std::string* out) {
  switch (value.kind) {
    case ValueKind::kByte:
      AppendFormat(out, "{}t", value.bits);
      return;
    case ValueKind::kShort:
      AppendFormat(out, "{}s", value.bits);
      return;
    case ValueKind::kChar: {
      std::string unit;
      AppendUtf16Unit(static_cast<uint16_t>(value.bits), &unit);
      return AppendQuoted(unit, '\'', out);
    }
    case ValueKind::kInt:
      AppendFormat(out, "{}", value.bits);
      return;
    case ValueKind::kLong:
      AppendFormat(out, "{}L", value.bits);
      return;
    case ValueKind::kFloat:
    case ValueKind::kDouble:
      return AppendFloating(value, out);
    case ValueKind::kMethodType:
      return AppendProto(pool, {value.id()}, out);
    case ValueKind::kMethodHandle:
      *out += "handle ";
      return AppendHandle(pool, {value.id()}, out);
    case ValueKind::kString:
      return AppendString(pool, {value.id()}, out);
    case ValueKind::kType:
      return AppendType(pool, {value.id()}, out);
    case ValueKind::kField:
      return AppendField(pool, {value.id()}, out);
    case ValueKind::kMethod:
      return AppendMethod(pool, {value.id()}, out);
    case ValueKind::kEnum:
      *out += "enum ";
      return AppendField(pool, {value.id()}, out);
    case ValueKind::kArray:
      out->push_back('{');
      for (size_t i = 0; i < value.elements.size(); ++i) {
        if (i > 0) *out += ", ";
        AppendValue(pool, value.elements[i].value, out);
      }
      out->push_back('}');
      return;
    case ValueKind::kAnnotation:
      out->push_back('@');
      AppendType(pool, {value.id()}, out);
      return AppendElements(pool, value.elements, out);
    case ValueKind::kNull:
      *out += "null";
      return;
    case ValueKind::kBoolean:
      *out += value.bits != 0 ? "true" : "false";
      return;
  }
}

void AppendElements(const Pool& pool, const std::vector<Element>& elements,
                    std::string* out) {
  out->push_back('{');
  for (size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) *out += ", ";
    AppendName(pool.Text(elements[i].name), out);
    *out += " = ";
    AppendValue(pool, elements[i].value, out);
  }
  out->push_back('}');
}

void AppendAccess(uint32_t access, AccessOf of, std::string* out) {
  for (const AccessName& name : kAccessNames) {
    if ((access & name.flag) == 0 || NameOf(name, of).empty()) continue;
    *out += NameOf(name, of);
    out->push_back(' ');
    access &= ~name.flag;
  }
  if (access != 0) AppendFormat(out, "{:#x} ", access);
}

uint32_t AccessByName(std::string_view name, AccessOf of) {
  for (const AccessName& entry : kAccessNames) {
    if (!name.empty() && NameOf(entry, of) == name) return entry.flag;
  }
  return 0;
}

}  // namespace reprise::dex
