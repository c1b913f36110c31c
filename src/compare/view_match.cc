#include "compare/view_match.h"

#include <functional>
#include <string>
#include <unordered_map>

#include "compare/widgets.h"

namespace reprise::compare {
namespace {

using Groups = std::unordered_map<std::string, std::vector<int>>;

void Append(std::string_view part, std::string* key) {
  *key += std::to_string(part.size());
  *key += ':';
  *key += part;
}

std::string KindKey(const ViewNode& node) {
  std::string key;
  Append(node.class_name(), &key);
  Append(EntryOf(node.resource_name()), &key);
  return key;
}

std::string KnownKey(const ViewTree& tree, int index, bool ancestors) {
  const ViewNode& node = tree.nodes(index);
  std::string key = KindKey(node);
  Append(node.text(), &key);
  Append(node.description(), &key);
  for (int i = 0; ancestors && i < Screenful::kAncestors && index != 0; ++i) {
    index = static_cast<int>(tree.nodes(index).parent());
    Append(tree.nodes(index).class_name(), &key);
  }
  return key;
}

bool IsKnown(const ViewNode& node) {
  return !node.text().empty() || !node.description().empty();
}

// Children that are shown, by their parent.
std::vector<std::vector<int>> ChildrenOf(const ViewTree& tree) {
  std::vector<std::vector<int>> children(
      static_cast<size_t>(tree.nodes_size()));
  for (int n = 1; n < tree.nodes_size(); ++n) {
    if (IsShown(tree.nodes(n))) children[tree.nodes(n).parent()].push_back(n);
  }
  return children;
}

bool OtherRow(const ViewNode& a, const ViewNode& b) {
  return a.has_row() && b.has_row() && a.row() != b.row();
}

}  // namespace

ViewMatch::ViewMatch(const ViewTree& a, const ViewTree& b)
    : a_(a),
      b_(b),
      in_b_(static_cast<size_t>(a.nodes_size()), kNone),
      in_a_(static_cast<size_t>(b.nodes_size()), kNone) {
  if (a.nodes().empty() || b.nodes().empty()) return;
  Pair(0, 0);
  PairKnown(true);
  PairKnown(false);
  PairNamed();
  PairParents();
  PairChildren();
}

void ViewMatch::Pair(int a, int b) {
  in_b_[static_cast<size_t>(a)] = b;
  in_a_[static_cast<size_t>(b)] = a;
}

// Those with the same text, the first with the first.
void ViewMatch::PairKnown(bool ancestors) {
  Groups groups;
  for (int n = 0; n < b_.nodes_size(); ++n) {
    if (InA(n) == kNone && IsShown(b_.nodes(n)) && IsKnown(b_.nodes(n))) {
      groups[KnownKey(b_, n, ancestors)].push_back(n);
    }
  }
  std::unordered_map<std::string, size_t> used;
  for (int n = 0; n < a_.nodes_size(); ++n) {
    if (InB(n) != kNone || !IsShown(a_.nodes(n)) || !IsKnown(a_.nodes(n))) {
      continue;
    }
    const std::string key = KnownKey(a_, n, ancestors);
    const auto group = groups.find(key);
    if (group == groups.end()) continue;
    size_t& next = used[key];
    if (next < group->second.size()) Pair(n, group->second[next++]);
  }
}

// Those whose id is there once in both.
void ViewMatch::PairNamed() {
  const auto named = [](const ViewTree& tree, const std::vector<int>& paired) {
    Groups groups;
    for (int n = 0; n < tree.nodes_size(); ++n) {
      const ViewNode& node = tree.nodes(n);
      if (paired[static_cast<size_t>(n)] == kNone && IsShown(node) &&
          !node.resource_name().empty()) {
        groups[KindKey(node)].push_back(n);
      }
    }
    return groups;
  };
  const Groups in_b = named(b_, in_a_);
  for (const auto& [key, nodes] : named(a_, in_b_)) {
    const auto other = in_b.find(key);
    if (nodes.size() == 1 && other != in_b.end() && other->second.size() == 1 &&
        !OtherRow(a_.nodes(nodes[0]), b_.nodes(other->second[0]))) {
      Pair(nodes[0], other->second[0]);
    }
  }
}

// What holds the same views is the same.
void ViewMatch::PairParents() {
  for (int n = a_.nodes_size() - 1; n > 0; --n) {
    if (InB(n) <= 0) continue;
    const auto a = static_cast<int>(a_.nodes(n).parent());
    const auto b = static_cast<int>(b_.nodes(InB(n)).parent());
    if (InB(a) == kNone && InA(b) == kNone &&
        KindKey(a_.nodes(a)) == KindKey(b_.nodes(b))) {
      Pair(a, b);
    }
  }
}

// What is left below the same parent: at the same place, or as many as there.
void ViewMatch::PairChildren() {
  const auto children_a = ChildrenOf(a_);
  const auto children_b = ChildrenOf(b_);
  for (int n = 0; n < a_.nodes_size(); ++n) {
    if (InB(n) == kNone) continue;
    const auto& ours = children_a[static_cast<size_t>(n)];
    const auto& theirs = children_b[static_cast<size_t>(InB(n))];
    Groups left_a;
    Groups left_b;
    for (size_t i = 0; i < ours.size(); ++i) {
      const ViewNode& node = a_.nodes(ours[i]);
      if (InB(ours[i]) != kNone) continue;
      if (i < theirs.size() && InA(theirs[i]) == kNone &&
          ours.size() == theirs.size() &&
          KindKey(node) == KindKey(b_.nodes(theirs[i])) &&
          !OtherRow(node, b_.nodes(theirs[i]))) {
        Pair(ours[i], theirs[i]);
      } else {
        left_a[KindKey(node)].push_back(ours[i]);
      }
    }
    for (const int child : theirs) {
      if (InA(child) == kNone) {
        left_b[KindKey(b_.nodes(child))].push_back(child);
      }
    }
    for (const auto& [key, nodes] : left_a) {
      const auto other = left_b.find(key);
      if (other == left_b.end() || other->second.size() != nodes.size()) {
        continue;
      }
      for (size_t i = 0; i < nodes.size(); ++i) {
        if (!OtherRow(a_.nodes(nodes[i]), b_.nodes(other->second[i]))) {
          Pair(nodes[i], other->second[i]);
        }
      }
    }
  }
}

}  // namespace reprise::compare
