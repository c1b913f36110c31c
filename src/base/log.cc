#include "base/log.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace reprise {
namespace {

constexpr std::string_view kLevelNames[] = {"debug", "info", "warn", "error",
                                            "off"};
constexpr LogLevel kDefaultLevel = LogLevel::kWarn;
constexpr std::string_view kAccepted =
    "accepted is a level (off, error, warn, info, debug) or a list such as "
    "all:warn,tape:debug";

std::optional<LogLevel> LevelNamed(std::string_view name) {
  for (size_t i = 0; i < std::size(kLevelNames); ++i) {
    if (kLevelNames[i] == name) return static_cast<LogLevel>(i);
  }
  return std::nullopt;
}

bool IsModuleName(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

struct Levels {
  LogLevel all = kDefaultLevel;
  std::map<std::string, LogLevel, std::less<>> modules;
};

Result<Levels> ParseLevels(std::string_view text) {
  Levels levels;
  // Nothing at all is the default, as for an unset variable.
  while (!text.empty()) {
    const size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    text.remove_prefix(comma == text.npos ? text.size() : comma + 1);
    const size_t colon = item.find(':');
    const std::string_view module =
        colon == item.npos ? "all" : item.substr(0, colon);
    const std::optional<LogLevel> level =
        LevelNamed(colon == item.npos ? item : item.substr(colon + 1));
    if (!level || !IsModuleName(module)) {
      return Fail(ErrorKind::kInvalidArgument,
                  "\"{}\" is not a log level or MODULE:LEVEL; {}",
                  EscapeForTerminal(item.substr(0, 80)), kAccepted);
    }
    if (module == "all") {
      levels.all = *level;
    } else {
      levels.modules.insert_or_assign(std::string(module), *level);
    }
  }
  return levels;
}

void WriteToStderr(std::string line) {
  // One write per record, so that other processes' lines do not mix in.
  line += '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t n = write(STDERR_FILENO, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return;  // there is nobody left to tell
    rest.remove_prefix(static_cast<size_t>(n));
  }
}

}  // namespace

// The levels, the sink, and the modules that were used so far.
class Logger {
 public:
  static Logger& Instance() {
    // Never destroyed: threads may log until the process ends.
    static Logger* const logger = new Logger;
    return *logger;
  }

  int Register(LogModule* module) {
    const std::lock_guard lock(mutex_);
    // Another thread may have been first.
    int threshold = module->threshold_.load(std::memory_order_relaxed);
    if (threshold != LogModule::kUnknown) return threshold;
    module->next_ = modules_;
    modules_ = module;
    Apply(module);
    return module->threshold_.load(std::memory_order_relaxed);
  }

  void SetLevels(Levels levels) {
    const std::lock_guard lock(mutex_);
    levels_ = std::move(levels);
    for (LogModule* m = modules_; m != nullptr; m = m->next_) Apply(m);
  }

  void SetSink(LogSink sink) {
    const std::lock_guard lock(mutex_);
    sink_ = std::move(sink);
  }

  void Write(const char* module, LogLevel level, std::string_view message) {
    CHECK(level != LogLevel::kOff);
    std::string line =
        fmt::format("[{}] {} {}", module, kLevelNames[static_cast<int>(level)],
                    EscapeForTerminal(message));
    const std::lock_guard lock(mutex_);
    if (sink_) {
      sink_(line);
    } else {
      WriteToStderr(std::move(line));
    }
  }

 private:
  Logger() {
    const char* variable = std::getenv("REPRISE_LOG");
    if (variable == nullptr) return;
    Result<Levels> levels = ParseLevels(variable);
    if (levels) {
      levels_ = *std::move(levels);
    } else {
      WriteToStderr(fmt::format("[log] warn REPRISE_LOG is ignored: {}",
                                levels.error().message));
    }
  }

  void Apply(LogModule* module) {
    const auto found = levels_.modules.find(std::string_view(module->name_));
    module->threshold_.store(
        static_cast<int>(found == levels_.modules.end() ? levels_.all
                                                        : found->second),
        std::memory_order_relaxed);
  }

  std::mutex mutex_;
  Levels levels_;                 // guarded by mutex_
  LogModule* modules_ = nullptr;  // guarded by mutex_
  LogSink sink_;                  // guarded by mutex_
};

int LogModule::Register() { return Logger::Instance().Register(this); }

void LogModule::Write(LogLevel level, std::string_view message) const {
  Logger::Instance().Write(name_, level, message);
}

Status SetLogLevels(std::string_view levels) {
  ASSIGN_OR_RETURN(Levels parsed, ParseLevels(levels));
  Logger::Instance().SetLevels(std::move(parsed));
  return {};
}

void SetLogSink(LogSink sink) { Logger::Instance().SetSink(std::move(sink)); }

}  // namespace reprise
