// What the tests of comparing share: small runs of an app, made by hand.
// tape_of_run.h makes tapes of them.
//
// Threads: one.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "reprise/log.pb.h"
#include "reprise/reprise_event.pb.h"
#include "reprise/state.pb.h"
#include "reprise/view.pb.h"

namespace reprise::compare::testing {

inline constexpr int64_t kSecond = 1'000'000'000;
inline constexpr int64_t kLate = 1000 * kSecond;
inline constexpr int32_t kPid = 4002;

struct MadeView {
  std::string id;
  std::string text;
  int32_t top = 0;
  std::string class_name = "android.widget.Button";
};

// A screen, as it is before a step or at the end.
struct MadeLook {
  std::string activity = "com.a/.Main";
  std::vector<MadeView> views = {};
  std::map<std::string, int32_t> preferences = {};
  std::string pixels = "";  // digest of the picture
  bool moving = false;
};

// A step in the life of an activity.
struct MadeLife {
  int64_t time_ns = 0;
  std::string component;
  StateEvent::Lifecycle lifecycle = StateEvent::LIFECYCLE_CREATED;
  int32_t pid = kPid;
};

struct MadeRun {
  std::vector<MadeLook> looks = {};            // one more than steps
  std::vector<std::string> steps = {};         // in words
  std::map<size_t, std::string> crashes = {};  // class, by the step before
  std::map<size_t, std::vector<std::string>> lines = {};
  std::map<size_t, std::string> pictures = {};  // digest, half-way to the next
  int64_t effect_ns = kSecond / 4;  // from a step to its crash or lines
  uint32_t width = 1080;
  std::vector<MadeLife> lives = {};
  bool real_clock = false;
  bool replay = false;           // its frames answer to those of another run
  std::set<size_t> untold = {};  // steps of which only the frames are told
  std::vector<RepriseEvent> told = {};          // by the replay, at its end
  std::map<std::string, std::string> end = {};  // metadata
};

inline StateEvent EventOf(const MadeLife& life) {
  StateEvent event;
  event.set_kind(StateEvent::KIND_LIFECYCLE);
  event.mutable_activity()->set_component(life.component);
  event.set_lifecycle(life.lifecycle);
  event.set_pid(life.pid);
  return event;
}

inline LogEvent CrashOf(const std::string& class_name) {
  LogEvent event;
  event.set_pid(kPid);
  event.mutable_crash()->add_throwables()->set_class_name(class_name);
  return event;
}

inline LogEvent LineOf(const std::string& text) {
  LogEvent event;
  event.set_pid(kPid);
  event.mutable_line()->set_tag("App");
  event.mutable_line()->set_text(text);
  return event;
}

inline ViewTree TreeOf(const MadeLook& look) {
  ViewTree tree;
  tree.set_title(look.activity);
  tree.set_focused(true);
  const auto add = [&](const std::string& name) -> ViewNode& {
    ViewNode& node = *tree.add_nodes();
    node.set_class_name(name);
    node.set_flags(ViewNode::FLAG_SHOWN | ViewNode::FLAG_ENABLED);
    node.mutable_bounds()->set_right(1080);
    node.mutable_bounds()->set_bottom(2400);
    return node;
  };
  add("android.widget.FrameLayout");
  *tree.mutable_bounds() = tree.nodes(0).bounds();
  for (const MadeView& view : look.views) {
    ViewNode& node = add(view.class_name);
    if (!view.id.empty()) node.set_resource_name("com.a:id/" + view.id);
    node.set_text(view.text);
    node.mutable_bounds()->set_top(view.top);
    node.mutable_bounds()->set_bottom(view.top + 100);
  }
  return tree;
}

}  // namespace reprise::compare::testing
