#include "compare/pictures.h"

#include <gtest/gtest.h>

#include "compare/widgets_testing.h"

namespace reprise::compare {
namespace {

constexpr uint32_t kSide = 200;

Pixels Grey() {
  return {kSide, kSide, std::string(size_t{4} * kSide * kSide, '\x80')};
}

void Paint(const Rect& area, char shade, Pixels* pixels) {
  for (int y = area.top(); y < area.bottom(); ++y) {
    for (int x = area.left(); x < area.right(); ++x) {
      const size_t at =
          4 * (static_cast<size_t>(y) * kSide + static_cast<size_t>(x));
      pixels->rgba.replace(at, 3, 3, shade);
    }
  }
}

bool Covers(const std::vector<Rect>& masked, int x, int y) {
  for (const Rect& rect : masked) {
    if (x >= rect.left() && x < rect.right() && y >= rect.top() &&
        y < rect.bottom()) {
      return true;
    }
  }
  return false;
}

TEST(VisibleDifference, IsWhereSomethingElseIsDrawn) {
  Pixels other = Grey();
  Paint(MakeRect(100, 60, 130, 80), '\x00', &other);
  const auto found = VisibleDifference(Grey(), other, {});
  ASSERT_TRUE(found);
  EXPECT_LE(found->left(), 100);
  EXPECT_GE(found->right(), 130);
  EXPECT_LE(found->top(), 60);
  EXPECT_GE(found->bottom(), 80);
  EXPECT_GT(found->left(), 80);  // and not the whole
}

TEST(VisibleDifference, IsNoneForWhatNobodySees) {
  Pixels shade = Grey();
  Paint(MakeRect(0, 0, kSide, kSide), '\x84', &shade);  // 4 of 255
  EXPECT_FALSE(VisibleDifference(Grey(), shade, {}));
  Pixels edge = Grey();
  Paint(MakeRect(50, 50, 52, 51), '\xff', &edge);  // antialiasing
  EXPECT_FALSE(VisibleDifference(Grey(), edge, {}));
  EXPECT_FALSE(VisibleDifference(Grey(), Grey(), {}));
}

TEST(VisibleDifference, IsNotLookedForUnderAMask) {
  Pixels other = Grey();
  Paint(MakeRect(100, 60, 130, 80), '\x00', &other);
  EXPECT_FALSE(VisibleDifference(Grey(), other, {MakeRect(90, 50, 140, 90)}));
  Paint(MakeRect(10, 150, 40, 180), '\x00', &other);
  const auto found =
      VisibleDifference(Grey(), other, {MakeRect(90, 50, 140, 90)});
  ASSERT_TRUE(found);
  EXPECT_LT(found->right(), 90);
}

TEST(MaskOf, CoversClocksNumbersCursorsAndTheBar) {
  ViewForest forest;
  ViewTree* const tree = forest.add_windows();
  *tree->mutable_bounds() = MakeRect(0, 0, 200, 200);
  AddView(tree, 0, "FrameLayout", MakeRect(0, 0, 200, 200));
  AddView(tree, 0, "android.widget.TextClock", MakeRect(0, 20, 200, 40));
  AddView(tree, 0, "TextView", MakeRect(0, 40, 200, 60))->set_text("12:30");
  AddView(tree, 0, "TextView", MakeRect(0, 60, 200, 80))->set_text("42 %");
  AddView(tree, 0, "TextView", MakeRect(0, 80, 200, 100))->set_text("Ready");
  ViewNode* typing = AddView(tree, 0, "EditText", MakeRect(0, 100, 200, 120));
  typing->set_input_type(1);
  typing->set_flags(typing->flags() | ViewNode::FLAG_FOCUSED);
  AddView(tree, 0, "EditText", MakeRect(0, 120, 200, 140))->set_input_type(1);
  const std::vector<Rect> masked = MaskOf(Screenful(forest), 16);
  for (const int y : {8, 30, 50, 70, 110}) EXPECT_TRUE(Covers(masked, 50, y));
  for (const int y : {17, 90, 130, 190}) EXPECT_FALSE(Covers(masked, 50, y));
}

}  // namespace
}  // namespace reprise::compare
