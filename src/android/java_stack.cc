#include "android/java_stack.h"

#include <array>
#include <charconv>

namespace reprise::android {
namespace {

constexpr std::string_view kAt = "at ";
constexpr std::string_view kCausedBy = "Caused by: ";
constexpr std::string_view kSuppressed = "Suppressed: ";
constexpr size_t kMaxSignatureFrames = 3;

std::string_view TrimLeft(std::string_view line) {
  const size_t begin = line.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : line.substr(begin);
}

int32_t Number(std::string_view text) {
  int32_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// "com.a.Main.onCreate(Main.java:12)"
void ReadFrame(std::string_view text, StackFrame* frame) {
  const size_t open = text.find('(');
  const std::string_view name = text.substr(0, open);
  const size_t dot = name.rfind('.');
  if (dot != std::string_view::npos) {
    frame->set_class_name(std::string(name.substr(0, dot)));
  }
  frame->set_method(
      std::string(dot == std::string_view::npos ? name : name.substr(dot + 1)));
  if (open == std::string_view::npos) return;
  std::string_view source = text.substr(open + 1);
  source = source.substr(0, source.find(')'));
  if (source == "Native Method") {
    frame->set_line(-2);
  } else if (source != "Unknown Source") {
    const size_t colon = source.rfind(':');
    frame->set_file(std::string(source.substr(0, colon)));
    if (colon != std::string_view::npos) {
      frame->set_line(Number(source.substr(colon + 1)));
    }
  }
}

// "java.lang.IllegalStateException: it is closed"
void ReadHead(std::string_view text, Throwable* throwable) {
  const size_t colon = text.find(": ");
  throwable->set_class_name(std::string(text.substr(0, colon)));
  if (colon != std::string_view::npos) {
    throwable->set_message(std::string(text.substr(colon + 2)));
  }
}

bool IsOfSystem(std::string_view class_name) {
  constexpr std::array<std::string_view, 8> kPrefixes = {
      "android.", "java.", "javax.",   "com.android.",
      "dalvik.",  "jdk.",  "libcore.", "sun."};
  for (const std::string_view prefix : kPrefixes) {
    if (class_name.starts_with(prefix)) return true;
  }
  return class_name.empty();
}

std::string NameOf(const StackFrame& frame) {
  return frame.class_name() + "." + frame.method();
}

}  // namespace

void ReadStack(std::string_view text, LogEvent::Crash* crash) {
  Throwable* last = nullptr;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
    const std::string_view trimmed = TrimLeft(line);
    const bool cause = trimmed.starts_with(kCausedBy);
    const bool suppressed = trimmed.starts_with(kSuppressed);
    if (last == nullptr || cause || suppressed) {
      if (trimmed.empty()) continue;
      if (crash->throwables_size() >= kMaxThrowables) break;
      last = crash->add_throwables();
      last->set_suppressed(suppressed);
      ReadHead(trimmed.substr(cause        ? kCausedBy.size()
                              : suppressed ? kSuppressed.size()
                                           : 0),
               last);
    } else if (trimmed.starts_with(kAt)) {
      if (last->frames_size() < kMaxStackFrames) {
        ReadFrame(trimmed.substr(kAt.size()), last->add_frames());
      }
    } else if (trimmed.starts_with("... ")) {
      last->set_common_frames(static_cast<uint32_t>(Number(trimmed.substr(4))));
    } else if (last->frames().empty()) {
      last->mutable_message()->append("\n").append(line);
    }
  }
  crash->set_signature(SignatureOf(*crash));
}

std::string SignatureOf(const LogEvent::Crash& crash) {
  const Throwable* innermost = nullptr;
  for (const Throwable& one : crash.throwables()) {
    if (!one.suppressed()) innermost = &one;
  }
  if (innermost == nullptr) return "";
  std::string signature = innermost->class_name();
  size_t count = 0;
  for (const StackFrame& frame : innermost->frames()) {
    if (IsOfSystem(frame.class_name())) continue;
    signature += (count == 0 ? " at " : ", ") + NameOf(frame);
    if (++count == kMaxSignatureFrames) break;
  }
  if (count == 0 && !innermost->frames().empty()) {
    signature += " at " + NameOf(innermost->frames(0));
  }
  return signature;
}

}  // namespace reprise::android
