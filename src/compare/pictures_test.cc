#include "compare/pictures.h"

#include <gtest/gtest.h>

#include "compare/widgets_testing.h"
#include "tape/tape_testing.h"

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

// A tape of pictures: a whole one, and patches that each build on the one
// before.
RunView Film(const std::vector<Rect>& patches) {
  MemoryFileSystem files;
  auto writer = tape::testing::Get(tape::TapeWriter::Create(files, "t"));
  const auto channel = tape::testing::Get(writer->ChannelFor("/screen"));
  for (size_t i = 0; i <= patches.size(); ++i) {
    ScreenFrame frame;
    frame.set_id(i + 1);
    frame.set_base_ref(i);
    frame.set_encoding(ScreenFrame::ENCODING_PNG);
    frame.set_width_px(kSide);
    frame.set_height_px(kSide);
    Pixels pixels = Grey();
    Blob* blob = frame.mutable_content();
    if (i > 0) {
      frame.clear_content();
      const Rect& area = patches[i - 1];
      auto* const patch = frame.add_patches();
      *patch->mutable_area() = area;
      pixels.width = static_cast<uint32_t>(area.right() - area.left());
      pixels.height = static_cast<uint32_t>(area.bottom() - area.top());
      pixels.rgba.assign(size_t{4} * pixels.width * pixels.height,
                         static_cast<char>(i));
      blob = patch->mutable_content();
    }
    blob->set_data(WritePng(pixels));
    blob->set_sha256("digest " + std::to_string(i));
    tape::testing::Ok(
        writer->Write({channel, 0, i, i, frame.SerializeAsString()}));
  }
  tape::testing::Ok(writer->Finish());
  const auto reader =
      tape::testing::OpenBytes(tape::testing::Get(files.Get("t")));
  return tape::testing::Get(RunView::Read(*reader));
}

TEST(Pictures, ArePutTogetherFromWhatIsSeenOfThem) {
  const RunView run =
      Film({MakeRect(10, 10, 30, 30), MakeRect(100, 100, 110, 110),
            MakeRect(0, 0, 50, 50)});
  const RunPicture& last = run.pictures().at(4);
  const auto layers = LayersOf(run, last);
  ASSERT_EQ(layers.size(), 3);  // the first patch lies below the last
  EXPECT_EQ(layers[0].area.right(), static_cast<int>(kSide));
  EXPECT_EQ(layers[1].area.left(), 100);
  EXPECT_EQ(layers[2].area.right(), 50);
  EXPECT_TRUE(IsPng(layers[2]));
  const auto pixels = ReadPicture(run, last);
  ASSERT_TRUE(pixels);
  const auto at = [&](size_t x, size_t y) {
    return static_cast<unsigned char>(pixels->rgba[4 * (y * kSide + x)]);
  };
  EXPECT_EQ(at(20, 20), 3);
  EXPECT_EQ(at(105, 105), 2);
  EXPECT_EQ(at(150, 150), 0x80);
}

TEST(Pictures, WithoutTheirBeginAreNone) {
  const RunView run = Film({MakeRect(10, 10, 30, 30)});
  RunPicture lost = run.pictures().at(2);
  lost.frame.set_base_ref(77);
  EXPECT_TRUE(LayersOf(run, lost).empty());
  EXPECT_FALSE(ReadPicture(run, lost));
  // One that lies beyond the picture.
  RunPicture beyond = run.pictures().at(2);
  beyond.frame.mutable_patches(0)->mutable_area()->set_right(10);
  EXPECT_TRUE(LayersOf(run, beyond).empty());
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
