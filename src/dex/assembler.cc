#include "dex/assembler.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "base/text.h"
#include "dex/assemble_code.h"
#include "dex/text_names.h"
#include "dex/text_scanner.h"

namespace reprise::dex {
namespace {

class Assembler {
 public:
  Assembler(std::string_view text, Pool* pool)
      : scanner_(text, pool), pool_(*pool) {}

  Result<DexFile> Run();

 private:
  void Directive();
  void Class();
  void Field();
  void Method();
  void MethodDirective(std::string_view word, CodeAssembler* code);
  void ReadAnnotation(Annotations* out);
  void HiddenApi();
  uint32_t Access(AccessOf of);
  ClassDef* Current(std::string_view word);

  TextScanner scanner_;
  Pool& pool_;
  DexFile file_;
  // What .annotation and .hiddenapi are about.
  FieldDef* field_ = nullptr;
  MethodDef* method_ = nullptr;
  CallSiteNames call_sites_;
};

// Flags, up to what is none.
uint32_t Assembler::Access(AccessOf of) {
  uint32_t access = 0;
  while (scanner_.ok()) {
    const std::string_view word = scanner_.PeekWord();
    // A member may be called like a flag; then something follows directly.
    if (!scanner_.SpaceAfterWord()) return access;
    if (word.substr(0, 2) == "0x") {
      access |= static_cast<uint32_t>(scanner_.Integer(0, UINT32_MAX));
      continue;
    }
    const uint32_t flag = AccessByName(word, of);
    if (flag == 0) return access;
    scanner_.Word();
    access |= flag;
  }
  return access;
}

ClassDef* Assembler::Current(std::string_view word) {
  if (file_.classes.empty()) {
    scanner_.Bad("{} comes before any .class", word);
    return nullptr;
  }
  return &file_.classes.back();
}

void Assembler::Class() {
  ClassDef& added = file_.classes.emplace_back();
  field_ = nullptr;
  added.access = Access(AccessOf::kClass);
  added.type = scanner_.Type();
}

void Assembler::Field() {
  ClassDef& owner = file_.classes.back();
  FieldDef field;
  field.access = Access(AccessOf::kField);
  const StringId name = scanner_.Name();
  scanner_.Expect(":");
  field.id = pool_.Field({owner.type, name, scanner_.Type()});
  if (scanner_.Accept("=")) field.value = scanner_.ReadValue();
  owner.fields.push_back(std::move(field));
  field_ = &owner.fields.back();
}

void Assembler::ReadAnnotation(Annotations* out) {
  const std::string_view word = scanner_.Word();
  const auto* const found =
      std::find(std::begin(kVisibilityNames), std::end(kVisibilityNames), word);
  if (found == std::end(kVisibilityNames)) {
    scanner_.Bad("an annotation is build, runtime or system, not '{}'",
                 EscapeForTerminal(word));
    return;
  }
  Annotation annotation;
  annotation.visibility =
      static_cast<Visibility>(found - std::begin(kVisibilityNames));
  annotation.type = scanner_.Type();
  if (scanner_.Peek() == '{') annotation.elements = scanner_.Elements(0);
  out->push_back(std::move(annotation));
}

void Assembler::HiddenApi() {
  const auto flags = static_cast<uint32_t>(scanner_.Integer(0, UINT32_MAX));
  file_.classes.back().has_hidden_api = true;
  if (method_ != nullptr) {
    method_->hidden_api = flags;
  } else if (field_ != nullptr) {
    field_->hidden_api = flags;
  }
}

void Assembler::MethodDirective(std::string_view word, CodeAssembler* code) {
  if (word == ".annotation") {
    ReadAnnotation(&method_->annotations);
  } else if (word == ".hiddenapi") {
    HiddenApi();
  } else if (word == ".annotated-parameters") {
    method_->parameter_annotations.resize(
        static_cast<size_t>(scanner_.Integer(0, UINT16_MAX)));
  } else if (word == ".annotation-of") {
    const auto index = static_cast<size_t>(scanner_.Integer(0, UINT16_MAX - 1));
    auto& all = method_->parameter_annotations;
    if (index >= all.size()) all.resize(index + 1);
    ReadAnnotation(&all[index]);
  } else {
    code->Line(word);
  }
}

void Assembler::Method() {
  ClassDef& owner = file_.classes.back();
  MethodDef method;
  method.access = Access(AccessOf::kMethod);
  const StringId name = scanner_.Name();
  const ProtoId proto = scanner_.Proto();
  method.id = pool_.Method({owner.type, name, proto});
  scanner_.EndOfLine();
  method_ = &method;
  CodeAssembler code(&pool_, &scanner_, &method, &call_sites_);
  while (true) {
    if (!scanner_.NextLine()) {
      scanner_.Bad(".end method is missing");
      break;
    }
    if (scanner_.Peek() == ':') {
      code.Label();
    } else {
      const std::string_view word = scanner_.Word();
      if (word == ".end" && scanner_.Accept("method")) break;
      MethodDirective(word, &code);
    }
    scanner_.EndOfLine();
    if (!scanner_.ok()) break;
  }
  code.Finish();
  method_ = nullptr;
  field_ = nullptr;
  owner.methods.push_back(std::move(method));
}

void Assembler::Directive() {
  const std::string_view word = scanner_.Word();
  if (word == ".dex") {
    file_.version = static_cast<int>(scanner_.Integer(35, 40));
    return;
  }
  if (word == ".class") return Class();
  ClassDef* current = Current(word);
  if (current == nullptr) return;
  if (word == ".super") {
    current->superclass = scanner_.Type();
  } else if (word == ".implements") {
    current->interfaces.push_back(scanner_.Type());
  } else if (word == ".source") {
    current->source_file = scanner_.String();
  } else if (word == ".field") {
    Field();
  } else if (word == ".method") {
    Method();
  } else if (word == ".hiddenapi") {
    HiddenApi();
  } else if (word == ".annotation") {
    ReadAnnotation(field_ != nullptr ? &field_->annotations
                                     : &current->annotations);
  } else {
    scanner_.Bad(
        "'{}' is not known here; .dex .class .super .implements "
        ".source .annotation .hiddenapi .field and .method are",
        EscapeForTerminal(word));
  }
}

Result<DexFile> Assembler::Run() {
  while (scanner_.NextLine()) {
    Directive();
    scanner_.EndOfLine();
    if (!scanner_.ok()) break;
  }
  if (!scanner_.ok()) return Fail(*scanner_.error());
  return std::move(file_);
}

}  // namespace

Result<DexFile> Assemble(std::string_view text, Pool* pool) {
  return Assembler(text, pool).Run();
}

}  // namespace reprise::dex
