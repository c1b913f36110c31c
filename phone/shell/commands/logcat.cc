// logcat and log.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "phone/shell/commands/all.h"
#include "phone/shell/commands/log_format.h"
#include "phone/shell/options.h"
#include "phone/shell/regex.h"
#include "phone/shell/time_zone.h"

namespace reprise::phone {
namespace {

constexpr int kPatienceMs = 100;
constexpr size_t kBatch = 1000;
constexpr int kSilent = 8;

constexpr const char* kUsage =
    "usage: logcat [-d] [-c] [-D] [-g] [-G SIZE] [-b BUFFER,...] [-v "
    "FORMAT,...] [-s] "
    "[-t "
    "COUNT|TIME]\n"
    "              [-T COUNT|TIME] [-e REGEX] [-m COUNT] [--pid PID] [--uid "
    "UID]\n"
    "              [TAG[:PRIORITY]]...\n"
    "BUFFER: main system crash events radio kernel default all\n"
    "FORMAT: brief long process raw tag thread threadtime time,\n"
    "        color epoch monotonic nsec uid usec UTC year zone\n"
    "PRIORITY: V D I W E F S";

struct Logcat {
  LogFormat format;
  bool dump = false, clear = false, sizes = false, silent = false;
  bool dividers = false, resize = false;
  std::set<std::string> buffers;
  std::map<std::string, int> tags;
  int least = 2;  // of tags that are not named
  std::optional<size_t> last;
  std::optional<int64_t> since_ns;
  std::optional<Regex> regex;
  int64_t most = INT64_MAX;
  int64_t pid = -1, uid = -1;

