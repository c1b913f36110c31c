#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "phone/daemon/feed_files.h"

namespace reprise::phone {
namespace {

constexpr uint16_t kWhole = 1;
constexpr uint16_t kFloating = 3;
constexpr uint16_t kExtensible = 0xfffe;

uint64_t Little(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i > 0; --i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i - 1]);
  }
  return value;
}

void Put(std::string* to, uint64_t value, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    to->push_back(static_cast<char>(value >> (8 * i)));
  }
}

struct Format {
  uint64_t kind = 0;
  uint64_t channels = 0;
  uint64_t rate = 0;
  uint64_t bits = 0;
};

// One sample, from -1 to 1.
double Sample(const Format& format, std::string_view data, size_t at) {
  const size_t size = format.bits / 8;
  const uint64_t raw = Little(data, at, size);
  if (format.kind == kFloating) {
    const double value = size == 8
                             ? std::bit_cast<double>(raw)
                             : std::bit_cast<float>(static_cast<uint32_t>(raw));
    return std::isfinite(value) ? value : 0;
  }
  if (size == 1) return (static_cast<double>(raw) - 128) / 128;
  const auto shift = 64 - format.bits;
  return static_cast<double>(static_cast<int64_t>(raw << shift) >> shift) /
         std::ldexp(1.0, static_cast<int>(format.bits) - 1);
}

}  // namespace

Result<std::string> ReadWav(std::string_view bytes) {
  if (bytes.size() < 12 || !bytes.starts_with("RIFF") ||
      bytes.substr(8, 4) != "WAVE") {
    return Fail(ErrorKind::kInvalidArgument, "it does not begin as a WAV file");
  }
  Format format;
  std::string_view data;
  bool has_data = false;
  for (size_t at = 12; at + 8 <= bytes.size() && !has_data;) {
    const std::string_view id = bytes.substr(at, 4);
    const uint64_t size = Little(bytes, at + 4, 4);
    const std::string_view body = bytes.substr(at + 8, size);
    if (id == "fmt " && body.size() >= 16) {
      format = {Little(body, 0, 2), Little(body, 2, 2), Little(body, 4, 4),
                Little(body, 14, 2)};
      if (format.kind == kExtensible && body.size() >= 26) {
        format.kind = Little(body, 24, 2);
      }
    } else if (id == "data") {
      data = body;
      has_data = true;
    }
    at += 8 + size + size % 2;
  }
  const bool whole =
      format.kind == kWhole && (format.bits == 8 || format.bits == 16 ||
                                format.bits == 24 || format.bits == 32);
  const bool floating =
      format.kind == kFloating && (format.bits == 32 || format.bits == 64);
  if ((!whole && !floating) || format.channels < 1 || format.channels > 8 ||
      format.rate < 1000 || format.rate > 384'000) {
    return Fail(ErrorKind::kInvalidArgument,
                "its sound is of kind {} with {} bits, {} channels, {} Hz; "
                "accepted is PCM of 8, 16, 24 or 32 bits or floating point, 1 "
                "to 8 channels, 1000 to 384000 Hz",
                format.kind, format.bits, format.channels, format.rate);
  }
  const uint64_t frame = format.channels * format.bits / 8;
  const uint64_t frames = data.size() / frame;
  if (frames == 0) {
    return Fail(ErrorKind::kInvalidArgument, "there is no sound in it");
  }
  const uint64_t size = frames * format.channels * 2;
  std::string out = "RIFF";
  out.reserve(size + 44);
  Put(&out, 36 + size, 4);
  out += "WAVEfmt ";
  Put(&out, 16, 4);
  Put(&out, kWhole, 2);
  Put(&out, format.channels, 2);
  Put(&out, format.rate, 4);
  Put(&out, format.rate * format.channels * 2, 4);
  Put(&out, format.channels * 2, 2);
  Put(&out, 16, 2);
  out += "data";
  Put(&out, size, 4);
  for (uint64_t i = 0; i < frames * format.channels; ++i) {
    const double value = Sample(format, data, i * format.bits / 8);
    const double scaled = std::clamp(value * 32'768, -32'768.0, 32'767.0);
    Put(&out, static_cast<uint16_t>(static_cast<int16_t>(std::lround(scaled))),
        2);
  }
  return out;
}

}  // namespace reprise::phone
