// Small screens for tests.
//
// Threads: plain functions.
#pragma once

#include "reprise/state.pb.h"
#include "reprise/view.pb.h"

namespace reprise::compare {

inline Rect MakeRect(int left, int top, int right, int bottom) {
  Rect rect;
  rect.set_left(left);
  rect.set_top(top);
  rect.set_right(right);
  rect.set_bottom(bottom);
  return rect;
}

inline ViewNode* AddView(ViewTree* tree, uint32_t parent,
                         const std::string& class_name, const Rect& bounds) {
  ViewNode* const node = tree->add_nodes();
  node->set_parent(parent);
  node->set_class_name(class_name);
  *node->mutable_bounds() = bounds;
  node->set_flags(ViewNode::FLAG_ENABLED | ViewNode::FLAG_SHOWN |
                  ViewNode::FLAG_WILL_DRAW);
  return node;
}

// A list with two equal rows above a button:
//   0 FrameLayout, 1 ListView (scrolls), 2 and 3 rows, 4 Button "Save"
inline ViewForest TwoRows() {
  ViewForest forest;
  ViewTree* const tree = forest.add_windows();
  tree->set_focused(true);
  tree->set_window_id(1);
  *tree->mutable_bounds() = MakeRect(0, 0, 1000, 1000);
  AddView(tree, 0, "FrameLayout", MakeRect(0, 0, 1000, 1000));
  ViewNode* const list =
      AddView(tree, 0, "ListView", MakeRect(0, 100, 1000, 800));
  list->set_flags(list->flags() | ViewNode::FLAG_SCROLLABLE);
  AddView(tree, 1, "TextView", MakeRect(0, 100, 1000, 200))->set_text("Row");
  AddView(tree, 1, "TextView", MakeRect(0, 200, 1000, 300))->set_text("Row");
  ViewNode* const save =
      AddView(tree, 0, "Button", MakeRect(400, 800, 600, 900));
  save->set_text("Save");
  save->set_resource_name("com.a:id/save");
  return forest;
}

}  // namespace reprise::compare
