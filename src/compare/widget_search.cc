#include "compare/widget_search.h"

#include <algorithm>

namespace reprise::compare {
namespace {

// The nearest row of a list that a view is, or is in.
std::optional<int32_t> RowOf(const Screenful& screen, WidgetRef widget) {
  for (std::optional<WidgetRef> at = widget; at; at = screen.Parent(*at)) {
    const ViewNode& node = screen.node(*at);
    if (node.has_row() && node.row() >= 0) return node.row();
  }
  return std::nullopt;
}

// The shown views with this id in the window.
size_t CountNamed(const Screenful& screen, WidgetRef widget,
                  std::string_view entry) {
  const auto& nodes = screen.window(widget).nodes();
  return static_cast<size_t>(
      std::ranges::count_if(nodes, [&](const ViewNode& node) {
        return IsShown(node) && EntryOf(node.resource_name()) == entry;
      }));
}

int64_t AreaOf(const Rect& rect) {
  return int64_t{rect.right() - rect.left()} * (rect.bottom() - rect.top());
}

}  // namespace

WantedWidget Wanted(const WidgetIdentity& identity, const Screenful* before) {
  WantedWidget wanted{identity};
  const auto found = before ? before->Find(identity) : std::nullopt;
  if (!found) return wanted;
  wanted.row = RowOf(*before, found->widget);
  for (auto at = before->Parent(found->widget); at; at = before->Parent(*at)) {
    wanted.around.push_back(before->node(*at).class_name());
  }
  return wanted;
}

std::optional<Found> FindSame(const Screenful& screen,
                              const WantedWidget& wanted) {
  const WidgetIdentity& identity = wanted.identity;
  double likeness = 0;
  std::vector<WidgetRef> best = screen.Likest(identity, &likeness);
  const auto candidates = static_cast<uint32_t>(best.size());
  std::string_view by = candidates > 1 ? "position" : "text";
  if (wanted.row && identity.equals() > 1) {
    std::erase_if(best, [&](WidgetRef widget) {
      const auto row = RowOf(screen, widget);
      return row && row != wanted.row;
    });
    by = "row";
  }
  if (best.empty()) return std::nullopt;
  const size_t index =
      best.size() == 1
          ? 0
          : std::min<size_t>(identity.index_among_equals(), best.size() - 1);
  const WidgetRef widget = best[index];
  const ViewNode& node = screen.node(widget);
  const std::string_view entry = EntryOf(identity.resource_name());
  const bool same_name =
      !entry.empty() && EntryOf(node.resource_name()) == entry;
  if (same_name && candidates == 1) by = "resource-id";
  const bool same_text = node.text() == identity.text() &&
                         node.description() == identity.description();
  if (!same_text && !(same_name && CountNamed(screen, widget, entry) == 1)) {
    return std::nullopt;
  }
  if (by == "text" && identity.text().empty()) by = "ancestors";
  return Found{widget, likeness, candidates, std::string(by)};
}

std::vector<std::string> NearestNames(const Screenful& screen,
                                      const WantedWidget& wanted,
                                      size_t count) {
  std::vector<std::pair<double, std::string>> all;
  for (int w = 0; w < screen.forest().windows_size(); ++w) {
    for (int n = 0; n < screen.forest().windows(w).nodes_size(); ++n) {
      if (!IsShown(screen.node({w, n}))) continue;
      const WidgetIdentity identity = screen.Identity({w, n});
      WidgetIdentity same_class = wanted.identity;
      // Of another class may be the nearest, too, but last.
      const bool other = identity.class_name() != same_class.class_name();
      same_class.set_class_name(identity.class_name());
      const double likeness = Likeness(same_class, identity);
      all.emplace_back(other ? likeness / 2 : likeness, NameOf(identity));
    }
  }
  std::ranges::stable_sort(all, [](const auto& one, const auto& other) {
    return one.first > other.first;
  });
  std::vector<std::string> names;
  for (const auto& [likeness, name] : all) {
    if (names.size() == count) break;
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

std::vector<WidgetRef> MayReveal(const Screenful& screen,
                                 const WantedWidget& wanted) {
  std::vector<WidgetRef> found;
  for (int w = 0; w < screen.forest().windows_size(); ++w) {
    for (int n = 0; n < screen.forest().windows(w).nodes_size(); ++n) {
      const ViewNode& node = screen.node({w, n});
      if (!IsShown(node) || (node.flags() & ViewNode::FLAG_SCROLLABLE) == 0 ||
          std::ranges::find(wanted.around, node.class_name()) ==
              wanted.around.end()) {
        continue;
      }
      found.push_back({w, n});
    }
    // A window below is not reached while another one is on top of it.
    if (screen.forest().windows(w).focused()) break;
  }
  std::ranges::stable_sort(found, [&](WidgetRef one, WidgetRef other) {
    return AreaOf(VisibleBounds(screen.node(one))) >
           AreaOf(VisibleBounds(screen.node(other)));
  });
  return found;
}

std::optional<WidgetRef> Follow(const Screenful& before, WidgetRef widget,
                                const Screenful& after) {
  const ViewTree& window = before.window(widget);
  const ViewNode& node = before.node(widget);
  for (int w = 0; w < after.forest().windows_size(); ++w) {
    const ViewTree& now = after.forest().windows(w);
    if (now.window_id() != window.window_id() ||
        now.title() != window.title() || now.nodes_size() <= widget.node) {
      continue;
    }
    const ViewNode& same = now.nodes(widget.node);
    if (same.class_name() == node.class_name() &&
        same.resource_name() == node.resource_name() &&
        same.parent() == node.parent() && IsShown(same) &&
        RowOf(before, widget) == RowOf(after, {w, widget.node})) {
      return WidgetRef{w, widget.node};
    }
  }
  return std::nullopt;
}

}  // namespace reprise::compare
