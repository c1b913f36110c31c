#include "compare/pictures.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <set>

#include "compare/view_diff.h"

namespace reprise::compare {
namespace {

constexpr size_t kPixel = 4;
constexpr size_t kMaxChain = 256;
constexpr uint32_t kBlock = 16;
// Of the mean of a block, out of 255 in each colour.
constexpr int64_t kSeen = 12;

bool IsSize(uint64_t width, uint64_t height) {
  return width > 0 && height > 0 && width <= kMaxPictureSide &&
         height <= kMaxPictureSide;
}

std::optional<Pixels> ReadPng(const std::string& bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) ==
      0) {
    return std::nullopt;
  }
  Pixels pixels{image.width, image.height, {}};
  if (!IsSize(image.width, image.height)) {
    png_image_free(&image);
    return std::nullopt;
  }
  image.format = PNG_FORMAT_RGBA;
  pixels.rgba.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, pixels.rgba.data(), 0, nullptr) ==
      0) {
    return std::nullopt;
  }
  return pixels;
}

std::optional<Pixels> Decode(const PictureLayer& layer) {
  const auto width = int64_t{layer.area.right()} - layer.area.left();
  const auto height = int64_t{layer.area.bottom()} - layer.area.top();
  std::optional<Pixels> pixels;
  if (layer.encoding == ScreenFrame::ENCODING_PNG) {
    pixels = ReadPng(*layer.bytes);
  } else if (layer.encoding == ScreenFrame::ENCODING_RGBA) {
    pixels = Pixels{static_cast<uint32_t>(width), static_cast<uint32_t>(height),
                    *layer.bytes};
  }
  if (!pixels || pixels->width != width || pixels->height != height ||
      pixels->rgba.size() != kPixel * pixels->width * pixels->height) {
    return std::nullopt;
  }
  return pixels;
}

bool Covers(const Rect& outer, const Rect& inner) {
  return outer.left() <= inner.left() && outer.top() <= inner.top() &&
         outer.right() >= inner.right() && outer.bottom() >= inner.bottom();
}

bool Apply(const Pixels& patch, const Rect& area, Pixels* onto) {
  if (area.left() < 0 || area.top() < 0 ||
      static_cast<uint64_t>(area.left()) + patch.width > onto->width ||
      static_cast<uint64_t>(area.top()) + patch.height > onto->height) {
    return false;
  }
  for (size_t y = 0; y < patch.height; ++y) {
    std::memcpy(
        onto->rgba.data() +
            kPixel * ((static_cast<size_t>(area.top()) + y) * onto->width +
                      static_cast<size_t>(area.left())),
        patch.rgba.data() + kPixel * y * patch.width, kPixel * patch.width);
  }
  return true;
}

bool IsMasked(const std::vector<Rect>& masked, int64_t x, int64_t y) {
  return std::ranges::any_of(masked, [&](const Rect& rect) {
    return x < rect.right() && x + kBlock > rect.left() && y < rect.bottom() &&
           y + kBlock > rect.top();
  });
}

std::array<int64_t, 3> BlockMean(const Pixels& pixels, uint32_t x0,
                                 uint32_t y0) {
  const uint32_t x1 = std::min(x0 + kBlock, pixels.width);
  const uint32_t y1 = std::min(y0 + kBlock, pixels.height);
  std::array<int64_t, 3> sum{};
  for (uint32_t y = y0; y < y1; ++y) {
    const char* const row =
        pixels.rgba.data() + kPixel * (size_t{y} * pixels.width);
    for (uint32_t x = x0; x < x1; ++x) {
      for (size_t c = 0; c < 3; ++c) {
        sum[c] += static_cast<unsigned char>(row[kPixel * x + c]);
      }
    }
  }
  const int64_t count = int64_t{x1 - x0} * (y1 - y0);
  for (int64_t& one : sum) one /= count;
  return sum;
}

bool IsNumber(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == ':' ||
           c == '.' || c == ',' || c == '%' || c == ' ';
  });
}

}  // namespace

bool IsPng(const PictureLayer& layer) {
  return layer.encoding == ScreenFrame::ENCODING_PNG &&
         layer.bytes->starts_with("\x89PNG\r\n");
}

