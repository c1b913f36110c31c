// A recording's events above the kernel as text, for tests of the formats that
// make them: one event a line, times in ms.
//
// Threads: plain functions.
#pragma once

#include <string>

#include "formats/format.h"
#include "formats/pointer_script.h"
#include "formats/script_lines.h"

namespace reprise::formats {

// "0 down 0:(10,20)", "5 key down 4", "9 text hello".
inline std::string PointerEventsOf(const input::Recording& recording) {
  constexpr std::string_view kActions[] = {
      "down",         "up",         "move",  "cancel", "outside",
      "pointer-down", "pointer-up", "hover", "scroll"};
  std::string out;
  for (const TimelineItem& item : TimelineOf(recording)) {
    out += fmt::format("{}", item.time_ns / kNsPerMs);
    if (item.kind == TimelineItem::Kind::kKey) {
      const KeyEvent& key = recording.keys[item.index].message;
      out += fmt::format(" key {} {}", kActions[key.action()], key.key_code());
      if (key.repeat_count() > 0) {
        out += fmt::format(" repeat {}", key.repeat_count());
      }
    } else if (item.kind == TimelineItem::Kind::kText) {
      out += " text " + recording.texts[item.index].message.text();
    } else {
      const MotionEvent& motion = recording.motions[item.index].message;
      if (motion.source() != android::kSourceTouchscreen) {
        out += fmt::format(" {:#x}", motion.source());
      }
      out += fmt::format(" {}", kActions[motion.action()]);
      if (motion.action() == android::kPointerDown ||
          motion.action() == android::kPointerUp) {
        out += fmt::format(" {}",
                           motion.pointers(motion.action_index()).pointer_id());
      }
      for (int i = 0; i < motion.pointers_size(); i++) {
        const MotionEvent::Coords& at = motion.samples(0).coords(i);
        out += fmt::format(" {}:({},{})", motion.pointers(i).pointer_id(),
                           at.x(), at.y());
      }
    }
    out += '\n';
  }
  return out;
}

// "2 x gestures were left out", one a line.
inline std::string TextOf(const input::Losses& losses) {
  std::string out;
  for (const input::Loss& loss : losses.all()) {
    out += fmt::format("{} x {}\n", loss.count, loss.what);
  }
  return out;
}

// The events of a text, or its error; losses follow after a line "--".
inline std::string ReadAs(const Format& format, std::string_view text,
                          input::DisplaySize display = {}) {
  input::Losses losses;
  const auto recording =
      format.read(text, {.file_name = "x", .display = display}, &losses);
  if (!recording) return recording.error().message;
  std::string out = PointerEventsOf(*recording);
  if (!losses.empty()) out += "--\n" + TextOf(losses);
  return out;
}

// What it is when written in another format, or the same; losses of writing
// follow after a line "--".
inline std::string Rewritten(const Format& from, std::string_view text,
                             const Format& to, std::string_view variant = "") {
  input::Losses losses;
  const auto recording = from.read(text, {"x", {}}, &losses);
  if (!recording) return recording.error().message;
  losses = {};
  const auto written = to.write(*recording, {{}, "", variant}, &losses);
  if (!written) return written.error().message;
  return *written + (losses.empty() ? "" : "--\n" + TextOf(losses));
}

}  // namespace reprise::formats
