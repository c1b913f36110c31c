#include "input/recording.h"

#include <algorithm>
#include <tuple>

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
