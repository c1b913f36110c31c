// GPX is XML, of which only elements with a position and four of their
// children matter: so it is scanned, not parsed as a tree.
#include <charconv>
#include <chrono>
#include <cmath>
#include <numbers>
#include <optional>

#include "phone/daemon/feed_files.h"

namespace reprise::phone {
namespace {

constexpr double kEarthRadiusM = 6'371'000;
constexpr int64_t kSecond = 1'000'000'000;

std::optional<double> ToNumber(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text[0]))) {
    text.remove_prefix(1);
  }
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  for (const char* rest = end; rest != text.data() + text.size(); ++rest) {
    if (!std::isspace(static_cast<unsigned char>(*rest))) return std::nullopt;
  }
  return value;
}

// The value of an attribute of a tag.
std::string_view Attribute(std::string_view tag, std::string_view name) {
  for (size_t at = tag.find(name); at != std::string_view::npos;
       at = tag.find(name, at + 1)) {
    const bool begins =
        at > 0 && std::isspace(static_cast<unsigned char>(tag[at - 1]));
    size_t next = at + name.size();
    while (next < tag.size() && tag[next] == ' ') next++;
    if (!begins || next >= tag.size() || tag[next] != '=') continue;
    const size_t open = tag.find_first_of("\"'", next);
    if (open == std::string_view::npos) return "";
    const size_t close = tag.find(tag[open], open + 1);
    if (close == std::string_view::npos) return "";
    return tag.substr(open + 1, close - open - 1);
  }
  return "";
}

// What stands in the first child of that name; a prefix of it does not matter.
std::string_view Child(std::string_view body, std::string_view name) {
  for (size_t at = body.find('<'); at != std::string_view::npos;
       at = body.find('<', at + 1)) {
    const size_t end = body.find('>', at);
    if (end == std::string_view::npos) return "";
    std::string_view tag = body.substr(at + 1, end - at - 1);
    tag = tag.substr(0, tag.find_first_of(" \t\r\n/"));
    const size_t colon = tag.find(':');
    if (colon != std::string_view::npos) tag = tag.substr(colon + 1);
    if (tag != name) continue;
    return body.substr(end + 1, body.find('<', end) - end - 1);
  }
  return "";
}

bool Digits(std::string_view text, size_t at, size_t count, int* value) {
  if (at + count > text.size()) return false;
  const char* const end = text.data() + at + count;
  return std::from_chars(text.data() + at, end, *value).ptr == end;
}

// 2024-06-15T12:00:00.5Z, in ns since 1970.
std::optional<int64_t> ToTime(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text[0]))) {
    text.remove_prefix(1);
  }
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  if (!Digits(text, 0, 4, &year) || !Digits(text, 5, 2, &month) ||
      !Digits(text, 8, 2, &day) || !Digits(text, 11, 2, &hour) ||
      !Digits(text, 14, 2, &minute) || !Digits(text, 17, 2, &second)) {
    return std::nullopt;
  }
  using std::chrono::sys_days;
  const std::chrono::year_month_day date{
      std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
      std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok() || year < 1970 || year > 2200) return std::nullopt;
  int64_t seconds = sys_days(date).time_since_epoch().count() * int64_t{86'400};
  seconds += hour * 3600 + minute * 60 + second;
  size_t rest = 19;
  double fraction = 0;
  if (rest < text.size() && text[rest] == '.') {
    size_t end = rest + 1;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') end++;
    fraction = ToNumber(text.substr(rest, end - rest)).value_or(0);
    rest = end;
  }
  if (rest < text.size() && (text[rest] == '+' || text[rest] == '-')) {
    int away_hours = 0, away_minutes = 0;
    if (!Digits(text, rest + 1, 2, &away_hours)) return std::nullopt;
    (void)Digits(text, rest + 4, 2, &away_minutes);
    const int away = away_hours * 3600 + away_minutes * 60;
    seconds += text[rest] == '+' ? -away : away;
  }
  return seconds * kSecond + std::llround(fraction * 1e9);
}

double Radians(double degrees) { return degrees * std::numbers::pi / 180; }

