#include "session/log_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "android/java_stack.h"

namespace reprise::session {
namespace {

constexpr size_t kMaxLine = 16 * 1024;
constexpr size_t kMaxStack = 256 * 1024;
constexpr std::string_view kDivider = "--------- beginning of ";
constexpr std::string_view kSwitch = "--------- switch to ";
constexpr std::string_view kCrashTag = "AndroidRuntime";
constexpr std::string_view kFatal = "FATAL EXCEPTION: ";
constexpr std::string_view kProcess = "Process: ";
constexpr std::string_view kPriorities = "??VDIWEF";

LogEvent::Buffer BufferOf(std::string_view name) {
  if (name == "main") return LogEvent::BUFFER_MAIN;
  if (name == "system") return LogEvent::BUFFER_SYSTEM;
  if (name == "crash") return LogEvent::BUFFER_CRASH;
  if (name == "events") return LogEvent::BUFFER_EVENTS;
  return LogEvent::BUFFER_UNSPECIFIED;
}

// The next word, which is taken off.
std::string_view Word(std::string_view* line) {
  const size_t begin = std::min(line->find_first_not_of(' '), line->size());
  line->remove_prefix(begin);
  const std::string_view word = line->substr(0, line->find(' '));
  line->remove_prefix(word.size());
  return word;
}

template <typename T>
bool Number(std::string_view word, T* number) {
  const auto [end, error] =
      std::from_chars(word.data(), word.data() + word.size(), *number);
  return error == std::errc() && end == word.data() + word.size();
}

// "1716543210.123456789"
bool Time(std::string_view word, int64_t* ns) {
  const size_t dot = word.find('.');
  int64_t seconds = 0;
  if (dot == std::string_view::npos || !Number(word.substr(0, dot), &seconds) ||
      seconds < 0 || seconds > 9'000'000'000) {
    return false;
  }
  std::string fraction(word.substr(dot + 1));
  fraction.resize(9, '0');
  int64_t rest = 0;
  if (!Number(std::string_view(fraction), &rest)) return false;
  *ns = seconds * 1'000'000'000 + rest;
  return true;
}

}  // namespace

void LogReader::Push(std::string_view text) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    pending_ += text.substr(0, std::min(end, kMaxLine - pending_.size()));
    if (end == text.size()) return;
    TakeLine(pending_);
    pending_.clear();
    text.remove_prefix(end + 1);
  }
}

void LogReader::TakeLine(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  for (const std::string_view divider : {kDivider, kSwitch}) {
    if (!line.starts_with(divider)) continue;
    buffer_ = BufferOf(line.substr(divider.size()));
    return;
  }
  LogEvent event;
  int64_t time = 0;
  int32_t pid = 0;
  int32_t tid = 0;
  std::string_view rest = line;
  if (!Time(Word(&rest), &time) || !Number(Word(&rest), &pid) ||
      !Number(Word(&rest), &tid)) {
    return;  // a line that logcat says of itself
  }
  const std::string_view letter = Word(&rest);
  const size_t priority = letter.size() == 1 ? kPriorities.find(letter[0], 2)
                                             : std::string_view::npos;
  const size_t colon = rest.find(": ");
  if (priority == std::string_view::npos || colon == std::string_view::npos) {
    return;
  }
  std::string_view tag = rest.substr(0, colon);
  while (tag.starts_with(' ')) tag.remove_prefix(1);
  while (tag.ends_with(' ')) tag.remove_suffix(1);
  event.set_realtime_ns(time);
  event.set_pid(pid);
  event.set_tid(tid);
  event.mutable_line()->set_buffer(buffer_);
  event.mutable_line()->set_priority(static_cast<int32_t>(priority));
  event.mutable_line()->set_tag(std::string(tag));
  event.mutable_line()->set_text(std::string(rest.substr(colon + 2)));
  GatherCrash(event);
  sink_(std::move(event));
}

void LogReader::GatherCrash(const LogEvent& event) {
  const std::string& text = event.line().text();
  const bool runtime = event.line().tag() == kCrashTag;
  if (runtime && text.starts_with(kFatal)) {
    Rest();
    crash_ = event;
    crash_->mutable_crash()->set_thread_name(text.substr(kFatal.size()));
    return;
  }
  if (!crash_ || event.pid() != crash_->pid()) return;
  if (!runtime) return Rest();
  if (stack_.empty() && text.starts_with(kProcess)) {
    crash_->set_process(
        text.substr(kProcess.size(), text.find(',') - kProcess.size()));
  } else if (stack_.size() < kMaxStack) {
    stack_ += text + "\n";
  }
}

void LogReader::Rest() {
  if (!crash_) return;
  android::ReadStack(stack_, crash_->mutable_crash());
  stack_.clear();
  sink_(*std::exchange(crash_, std::nullopt));
}

}  // namespace reprise::session