  bool Wants(const LogLine& line) const {
    if (pid >= 0 && line.pid != pid) return false;
    if (uid >= 0 && line.uid != uid) return false;
    const auto tag = tags.find(line.tag);
    if (line.priority < (tag == tags.end() ? least : tag->second)) return false;
    std::vector<regmatch_t> places;
    return !regex || regex->Search(line.text, 0, &places);
  }
};

// "MM-DD HH:MM:SS.mmm", "YYYY-...", or seconds since 1970.
std::optional<int64_t> TimeFrom(const Process& process,
                                const std::string& text) {
  if (text.find('.') != std::string::npos &&
      text.find_first_not_of("0123456789.") == std::string::npos) {
    const auto seconds = ToDouble(text);
    return seconds ? std::optional(static_cast<int64_t>(*seconds * 1e9))
                   : std::nullopt;
  }
  const std::string zone = process.phone().Profile().time_zone();
  std::tm when = LocalTime(process.phone().RealtimeNs() / 1'000'000'000, zone);
  const bool year = text.find('-') == 4;
  const char* end = strptime(
      text.c_str(), year ? "%Y-%m-%d %H:%M:%S" : "%m-%d %H:%M:%S", &when);
  if (end == nullptr) return std::nullopt;
  const int64_t guess = timegm(&when);
  const int64_t seconds = guess - LocalTime(guess, zone).tm_gmtoff;
  const double fraction =
      *end == '.' ? ToDouble("0" + std::string(end)).value_or(0) : 0;
  return seconds * 1'000'000'000 + static_cast<int64_t>(fraction * 1e9);
}

// As -G takes it: a number with K, M or G behind it, or nothing.
bool IsSize(std::string text) {
  if (!text.empty() &&
      std::string_view("KMG").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  return ToNumber(text).value_or(0) > 0;
}

std::string ShowSize(size_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  if (bytes < 1024 * 1024) return fmt::format("{} KiB", bytes / 1024);
  return fmt::format("{} MiB", bytes / 1024 / 1024);
}

// False, after a sentence, if an option is none.
bool Parse(Process& process, Logcat* out) {
  std::vector<std::string> words(process.args.begin() + 1, process.args.end());
  const auto bad = [&](const std::string& why) {
    process.Err("logcat: " + why + "\n" + kUsage + "\n");
    return false;
  };
  for (size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    if (!word.starts_with('-')) {  // TAG:P
      const size_t colon = word.rfind(':');
      const std::string tag = word.substr(0, colon);
      const std::string letter =
          colon == std::string::npos ? "" : word.substr(colon + 1);
      const int priority =
          colon == std::string::npos ? 2 : PriorityFrom(letter);
      if (priority == 0) return bad("Invalid filter expression '" + word + "'");
      if (tag == "*") {
        out->least = letter == "*" ? 3 : priority;
      } else {
        out->tags[tag] = priority;
      }
      continue;
    }
    std::optional<std::string> value;
    const size_t equals = word.find('=');
    if (word.starts_with("--") && equals != std::string::npos) {
      value = word.substr(equals + 1);
      word.resize(equals);
    } else if (!word.starts_with("--") && word.size() > 2 &&
               std::string_view("vbtTempG").find(word[1]) !=
                   std::string_view::npos) {
      value = word.substr(2);
      word.resize(2);
    }
    const bool valued = word == "-v" || word == "--format" || word == "-b" ||
                        word == "--buffer" || word == "-t" || word == "-T" ||
                        word == "-e" || word == "--regex" || word == "-m" ||
                        word == "--max-count" || word == "--pid" ||
                        word == "--uid" || word == "-G" || word == "-f" ||
                        word == "-r" || word == "-n" || word == "--id";
    if (valued && !value) {
      if (i + 1 >= words.size())
        return bad("option requires an argument -- '" + word.substr(1) + "'");
      value = words[++i];
    }
    if (word == "-d") {
      out->dump = true;
    } else if (word == "-c" || word == "--clear") {
      out->clear = true;
    } else if (word == "-G" || (word == "--buffer-size" && value)) {
      // The phone's log has one size, which is larger than anyone asks for.
      if (!IsSize(*value))
        return bad("Invalid parameter '" + *value + "' to -G");
      out->resize = true;
    } else if (word == "-g" || word == "--buffer-size" || word == "-S" ||
               word == "--statistics") {
      out->sizes = true;
    } else if (word == "-D" || word == "--dividers") {
      out->dividers = true;
    } else if (word == "-s") {
      out->least = kSilent;
    } else if (word == "-v" || word == "--format") {
      for (const std::string& part : SplitBy(*value, ',')) {
        if (!out->format.Apply(part))
          return bad("Invalid parameter '" + part + "' to -v");
      }
    } else if (word == "-b" || word == "--buffer") {
      for (const std::string& part : SplitBy(*value, ',')) {
        static const std::set<std::string> kKnown = {
            "main",  "system", "crash",    "events",
            "radio", "kernel", "security", "stats"};
        if (part == "default") {
          out->buffers.insert({"main", "system", "crash"});
        } else if (part == "all") {
          out->buffers = kKnown;
        } else if (kKnown.contains(part)) {
          out->buffers.insert(part);
        } else {
          return bad("unknown buffer '" + part + "'");
        }
      }
    } else if (word == "-t" || word == "-T") {
      out->dump |= word == "-t";
      const auto count = ToNumber(*value);
      if (count && *count >= 0) {
        out->last = static_cast<size_t>(*count);
      } else if (!(out->since_ns = TimeFrom(process, *value))) {
        return bad(word + " '" + *value + "' is neither a number nor a time");
      }
    } else if (word == "-e" || word == "--regex") {
      auto regex = Regex::Compile(*value, true, false);
      if (!regex) return bad(regex.error().message);
      out->regex = *std::move(regex);
    } else if (word == "-m" || word == "--max-count") {
      out->most = ToNumber(*value).value_or(INT64_MAX);
    } else if (word == "--pid") {
      out->pid = ToNumber(*value).value_or(-2);
      if (out->pid < 0) return bad("--pid '" + *value + "' is no number");
    } else if (word == "--uid") {
      out->uid = ToNumber(*value).value_or(-1);
    } else if (word != "-L" && word != "--last" && word != "--print" &&
               word != "--wrap" && word != "-p" && !valued) {
      return bad("invalid option -- '" + word.substr(1) + "'");
    }
  }
  if (out->buffers.empty()) out->buffers = {"main", "system", "crash"};
  return true;
}

int Run(Process& process) {
  Logcat logcat;
  logcat.format.zone = process.phone().Profile().time_zone();
  if (!Parse(process, &logcat)) return 1;
  LogBuffer& log = process.phone().log();
  if (logcat.resize) return 0;
  if (logcat.clear) {
    log.Clear({logcat.buffers.begin(), logcat.buffers.end()});
    return 0;
  }
  if (logcat.sizes) {
    for (const std::string& buffer : logcat.buffers) {
      const std::string used = ShowSize(log.BytesOf(buffer));
      process.Print(
          "{}: ring buffer is {} ({} consumed, {} readable), max entry is "
          "5120 B, max payload is 4068 B\n",
          buffer, ShowSize(LogBuffer::kMaxBytes), used, used);
    }
    return 0;
  }
  std::set<std::string> begun;
  std::string current;  // buffer
  int64_t shown = 0;
  const auto show = [&](const LogLine& line) {
    if (!logcat.Wants(line) || shown >= logcat.most) return;
    if (begun.insert(line.buffer).second && logcat.format.kind != "raw") {
      process.Print("--------- beginning of {}\n", line.buffer);
    } else if (logcat.dividers && current != line.buffer) {
      process.Print("--------- switch to {}\n", line.buffer);
    }
    current = line.buffer;
    process.Out(FormatLine(logcat.format, line));
    ++shown;
  };
  uint64_t seen = 0;
  std::deque<LogLine> kept;
  const auto take = [&](const LogLine& line) {
    seen = std::max(seen, line.number);
    if (!logcat.buffers.contains(line.buffer)) return;
    if (logcat.since_ns && line.realtime_ns < *logcat.since_ns) return;
    if (!logcat.last) return show(line);
    kept.push_back(line);
    if (kept.size() > *logcat.last) kept.pop_front();
  };
  for (const LogLine& line : log.ReadInOrder()) take(line);
  while (shown < logcat.most) {
    const auto lines = log.Read(seen, kBatch);
    for (const LogLine& line : lines) take(line);
    process.stop->Check();
    if (!lines.empty()) continue;
    // All that was there is read: from here on it follows.
    for (const LogLine& line : kept) show(line);
    kept.clear();
    logcat.last.reset();
    if (logcat.dump) break;
    process.Flush();
    (void)log.WaitFor(seen, kPatienceMs);
  }
  return 0;
}

int Log(Process& process) {
  const auto options = Options::Parse(process, "+p:t:b:");
  if (!options) return 1;
  LogLine line;
  line.priority = PriorityFrom(options->Get('p', "i").substr(0, 1));
  if (line.priority == 0) return process.Fail("bad -p '{}'", options->Get('p'));
  line.tag = options->Get('t', "log");
  for (const std::string& word : options->rest)
    line.text += (line.text.empty() ? "" : " ") + word;
  line.pid = line.tid = process.pid;
  line.uid = process.uid;
  line.uptime_ns = process.phone().UptimeNs();
  line.realtime_ns = process.phone().RealtimeNs();
  constexpr size_t kMaxPayload = 4068;
  line.text.resize(std::min(line.text.size(), kMaxPayload));
  process.phone().log().Add(std::move(line));
  return 0;
}

}  // namespace

void AddLogcat(Commands& commands) {
  commands.Add("logcat", kUsage, Run);
  commands.Add("logger", "usage: logger [-p PRIORITY] [-t TAG] MESSAGE...",
               Log);
  commands.Add("log", "usage: log [-p PRIORITY] [-t TAG] MESSAGE...", Log);
}

}  // namespace reprise::phone
