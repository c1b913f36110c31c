#include "cli/diff_page.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/html.h"
#include "base/text.h"
#include "compare/pictures.h"

namespace reprise::cli {
namespace {

using compare::Divergence;
using compare::RunView;

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --line: #8886; --box: #d2322d; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto;
  max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin: 0 0 .3rem; }
section { border-top: 1px solid var(--line); padding: 1rem 0; }
.class { border: 1px solid var(--line); border-radius: .6rem;
  padding: 0 .5rem; font-size: .85rem; }
.where { opacity: .75; overflow-wrap: anywhere; }
.screens { display: flex; gap: 1.5rem; margin-top: .7rem; flex-wrap: wrap; }
figure { margin: 0; } figcaption { font-size: .85rem; opacity: .8; }
svg { width: 18rem; height: auto; border: 1px solid var(--line); }
rect { fill: none; stroke: var(--box); }
table { border-collapse: collapse; } td, th { text-align: left;
  padding: .1rem .8rem .1rem 0; vertical-align: top; overflow-wrap: anywhere; }
)";

std::string Html(std::string_view text) {
  std::string plain(text);
  for (char& c : plain) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') c = ' ';
  }
  return EscapeForHtml(plain);
}

// The pictures of one tape. They are put together by the browser from what is
// on the tape, each part of which is on the page once.
class Gallery {
 public:
  Gallery(const RunView& run, std::string name)
      : run_(run), name_(std::move(name)) {}

  std::string Figure(uint64_t screen, const Rect& area,
                     std::string_view caption, size_t* budget) {
    const auto picture = run_.pictures().find(screen);
    if (picture == run_.pictures().end()) return None(caption);
    const auto& frame = picture->second.frame;
    const std::string image = Image(screen, picture->second, budget);
    if (image.empty()) return None(caption);
    std::string box;
    if (area.right() > area.left() && area.bottom() > area.top()) {
      box = fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" "
          "stroke-width=\"{}\"/>",
          area.left(), area.top(), int64_t{area.right()} - area.left(),
          int64_t{area.bottom()} - area.top(), frame.width_px() / 120 + 1);
    }
    return fmt::format(
        "<figure><svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">"
        "{}{}</svg><figcaption>{}</figcaption></figure>\n",
        frame.width_px(), frame.height_px(), caption, image, box, caption);
  }

 private:
  static std::string None(std::string_view caption) {
    return fmt::format(
        "<figure><p>no picture</p><figcaption>{}</figcaption></figure>\n",
        caption);
  }

  // Empty: it cannot be drawn.
  std::string Image(uint64_t screen, const compare::RunPicture& picture,
                    size_t* budget) {
    if (const auto known = drawn_.find(screen); known != drawn_.end()) {
      return fmt::format("<use href=\"#{}\"/>", known->second);
    }
    const auto layers = compare::LayersOf(run_, picture);
    std::string parts;
    if (std::ranges::all_of(layers, compare::IsPng)) {
      for (const compare::PictureLayer& layer : layers) {
        const std::string part = Part(layer, budget);
        if (part.empty()) return "";
        parts += part;
      }
    } else if (const auto pixels = compare::ReadPicture(run_, picture)) {
      Rect whole;
      whole.set_right(static_cast<int32_t>(pixels->width));
      whole.set_bottom(static_cast<int32_t>(pixels->height));
      parts = Embed(compare::WritePng(*pixels), "", whole, budget);
    }
    if (parts.empty()) return "";
    const std::string id = fmt::format("{}{}", name_, screen);
    drawn_[screen] = id;
    return fmt::format("<g id=\"{}\">{}</g>", id, parts);
  }

  std::string Part(const compare::PictureLayer& layer, size_t* budget) {
    const auto known = parts_.find(layer.bytes);
    if (known == parts_.end()) {
      const std::string id = fmt::format("{}p{}", name_, parts_.size());
      const std::string part = Embed(*layer.bytes, id, layer.area, budget);
      if (!part.empty()) parts_[layer.bytes] = {id, layer.area};
      return part;
    }
    // Equal bytes may have been elsewhere.
    const auto& [id, area] = known->second;
    return fmt::format("<use href=\"#{}\" x=\"{}\" y=\"{}\"/>", id,
                       int64_t{layer.area.left()} - area.left(),
                       int64_t{layer.area.top()} - area.top());
  }

  std::string Embed(const std::string& png, const std::string& id,
                    const Rect& area, size_t* budget) {
    const std::string bytes = Base64Encode(png);
    if (bytes.empty() || bytes.size() > *budget) return "";
    *budget -= bytes.size();
    return fmt::format(
        "<image{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" "
        "href=\"data:image/png;base64,{}\"/>",
        id.empty() ? "" : fmt::format(" id=\"{}\"", id), area.left(),
        area.top(), int64_t{area.right()} - area.left(),
        int64_t{area.bottom()} - area.top(), bytes);
  }

  const RunView& run_;
  const std::string name_;
  std::map<uint64_t, std::string> drawn_;  // ids of pictures
  // Ids and where they are, by their bytes.
  std::map<const std::string*, std::pair<std::string, Rect>> parts_;
};

std::string Caption(std::string_view name, const std::optional<int64_t>& time) {
  if (!time) return Html(name);
  return fmt::format("{}, {:.3f} s", Html(name),
                     static_cast<double>(*time) / 1e9);
}

std::string Values(const Divergence& one) {
  if (one.expected.empty() && one.actual.empty()) return "";
  return fmt::format(
      "<table><tr><th>expected</th><td>{}</td></tr>"
      "<tr><th>actual</th><td>{}</td></tr></table>\n",
      Html(one.expected), Html(one.actual));
}

}  // namespace

std::string DiffPage(const compare::TapeDiff& diff, const RunView& a,
                     const RunView& b,
                     const std::pair<std::string, std::string>& names) {
  const size_t count = diff.divergences.size();
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width\">"
      "<title>{} and {}</title><style>{}</style></head><body>\n"
      "<h1>{} and {}</h1>\n<p>{}; {} and {} steps</p>\n",
      Html(names.first), Html(names.second), kStyle, Html(names.first),
      Html(names.second),
      count == 0 ? std::string("the same")
                 : fmt::format("{} divergences", count),
      diff.steps_a, diff.steps_b);
  for (const std::string& note : diff.notes) {
    page += fmt::format("<p>{}</p>\n", Html(note));
  }
  Gallery gallery_a(a, "a");
  Gallery gallery_b(b, "b");
  size_t budget = kMaxPageBytes;
  for (size_t i = 0; i < std::min(count, kMaxPageDivergences); ++i) {
    const Divergence& one = diff.divergences[i];
    page += fmt::format(
        "<section><h2>{}</h2>\n<p><span class=\"class\">{}</span> "
        "<span class=\"where\">{} {}</span></p>\n{}",
        Html(compare::Sentence(one)), compare::NameOf(one.kind),
        Html(one.topic), Html(one.path), Values(one));
    if (one.screen_a != 0 || one.screen_b != 0) {
      page += "<div class=\"screens\">\n" +
              gallery_a.Figure(one.screen_a, one.area_a,
                               Caption(names.first, one.time_a), &budget) +
              gallery_b.Figure(one.screen_b, one.area_b,
                               Caption(names.second, one.time_b), &budget) +
              "</div>\n";
    }
    page += "</section>\n";
  }
  if (count > kMaxPageDivergences) {
    page += fmt::format("<p>{} more are not shown.</p>\n",
                        count - kMaxPageDivergences);
  }
  return page + "</body></html>\n";
}

}  // namespace reprise::cli
