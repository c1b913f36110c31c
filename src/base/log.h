// Logging with a level per module: one line per record on stderr,
// `[tape] warn chunk at byte 4711 is damaged`.
//
// REPRISE_LOG=all:warn,tape:debug sets the levels off, error, warn, info and
// debug; a bare level means all modules, and without the variable it is warn. A
// module is one static object per source file; equal names are one module:
//
//   constinit LogModule g_log("tape");
//   LOG(g_log, kDebug, "closed a chunk of {} bytes", size);
//
// When the level is off, LOG costs an atomic load and does not evaluate its
// arguments. Messages may carry foreign text: control characters are escaped,
// so that a record is always one line. What the user must see as the result of
// a verb is not logged but returned as an Error.
//
// Threads: any. Records of several threads do not mix within a line.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <functional>
#include <string_view>

#include "base/result.h"

namespace reprise {

enum class LogLevel : int { kDebug, kInfo, kWarn, kError, kOff };

// Of static storage only: once used, it is known to the logger for good.
class LogModule {
 public:
  constexpr explicit LogModule(const char* name) : name_(name) {}
  LogModule(const LogModule&) = delete;
  LogModule& operator=(const LogModule&) = delete;

  bool Enabled(LogLevel level) {
    int threshold = threshold_.load(std::memory_order_relaxed);
    if (threshold == kUnknown) [[unlikely]] {
      threshold = Register();
    }
    return static_cast<int>(level) >= threshold;
  }

  // Writes a record whatever the level; LOG asks Enabled() first.
  void Write(LogLevel level, std::string_view message) const;

 private:
  friend class Logger;
  static constexpr int kUnknown = -1;

  int Register();

  const char* const name_;
  std::atomic<int> threshold_{kUnknown};
  LogModule* next_ = nullptr;  // guarded by the logger's mutex
};

// Sets the levels as REPRISE_LOG would, instead of what was set before. An
// error changes nothing.
Status SetLogLevels(std::string_view levels);

// Where lines go, each without its newline; nullptr is stderr. The sink is
// called by one thread at a time and must not log.
using LogSink = std::function<void(std::string_view line)>;
void SetLogSink(LogSink sink);

}  // namespace reprise

#define LOG(module, level, ...)                                               \
  do {                                                                        \
    if ((module).Enabled(::reprise::LogLevel::level)) {                       \
      (module).Write(::reprise::LogLevel::level, ::fmt::format(__VA_ARGS__)); \
    }                                                                         \
  } while (false)
