// WidgetSteps: what a person did in terms of the app's screen. Gestures and the
// states of the screen before them come separately and in any order that a
// device sends them in; here they are put together: the widget that a gesture
// went to, where within it, and the step in words.
//
// A scroll is known when the next state is: the last widget that was visible
// then is part of it.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "compare/forests.h"
#include "compare/widgets.h"
#include "reprise/gesture.pb.h"
#include "reprise/state.pb.h"
#include "reprise/text_event.pb.h"
#include "reprise/widget.pb.h"

namespace reprise::compare {

class WidgetSteps {
 public:
  // A step, without an id; it happened at this time.
  using Sink = std::function<void(int64_t time_ns, WidgetEvent step)>;

  explicit WidgetSteps(Sink sink) : sink_(std::move(sink)) {}

  // Those of one kind in the order of time.
  void Take(const StateEvent& state, int64_t time_ns);
  void Take(const GestureEvent& gesture);
  void Take(const TextEvent& text, int64_t time_ns);
  // No more will come.
  void Finish();

 private:
  struct Seen {
    int64_t time_ns = 0;
    uint64_t id = 0;
    std::string activity;
    std::shared_ptr<const Screenful> screen;
    bool taken = false;  // a gesture began with it
  };
  struct Pending {
    int64_t start_ns = 0;
    int64_t end_ns = 0;
    GestureEvent gesture;
    TextEvent text;
    bool is_text = false;
  };

  // Its id; 0: not known.
  static uint64_t FirstEventOf(const Pending& pending);
  void Push(Pending pending);
  void Resolve(bool finish);
  void Emit(const Pending& pending, const Seen& before, const Seen* after);

  const Sink sink_;
  std::deque<Seen> seen_;
  std::deque<Pending> pending_;
  Forests forests_;
};

// "tap 'Save' in NoteEditor", "press BACK in NoteList". `row`: of a list, where
// the target alone could be that of another row.
std::string Words(const WidgetEvent& step, const GestureEvent& gesture,
                  std::string_view row = {});

// Where what a step types goes: " into 'title' in NoteEditor", " on the
// keyboard in NoteEditor", " in NoteEditor" if no view has the focus yet.
std::string WhereTyped(const WidgetEvent& step);

}  // namespace reprise::compare
