#include "input/selection.h"

#include <fmt/ranges.h>
#include <linux/input.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/glob.h"
#include "base/text.h"
#include "input/device.h"
#include "input/event_codes.h"
#include "input/gestures.h"

namespace reprise::input {
namespace {

constexpr auto kClasses = std::to_array(
    {DeviceClass::kTouch, DeviceClass::kPointer, DeviceClass::kKeys,
     DeviceClass::kSwitches, DeviceClass::kSensor, DeviceClass::kJoystick,
     DeviceClass::kOther});
constexpr auto kSensors = std::to_array<std::string_view>(
    {"accelerometer", "compass", "light", "proximity", "gyroscope"});

// What is in a recording, as the words that would find it.
struct Inventory {
  std::set<std::string, std::less<>> words;

  explicit Inventory(const Recording& recording) {
    std::set<uint32_t> devices;
    for (const Frame& frame : recording.frames) {
      devices.insert(frame.device);
      for (const Event& event : frame.events) {
        if (event.type != EV_SYN) types_.insert(event.type);
      }
    }
    for (const uint32_t index : devices) {
      const EvdevDevice& device = recording.devices.at(index);
      words.emplace(NameOf(ClassOf(device)));
      words.insert(device.node());
      if (ClassOf(device) == DeviceClass::kSensor &&
          !SensorOf(device).empty()) {
        words.emplace(SensorOf(device));
      }
    }
    for (const uint32_t type : types_) {
      const std::string_view name = TypeName(type);
      words.insert(name.empty() ? fmt::format("type={}", type)
                                : fmt::format("type={}", name));
    }
    for (const auto& gesture : recording.gestures) {
      words.insert("gesture=" + std::string(NameOf(gesture.message.kind())));
    }
    if (recording.frames.empty() && !recording.motions.empty()) {
      words.insert("touch");
    }
    if (recording.frames.empty() && !recording.keys.empty()) {
      words.insert("keys");
    }
    words.erase("");
  }

 private:
  std::set<uint32_t> types_;
};

// All words of --only or of --skip.
class Words {
 public:
  Status Add(const std::string& word, const Recording& recording,
             const Inventory& inventory) {
    any_ = true;
    found_ = false;
    RETURN_IF_ERROR(Parse(word, recording));
    if (!found_ && !inventory.words.contains(Canonical(word))) {
      return Fail(ErrorKind::kInvalidArgument,
                  "'{}' selects nothing in this recording; it has: {}", word,
                  fmt::join(inventory.words, ", "));
    }
    return {};
  }

  bool any() const { return any_; }
  bool HasDevice(uint32_t index) const { return devices_.contains(index); }
  bool HasGesture(GestureEvent::Kind kind) const {
    return gestures_.contains(kind);
  }
  bool HasType(uint16_t type) const { return types_.contains(type); }
  bool has_types() const { return !types_.empty(); }
  // For what has no device because it was made above the kernel.
  bool HasClass(DeviceClass device_class) const {
    return classes_.contains(device_class);
  }

 private:
  Status Parse(std::string_view word, const Recording& recording) {
    if (word.starts_with("type=")) return ParseType(word.substr(5));
    if (word.starts_with("gesture=")) return ParseGesture(word.substr(8));
    if (word.starts_with("name=")) {
      const Result<Glob> glob = Glob::Parse(word.substr(5));
      if (!glob) {
        return Fail(glob.error().kind, "'{}': {}", word, glob.error().message);
      }
      TakeDevices(recording, [&](const EvdevDevice& device) {
        return glob->Matches(device.name());
      });
      return {};
    }
    for (const DeviceClass device_class : kClasses) {
      if (word != NameOf(device_class)) continue;
      classes_.insert(device_class);
      TakeDevices(recording, [&](const EvdevDevice& device) {
        return ClassOf(device) == device_class;
      });
      return {};
    }
    if (std::ranges::find(kSensors, word) != kSensors.end()) {
      TakeDevices(recording, [&](const EvdevDevice& device) {
        return ClassOf(device) == DeviceClass::kSensor &&
               SensorOf(device) == word;
      });
      return {};
    }
    TakeDevices(recording, [&](const EvdevDevice& device) {
      return !word.empty() && device.node() == word;
    });
    if (found_ || word.starts_with("event")) return {};
    return Unknown(word);
  }

