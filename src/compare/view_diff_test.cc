#include "compare/view_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reprise::compare {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Kind = ViewChange::Kind;

ViewNode& Add(ViewTree* tree, uint32_t parent, const std::string& name,
              const std::string& text, int32_t top) {
  ViewNode& node = *tree->add_nodes();
  node.set_parent(parent);
  node.set_class_name(name);
  node.set_text(text);
  node.set_flags(ViewNode::FLAG_SHOWN);
  node.mutable_bounds()->set_right(100);
  node.mutable_bounds()->set_top(top);
  node.mutable_bounds()->set_bottom(top + 10);
  return node;
}

// A list that shows rows with these texts, each in a box of its own.
ViewTree ListOf(const std::vector<std::string>& texts, int32_t first_row) {
  ViewTree tree;
  Add(&tree, 0, "List", "", 0)
      .set_flags(ViewNode::FLAG_SHOWN | ViewNode::FLAG_SCROLLABLE);
  tree.mutable_nodes(0)->mutable_bounds()->set_bottom(1000);
  for (size_t i = 0; i < texts.size(); ++i) {
    const auto at = static_cast<int32_t>(i);
    Add(&tree, 0, "Box", "", at * 10).set_row(first_row + at);
    Add(&tree, static_cast<uint32_t>(tree.nodes_size() - 1), "Text", texts[i],
        at * 10);
  }
  return tree;
}

std::vector<ViewChange> Compare(const ViewTree& a, const ViewTree& b) {
  ViewForest one;
  *one.add_windows() = a;
  ViewForest other;
  *other.add_windows() = b;
  return CompareScreens(Screenful(one), Screenful(other));
}

std::vector<std::string> Sentences(const std::vector<ViewChange>& changes) {
  std::vector<std::string> sentences;
  for (const ViewChange& change : changes) sentences.push_back(change.sentence);
  return sentences;
}

TEST(ViewDiff, RowsThatAShorterListHasNoRoomForAreNotMissing) {
  const ViewTree whole = ListOf({"a", "b", "c"}, 0);
  ViewTree shorter = ListOf({"a", "b"}, 0);
  shorter.mutable_nodes(0)->mutable_bounds()->set_bottom(20);
  EXPECT_THAT(Sentences(Compare(whole, shorter)),
              testing::Not(testing::Contains("'c' is missing")));
  EXPECT_THAT(Sentences(Compare(shorter, whole)),
              testing::Not(testing::Contains("'c' is new")));
}

TEST(ViewDiff, ARowThatIsGoneShiftsNoOther) {
  EXPECT_THAT(
      Sentences(Compare(ListOf({"a", "b", "c"}, 0), ListOf({"b", "c"}, 0))),
      ElementsAre("'a' is missing"));
  EXPECT_THAT(
      Sentences(Compare(ListOf({"a", "b", "c"}, 0), ListOf({"a", "b"}, 0))),
      ElementsAre("'c' is missing"));
}

TEST(ViewDiff, AScrolledListIsOneChange) {
  EXPECT_THAT(Sentences(Compare(ListOf({"a", "b", "c"}, 0),
                                ListOf({"b", "c", "d"}, 1))),
              ElementsAre("a List is scrolled elsewhere: rows 1 to 3 instead "
                          "of rows 0 to 2"));
}

TEST(ViewDiff, ATextThatChangedIsNoOtherView) {
  const auto changes =
      Compare(ListOf({"a", "b", "c"}, 0), ListOf({"a", "x", "c"}, 0));
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].kind, Kind::kChanged);
  EXPECT_EQ(changes[0].path, "view(text=b).text");
}

TEST(ViewDiff, WhatFollowsFromAMissingViewIsNotTold) {
  ViewTree a;
  Add(&a, 0, "Frame", "", 0);
  Add(&a, 0, "Button", "one", 10);
  Add(&a, 0, "Button", "two", 20);
  ViewTree b;
  Add(&b, 0, "Frame", "", 0);
  Add(&b, 0, "Button", "two", 10);
  EXPECT_THAT(Sentences(Compare(a, b)), ElementsAre("'one' is missing"));
}

TEST(ViewDiff, ClocksAreNotCompared) {
  EXPECT_THAT(Compare(ListOf({"12:30"}, 0), ListOf({"12:31"}, 0)), IsEmpty());
  EXPECT_EQ(Compare(ListOf({"12 notes"}, 0), ListOf({"13 notes"}, 0)).size(),
            1U);
  EXPECT_TRUE(IsClockText("9:05:59 PM"));
  EXPECT_FALSE(IsClockText("9"));
  EXPECT_FALSE(IsClockText("1:2"));
  EXPECT_FALSE(IsClockText("12:30 notes"));
}

TEST(ViewDiff, APopupIsNotKnownByItsHashCode) {
  ViewTree one = ListOf({"Share"}, 0);
  one.set_title("PopupWindow:5c175b4b");
  ViewTree other = one;
  other.set_title("PopupWindow:19aa0c");
  EXPECT_THAT(Compare(one, other), IsEmpty());
  other = ListOf({"Delete"}, 0);
  other.set_title("PopupWindow:19aa0c");
  EXPECT_EQ(Compare(one, other).size(), 1U);
}

TEST(ViewDiff, AnotherWindowIsAnotherScreen) {
  ViewTree dialog = ListOf({"Sure?"}, 0);
  dialog.set_title("dialog");
  ViewForest one;
  *one.add_windows() = ListOf({"a"}, 0);
  ViewForest other = one;
  *other.add_windows() = dialog;
  const auto changes = CompareScreens(Screenful(one), Screenful(other));
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].kind, Kind::kWindow);
}

}  // namespace
}  // namespace reprise::compare
