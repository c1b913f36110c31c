#include "phone/daemon/film.h"

#include <algorithm>
#include <cstring>

#include "apk/digest.h"
#include "phone/shell/png.h"

namespace reprise::phone {
namespace {

constexpr size_t kPixel = 4;

Picture Cut(const Picture& picture, const Rect& area) {
  Picture part;
  part.width = static_cast<uint32_t>(area.right() - area.left());
  part.height = static_cast<uint32_t>(area.bottom() - area.top());
  part.rgba.reserve(kPixel * part.width * part.height);
  for (int32_t y = area.top(); y < area.bottom(); ++y) {
    part.rgba.append(picture.rgba,
                     kPixel * (static_cast<size_t>(y) * picture.width +
                               static_cast<size_t>(area.left())),
                     kPixel * part.width);
  }
  return part;
}

}  // namespace

Rect Difference(const Picture& one, const Picture& other) {
  const size_t stride = kPixel * one.width;
  const auto row_differs = [&](size_t y) {
    return std::memcmp(one.rgba.data() + y * stride,
                       other.rgba.data() + y * stride, stride) != 0;
  };
  size_t top = 0;
  while (top < one.height && !row_differs(top)) top++;
  if (top == one.height) return {};
  size_t bottom = one.height;
  while (!row_differs(bottom - 1)) bottom--;
  size_t left = one.width;
  size_t right = 0;
  for (size_t y = top; y < bottom; ++y) {
    const char* const a = one.rgba.data() + y * stride;
    const char* const b = other.rgba.data() + y * stride;
    size_t x = 0;
    while (x < left && std::memcmp(a + x * kPixel, b + x * kPixel, kPixel) == 0)
      x++;
    left = std::min(left, x);
    x = one.width;
    while (x > right &&
           std::memcmp(a + (x - 1) * kPixel, b + (x - 1) * kPixel, kPixel) == 0)
      x--;
    right = std::max(right, x);
  }
  Rect rect;
  rect.set_left(static_cast<int32_t>(left));
  rect.set_top(static_cast<int32_t>(top));
  rect.set_right(static_cast<int32_t>(right));
  rect.set_bottom(static_cast<int32_t>(bottom));
  return rect;
}

std::optional<ScreenFrame> Film::Take(Picture picture) {
  ScreenFrame frame;
  frame.set_width_px(picture.width);
  frame.set_height_px(picture.height);
  frame.set_encoding(ScreenFrame::ENCODING_PNG);
  const bool same_size =
      picture.width == last_.width && picture.height == last_.height;
  bool whole = true;
  if (same_size) {
    const Rect changed = Difference(last_, picture);
    if (changed.right() == changed.left()) return std::nullopt;
    *frame.add_damage() = changed;
    const int64_t area = int64_t{changed.right() - changed.left()} *
                         (changed.bottom() - changed.top());
    whole = patches_ >= kMaxPatches ||
            area * 2 > int64_t{picture.width} * picture.height;
  }
  frame.set_pixels_sha256(
      apk::Digest(apk::DigestKind::kSha256, {picture.rgba}));
  if (whole) {
    patches_ = 0;
    frame.set_key_frame(true);
    frame.mutable_content()->set_data(EncodePng(picture));
  } else {
    patches_++;
    frame.set_base_ref(last_id_);
    ScreenFrame::Patch* const patch = frame.add_patches();
    *patch->mutable_area() = frame.damage(0);
    patch->mutable_content()->set_data(
        EncodePng(Cut(picture, frame.damage(0))));
  }
  last_ = std::move(picture);
  return frame;
}

}  // namespace reprise::phone
