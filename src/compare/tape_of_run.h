// A made run (run_testing.h) as a tape in memory, for tests.
//
// Threads: one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "compare/run_testing.h"
#include "compare/run_view.h"
#include "reprise/evdev.pb.h"
#include "reprise/gesture.pb.h"
#include "reprise/log.pb.h"
#include "reprise/state.pb.h"
#include "reprise/widget.pb.h"
#include "tape/channels.h"
#include "tape/tape_testing.h"

namespace reprise::compare::testing {

class TapeOfRun {
 public:
  explicit TapeOfRun(const MadeRun& run)
      : writer_(tape::testing::Get(tape::TapeWriter::Create(files_, "t"))) {
    const char* const verb = run.replay ? "replay" : "record";
    tape::testing::Ok(writer_->AddMetadata({"reprise", {{"verb", verb}}}));
    AppIdentity app;
    app.set_package_name("com.a");
    Attach(tape::attachment::kApp, app);
    DeviceDescription device;
    device.add_displays()->set_width_px(run.width);
    device.set_virtual_clock(!run.real_clock);
    Attach(tape::attachment::kDevice, device);
    Life({kSecond / 2, "com.a/.Main", StateEvent::LIFECYCLE_UNSPECIFIED});
    for (const MadeLife& life : run.lives) Life(life);
    for (size_t i = 0; i < run.looks.size(); ++i) Moment(run, i);
    for (RepriseEvent event : run.told) Write("/reprise", kLate, &event);
    if (!run.end.empty()) {
      tape::testing::Ok(writer_->AddMetadata({"reprise.end", run.end}));
    }
    tape::testing::Ok(writer_->Finish());
  }

  std::string Bytes() { return tape::testing::Get(files_.Get("t")); }
  RunView Read() {
    const auto reader = tape::testing::OpenBytes(Bytes());
    return tape::testing::Get(RunView::Read(*reader));
  }

 private:
  template <typename T>
  void Attach(std::string_view name, const T& message) {
    tape::AttachmentInfo info;
    info.name = name;
    tape::testing::Ok(
        writer_->AddAttachment(info, message.SerializeAsString()));
  }

  template <typename T>
  uint64_t Write(std::string_view topic, int64_t time, T* message) {
    message->set_id(next_id_++);
    const auto at = static_cast<uint64_t>(time);
    tape::testing::Ok(
        writer_->Write({tape::testing::Get(writer_->ChannelFor(topic)), 0, at,
                        at, message->SerializeAsString()}));
    return message->id();
  }

  void Life(const MadeLife& life) {
    StateEvent event = EventOf(life);
    Write("/state", life.time_ns, &event);
  }

  uint64_t Picture(const std::string& digest, int64_t time) {
    ScreenFrame frame;
    frame.set_pixels_sha256(digest);
    return Write("/screen", time, &frame);
  }

  // Step i, with what was before and what comes after it; or the end.
  void Moment(const MadeRun& run, size_t i);

  MemoryFileSystem files_;
  std::unique_ptr<tape::TapeWriter> writer_;
  uint64_t next_id_ = 1;
};

inline void TapeOfRun::Moment(const MadeRun& run, size_t i) {
  const MadeLook& look = run.looks[i];
  const int64_t time = static_cast<int64_t>(i + 1) * kSecond;
  const bool end = i == run.steps.size();
  StateEvent state;
  state.set_kind(end ? StateEvent::KIND_FINAL
                     : StateEvent::KIND_BEFORE_GESTURE);
  state.set_has_windows(true);
  state.set_settled(!look.moving);
  *state.add_windows() = TreeOf(look);
  state.mutable_activity()->set_component(look.activity);
  if (!look.pixels.empty()) state.set_screen_ref(Picture(look.pixels, time));
  state.set_has_preferences(true);
  PreferencesFile& file = *state.add_preferences();
  file.set_name("notes");
  for (const auto& [key, value] : look.preferences) {
    Preference& entry = *file.add_entries();
    entry.set_key(key);
    entry.set_int_value(value);
  }
  const uint64_t before = Write("/state", time, &state);
  if (end) return;
  EvdevFrame frame;
  // Those of a random user have origins of their own.
  frame.set_origin(run.replay ? 1000 + i : 1 + i);
  next_id_ += 10'000;  // ids of replays differ from those of recordings
  frame.set_id(run.replay ? next_id_++ : 1000 + i);
  const auto at = static_cast<uint64_t>(time);
  tape::testing::Ok(writer_->Write(
      {tape::testing::Get(writer_->ChannelFor("/input/evdev/event2")), 0, at,
       at, frame.SerializeAsString()}));
  if (run.untold.contains(i)) return;
  GestureEvent gesture;
  gesture.set_kind(GestureEvent::KIND_TAP);
  gesture.set_start_ns(time);
  gesture.set_end_ns(time + 1);
  gesture.add_fingers();
  gesture.add_frame_refs(frame.id());
  WidgetEvent widget;
  widget.set_gesture_ref(Write("/input/gesture", time, &gesture));
  widget.set_state_ref(before);
  widget.set_words(run.steps[i]);
  Write("/ui/widget", time, &widget);
  if (const auto crash = run.crashes.find(i); crash != run.crashes.end()) {
    LogEvent event = CrashOf(crash->second);
    Write("/log", time + run.effect_ns, &event);
  }
  if (const auto lines = run.lines.find(i); lines != run.lines.end()) {
    for (const std::string& line : lines->second) {
      LogEvent event = LineOf(line);
      Write("/log", time + run.effect_ns, &event);
    }
  }
  if (const auto picture = run.pictures.find(i);
      picture != run.pictures.end()) {
    (void)Picture(picture->second, time + kSecond / 2);
  }
}

}  // namespace reprise::compare::testing
