#include "compare/widget_search.h"

#include <gtest/gtest.h>

#include "compare/widgets_testing.h"

namespace reprise::compare {
namespace {

ViewNode* SetRow(ViewForest* forest, int node, int row) {
  ViewNode* const view = forest->mutable_windows(0)->mutable_nodes(node);
  view->set_row(row);
  return view;
}

TEST(WidgetSearch, WhatIsOnlyLikeItIsNotIt) {
  const Screenful before(TwoRows());
  const WantedWidget row =
      Wanted(before.Identity(*before.At(50, 150)), &before);
  EXPECT_TRUE(FindSame(before, row));
  ViewForest other = TwoRows();
  for (const int node : {2, 3}) {
    other.mutable_windows(0)->mutable_nodes(node)->set_text("Another");
  }
  EXPECT_FALSE(FindSame(Screenful(other), row));
}

TEST(WidgetSearch, TheOnlyOneWithItsIdMayHaveAnotherText) {
  const Screenful before(TwoRows());
  const WantedWidget save =
      Wanted(before.Identity(*before.At(500, 850)), &before);
  ViewForest other = TwoRows();
  other.mutable_windows(0)->mutable_nodes(4)->set_text("Saved");
  const auto found = FindSame(Screenful(other), save);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->widget.node, 4);
  EXPECT_EQ(found->by, "resource-id");
}

TEST(WidgetSearch, EqualRowsAreToldApartByTheirNumber) {
  ViewForest recorded = TwoRows();
  SetRow(&recorded, 2, 6);
  SetRow(&recorded, 3, 7);
  const Screenful before(recorded);
  const WantedWidget seventh =
      Wanted(before.Identity(*before.At(50, 250)), &before);
  EXPECT_EQ(seventh.row, 7);
  ViewForest scrolled = TwoRows();
  SetRow(&scrolled, 2, 7);
  SetRow(&scrolled, 3, 8);
  const auto found = FindSame(Screenful(scrolled), seventh);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->widget.node, 2);
  SetRow(&scrolled, 2, 9);
  EXPECT_FALSE(FindSame(Screenful(scrolled), seventh));
}

TEST(WidgetSearch, NamesTheNearestAndWhatMayRevealIt) {
  const Screenful screen(TwoRows());
  WidgetIdentity gone = screen.Identity(*screen.At(500, 850));
  gone.set_text("Delete");
  gone.set_resource_name("com.a:id/delete");
  const auto names = NearestNames(screen, {gone});
  ASSERT_FALSE(names.empty());
  EXPECT_EQ(names[0], "'Save'");
  const WantedWidget row =
      Wanted(screen.Identity(*screen.At(50, 150)), &screen);
  const auto lists = MayReveal(screen, row);
  ASSERT_EQ(lists.size(), 1U);
  EXPECT_EQ(screen.node(lists[0]).class_name(), "ListView");
  EXPECT_TRUE(MayReveal(screen, {gone}).empty());
}

TEST(WidgetSearch, FollowsAWidgetThatSaysSomethingElse) {
  const Screenful before(TwoRows());
  ViewForest changed = TwoRows();
  changed.mutable_windows(0)->mutable_nodes(4)->set_text("Saved");
  const auto same = Follow(before, {0, 4}, Screenful(changed));
  ASSERT_TRUE(same);
  EXPECT_EQ(same->node, 4);
  changed.mutable_windows(0)->mutable_nodes(4)->set_class_name("TextView");
  EXPECT_FALSE(Follow(before, {0, 4}, Screenful(changed)));
}

}  // namespace
}  // namespace reprise::compare
