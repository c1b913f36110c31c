#include "phone/daemon/console_words.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <sstream>

namespace reprise::phone {
namespace {

constexpr double kKnotMps = 1852.0 / 3600;
// What pulls at a phone that stands on each of its sides, by
// Surface.ROTATION_*.
constexpr float kUpright[4][3] = {
    {0, 9.80665F, 0}, {9.80665F, 0, 0}, {0, -9.80665F, 0}, {-9.80665F, 0, 0}};

// BatteryManager.BATTERY_PLUGGED_AC
constexpr int kAc = 1;

// A value of the battery (BatteryManager), and the emulator's words for it.
struct Named {
  int value;
  std::string_view word, shown;
};
constexpr Named kStatuses[] = {{1, "unknown", "Unknown"},
                               {2, "charging", "Charging"},
                               {3, "discharging", "Discharging"},
                               {4, "not-charging", "Not charging"},
                               {5, "full", "Full"}};
constexpr Named kHealths[] = {
    {1, "unknown", "Unknown"},          {2, "good", "Good"},
    {3, "overheat", "Overheat"},        {4, "dead", "Dead"},
    {5, "overvoltage", "Over voltage"}, {6, "failure", "Unspecified failure"}};

std::string_view ShownAs(std::span<const Named> names, int value) {
  const auto found = std::ranges::find(names, value, &Named::value);
  return found == names.end() ? "Unknown" : found->shown;
}

std::string WordsOf(std::span<const Named> names) {
  std::string words;
  for (const Named& name : names) {
    words += fmt::format("{}{}", words.empty() ? "" : "|", name.word);
  }
  return words;
}

tl::unexpected<Error> Wrong(std::string sentence) {
  return Fail(ErrorKind::kInvalidArgument, "{}", sentence);
}

template <typename T>
bool ToNumber(const std::string& text, T* value) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, *value);
  return error == std::errc() && rest == end;
}

bool ToFinite(const std::string& text, double* value) {
  return ToNumber(text, value) && std::isfinite(*value);
}

std::vector<std::string> Split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, by);) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

}  // namespace

bool ConsoleWords::Knows(const std::string& line) {
  const auto words = Split(line, ' ');
  if (words.empty()) return false;
  return words[0] == "geo" || words[0] == "sensor" || words[0] == "rotate" ||
         words[0] == "finger" || words[0] == "power";
}

Result<std::string> ConsoleWords::Do(const std::string& line) {
  const Words words = Split(line, ' ');
  if (words[0] == "geo") return Geo(words);
  if (words[0] == "sensor") return Sensor(words);
  if (words[0] == "finger") return Finger(words);
  if (words[0] == "power") return Power(words);
  return Rotate();
}

Result<std::string> ConsoleWords::Geo(const Words& words) {
  if (words.size() < 2 || words[1] != "fix") {
    return Wrong(
        "allows you to change Geo-related settings: geo fix <longitude> "
        "<latitude> [<altitude> [<satellites> [<velocity in knots>]]]");
  }
  double numbers[5] = {};
  constexpr const char* kNames[] = {"longitude", "latitude", "altitude",
                                    "satellites", "velocity"};
  const size_t given = words.size() - 2;
  if (given < 2 || given > std::size(numbers)) {
    return Wrong(
        "geo fix takes <longitude> <latitude> [<altitude> [<satellites> "
        "[<velocity in knots>]]]");
  }
  for (size_t i = 0; i < given; ++i) {
    if (!ToFinite(words[i + 2], &numbers[i])) {
      return Wrong(fmt::format("argument '<{}>' is not a number", kNames[i]));
    }
  }
  if (std::abs(numbers[0]) > 180 || std::abs(numbers[1]) > 90) {
    return Wrong(
        "the longitude is from -180 to 180, the latitude from -90 to 90");
  }
  PhoneFix fix;
  fix.set_longitude_deg(numbers[0]);
  fix.set_latitude_deg(numbers[1]);
  if (given > 2) fix.set_altitude_m(numbers[2]);
  if (given > 3) {
    if (numbers[3] < 1 || numbers[3] > 12) {
      return Wrong("the number of satellites is from 1 to 12");
    }
    fix.set_satellites(static_cast<int>(numbers[3]));
  }
  if (given > 4) {
    fix.set_speed_mps(static_cast<float>(numbers[4] * kKnotMps));
  }
  RETURN_IF_ERROR(phone_.Feed([&](Feeds& feeds, int64_t now_ns) {
    fix.set_at_ns(now_ns);
    return feeds.SetFix(fix);
  }));
  return "";
}

