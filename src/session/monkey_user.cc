#include "session/monkey_user.h"

#include <algorithm>
#include <random>

#include "input/motion_actions.h"

namespace reprise::session {
namespace {

namespace action = input::motion_action;

constexpr int64_t kMs = 1'000'000;
constexpr int64_t kMoveNs = 16 * kMs;
constexpr int32_t kBack = 4;
constexpr int32_t kTouchscreenSource = 0x1002;
constexpr int32_t kFinger = 1;

class Monkey {
 public:
  explicit Monkey(const MonkeyOptions& options)
      : options_(options), random_(options.seed) {}

  input::Recording Play() {
    recording_.display = options_.display;
    for (uint32_t step = 0; step < options_.steps; ++step) {
      const uint32_t what = Below(100);
      if (what < 70) {
        Touch(Place(), Place(), false, 60 * kMs);
      } else if (what < 85) {
        Touch(Place(), Place(), true, (100 + Below(300)) * kMs);
      } else if (what < 92) {
        Touch(Place(), Place(), false, 700 * kMs);
      } else {
        Key(kBack);
      }
      now_ += options_.pause_ns;
    }
    return std::move(recording_);
  }

 private:
  struct Point {
    float x;
    float y;
  };

  // The standard's distributions differ from library to library; a recording
  // made with a seed must not.
  uint32_t Below(uint32_t bound) {
    return static_cast<uint32_t>(random_() % bound);
  }

  Point Place() {
    return {static_cast<float>(
                Below(static_cast<uint32_t>(options_.display.width))),
            static_cast<float>(
                Below(static_cast<uint32_t>(options_.display.height)))};
  }

  void Touch(Point from, Point to, bool moves, int64_t takes_ns) {
    if (!moves) to = from;
    const int64_t begin = now_;
    Add(action::kDown, from, begin);
    const int64_t count = moves ? std::max<int64_t>(takes_ns / kMoveNs, 2) : 0;
    for (int64_t i = 1; i < count; ++i) {
      const float share = static_cast<float>(i) / static_cast<float>(count);
      now_ = begin + takes_ns * i / count;
      Add(action::kMove,
          {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share},
          begin);
    }
    now_ = begin + takes_ns;
    Add(action::kUp, to, begin);
  }

  void Add(int32_t what, Point at, int64_t down_ns) {
    auto& motion = recording_.motions.emplace_back();
    motion.time_ns = motion.read_ns = now_;
    MotionEvent& event = motion.message;
    event.set_action(what);
    event.set_down_time_ns(down_ns);
    event.set_source(kTouchscreenSource);
    event.add_pointers()->set_tool_type(kFinger);
    auto* const sample = event.add_samples();
    sample->set_time_ns(now_);
    auto* const coords = sample->add_coords();
    coords->set_x(at.x);
    coords->set_y(at.y);
  }

  void Key(int32_t code) {
    const int64_t down = now_;
    for (const int32_t what : {action::kDown, action::kUp}) {
      auto& key = recording_.keys.emplace_back();
      key.time_ns = key.read_ns = now_;
      key.message.set_action(what);
      key.message.set_key_code(code);
      key.message.set_down_time_ns(down);
      if (what == action::kDown) now_ += 50 * kMs;
    }
  }

  const MonkeyOptions options_;
  std::mt19937_64 random_;
  input::Recording recording_;
  int64_t now_ = 1'000 * kMs;
};

}  // namespace

input::Recording PlayMonkey(const MonkeyOptions& options) {
  return Monkey(options).Play();
}

}  // namespace reprise::session
