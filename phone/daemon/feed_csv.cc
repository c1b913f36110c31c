#include <charconv>
#include <cmath>

#include "phone/daemon/feed_files.h"
#include "phone/daemon/sensor_types.h"

namespace reprise::phone {
namespace {

constexpr double kMaxSeconds = 1e7;  // some months

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' ||
                           text.back() == '\r' || text.back() == '"')) {
    text.remove_suffix(1);
  }
  return text;
}

// Takes the next column away.
std::string_view Column(std::string_view* line) {
  const size_t end = line->find_first_of(",;");
  const std::string_view column = Trim(line->substr(0, end));
  *line = end == std::string_view::npos ? "" : line->substr(end + 1);
  return column;
}

template <typename T>
bool ToNumber(std::string_view text, T* value) {
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), *value);
  return error == std::errc() && end == text.data() + text.size() &&
         std::isfinite(*value);
}

}  // namespace

Result<PhoneTrack> ReadSensorCsv(std::string_view text) {
  PhoneTrack track;
  int64_t first_ns = 0;
  int64_t last_ns = 0;
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = text.find('\n');
    std::string_view line = Trim(text.substr(0, end));
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
    if (line.empty() || line.front() == '#') continue;
    const std::string_view time = Column(&line);
    double seconds = 0;
    if (!ToNumber(time, &seconds) || std::abs(seconds) > kMaxSeconds) {
      if (track.sensors().empty() && number == 1) continue;  // names of columns
      return Fail(ErrorKind::kInvalidArgument,
                  "line {}: {:?} is no time; a line is "
                  "SECONDS,SENSOR,VALUE[,VALUE...]",
                  number, time);
    }
    const int64_t at_ns = std::llround(seconds * 1e9);
    if (track.sensors().empty()) first_ns = last_ns = at_ns;
    if (at_ns < last_ns) {
      return Fail(ErrorKind::kInvalidArgument,
                  "line {}: its time {} is before that of the line above; sort "
                  "the lines by time",
                  number, time);
    }
    last_ns = at_ns;
    const std::string_view name = Column(&line);
    const SensorType* const sensor = FindSensor(name);
    if (sensor == nullptr) {
      return Fail(ErrorKind::kInvalidArgument,
                  "line {}: there is no sensor {:?}; 'adb emu sensor status' "
                  "lists them",
                  number, name);
    }
    if (track.sensors_size() >= kMaxTrackItems) {
      return Fail(ErrorKind::kInvalidArgument,
                  "it has more than {} lines; cut it into parts",
                  kMaxTrackItems);
    }
    PhoneSensorValue& value = *track.add_sensors();
    value.set_at_ns(at_ns - first_ns);
    value.set_type(sensor->type);
    while (!line.empty() &&
           value.values_size() < static_cast<int>(sensor->values)) {
      const std::string_view column = Column(&line);
      float component = 0;
      if (!ToNumber(column, &component)) {
        return Fail(ErrorKind::kInvalidArgument, "line {}: {:?} is no number",
                    number, column);
      }
      value.add_values(component);
    }
    if (value.values_size() != static_cast<int>(sensor->values) ||
        !Trim(line).empty()) {
      return Fail(ErrorKind::kInvalidArgument,
                  "line {}: the sensor {} has {} value{}", number, name,
                  sensor->values, sensor->values == 1 ? "" : "s");
    }
  }
  if (track.sensors().empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "it has no line SECONDS,SENSOR,VALUE[,VALUE...]");
  }
  return track;
}

bool IsPicture(std::string_view bytes) {
  return bytes.starts_with("\x89PNG\r\n\x1a\n") ||
         bytes.starts_with("\xff\xd8\xff") || bytes.starts_with("GIF8") ||
         bytes.starts_with("BM") ||
         (bytes.starts_with("RIFF") && bytes.substr(0, 12).ends_with("WEBP"));
}

}  // namespace reprise::phone