Result<std::string> ConsoleWords::Sensor(const Words& words) {
  if (words.size() == 2 && words[1] == "status") {
    std::string out;
    for (const SensorType& sensor : kSensorTypes) {
      out += fmt::format("{}: enabled.\r\n", sensor.name);
    }
    return out;
  }
  const bool get = words.size() == 3 && words[1] == "get";
  if (!get && !(words.size() == 4 && words[1] == "set")) {
    return Wrong(
        "allows you to request the emulator sensors: sensor status, sensor get "
        "<sensorname>, sensor set <sensorname> <value-a>[:<value-b>[:...]]");
  }
  const SensorType* const sensor = FindSensor(words[2]);
  if (sensor == nullptr) {
    return Wrong(
        fmt::format("unknown sensor name: {}, run 'sensor status' to get "
                    "available sensors.",
                    words[2]));
  }
  if (get) {
    const auto values = phone_.Measured(*sensor);
    return fmt::format("{} = {}\r\n", sensor->name, fmt::join(values, ":"));
  }
  std::vector<float> values;
  for (const std::string& part : Split(words[3], ':')) {
    double value = 0;
    if (!ToFinite(part, &value)) {
      return Wrong(fmt::format("argument '{}' is not a number", part));
    }
    values.push_back(static_cast<float>(value));
  }
  if (values.size() != sensor->values) {
    return Wrong(fmt::format("the sensor {} takes {} value{}", sensor->name,
                             sensor->values, sensor->values == 1 ? "" : "s"));
  }
  RETURN_IF_ERROR(phone_.Feed([&](Feeds& feeds, int64_t now_ns) {
    return feeds.SetSensor(*sensor, values, now_ns);
  }));
  return "";
}

Result<std::string> ConsoleWords::Finger(const Words& words) {
  int finger = 0;
  const bool touch = words.size() == 3 && words[1] == "touch" &&
                     ToNumber(words[2], &finger) && finger > 0;
  if (!touch && !(words.size() == 2 && words[1] == "remove")) {
    return Wrong(
        "manage emulator finger print: finger touch <fingerid>, from 1, or "
        "finger remove");
  }
  RETURN_IF_ERROR(phone_.Touch(finger));
  return "";
}

Result<std::string> ConsoleWords::Power(const Words& words) {
  PhoneBattery battery = phone_.Battery();
  const std::string what = words.size() > 1 ? words[1] : "";
  if (what == "display" && words.size() == 2) {
    return fmt::format(
        "AC: {}\r\nstatus: {}\r\nhealth: {}\r\npresent: {}\r\n"
        "capacity: {}\r\n",
        (battery.plugged() & kAc) != 0 ? "online" : "offline",
        ShownAs(kStatuses, battery.status()),
        ShownAs(kHealths, battery.health()), !battery.absent(),
        battery.level());
  }
  const std::string value = words.size() == 3 ? words[2] : "";
  int number = 0;
  if (what == "ac") {
    if (value != "on" && value != "off") {
      return Wrong(R"(Usage: "ac on" or "ac off")");
    }
    battery.set_plugged(value == "on" ? battery.plugged() | kAc
                                      : battery.plugged() & ~kAc);
  } else if (what == "status" || what == "health") {
    const bool status = what == "status";
    const auto names = status ? std::span<const Named>(kStatuses) : kHealths;
    const auto found = std::ranges::find(names, value, &Named::word);
    if (found == names.end()) {
      return Wrong(fmt::format("Usage: \"{} {}\"", what, WordsOf(names)));
    }
    if (status) {
      battery.set_status(found->value);
    } else {
      battery.set_health(found->value);
    }
  } else if (what == "present") {
    if (value != "true" && value != "false") {
      return Wrong(R"(Usage: "present true" or "present false")");
    }
    battery.set_absent(value == "false");
  } else if (what == "capacity") {
    if (!ToNumber(value, &number) || number < 0 || number > 100) {
      return Wrong(R"(Usage: "capacity <percentage>", from 0 to 100)");
    }
    battery.set_level(number);
  } else {
    return Wrong(
        "allows to change battery and AC power status: power display, power ac "
        "on|off, power status, power present, power health, power capacity");
  }
  RETURN_IF_ERROR(phone_.SetBattery(battery));
  return "";
}

Result<std::string> ConsoleWords::Rotate() {
  const uint32_t rotation = (phone_.Profile().rotation() + 1) % 4;
  RETURN_IF_ERROR(phone_.Feed([&](Feeds& feeds, int64_t now_ns) -> Status {
    for (const char* name : {"acceleration", "gravity"}) {
      RETURN_IF_ERROR(
          feeds.SetSensor(*FindSensor(name), kUpright[rotation], now_ns));
    }
    return {};
  }));
  PhoneSetting setting;
  setting.set_table("system");
  setting.set_name("user_rotation");
  setting.set_value(std::to_string(rotation));
  RETURN_IF_ERROR(phone_.ChangeSetting(setting));
  return "";
}

}  // namespace reprise::phone
