#include "phone/shell/time_zone.h"

#include <fstream>
#include <iterator>
#include <string_view>

namespace reprise::phone {
namespace {

constexpr size_t kHeader = 44;

int64_t BigEndian(std::string_view bytes, size_t at, size_t size) {
  uint64_t value =
      (static_cast<unsigned char>(bytes[at]) & 0x80) != 0 ? ~uint64_t{0} : 0;
  for (size_t i = 0; i < size; ++i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return static_cast<int64_t>(value);
}

// Seconds east of Greenwich, from a TZif file of version 2 or later.
int64_t OffsetIn(std::string_view file, int64_t seconds) {
  struct Counts {
    size_t utc, standard, leap, time, type, text;
  };
  const auto read = [&](size_t at, Counts* counts) {
    if (file.size() < at + kHeader || file.substr(at, 4) != "TZif")
      return false;
    size_t* fields[] = {&counts->utc,  &counts->standard, &counts->leap,
                        &counts->time, &counts->type,     &counts->text};
    for (size_t i = 0; i < 6; ++i) {
      const int64_t value = BigEndian(file, at + 20 + 4 * i, 4);
      if (value < 0 || value > 100'000) return false;
      *fields[i] = static_cast<size_t>(value);
    }
    return true;
  };
  Counts old, counts;
  if (!read(0, &old)) return 0;
  const size_t second = kHeader + old.time * 5 + old.type * 6 + old.text +
                        old.leap * 8 + old.standard + old.utc;
  if (!read(second, &counts)) return 0;
  const size_t times = second + kHeader;
  const size_t indices = times + counts.time * 8;
  const size_t types = indices + counts.time;
  if (counts.type == 0 || file.size() < types + counts.type * 6) return 0;
  size_t type = 0;
  for (size_t i = 0;
       i < counts.time && BigEndian(file, times + 8 * i, 8) <= seconds; ++i) {
    type = static_cast<unsigned char>(file[indices + i]);
  }
  if (type >= counts.type) return 0;
  return BigEndian(file, types + 6 * type, 4);
}

int64_t Offset(int64_t seconds, const std::string& zone) {
  if (zone.empty() || zone == "UTC" || zone[0] == '/' || zone.size() > 64 ||
      zone.find("..") != std::string::npos) {
    return 0;
  }
  std::ifstream stream("/usr/share/zoneinfo/" + zone, std::ios::binary);
  const std::string file((std::istreambuf_iterator<char>(stream)), {});
  return OffsetIn(file, seconds);
}

}  // namespace

std::tm LocalTime(int64_t seconds, const std::string& zone) {
  const int64_t offset = Offset(seconds, zone);
  const std::time_t moved = seconds + offset;
  std::tm result = {};
  (void)gmtime_r(&moved, &result);
  result.tm_gmtoff = offset;
  return result;
}

}  // namespace reprise::phone
