#include "session/monkey_user.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "input/motion_actions.h"

namespace reprise::session {
namespace {

namespace action = input::motion_action;

constexpr int64_t kMs = 1'000'000;
constexpr int64_t kMoveNs = 16 * kMs;
constexpr int32_t kBack = 4;
constexpr int32_t kTouchscreenSource = 0x1002;
constexpr int32_t kFinger = 1;

template <typename Point>
void AddMotion(int32_t what, Point at, int64_t down_ns, int64_t now_ns,
               input::Recording* recording) {
  auto& motion = recording->motions.emplace_back();
  motion.time_ns = motion.read_ns = now_ns;
  MotionEvent& event = motion.message;
  event.set_action(what);
  event.set_down_time_ns(down_ns);
  event.set_source(kTouchscreenSource);
  event.add_pointers()->set_tool_type(kFinger);
  auto* const sample = event.add_samples();
  sample->set_time_ns(now_ns);
  auto* const coords = sample->add_coords();
  coords->set_x(at.x);
  coords->set_y(at.y);
}

template <typename Point>
void Touch(Point from, Point to, int64_t takes_ns, int64_t begin_ns,
           input::Recording* recording) {
  AddMotion(action::kDown, from, begin_ns, begin_ns, recording);
  const bool moves = from.x != to.x || from.y != to.y;
  const int64_t count = moves ? std::max<int64_t>(takes_ns / kMoveNs, 2) : 0;
  for (int64_t i = 1; i < count; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(count);
    const Point at{from.x + (to.x - from.x) * share,
                   from.y + (to.y - from.y) * share};
    AddMotion(action::kMove, at, begin_ns, begin_ns + takes_ns * i / count,
              recording);
  }
  AddMotion(action::kUp, to, begin_ns, begin_ns + takes_ns, recording);
}

void Press(int32_t code, int64_t begin_ns, input::Recording* recording) {
  for (const int32_t what : {action::kDown, action::kUp}) {
    auto& key = recording->keys.emplace_back();
    key.time_ns = key.read_ns =
        begin_ns + (what == action::kDown ? 0 : 50 * kMs);
    key.message.set_action(what);
    key.message.set_key_code(code);
    key.message.set_down_time_ns(begin_ns);
  }
}

Rect Whole(input::DisplaySize display) {
  Rect all;
  all.set_right(display.width);
  all.set_bottom(display.height);
  return all;
}

}  // namespace

// The standard's distributions differ from library to library; a recording made
// with a seed must not.
uint32_t MonkeyUser::Below(uint32_t bound) {
  return static_cast<uint32_t>(random_() % bound);
}

MonkeyUser::Point MonkeyUser::Within(const Rect& area) {
  const auto width = static_cast<uint32_t>(area.right() - area.left());
  const auto height = static_cast<uint32_t>(area.bottom() - area.top());
  const auto x = static_cast<float>(Below(width));
  const auto y = static_cast<float>(Below(height));
  return {static_cast<float>(area.left()) + x,
          static_cast<float>(area.top()) + y};
}

MonkeyUser::Point MonkeyUser::Place(
    const std::vector<std::vector<Rect>>& kinds) {
  const bool aims = Below(5) != 0;
  if (!aims || kinds.empty()) return Within(Whole(options_.display));
  const auto& kind = kinds[Below(static_cast<uint32_t>(kinds.size()))];
  return Within(kind[Below(static_cast<uint32_t>(kind.size()))]);
}

input::Recording MonkeyUser::Act(const Sight& sight, int64_t now_ns) {
  input::Recording recording;
  recording.display = options_.display;
  done_++;
  std::vector<std::vector<Rect>> tappable;
  if (sight.screen != nullptr) tappable = TappableKinds(*sight.screen);
  const uint32_t what = Below(100);
  if (what < 10) {
    const Point from = Within(Whole(options_.display));
    const Point to = Within(Whole(options_.display));
    Touch(from, to, (100 + Below(300)) * kMs, now_ns, &recording);
  } else if (what < 15) {
    const Point at = Place(tappable);
    Touch(at, at, 700 * kMs, now_ns, &recording);
  } else if (what < 30 && !sight.first_screen) {
    Press(kBack, now_ns, &recording);
  } else {
    const Point at = Place(tappable);
    Touch(at, at, 60 * kMs, now_ns, &recording);
  }
  return recording;
}

input::Recording PlayMonkey(const MonkeyOptions& options) {
  MonkeyUser monkey(options);
  input::Recording all;
  all.display = options.display;
  int64_t now = 0;
  while (!monkey.finished()) {
    input::Recording one = monkey.Act({}, now);
    now = options.pause_ns + (one.keys.empty() ? one.motions.back().time_ns
                                               : one.keys.back().time_ns);
    std::ranges::move(one.motions, std::back_inserter(all.motions));
    std::ranges::move(one.keys, std::back_inserter(all.keys));
  }
  return all;
}

std::vector<std::vector<Rect>> TappableKinds(const compare::Screenful& screen) {
  std::map<std::pair<std::string, std::string>, std::vector<Rect>> kinds;
  for (int w = 0; w < screen.forest().windows_size(); ++w) {
    const ViewTree& window = screen.forest().windows(w);
    for (int n = 0; n < window.nodes_size(); ++n) {
      const ViewNode& node = window.nodes(n);
      const bool takes_taps =
          node.has_row() || (node.flags() & ViewNode::FLAG_CLICKABLE) != 0;
      if (!takes_taps || !compare::IsShown(node) ||
          (node.flags() & ViewNode::FLAG_ENABLED) == 0) {
        continue;
      }
      const Rect bounds = compare::VisibleBounds(node);
      if (bounds.right() <= bounds.left() || bounds.bottom() <= bounds.top()) {
        continue;
      }
      // Another window may lie over it.
      const auto top =
          screen.At(static_cast<float>(bounds.left() + bounds.right()) / 2,
                    static_cast<float>(bounds.top() + bounds.bottom()) / 2);
      if (top && top->window == w) {
        kinds[{node.class_name(), node.resource_name()}].push_back(bounds);
      }
    }
  }
  std::vector<std::vector<Rect>> all;
  for (auto& [name, places] : kinds) all.push_back(std::move(places));
  return all;
}

}  // namespace reprise::session
