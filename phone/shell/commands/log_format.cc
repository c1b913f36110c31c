#include "phone/shell/commands/log_format.h"

#include <fmt/format.h>

#include <array>
#include <ctime>

#include "phone/shell/options.h"
#include "phone/shell/time_zone.h"

namespace reprise::phone {
namespace {

constexpr std::string_view kLetters = "??VDIWEFS";
constexpr std::array kColors = {231, 231, 231, 75, 40, 166, 196, 196, 231};

std::string Time(const LogFormat& format, const LogLine& line) {
  const int64_t ns = format.monotonic ? line.uptime_ns : line.realtime_ns;
  const int64_t seconds = ns / 1'000'000'000;
  const int64_t rest = ns % 1'000'000'000;
  const std::string fraction = format.nsec ? fmt::format(".{:09}", rest)
                               : format.usec
                                   ? fmt::format(".{:06}", rest / 1000)
                                   : fmt::format(".{:03}", rest / 1'000'000);
  if (format.monotonic) return fmt::format("{:6}{}", seconds, fraction);
  if (format.epoch) return fmt::format("{:19}{}", seconds, fraction);
  const std::tm when = LocalTime(seconds, format.utc ? "UTC" : format.zone);
  char text[64];
  (void)std::strftime(text, sizeof(text),
                      format.year ? "%Y-%m-%d %H:%M:%S" : "%m-%d %H:%M:%S",
                      &when);
  std::string result = text + fraction;
  if (format.show_zone) {
    result += fmt::format(" {}{:02}{:02}", when.tm_gmtoff < 0 ? "-" : "+",
                          std::abs(when.tm_gmtoff) / 3600,
                          std::abs(when.tm_gmtoff) / 60 % 60);
  }
  return result;
}

}  // namespace

char PriorityLetter(int priority) {
  return priority >= 0 && priority < static_cast<int>(kLetters.size())
             ? kLetters[static_cast<size_t>(priority)]
             : '?';
}

int PriorityFrom(std::string_view text) {
  if (text.size() != 1) return 0;
  if (text[0] == '*') return 2;
  if (text[0] >= '2' && text[0] <= '8') return text[0] - '0';
  const size_t found =
      kLetters.find(static_cast<char>(std::toupper(text[0])), 2);
  return found == std::string_view::npos ? 0 : static_cast<int>(found);
}

bool LogFormat::Apply(std::string_view word) {
  for (const std::string_view known : {"brief", "long", "process", "raw", "tag",
                                       "thread", "threadtime", "time"}) {
    if (word == known) {
      kind = known;
      return true;
    }
  }
  const std::pair<std::string_view, bool*> modifiers[] = {
      {"color", &color}, {"colour", &color},
      {"usec", &usec},   {"nsec", &nsec},
      {"year", &year},   {"zone", &show_zone},
      {"epoch", &epoch}, {"monotonic", &monotonic},
      {"uid", &uid},     {"UTC", &utc},
      {"utc", &utc}};
  for (const auto& [name, flag] : modifiers) {
    if (word == name) {
      *flag = true;
      return true;
    }
  }
  return word == "printable" || word == "descriptive";
}

std::string FormatLine(const LogFormat& format, const LogLine& line) {
  const char letter = PriorityLetter(line.priority);
  const std::string uid = format.uid ? fmt::format("{:5}:", line.uid) : "";
  std::string head, tail = "\n";
  if (format.kind == "brief") {
    head = fmt::format("{}/{:<8}({}{:5}): ", letter, line.tag, uid, line.pid);
  } else if (format.kind == "tag") {
    head = fmt::format("{}/{:<8}: ", letter, line.tag);
  } else if (format.kind == "process") {
    head = fmt::format("{}({}{:5}) ", letter, uid, line.pid);
    tail = fmt::format("  ({})\n", line.tag);
  } else if (format.kind == "thread") {
    head = fmt::format("{}({}{:5}:{:5}) ", letter, uid, line.pid, line.tid);
  } else if (format.kind == "time") {
    head = fmt::format("{} {}/{:<8}({}{:5}): ", Time(format, line), letter,
                       line.tag, uid, line.pid);
  } else if (format.kind == "threadtime") {
    head = fmt::format("{} {}{:5} {:5} {} {:<8}: ", Time(format, line), uid,
                       line.pid, line.tid, letter, line.tag);
  } else if (format.kind == "long") {
    head = fmt::format("[ {} {}{:5}:{:5} {}/{:<8} ]\n", Time(format, line), uid,
                       line.pid, line.tid, letter, line.tag);
    tail = "\n\n";
  }
  if (format.color) {
    const auto index = static_cast<size_t>(line.priority);
    head = fmt::format("\x1B[38;5;{}m",
                       kColors[index < kColors.size() ? index : 0]) +
           head;
    tail = "\x1B[0m" + tail;
  }
  if (format.kind == "long") return head + line.text + tail;
  std::string result;
  std::string_view text = line.text;
  while (text.ends_with('\n')) text.remove_suffix(1);
  for (const std::string& each : SplitBy(text, '\n'))
    result += head + each + tail;
  return result;
}

}  // namespace reprise::phone