  static Status Unknown(std::string_view word) {
    std::vector<std::string_view> known(kSensors.begin(), kSensors.end());
    for (const DeviceClass device_class : kClasses) {
      known.push_back(NameOf(device_class));
    }
    const std::string_view meant = ClosestTo(word, known);
    return Fail(ErrorKind::kInvalidArgument,
                "'{}' selects nothing that Reprise knows{}; give {}, a device "
                "(event3, name=*touch*), type=EV_ABS or gesture=swipe",
                word,
                meant.empty() ? std::string()
                              : fmt::format("; did you mean {}?", meant),
                fmt::join(known, ", "));
  }

  static std::optional<uint16_t> TypeOf(std::string_view name) {
    if (const auto type = TypeByName(name)) return type;
    uint16_t number = 0;
    const auto [end, error] =
        std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc() || end != name.data() + name.size()) return {};
    return number;
  }

  Status ParseType(std::string_view name) {
    const auto type = TypeOf(name);
    if (!type || *type == EV_SYN) {
      return Fail(ErrorKind::kInvalidArgument,
                  "'type={}' is not an event type that can be selected; give "
                  "one such as type=EV_ABS, type=EV_KEY or type=EV_MSC",
                  name);
    }
    types_.insert(*type);
    return {};
  }

  Status ParseGesture(std::string_view name) {
    const GestureEvent::Kind kind = GestureKindByName(name);
    if (kind == GestureEvent::KIND_UNSPECIFIED) {
      return Fail(ErrorKind::kInvalidArgument,
                  "'gesture={}' is not a kind of gesture; give one of {}", name,
                  fmt::join(GestureKindNames(), ", "));
    }
    gestures_.insert(kind);
    return {};
  }

  // As the inventory writes it.
  static std::string Canonical(const std::string& word) {
    if (!word.starts_with("type=")) return word;
    const auto type = TypeOf(std::string_view(word).substr(5));
    const std::string_view name = TypeName(type.value_or(EV_SYN));
    return name.empty() ? word : fmt::format("type={}", name);
  }

  template <typename Match>
  void TakeDevices(const Recording& recording, Match match) {
    for (size_t i = 0; i < recording.devices.size(); i++) {
      if (match(recording.devices[i])) {
        devices_.insert(static_cast<uint32_t>(i));
        found_ = true;
      }
    }
  }

  bool any_ = false;
  bool found_ = false;  // the last word found a device
  std::set<uint32_t> devices_;
  std::set<DeviceClass> classes_;
  std::set<uint16_t> types_;
  std::set<GestureEvent::Kind> gestures_;
};

// Removes what the words do not want.
class Selecting {
 public:
  Selecting(const Words& only, const Words& skip, Recording* recording)
      : only_(only), skip_(skip), recording_(recording) {
    for (auto& gesture : recording->gestures) {
      for (const uint64_t id : gesture.message.frame_refs()) {
        by_frame_[id] = &gesture.message;
      }
      for (const uint64_t id : gesture.message.touch_refs()) {
        by_event_[id] = &gesture.message;
      }
      for (const uint64_t id : gesture.message.key_refs()) {
        by_event_[id] = &gesture.message;
      }
    }
  }

  Selected Run() {
    SelectFrames();
    SelectEvents(&recording_->motions, DeviceClass::kTouch);
    SelectEvents(&recording_->keys, DeviceClass::kKeys);
    const size_t before = recording_->gestures.size();
    std::erase_if(recording_->gestures, [&](auto& gesture) {
      GestureEvent& message = gesture.message;
      const bool had = !message.frame_refs().empty() ||
                       !message.touch_refs().empty() ||
                       !message.key_refs().empty();
      Prune(message.mutable_frame_refs());
      Prune(message.mutable_touch_refs());
      Prune(message.mutable_key_refs());
      return had && message.frame_refs().empty() &&
             message.touch_refs().empty() && message.key_refs().empty();
    });
    selected_.gestures_removed = before - recording_->gestures.size();
    return selected_;
  }

