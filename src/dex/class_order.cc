#include "dex/class_order.h"

#include <unordered_map>
#include <utility>

#include "base/text.h"

namespace reprise::dex {

Result<ClassList> SupersFirst(const Pool& pool, const ClassList& classes) {
  enum State : uint8_t { kWaiting, kOpen, kDone };
  struct Node {
    const ClassDef* entry;
    State state;
  };
  std::unordered_map<uint32_t, Node> nodes;
  nodes.reserve(classes.size());
  for (const ClassDef* entry : classes) {
    if (!nodes.try_emplace(entry->type.value, Node{entry, kWaiting}).second) {
      return Fail(ErrorKind::kInvalidArgument,
                  "class {} is there twice; one dex file takes it once",
                  EscapeForTerminal(pool.Descriptor(entry->type)));
    }
  }
  ClassList sorted;
  sorted.reserve(classes.size());
  // A class and how many of its supers were looked at. Not recursive: a
  // hostile file may have a chain of any length.
  std::vector<std::pair<Node*, size_t>> stack;
  for (const ClassDef* entry : classes) {
    stack.emplace_back(&nodes.at(entry->type.value), 0);
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next == 0) {
        if (node->state != kWaiting) {
          if (node->state == kOpen) {
            return Fail(ErrorKind::kCorruption,
                        "class {} is its own superclass or interface",
                        EscapeForTerminal(pool.Descriptor(node->entry->type)));
          }
          stack.pop_back();
          continue;
        }
        node->state = kOpen;
      }
      if (next > node->entry->interfaces.size()) {
        node->state = kDone;
        sorted.push_back(node->entry);
        stack.pop_back();
        continue;
      }
      const TypeId super = next == 0 ? node->entry->superclass
                                     : node->entry->interfaces[next - 1];
      ++next;
      const auto found = nodes.find(super.value);
      if (found != nodes.end() && found->second.state != kDone) {
        stack.emplace_back(&found->second, 0);
      }
    }
  }
  return sorted;
}

}  // namespace reprise::dex
