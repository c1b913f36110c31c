// Pictures of a tape as pixels, and whether a person would see a difference
// between two: the mean of blocks is compared, so that what antialiasing or a
// codec does is none.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/run_view.h"
#include "reprise/rect.pb.h"

namespace reprise::compare {

// Larger ones are not looked at.
inline constexpr uint32_t kMaxPictureSide = 8192;

struct Pixels {
  uint32_t width = 0;
  uint32_t height = 0;
  std::string rgba;
};

// What a picture is put together from, the lowest first: a whole one, and
// patches of it.
struct PictureLayer {
  const std::string* bytes = nullptr;  // of the run
  ScreenFrame::Encoding encoding = ScreenFrame::ENCODING_UNSPECIFIED;
  Rect area;
};
// None that later ones cover; empty: something of it is not on the tape.
std::vector<PictureLayer> LayersOf(const RunView& run, const RunPicture& last);
bool IsPng(const PictureLayer& layer);

// Whole, with the patches of the frames that it builds on; none: a frame is
// missing, or coded in a way that is not read (PNG and raw pixels are).
std::optional<Pixels> ReadPicture(const RunView& run, const RunPicture& last);

// As a PNG file, quick rather than small.
std::string WritePng(const Pixels& pixels);

// The area that looks different, outside `masked`; none: they look the same.
// Both have the same size.
std::optional<Rect> VisibleDifference(const Pixels& a, const Pixels& b,
                                      const std::vector<Rect>& masked);

// What may differ between two pictures of the same views: the bar with the
// clock, views with a time or a number, the blinking cursor.
std::vector<Rect> MaskOf(const Screenful& screen, int32_t inset_top);

}  // namespace reprise::compare