std::vector<PictureLayer> LayersOf(const RunView& run, const RunPicture& last) {
  std::vector<PictureLayer> layers;  // the uppermost first
  const auto add = [&](const Blob& blob, ScreenFrame::Encoding encoding,
                       const Rect& area) {
    const std::string* const bytes = run.Bytes(blob.sha256());
    if (bytes == nullptr || !IsSize(int64_t{area.right()} - area.left(),
                                    int64_t{area.bottom()} - area.top())) {
      return false;
    }
    const bool covered = std::ranges::any_of(
        layers, [&](const auto& above) { return Covers(above.area, area); });
    if (!covered) layers.push_back({bytes, encoding, area});
    return true;
  };
  std::set<uint64_t> seen;
  const ScreenFrame* frame = &last.frame;
  while (frame->content().sha256().empty()) {
    const auto& patches = frame->patches();
    for (auto patch = patches.rbegin(); patch != patches.rend(); ++patch) {
      if (!add(patch->content(), frame->encoding(), patch->area())) return {};
    }
    const auto base = run.pictures().find(frame->base_ref());
    if (base == run.pictures().end() || seen.size() >= kMaxChain ||
        !seen.insert(frame->id()).second) {
      return {};
    }
    frame = &base->second.frame;
  }
  Rect whole;
  whole.set_right(
      static_cast<int32_t>(std::min(frame->width_px(), kMaxPictureSide + 1)));
  whole.set_bottom(
      static_cast<int32_t>(std::min(frame->height_px(), kMaxPictureSide + 1)));
  // It stays, for the size of the picture, even if nothing of it is seen.
  const std::string* const bytes = run.Bytes(frame->content().sha256());
  if (bytes == nullptr || !IsSize(frame->width_px(), frame->height_px())) {
    return {};
  }
  layers.push_back({bytes, frame->encoding(), whole});
  std::ranges::reverse(layers);
  return layers;
}

std::optional<Pixels> ReadPicture(const RunView& run, const RunPicture& last) {
  std::optional<Pixels> whole;
  for (const PictureLayer& layer : LayersOf(run, last)) {
    auto pixels = Decode(layer);
    if (!pixels) return std::nullopt;
    if (!whole) {
      whole = std::move(pixels);
    } else if (!Apply(*pixels, layer.area, &*whole)) {
      return std::nullopt;
    }
  }
  return whole;
}

std::string WritePng(const Pixels& pixels) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = pixels.width;
  image.height = pixels.height;
  image.format = PNG_FORMAT_RGBA;
  image.flags = PNG_IMAGE_FLAG_FAST;
  // Room for the worst, so that it is compressed once.
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string png(size, '\0');
  if (png_image_write_to_memory(&image, png.data(), &size, 0,
                                pixels.rgba.data(), 0, nullptr) == 0) {
    return "";
  }
  png.resize(size);
  return png;
}

std::optional<Rect> VisibleDifference(const Pixels& a, const Pixels& b,
                                      const std::vector<Rect>& masked) {
  if (a.width != b.width || a.height != b.height) return std::nullopt;
  std::optional<Rect> found;
  for (uint32_t y = 0; y < a.height; y += kBlock) {
    for (uint32_t x = 0; x < a.width; x += kBlock) {
      const auto mean_a = BlockMean(a, x, y);
      const auto mean_b = BlockMean(b, x, y);
      bool differs = false;
      for (size_t c = 0; c < 3; ++c) {
        differs = differs || std::abs(mean_a[c] - mean_b[c]) > kSeen;
      }
      if (!differs || IsMasked(masked, x, y)) continue;
      const auto right = static_cast<int32_t>(std::min(x + kBlock, a.width));
      const auto bottom = static_cast<int32_t>(std::min(y + kBlock, a.height));
      if (!found) {
        found.emplace();
        found->set_left(static_cast<int32_t>(x));
        found->set_top(static_cast<int32_t>(y));
      }
      found->set_left(std::min(found->left(), static_cast<int32_t>(x)));
      found->set_right(std::max(found->right(), right));
      found->set_bottom(std::max(found->bottom(), bottom));
    }
  }
  return found;
}

std::vector<Rect> MaskOf(const Screenful& screen, int32_t inset_top) {
  std::vector<Rect> masked;
  if (inset_top > 0) {
    Rect bar;
    bar.set_right(static_cast<int32_t>(kMaxPictureSide));
    bar.set_bottom(inset_top);
    masked.push_back(bar);
  }
  for (const ViewTree& window : screen.forest().windows()) {
    for (const ViewNode& node : window.nodes()) {
      const bool typing =
          node.input_type() != 0 &&
          (node.flags() & static_cast<uint32_t>(ViewNode::FLAG_FOCUSED)) != 0;
      if (IsShown(node) && (typing || IsClock(node) || IsNumber(node.text()))) {
        masked.push_back(VisibleBounds(node));
      }
    }
  }
  return masked;
}

}  // namespace reprise::compare
