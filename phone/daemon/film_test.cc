#include "phone/daemon/film.h"

#include <gtest/gtest.h>

#include "apk/digest.h"

namespace reprise::phone {
namespace {

Picture Plain(uint32_t width = 8, uint32_t height = 4) {
  return {width, height, std::string(size_t{4} * width * height, '\x7f')};
}

Picture WithPixel(uint32_t x, uint32_t y) {
  Picture picture = Plain();
  picture.rgba[4 * (y * picture.width + x) + 1] = '\x01';
  return picture;
}

TEST(Film, TheFirstPictureIsWhole) {
  Film film;
  const auto frame = film.Take(Plain());
  ASSERT_TRUE(frame);
  EXPECT_TRUE(frame->key_frame());
  EXPECT_TRUE(frame->content().data().starts_with("\x89PNG"));
  EXPECT_EQ(frame->width_px(), 8);
  EXPECT_EQ(frame->pixels_sha256(),
            apk::Digest(apk::DigestKind::kSha256, {Plain().rgba}));
}

TEST(Film, TheSamePictureIsNone) {
  Film film;
  ASSERT_TRUE(film.Take(Plain()));
  EXPECT_FALSE(film.Take(Plain()));
}

TEST(Film, AChangeIsAPatchOfTheFrameBefore) {
  Film film;
  ASSERT_TRUE(film.Take(Plain()));
  film.Written(42);
  const auto frame = film.Take(WithPixel(3, 2));
  ASSERT_TRUE(frame);
  EXPECT_FALSE(frame->key_frame());
  EXPECT_EQ(frame->base_ref(), 42);
  ASSERT_EQ(frame->patches_size(), 1);
  const Rect& area = frame->patches(0).area();
  EXPECT_EQ(area.left(), 3);
  EXPECT_EQ(area.right(), 4);
  EXPECT_EQ(area.top(), 2);
  EXPECT_EQ(area.bottom(), 3);
}

TEST(Film, AnotherSizeIsWhole) {
  Film film;
  ASSERT_TRUE(film.Take(Plain(8, 4)));
  EXPECT_TRUE(film.Take(Plain(4, 8))->key_frame());
}

TEST(Film, AfterManyPatchesComesAWholePicture) {
  Film film;
  ASSERT_TRUE(film.Take(Plain()));
  int whole = 0;
  for (int i = 0; i < 2 * Film::kMaxPatches; ++i) {
    const auto frame = film.Take(WithPixel(static_cast<uint32_t>(i) % 8, 1));
    ASSERT_TRUE(frame);
    whole += frame->key_frame() ? 1 : 0;
  }
  EXPECT_EQ(whole, 1);
}

}  // namespace
}  // namespace reprise::phone
