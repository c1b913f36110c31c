// screencap: raw pixels with Android's header, or PNG.
#include <fcntl.h>

#include <cstring>

#include "base/bytes.h"
#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"
#include "phone/shell/png.h"

namespace reprise::phone {
namespace {

constexpr uint32_t kRgba8888 = 1;
constexpr uint32_t kSrgb = 1;
constexpr uint64_t kMaxPixels = uint64_t{1} << 27;

int Screencap(Process& process) {
  const auto options = Options::Parse(process, "phd:");
  if (!options) return 1;
  if (options->Has('h')) {
    process.Out(process.world->commands.UsageOf("screencap") + "\n");
    return 0;
  }
  const auto picture = process.phone().Shoot();
  if (!picture) return process.Report(Fail(picture.error()));
  if (uint64_t{picture->width} * picture->height > kMaxPixels ||
      picture->rgba.size() != size_t{picture->width} * picture->height * 4) {
    return process.Fail("the phone's picture is damaged");
  }
  const std::string path = options->rest.empty() ? "" : options->rest[0];
  std::string bytes;
  if (options->Has('p') || path.ends_with(".png")) {
    bytes = EncodePng(*picture);
  } else {
    ByteWriter writer(&bytes);
    writer.U32(picture->width);
    writer.U32(picture->height);
    writer.U32(kRgba8888);
    writer.U32(kSrgb);
    bytes += picture->rgba;
  }
  if (path.empty()) {
    process.Out(bytes);
    return 0;
  }
  int code = 0;
  const auto file = process.Open(path, O_WRONLY | O_CREAT | O_TRUNC, &code);
  if (file) code = process.Write(file->get(), bytes);
  if (code == 0) return 0;
  process.Err(
      fmt::format("Error opening file: {} ({})\n", path, strerror(-code)));
  return 1;
}

}  // namespace

void AddScreencap(Commands& commands) {
  commands.Add(
      "screencap",
      "usage: screencap [-p] [-d DISPLAY] [FILE]\n"
      "PNG with -p or if FILE ends in .png; otherwise width, height, format "
      "and\n"
      "colour space as 32-bit numbers, then RGBA. Without FILE to the output.",
      Screencap);
}

}  // namespace reprise::phone