 private:
  enum class Fate { kAll, kTypes, kNone };

  Fate Decide(bool in_only, bool in_skip) const {
    if (in_skip) return Fate::kNone;
    if (!only_.any() || in_only) return Fate::kAll;
    return only_.has_types() ? Fate::kTypes : Fate::kNone;
  }

  Fate FateOf(const Frame& frame) {
    const auto found = by_frame_.find(frame.id);
    const GestureEvent* gesture =
        found == by_frame_.end() ? nullptr : found->second;
    const auto decide = [&] {
      const auto in = [&](const Words& words) {
        return words.HasDevice(frame.device) ||
               (gesture != nullptr && words.HasGesture(gesture->kind()));
      };
      return Decide(in(only_), in(skip_));
    };
    if (gesture == nullptr) return decide();
    // Its first frame decides for all, also for those of other devices.
    const auto known = fates_.find(gesture);
    if (known != fates_.end()) return known->second;
    return fates_[gesture] = decide();
  }

  void SelectFrames() {
    std::erase_if(recording_->frames, [&](Frame& frame) {
      const Fate fate = FateOf(frame);
      const size_t before = frame.events.size();
      if (fate != Fate::kNone) {
        std::erase_if(frame.events, [&](const Event& event) {
          if (event.type == EV_SYN) return false;
          return skip_.HasType(event.type) ||
                 (fate == Fate::kTypes && !only_.HasType(event.type));
        });
      }
      const size_t gone = before - frame.events.size();
      const bool bare = std::ranges::all_of(
          frame.events, [](const Event& e) { return e.type == EV_SYN; });
      if (fate == Fate::kNone || (gone > 0 && bare)) {
        removed_.insert(frame.id);
        selected_.frames_removed++;
        return true;
      }
      selected_.events_removed += gone;
      return false;
    });
  }

  // Events go with their frames; those without any by class and gesture.
  template <typename T>
  void SelectEvents(std::vector<Timed<T>>* events, DeviceClass device_class) {
    std::erase_if(*events, [&](auto& event) {
      bool gone = false;
      if (!event.message.frame_refs().empty()) {
        Prune(event.message.mutable_frame_refs());
        gone = event.message.frame_refs().empty();
      } else {
        const auto found = by_event_.find(event.message.id());
        const auto in = [&](const Words& words) {
          return words.HasClass(device_class) ||
                 (found != by_event_.end() &&
                  words.HasGesture(found->second->kind()));
        };
        gone = Decide(in(only_), in(skip_)) != Fate::kAll;
      }
      if (gone) removed_.insert(event.message.id());
      return gone;
    });
  }

  template <typename Refs>
  void Prune(Refs* refs) {
    refs->erase(
        std::remove_if(refs->begin(), refs->end(),
                       [&](uint64_t id) { return removed_.contains(id); }),
        refs->end());
  }

  const Words& only_;
  const Words& skip_;
  Recording* const recording_;
  std::unordered_map<uint64_t, const GestureEvent*> by_frame_;
  std::unordered_map<uint64_t, const GestureEvent*> by_event_;
  std::unordered_map<const GestureEvent*, Fate> fates_;
  std::unordered_set<uint64_t> removed_;
  Selected selected_;
};

}  // namespace

Result<Selected> Select(const Selection& selection, Recording* recording) {
  if (selection.everything()) return Selected();
  const Inventory inventory(*recording);
  Words only;
  Words skip;
  for (const std::string& word : selection.only) {
    RETURN_IF_ERROR(only.Add(word, *recording, inventory));
  }
  for (const std::string& word : selection.skip) {
    RETURN_IF_ERROR(skip.Add(word, *recording, inventory));
  }
  return Selecting(only, skip, recording).Run();
}

}  // namespace reprise::input
