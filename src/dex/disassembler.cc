#include "dex/disassembler.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/format.h"
#include "dex/disassemble_code.h"
#include "dex/text_names.h"

namespace reprise::dex {
namespace {

class ClassPrinter {
 public:
  ClassPrinter(const Pool& pool, std::string* out) : pool_(pool), out_(*out) {}

  void Class(const ClassDef& entry);
  void Method(const MethodDef& method);

 private:
  void Field(const FieldDef& field);
  void PrintAnnotations(std::string_view directive,
                        const Annotations& annotations);
  template <typename... Args>
  void Put(fmt::format_string<Args...> format, Args&&... args) {
    AppendFormat(&out_, format, std::forward<Args>(args)...);
  }

  const Pool& pool_;
  std::string& out_;
};

void ClassPrinter::PrintAnnotations(std::string_view directive,
                                    const Annotations& annotations) {
  for (const Annotation& annotation : annotations) {
    Put("{} {} ", directive,
        kVisibilityNames[static_cast<size_t>(annotation.visibility)]);
    AppendType(pool_, annotation.type, &out_);
    if (!annotation.elements.empty()) {
      out_.push_back(' ');
      AppendElements(pool_, annotation.elements, &out_);
    }
    out_.push_back('\n');
  }
}

void ClassPrinter::Field(const FieldDef& field) {
  const FieldRef ref = pool_.Get(field.id);
  out_ += ".field ";
  AppendAccess(field.access, AccessOf::kField, &out_);
  AppendName(pool_.Text(ref.name), &out_);
  out_.push_back(':');
  AppendType(pool_, ref.type, &out_);
  if (field.value) {
    out_ += " = ";
    AppendValue(pool_, *field.value, &out_);
  }
  out_.push_back('\n');
  if (field.hidden_api != 0) Put("    .hiddenapi {:#x}\n", field.hidden_api);
  PrintAnnotations("    .annotation", field.annotations);
}

void ClassPrinter::Method(const MethodDef& method) {
  const MethodRef ref = pool_.Get(method.id);
  out_ += ".method ";
  AppendAccess(method.access, AccessOf::kMethod, &out_);
  AppendName(pool_.Text(ref.name), &out_);
  AppendProto(pool_, ref.proto, &out_);
  out_.push_back('\n');
  if (method.hidden_api != 0) Put("    .hiddenapi {:#x}\n", method.hidden_api);
  PrintAnnotations("    .annotation", method.annotations);
  const auto& parameters = method.parameter_annotations;
  if (!parameters.empty()) {
    Put("    .annotated-parameters {}\n", parameters.size());
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    PrintAnnotations(fmt::format("    .annotation-of {}", i), parameters[i]);
  }
  if (method.code) DisassembleCode(pool_, method, &out_);
  out_ += ".end method\n";
}

void ClassPrinter::Class(const ClassDef& entry) {
  out_ += ".class ";
  AppendAccess(entry.access, AccessOf::kClass, &out_);
  AppendType(pool_, entry.type, &out_);
  out_.push_back('\n');
  if (entry.superclass.valid()) {
    out_ += ".super ";
    AppendType(pool_, entry.superclass, &out_);
    out_.push_back('\n');
  }
  for (const TypeId type : entry.interfaces) {
    out_ += ".implements ";
    AppendType(pool_, type, &out_);
    out_.push_back('\n');
  }
  if (entry.source_file.valid()) {
    out_ += ".source ";
    AppendString(pool_, entry.source_file, &out_);
    out_.push_back('\n');
  }
  if (entry.has_hidden_api) out_ += ".hiddenapi 0\n";
  PrintAnnotations(".annotation", entry.annotations);
  if (!entry.fields.empty()) out_.push_back('\n');
  for (const FieldDef& field : entry.fields) Field(field);
  for (const MethodDef& method : entry.methods) {
    out_.push_back('\n');
    Method(method);
  }
}

}  // namespace

std::string Disassemble(const Pool& pool, const DexFile& file) {
  std::string out = fmt::format(".dex {:03}\n", file.version);
  ClassPrinter printer(pool, &out);
  for (const ClassDef& entry : file.classes) {
    out.push_back('\n');
    printer.Class(entry);
  }
  return out;
}

std::string DisassembleClass(const Pool& pool, const ClassDef& entry) {
  std::string out;
  ClassPrinter(pool, &out).Class(entry);
  return out;
}

std::string DisassembleMethod(const Pool& pool, const MethodDef& method) {
  std::string out;
  ClassPrinter(pool, &out).Method(method);
  return out;
}

uint32_t InsOf(const Pool& pool, const MethodDef& method) {
  uint32_t ins = method.IsStatic() ? 0 : 1;
  const MethodRef ref = pool.Get(method.id);
  for (const TypeId type : pool.Get(ref.proto).parameters) {
    ins += static_cast<uint32_t>(RegistersOf(pool.Descriptor(type)));
  }
  return ins;
}

}  // namespace reprise::dex
