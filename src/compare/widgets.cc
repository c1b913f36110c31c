#include "compare/widgets.h"

#include <fmt/format.h>

#include <algorithm>

namespace reprise::compare {
namespace {

// Longer texts are cut in words for people.
constexpr size_t kMaxName = 40;
constexpr int32_t kToast = 2005;  // TYPE_TOAST
// Below this likeness two widgets are not the same.
constexpr double kLeastLikeness = 0.5;

bool Contains(const Rect& rect, float x, float y) {
  return x >= static_cast<float>(rect.left()) &&
         x < static_cast<float>(rect.right()) &&
         y >= static_cast<float>(rect.top()) &&
         y < static_cast<float>(rect.bottom());
}

bool IsTree(const ViewTree& tree) {
  for (int i = 1; i < tree.nodes_size(); ++i) {
    if (tree.nodes(i).parent() >= static_cast<uint32_t>(i)) return false;
  }
  return tree.nodes_size() > 0;
}

bool Has(const ViewNode& node, ViewNode::Flag flag) {
  return (node.flags() & static_cast<uint32_t>(flag)) != 0;
}

std::string_view ShortClass(std::string_view name) {
  return name.substr(name.find_last_of(".$") + 1);  // npos + 1 is 0
}

std::string Quoted(std::string_view text) {
  std::string shown;
  for (const char c : text.substr(0, kMaxName)) {
    shown += c == '\n' || c == '\t' ? ' ' : c;
  }
  // Not in the middle of a character.
  if (text.size() > kMaxName) {
    while (!shown.empty() && (shown.back() & 0x80) != 0) shown.pop_back();
    shown += "...";
  }
  return "'" + shown + "'";
}

bool EqualButIndex(const WidgetIdentity& a, const WidgetIdentity& b) {
  return a.class_name() == b.class_name() &&
         a.resource_name() == b.resource_name() && a.enabled() == b.enabled() &&
         a.will_draw() == b.will_draw() && a.scrollable() == b.scrollable() &&
         a.text() == b.text() && a.description() == b.description() &&
         std::ranges::equal(a.ancestor_classes(), b.ancestor_classes());
}

double AncestorLikeness(const WidgetIdentity& a, const WidgetIdentity& b) {
  const int longest =
      std::max(a.ancestor_classes_size(), b.ancestor_classes_size());
  if (longest == 0) return 1;
  const int shortest =
      std::min(a.ancestor_classes_size(), b.ancestor_classes_size());
  int equal = 0;
  for (int i = 0; i < shortest; ++i) {
    equal += a.ancestor_classes(i) == b.ancestor_classes(i) ? 1 : 0;
  }
  return static_cast<double>(equal) / longest;
}

std::string FoundBy(const WidgetIdentity& wanted, const WidgetIdentity& found,
                    uint32_t candidates) {
  if (candidates > 1) return "position";
  if (!wanted.resource_name().empty() &&
      EntryOf(wanted.resource_name()) == EntryOf(found.resource_name())) {
    return "resource-id";
  }
  if (!wanted.text().empty() && wanted.text() == found.text()) return "text";
  return "ancestors";
}

}  // namespace

// A share of what tells a widget apart, weighted by how well it does so. What
// neither of the two has tells nothing.
double Likeness(const WidgetIdentity& wanted, const WidgetIdentity& other) {
  if (wanted.class_name() != other.class_name() &&
      !wanted.class_name().empty()) {
    return 0;
  }
  double sum = 0;
  double most = 0;
  const auto add = [&](double weight, double share) {
    sum += weight * share;
    most += weight;
  };
  if (!wanted.resource_name().empty() || !other.resource_name().empty()) {
    add(4, EntryOf(wanted.resource_name()) == EntryOf(other.resource_name())
               ? 1
               : 0);
  }
  if (!wanted.text().empty() || !other.text().empty()) {
    add(3, wanted.text() == other.text() ? 1 : 0);
  }
  if (!wanted.description().empty() || !other.description().empty()) {
    add(2, wanted.description() == other.description() ? 1 : 0);
  }
  add(1, AncestorLikeness(wanted, other));
  add(0.25, wanted.enabled() == other.enabled() ? 1 : 0);
  add(0.25, wanted.will_draw() == other.will_draw() ? 1 : 0);
  add(0.25, wanted.scrollable() == other.scrollable() ? 1 : 0);
  return sum / most;
}

std::string_view EntryOf(std::string_view resource_name) {
  const size_t slash = resource_name.rfind('/');
  return slash == std::string_view::npos ? resource_name
                                         : resource_name.substr(slash + 1);
}

Rect VisibleBounds(const ViewNode& node) {
  if (node.has_visible_bounds()) return node.visible_bounds();
  return IsShown(node) ? node.bounds() : Rect();
}

bool IsShown(const ViewNode& node) { return Has(node, ViewNode::FLAG_SHOWN); }

Screenful::Screenful(ViewForest forest) {
  for (ViewTree& tree : *forest.mutable_windows()) {
    if (IsTree(tree)) *forest_.add_windows() = std::move(tree);
  }
}

const ViewNode& Screenful::node(WidgetRef widget) const {
  return window(widget).nodes(widget.node);
}

const ViewTree& Screenful::window(WidgetRef widget) const {
  return forest_.windows(widget.window);
}

std::optional<WidgetRef> Screenful::Parent(WidgetRef widget) const {
  if (widget.node == 0) return std::nullopt;
  return WidgetRef{widget.window, static_cast<int>(node(widget).parent())};
}

std::optional<WidgetRef> Screenful::At(float x, float y) const {
  for (int w = 0; w < forest_.windows_size(); ++w) {
    const ViewTree& tree = forest_.windows(w);
    // Touches go through toasts.
    if (tree.type() == kToast) continue;
    if (!Contains(tree.bounds(), x, y)) {
      // A dialog is given the touches beside it, too: nothing below gets them.
      if (tree.focused()) return std::nullopt;
      continue;
    }
    // Later siblings are drawn above, and children after their parents: the
    // last one at the place is the innermost on top.
    for (int n = tree.nodes_size() - 1; n >= 0; --n) {
      const ViewNode& node = tree.nodes(n);
      if (IsShown(node) && Contains(VisibleBounds(node), x, y)) {
        return WidgetRef{w, n};
      }
    }
  }
  return std::nullopt;
}

std::optional<WidgetRef> Screenful::Focused() const {
  for (int w = 0; w < forest_.windows_size(); ++w) {
    const ViewTree& tree = forest_.windows(w);
    if (!tree.focused()) continue;
    // The innermost: a parent of the focused view says that it has it too.
    for (int n = tree.nodes_size() - 1; n >= 0; --n) {
      if (Has(tree.nodes(n), ViewNode::FLAG_FOCUSED)) return WidgetRef{w, n};
    }
  }
  return std::nullopt;
}

std::optional<WidgetRef> Screenful::Scrollable(WidgetRef widget) const {
  for (std::optional<WidgetRef> at = widget; at; at = Parent(*at)) {
    if (Has(node(*at), ViewNode::FLAG_SCROLLABLE)) return at;
  }
  return std::nullopt;
}

std::vector<WidgetRef> Screenful::TextsBelow(WidgetRef widget) const {
  const ViewTree& tree = window(widget);
  std::vector<bool> below(static_cast<size_t>(tree.nodes_size()));
  below[static_cast<size_t>(widget.node)] = true;
  std::vector<WidgetRef> texts;
  for (int n = widget.node + 1; n < tree.nodes_size(); ++n) {
    const ViewNode& node = tree.nodes(n);
    if (!below[node.parent()]) continue;
    below[static_cast<size_t>(n)] = true;
    if (IsShown(node) && !node.text().empty()) {
      texts.push_back({widget.window, n});
    }
  }
  return texts;
}

std::optional<WidgetRef> Screenful::LastVisible(WidgetRef widget) const {
  const std::vector<WidgetRef> texts = TextsBelow(widget);
  if (texts.empty()) return std::nullopt;
  return texts.back();
}

std::string Screenful::Label(WidgetRef widget) const {
  for (std::optional<WidgetRef> at = widget; at; at = Parent(*at)) {
    const ViewNode& view = node(*at);
    if (!view.has_row() && !Has(view, ViewNode::FLAG_CLICKABLE)) continue;
    const std::vector<WidgetRef> texts = TextsBelow(*at);
    return texts.empty() ? "" : node(texts.front()).text();
  }
  return "";
}

std::string Screenful::RowOf(WidgetRef widget) const {
  std::optional<WidgetRef> row = widget;
  while (row && !node(*row).has_row()) row = Parent(*row);
  if (!row) return "";
  std::string name = fmt::format("row {}", int64_t{node(*row).row()} + 1);
  for (const WidgetRef& other : TextsBelow(*row)) {
    const std::string& text = node(other).text();
    if (text == node(widget).text()) continue;
    return name + " " + Quoted(text);
  }
  return name;
}

WidgetIdentity Screenful::Plain(WidgetRef widget) const {
  const ViewNode& view = node(widget);
  WidgetIdentity identity;
  identity.set_class_name(view.class_name());
  identity.set_resource_name(view.resource_name());
  identity.set_enabled(Has(view, ViewNode::FLAG_ENABLED));
  identity.set_will_draw(Has(view, ViewNode::FLAG_WILL_DRAW));
  identity.set_scrollable(Has(view, ViewNode::FLAG_SCROLLABLE));
  identity.set_text(view.text());
  identity.set_description(view.description());
  for (auto at = Parent(widget);
       at && identity.ancestor_classes_size() < kAncestors; at = Parent(*at)) {
    identity.add_ancestor_classes(node(*at).class_name());
  }
  return identity;
}

WidgetIdentity Screenful::Identity(WidgetRef widget) const {
  WidgetIdentity identity = Plain(widget);
  uint32_t equals = 0;
  const ViewTree& tree = window(widget);
  for (int n = 0; n < tree.nodes_size(); ++n) {
    const WidgetRef other{widget.window, n};
    if (n == widget.node) identity.set_index_among_equals(equals);
    // Cheap first: most differ in class or text.
    if (node(other).class_name() != identity.class_name() ||
        node(other).text() != identity.text() || !IsShown(node(other))) {
      continue;
    }
    if (EqualButIndex(identity, Plain(other))) equals++;
  }
  identity.set_equals(equals);
  return identity;
}

std::vector<WidgetRef> Screenful::Likest(const WidgetIdentity& wanted,
                                         double* likeness) const {
  std::vector<WidgetRef> best;
  *likeness = 0;
  for (int w = 0; w < forest_.windows_size(); ++w) {
    for (int n = 0; n < forest_.windows(w).nodes_size(); ++n) {
      const WidgetRef widget{w, n};
      const ViewNode& view = node(widget);
      if (!IsShown(view) || (view.class_name() != wanted.class_name() &&
                             !wanted.class_name().empty())) {
        continue;
      }
      const double this_likeness = Likeness(wanted, Plain(widget));
      if (this_likeness > *likeness) {
        *likeness = this_likeness;
        best.clear();
      }
      if (this_likeness == *likeness) best.push_back(widget);
    }
  }
  if (*likeness < kLeastLikeness) best.clear();
  return best;
}

std::optional<Found> Screenful::Find(const WidgetIdentity& wanted) const {
  double likeness = 0;
  const std::vector<WidgetRef> best = Likest(wanted, &likeness);
  if (best.empty()) return std::nullopt;
  const size_t index =
      std::min<size_t>(wanted.index_among_equals(), best.size() - 1);
  const auto candidates = static_cast<uint32_t>(best.size());
  return Found{best[index], likeness, candidates,
               FoundBy(wanted, Plain(best.front()), candidates)};
}

std::string NameOf(const WidgetIdentity& widget) {
  if (!widget.text().empty()) return Quoted(widget.text());
  if (!widget.description().empty()) return Quoted(widget.description());
  const std::string_view entry = EntryOf(widget.resource_name());
  if (!entry.empty()) return "'" + std::string(entry) + "'";
  const std::string_view name = ShortClass(widget.class_name());
  if (name.empty()) return "the screen";
  return "a " + std::string(name);
}

std::string NameOfField(const WidgetIdentity& field) {
  WidgetIdentity named = field;
  if (!field.description().empty() || !field.resource_name().empty()) {
    named.clear_text();
  }
  return NameOf(named);
}

}  // namespace reprise::compare
