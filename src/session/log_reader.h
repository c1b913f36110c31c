// LogReader: the text of `logcat -v threadtime,epoch,nsec,uid` as messages of a
// tape; a crash that its lines tell becomes one, too.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "reprise/log.pb.h"

namespace reprise::session {

// Modifiers are separate options before Android 13.
inline constexpr std::string_view kLogcatFormat =
    "-v threadtime -v epoch -v nsec";

class LogReader {
 public:
  // `realtime_ns` of an event is set; it has no id.
  using Sink = std::function<void(LogEvent)>;

  explicit LogReader(Sink sink) : sink_(std::move(sink)) {}

  // Pieces of what logcat writes, cut anywhere.
  void Push(std::string_view text);
  // Nothing came for a while: a crash is not waiting for more lines.
  void Rest();

 private:
  void TakeLine(std::string_view line);
  void GatherCrash(const LogEvent& event);

  const Sink sink_;
  std::string pending_;  // a line whose end is missing
  LogEvent::Buffer buffer_ = LogEvent::BUFFER_MAIN;
  std::optional<LogEvent> crash_;  // its first line
  std::string stack_;
};

}  // namespace reprise::session
