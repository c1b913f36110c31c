#include "compare/widgets.h"

#include <gtest/gtest.h>

#include "compare/widgets_testing.h"

namespace reprise::compare {
namespace {

TEST(Widgets, ATouchGoesToTheInnermostViewOnTop) {
  const Screenful screen(TwoRows());
  const auto row = screen.At(50, 150);
  ASSERT_TRUE(row);
  EXPECT_EQ(screen.node(*row).text(), "Row");
  const auto nothing = screen.At(50, 950);
  ASSERT_TRUE(nothing);
  EXPECT_EQ(screen.node(*nothing).class_name(), "FrameLayout");
  EXPECT_FALSE(screen.At(5000, 5000));
}

TEST(Widgets, ADialogCoversWhatIsBelow) {
  ViewForest forest = TwoRows();
  ViewTree dialog;
  dialog.set_focused(true);
  *dialog.mutable_bounds() = MakeRect(0, 0, 1000, 400);
  AddView(&dialog, 0, "Button", MakeRect(0, 0, 1000, 400))->set_text("OK");
  // The top window comes first.
  ViewForest both;
  *both.add_windows() = dialog;
  *both.add_windows() = forest.windows(0);
  const Screenful screen(both);
  EXPECT_EQ(screen.node(*screen.At(50, 150)).text(), "OK");
  // Outside of it a touch is the dialog's, too, and none of its views'.
  EXPECT_FALSE(screen.At(50, 500));
  // A popup that does not take the focus leaves the rest to others.
  both.mutable_windows(0)->set_focused(false);
  const Screenful popup(both);
  EXPECT_EQ(popup.node(*popup.At(50, 500)).class_name(), "ListView");
  // A touch goes through a toast.
  both.mutable_windows(0)->set_type(2005);
  const Screenful toast(both);
  EXPECT_EQ(toast.node(*toast.At(50, 150)).text(), "Row");
}

TEST(Widgets, EqualRowsAreToldApartByTheirOrder) {
  const Screenful screen(TwoRows());
  const WidgetIdentity first = screen.Identity(*screen.At(50, 150));
  const WidgetIdentity second = screen.Identity(*screen.At(50, 250));
  EXPECT_EQ(first.index_among_equals(), 0);
  EXPECT_EQ(second.index_among_equals(), 1);
  EXPECT_EQ(second.equals(), 2);
  const auto found = screen.Find(second);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->widget, *screen.At(50, 250));
  EXPECT_EQ(found->by, "position");
  EXPECT_EQ(found->candidates, 2);
}

TEST(Widgets, AWidgetIsFoundThoughItMovedAndGrew) {
  const Screenful recorded(TwoRows());
  const auto save = recorded.At(500, 850);
  ASSERT_TRUE(save);
  const WidgetIdentity wanted = recorded.Identity(*save);
  EXPECT_EQ(wanted.resource_name(), "com.a:id/save");
  ViewForest other = TwoRows();
  ViewNode* const moved = other.mutable_windows(0)->mutable_nodes(4);
  *moved->mutable_bounds() = MakeRect(10, 10, 90, 90);
  moved->set_text("Keep");
  const auto found = Screenful(other).Find(wanted);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->widget.node, 4);
  EXPECT_EQ(found->by, "resource-id");
  EXPECT_LT(found->likeness, 1);
}

TEST(Widgets, WhatIsNotThereIsNotFound) {
  const Screenful screen(TwoRows());
  WidgetIdentity wanted;
  wanted.set_class_name("CheckBox");
  wanted.set_text("Agree");
  EXPECT_FALSE(screen.Find(wanted));
}

TEST(Widgets, ATreeThatIsNoneIsLeftOut) {
  ViewForest forest = TwoRows();
  forest.mutable_windows(0)->mutable_nodes(2)->set_parent(99);
  const Screenful screen(forest);
  EXPECT_EQ(screen.forest().windows_size(), 0);
  EXPECT_FALSE(screen.At(1, 1));
}

TEST(Widgets, HaveNames) {
  WidgetIdentity widget;
  EXPECT_EQ(NameOf(widget), "the screen");
  widget.set_class_name("android.widget.Button");
  EXPECT_EQ(NameOf(widget), "a Button");
  widget.set_resource_name("com.a:id/save");
  EXPECT_EQ(NameOf(widget), "'save'");
  widget.set_text("Save\nall");
  EXPECT_EQ(NameOf(widget), "'Save all'");
  widget.set_text(std::string(39, 'x') + "\xc3\xa4 and so on");
  EXPECT_EQ(NameOf(widget), "'" + std::string(39, 'x') + "...'");
}

}  // namespace
}  // namespace reprise::compare