// Metres and degrees from one to the other, on a sphere.
void Between(const PhoneFix& from, const PhoneFix& to, double* metres,
             double* bearing) {
  const double a = Radians(from.latitude_deg());
  const double b = Radians(to.latitude_deg());
  const double east = Radians(to.longitude_deg() - from.longitude_deg());
  const double y = std::sin(east) * std::cos(b);
  const double x =
      std::cos(a) * std::sin(b) - std::sin(a) * std::cos(b) * std::cos(east);
  const double z =
      std::sin(a) * std::sin(b) + std::cos(a) * std::cos(b) * std::cos(east);
  *metres = kEarthRadiusM * std::atan2(std::hypot(x, y), z);
  *bearing = std::fmod(std::atan2(y, x) * 180 / std::numbers::pi + 360, 360);
}

// The elements of that name, as points.
Result<PhoneTrack> Points(std::string_view text, std::string_view name) {
  PhoneTrack track;
  std::optional<int64_t> first;
  const std::string open = fmt::format("<{}", name);
  const std::string close = fmt::format("</{}>", name);
  size_t at = 0;
  while ((at = text.find(open, at)) != std::string_view::npos) {
    const size_t end = text.find('>', at);
    if (end == std::string_view::npos) break;
    const std::string_view tag = text.substr(at, end - at);
    std::string_view body;
    if (!tag.ends_with('/')) {
      body = text.substr(end + 1, text.find(close, end) - end - 1);
    }
    at = end;
    const auto latitude = ToNumber(Attribute(tag, "lat"));
    const auto longitude = ToNumber(Attribute(tag, "lon"));
    const int number = track.fixes_size() + 1;
    if (!latitude || !longitude || std::abs(*latitude) > 90 ||
        std::abs(*longitude) > 180) {
      return Fail(ErrorKind::kInvalidArgument,
                  "its {}. {} has no lat from -90 to 90 and lon from -180 to "
                  "180",
                  number, name);
    }
    if (track.fixes_size() >= kMaxTrackItems) {
      return Fail(ErrorKind::kInvalidArgument,
                  "it has more than {} points; cut it into parts",
                  kMaxTrackItems);
    }
    const int64_t before =
        track.fixes().empty() ? -kSecond : track.fixes().rbegin()->at_ns();
    int64_t at_ns = before + kSecond;
    if (const auto time = ToTime(Child(body, "time"))) {
      if (!first) first = *time - at_ns;
      at_ns = *time - *first;
      if (at_ns < before) {
        return Fail(ErrorKind::kInvalidArgument,
                    "its {}. {} is earlier than the one before", number, name);
      }
    }
    PhoneFix& fix = *track.add_fixes();
    fix.set_at_ns(at_ns);
    fix.set_latitude_deg(*latitude);
    fix.set_longitude_deg(*longitude);
    if (const auto up = ToNumber(Child(body, "ele"))) fix.set_altitude_m(*up);
    if (const auto speed = ToNumber(Child(body, "speed"))) {
      fix.set_speed_mps(static_cast<float>(*speed));
    }
    if (const auto course = ToNumber(Child(body, "course"))) {
      fix.set_bearing_deg(static_cast<float>(*course));
    }
    if (const auto used = ToNumber(Child(body, "sat"))) {
      fix.set_satellites(static_cast<int>(std::clamp(*used, 0.0, 100.0)));
    }
  }
  return track;
}

}  // namespace

Result<PhoneTrack> ReadGpx(std::string_view text) {
  PhoneTrack track;
  for (const char* name : {"trkpt", "rtept", "wpt"}) {
    ASSIGN_OR_RETURN(track, Points(text, name));
    if (!track.fixes().empty()) break;
  }
  if (track.fixes().empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "it has no point of a track (trkpt), a route (rtept) or a "
                "waypoint (wpt)");
  }
  for (int i = 1; i < track.fixes_size(); ++i) {
    const PhoneFix& before = track.fixes(i - 1);
    PhoneFix& fix = *track.mutable_fixes(i);
    double metres = 0;
    double bearing = 0;
    Between(before, fix, &metres, &bearing);
    const double seconds =
        static_cast<double>(fix.at_ns() - before.at_ns()) / 1e9;
    if (!fix.has_speed_mps() && seconds > 0) {
      fix.set_speed_mps(static_cast<float>(metres / seconds));
    }
    if (!fix.has_bearing_deg() && metres > 0) {
      fix.set_bearing_deg(static_cast<float>(bearing));
    }
  }
  return track;
}

}  // namespace reprise::phone
