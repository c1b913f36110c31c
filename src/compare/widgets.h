// Widgets: the views of a screen as a person means them. A touch goes to the
// innermost view at its place; a view is recognised in another run, on another
// display, by what stays the same of it (RANDR, section IV-B2).
//
// A tree comes from an app: its parents, counts and rectangles are checked
// before they are believed.
//
// Threads: plain functions; a Screenful is only read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reprise/state.pb.h"
#include "reprise/view.pb.h"
#include "reprise/widget.pb.h"

namespace reprise::compare {

// The title of the window that an on-screen keyboard has.
inline constexpr std::string_view kKeyboardTitle = "InputMethod";

// A view of a screen.
struct WidgetRef {
  int window = 0;  // index into ViewForest.windows
  int node = 0;    // index into its nodes
  bool operator==(const WidgetRef&) const = default;
};

// How like a widget is to a recorded one.
struct Found {
  WidgetRef widget;
  double likeness = 0;      // 0 to 1
  uint32_t candidates = 0;  // that are as like as it
  std::string by;           // "resource-id", "text", "ancestors", "position"
};

class Screenful {
 public:
  // Ancestors whose classes are part of an identity.
  static constexpr int kAncestors = 5;

  // Top window first. Trees that are no trees are left out.
  explicit Screenful(ViewForest forest);

  const ViewNode& node(WidgetRef widget) const;
  const ViewTree& window(WidgetRef widget) const;
  const ViewForest& forest() const { return forest_; }
  // The parent; none for a root.
  std::optional<WidgetRef> Parent(WidgetRef widget) const;

  // The innermost view at a place of the display, in the topmost window there;
  // none: there is none, or the place is beside a dialog.
  std::optional<WidgetRef> At(float x, float y) const;
  // The view that has the focus of the window that has it.
  std::optional<WidgetRef> Focused() const;
  // The nearest ancestor, or it itself, that can scroll.
  std::optional<WidgetRef> Scrollable(WidgetRef widget) const;
  // The last view in tree order that is shown and holds text, below `widget`.
  std::optional<WidgetRef> LastVisible(WidgetRef widget) const;

  // What people call a view without a name: the first text of the row or button
  // that it is part of; empty: it is part of none.
  std::string Label(WidgetRef widget) const;
  // "row 3 'Buy milk'": the row of a list that it is in, from 1, with its first
  // text that is not the widget's own; empty: it is in none.
  std::string RowOf(WidgetRef widget) const;

  WidgetIdentity Identity(WidgetRef widget) const;
  // The view that is most like a recorded one; none: nothing is like it.
  std::optional<Found> Find(const WidgetIdentity& wanted) const;
  // The views that are most like it and equally so, in tree order, and how
  // like they are; none of them if nothing is like it.
  std::vector<WidgetRef> Likest(const WidgetIdentity& wanted,
                                double* likeness) const;

 private:
  // Those that are shown, in tree order.
  std::vector<WidgetRef> TextsBelow(WidgetRef widget) const;
  // Without its place among equals.
  WidgetIdentity Plain(WidgetRef widget) const;

  ViewForest forest_;
};

// The part that can be seen, empty if nothing can.
Rect VisibleBounds(const ViewNode& node);
bool IsShown(const ViewNode& node);

// 0 to 1; below one half two widgets are not the same.
double Likeness(const WidgetIdentity& wanted, const WidgetIdentity& other);

// "com.a:id/ok" is "ok": the package may differ between builds.
std::string_view EntryOf(std::string_view resource_name);

// What people call it: "'Save'", "'title'", "a ListView".
std::string NameOf(const WidgetIdentity& widget);
// The same of a field that is typed into, whose text changes meanwhile.
std::string NameOfField(const WidgetIdentity& field);

}  // namespace reprise::compare
