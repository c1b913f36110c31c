#include "weave/start_stub.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "weave/runtime_refs.h"

namespace reprise::weave {
namespace {

using dex::ClassDef;
using dex::MethodDef;
using dex::MethodId;
using dex::Op;
using dex::TypeId;

std::string Descriptor(std::string name) {
  std::replace(name.begin(), name.end(), '.', '/');
  return "L" + name + ";";
}

class Stubber {
 public:
  Stubber(const ClassPointers& classes, dex::Pool* pool) : pool_(*pool) {
    for (ClassDef* entry : classes) {
      classes_.try_emplace(entry->type.value, entry);
    }
    const TypeId start = pool->Type(kStartClass);
    const TypeId context = pool->Type("Landroid/content/Context;");
    const TypeId nothing = pool->Type("V");
    no_arguments_ = pool->Proto(nothing, {});
    with_context_ = pool->Proto(nothing, std::vector{context});
    load_ = pool->Method({start, pool->String("load"), no_arguments_});
    attach_ = pool->Method({start, pool->String("attach"), with_context_});
  }

  StartStub Run(const std::string& application, const std::string& factory) {
    ClassDef* own = Find(application);
    if (own == nullptr) {
      Make(application.empty() ? "android.app.Application" : application);
      own = &*stub_.made;
    }
    Load(Topmost(own));
    Attach(own);
    if (ClassDef* found = Find(factory)) Load(Topmost(found));
    return std::move(stub_);
  }

 private:
  ClassDef* Find(const std::string& name) const {
    if (name.empty()) return nullptr;
    return Find(pool_.FindType(Descriptor(name)));
  }
  ClassDef* Find(TypeId type) const {
    const auto found = classes_.find(type.value);
    return found == classes_.end() ? nullptr : found->second;
  }

  ClassDef* Topmost(ClassDef* entry) const {
    std::unordered_set<uint32_t> seen;
    while (seen.insert(entry->type.value).second) {
      ClassDef* super = Find(entry->superclass);
      if (super == nullptr) break;
      entry = super;
    }
    return entry;
  }

  void Make(const std::string& super) {
    ClassDef& made = stub_.made.emplace();
    made.type = pool_.Type(Descriptor(std::string(kMadeApplication)));
    made.access = dex::kAccPublic;
    made.superclass = pool_.Type(Descriptor(super));
    MethodDef& constructor = Add(&made, "<init>", no_arguments_,
                                 dex::kAccPublic | dex::kAccConstructor, 1);
    constructor.code->instructions = {
        MakeRange(Op::kInvokeDirectRange, 0, 1,
                  Super(made, "<init>", no_arguments_)),
        dex::Make(Op::kReturnVoid)};
  }

  uint32_t Super(const ClassDef& entry, std::string_view name,
                 dex::ProtoId proto) {
    return pool_.Method({entry.superclass, pool_.String(name), proto}).value;
  }

  MethodDef& Add(ClassDef* to, std::string_view name, dex::ProtoId proto,
                 uint32_t access, uint16_t registers) {
    MethodDef method;
    method.id = pool_.Method({to->type, pool_.String(name), proto});
    method.access = access;
    method.code.emplace();
    method.code->registers = registers;
    method.code->ins = registers;
    return to->methods.emplace_back(std::move(method));
  }

  MethodDef* Declared(ClassDef* entry, std::string_view name,
                      dex::ProtoId proto) const {
    for (MethodDef& method : entry->methods) {
      const dex::MethodRef ref = pool_.Get(method.id);
      if (pool_.Text(ref.name) == name && ref.proto == proto && method.code) {
        return &method;
      }
    }
    return nullptr;
  }

  static void PutFirst(MethodDef* method, const dex::Instruction& call) {
    auto& code = method->code->instructions;
    code.insert(code.begin(), call);
  }

  void Changed(ClassDef* entry) {
    if (stub_.made && entry == &*stub_.made) return;
    auto& changed = stub_.changed;
    if (std::find(changed.begin(), changed.end(), entry) == changed.end()) {
      changed.push_back(entry);
    }
  }

  void Load(ClassDef* entry) {
    if (!loads_.insert(entry->type.value).second) return;
    MethodDef* initialiser = Declared(entry, "<clinit>", no_arguments_);
    if (initialiser == nullptr) {
      initialiser = &Add(entry, "<clinit>", no_arguments_,
                         dex::kAccStatic | dex::kAccConstructor, 0);
      initialiser->code->instructions = {dex::Make(Op::kReturnVoid)};
    }
    PutFirst(initialiser, MakeRange(Op::kInvokeStaticRange, 0, 0, load_.value));
    Changed(entry);
  }

  // In the class itself or the superclass that declares it; calling a
  // superclass's from a new one would fail where that is final.
  void Attach(ClassDef* entry) {
    MethodDef* method = nullptr;
    ClassDef* owner = entry;
    std::unordered_set<uint32_t> seen;
    for (; owner != nullptr && seen.insert(owner->type.value).second;
         owner = Find(owner->superclass)) {
      method = Declared(owner, "attachBaseContext", with_context_);
      if (method != nullptr) break;
    }
    if (method == nullptr) {
      owner = entry;
      method = &Add(entry, "attachBaseContext", with_context_,
                    dex::kAccProtected, 2);
      method->code->instructions = {
          MakeRange(Op::kInvokeSuperRange, 0, 2,
                    Super(*entry, "attachBaseContext", with_context_)),
          dex::Make(Op::kReturnVoid)};
    }
    const auto base = static_cast<uint16_t>(method->code->registers - 1);
    PutFirst(method, MakeRange(Op::kInvokeStaticRange, base, 1, attach_.value));
    Changed(owner);
  }

  dex::Pool& pool_;
  std::unordered_map<uint32_t, ClassDef*> classes_;
  std::unordered_set<uint32_t> loads_;
  dex::ProtoId no_arguments_, with_context_;
  MethodId load_, attach_;
  StartStub stub_;
};

}  // namespace

StartStub AddStartStub(const ClassPointers& classes,
                       const std::string& application,
                       const std::string& component_factory, dex::Pool* pool) {
  return Stubber(classes, pool).Run(application, component_factory);
}

}  // namespace reprise::weave
