#include "weave/runtime_refs.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace reprise::weave {
namespace {

using dex::Pool;
using dex::TypeId;

constexpr std::string_view kLetters = "ZBSCIJFD";
constexpr std::string_view kBoxes[] = {"Boolean", "Byte", "Short", "Character",
                                       "Integer", "Long", "Float", "Double"};
constexpr std::string_view kNames[] = {"boolean", "byte", "short", "char",
                                       "int",     "long", "float", "double"};

dex::MethodId MethodOf(Pool* pool, TypeId owner, std::string_view name,
                       TypeId result, std::initializer_list<TypeId> of) {
  const std::vector<TypeId> parameters(of);
  return pool->Method(
      {owner, pool->String(name), pool->Proto(result, parameters)});
}

}  // namespace

RuntimeRefs::RuntimeRefs(Pool* pool) {
  const TypeId hooks = pool->Type(kHooksClass);
  const TypeId call = pool->Type(kCallClass);
  const TypeId boolean = pool->Type("Z");
  object = pool->Type("Ljava/lang/Object;");
  object_array = pool->Type("[Ljava/lang/Object;");
  on = pool->Field({hooks, pool->String("on"), boolean});
  enter = MethodOf(pool, hooks, "enter", call,
                   {pool->Type("I"), object, object_array});
  answered = MethodOf(pool, hooks, "answered", boolean, {call});
  answer = MethodOf(pool, hooks, "answer", object, {call});
  leave = MethodOf(pool, hooks, "leave", object, {call, object});
  fail = MethodOf(pool, hooks, "fail", object,
                  {call, pool->Type("Ljava/lang/Throwable;")});
  for (size_t i = 0; i < boxes_.size(); ++i) {
    Box& box = boxes_[i];
    const TypeId primitive = pool->Type(kLetters.substr(i, 1));
    box.type = pool->Type("Ljava/lang/" + std::string(kBoxes[i]) + ";");
    box.value_of = MethodOf(pool, box.type, "valueOf", box.type, {primitive});
    box.value = MethodOf(pool, box.type, std::string(kNames[i]) + "Value",
                         primitive, {});
  }
}

const RuntimeRefs::Box* RuntimeRefs::BoxOf(char letter) const {
  const size_t at = kLetters.find(letter);
  return at == std::string_view::npos ? nullptr : &boxes_[at];
}

}  // namespace reprise::weave
