#include "input/recording.h"

#include <algorithm>
#include <tuple>

#include "input/time_math.h"

namespace reprise::input {
namespace {

template <typename T>
void SortTimed(std::vector<T>* items) {
  std::stable_sort(items->begin(), items->end(), [](const T& a, const T& b) {
    return a.time_ns < b.time_ns;
  });
}

template <typename T>
void CollectIds(const std::vector<Timed<T>>& items,
                std::vector<uint64_t>* ids) {
  for (const Timed<T>& item : items) ids->push_back(item.message.id());
}

// Rising.
std::vector<uint64_t> TakenIds(const Recording& recording) {
  std::vector<uint64_t> taken;
  for (const Frame& frame : recording.frames) taken.push_back(frame.id);
  CollectIds(recording.motions, &taken);
  CollectIds(recording.keys, &taken);
  CollectIds(recording.texts, &taken);
  CollectIds(recording.gestures, &taken);
  std::ranges::sort(taken);
  return taken;
}

// An element without an id, wherever it is.
struct Unnamed {
  int64_t time_ns;
  int level;  // frames before what they became
  uint64_t* frame_id = nullptr;
  google::protobuf::Message* message = nullptr;
};

template <typename T>
void CollectUnnamed(std::vector<Timed<T>>* items, int level,
                    std::vector<Unnamed>* all) {
  for (Timed<T>& item : *items) {
    if (item.message.id() == 0) {
      all->push_back({item.time_ns, level, nullptr, &item.message});
    }
  }
}

void SetId(google::protobuf::Message* message, uint64_t id) {
  message->GetReflection()->SetUInt64(
      message, message->GetDescriptor()->FindFieldByNumber(1), id);
}

}  // namespace

void Losses::Add(const std::string& what, uint64_t count) {
  if (count == 0) return;
  for (Loss& loss : losses_) {
    if (loss.what == what) {
      loss.count += count;
      return;
    }
  }
  losses_.push_back({what, count});
}

void SortByTime(Recording* recording) {
  SortTimed(&recording->frames);
  SortTimed(&recording->motions);
  SortTimed(&recording->keys);
  SortTimed(&recording->texts);
  SortTimed(&recording->gestures);
}

int64_t LastTime(const Recording& recording) {
  int64_t last = 0;
  const auto look = [&last](const auto& items) {
    if (!items.empty()) last = std::max(last, items.back().time_ns);
  };
  look(recording.frames);
  look(recording.motions);
  look(recording.keys);
  look(recording.texts);
  return last;
}

void MapTimes(const std::function<int64_t(int64_t)>& map,
              Recording* recording) {
  for (Frame& frame : recording->frames) {
    const int64_t played = map(frame.time_ns);
    for (Event& event : frame.events) {
      if (event.offset_ns == 0) continue;
      event.offset_ns =
          SubtractTime(map(AddTime(frame.time_ns, event.offset_ns)), played);
    }
    // A reading time before the stamp means that none is known.
    if (frame.read_ns >= frame.time_ns) frame.read_ns = map(frame.read_ns);
    frame.time_ns = played;
  }
  const auto retime = [&map](auto* items, auto inside) {
    for (auto& item : *items) {
      if (item.read_ns >= item.time_ns) item.read_ns = map(item.read_ns);
      item.time_ns = map(item.time_ns);
      inside(&item.message);
    }
  };
  retime(&recording->motions, [&map](MotionEvent* motion) {
    motion->set_down_time_ns(map(motion->down_time_ns()));
    for (auto& sample : *motion->mutable_samples()) {
      sample.set_time_ns(map(sample.time_ns()));
    }
  });
  retime(&recording->keys, [&map](KeyEvent* key) {
    key->set_down_time_ns(map(key->down_time_ns()));
  });
  retime(&recording->texts, [](TextEvent*) {});
  retime(&recording->gestures, [&map](GestureEvent* gesture) {
    gesture->set_start_ns(map(gesture->start_ns()));
    gesture->set_end_ns(map(gesture->end_ns()));
    for (auto& finger : *gesture->mutable_fingers()) {
      finger.set_down_ns(map(finger.down_ns()));
      if (finger.up_ns() != 0) finger.set_up_ns(map(finger.up_ns()));
    }
  });
}

uint64_t AfterLastId(const Recording& recording) {
  const std::vector<uint64_t> taken = TakenIds(recording);
  return taken.empty() ? 1 : std::max<uint64_t>(taken.back() + 1, 1);
}

void AssignIds(Recording* recording, uint64_t first) {
  const std::vector<uint64_t> taken = TakenIds(*recording);
  std::vector<Unnamed> unnamed;
  for (Frame& frame : recording->frames) {
    if (frame.id == 0) {
      unnamed.push_back({frame.time_ns, 0, &frame.id, nullptr});
    }
  }
  CollectUnnamed(&recording->motions, 1, &unnamed);
  CollectUnnamed(&recording->keys, 1, &unnamed);
  CollectUnnamed(&recording->texts, 1, &unnamed);
  CollectUnnamed(&recording->gestures, 2, &unnamed);
  std::stable_sort(
      unnamed.begin(), unnamed.end(), [](const Unnamed& a, const Unnamed& b) {
        return std::tie(a.time_ns, a.level) < std::tie(b.time_ns, b.level);
      });
  uint64_t next = first;
  for (const Unnamed& item : unnamed) {
    while (std::ranges::binary_search(taken, next)) next++;
    if (item.frame_id != nullptr) {
      *item.frame_id = next++;
    } else {
      SetId(item.message, next++);
    }
  }
}

}  // namespace reprise::input
