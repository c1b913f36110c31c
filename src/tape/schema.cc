#include "tape/schema.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <array>
#include <set>

#include "reprise/anchor.pb.h"
#include "reprise/app_identity.pb.h"
#include "reprise/audio.pb.h"
#include "reprise/call.pb.h"
#include "reprise/camera.pb.h"
#include "reprise/clock.pb.h"
#include "reprise/device_description.pb.h"
#include "reprise/device_event.pb.h"
#include "reprise/evdev.pb.h"
#include "reprise/evdev_device.pb.h"
#include "reprise/gesture.pb.h"
#include "reprise/initial_state.pb.h"
#include "reprise/intent.pb.h"
#include "reprise/key_event.pb.h"
#include "reprise/location.pb.h"
#include "reprise/log.pb.h"
#include "reprise/method.pb.h"
#include "reprise/motion_event.pb.h"
#include "reprise/net.pb.h"
#include "reprise/random.pb.h"
#include "reprise/reprise_event.pb.h"
#include "reprise/schedule.pb.h"
#include "reprise/screen.pb.h"
#include "reprise/sensor.pb.h"
#include "reprise/state.pb.h"
#include "reprise/text_event.pb.h"
#include "reprise/widget.pb.h"

namespace reprise::tape {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::FileDescriptorSet;

struct Builtin {
  std::string_view name;
  const Descriptor* (*descriptor)();
};

// Named one by one, because a linker leaves out generated code that nobody
// names, and then the generated pool lacks it. Sorted by name.
constexpr auto kBuiltins = std::to_array<Builtin>({
    {"reprise.AppIdentity", &AppIdentity::descriptor},
    {"reprise.AudioEvent", &AudioEvent::descriptor},
    {"reprise.CallEvent", &CallEvent::descriptor},
    {"reprise.CameraEvent", &CameraEvent::descriptor},
    {"reprise.ClockAnchor", &ClockAnchor::descriptor},
    {"reprise.ClockEvent", &ClockEvent::descriptor},
    {"reprise.DeviceDescription", &DeviceDescription::descriptor},
    {"reprise.DeviceEvent", &DeviceEvent::descriptor},
    {"reprise.EvdevDevice", &EvdevDevice::descriptor},
    {"reprise.EvdevFrame", &EvdevFrame::descriptor},
    {"reprise.GestureEvent", &GestureEvent::descriptor},
    {"reprise.InitialState", &InitialState::descriptor},
    {"reprise.IntentEvent", &IntentEvent::descriptor},
    {"reprise.KeyEvent", &KeyEvent::descriptor},
    {"reprise.LocationEvent", &LocationEvent::descriptor},
    {"reprise.LogEvent", &LogEvent::descriptor},
    {"reprise.MethodEvent", &MethodEvent::descriptor},
    {"reprise.MotionEvent", &MotionEvent::descriptor},
    {"reprise.NetEvent", &NetEvent::descriptor},
    {"reprise.RandomEvent", &RandomEvent::descriptor},
    {"reprise.RepriseEvent", &RepriseEvent::descriptor},
    {"reprise.ScheduleEvent", &ScheduleEvent::descriptor},
    {"reprise.ScreenFrame", &ScreenFrame::descriptor},
    {"reprise.SensorEvent", &SensorEvent::descriptor},
    {"reprise.StateEvent", &StateEvent::descriptor},
    {"reprise.TextEvent", &TextEvent::descriptor},
    {"reprise.ViewForest", &ViewForest::descriptor},
    {"reprise.WidgetEvent", &WidgetEvent::descriptor},
});

constexpr auto kBuiltinNames = [] {
  std::array<std::string_view, kBuiltins.size()> names;
  std::ranges::transform(kBuiltins, names.begin(), &Builtin::name);
  return names;
}();
static_assert(std::ranges::is_sorted(kBuiltinNames));

// Adds the imports of `file`, then `file`, each once. Protobuf refuses
// circular imports, and imports as deep as a stack do not exist.
void AddFile(const FileDescriptor& file, std::set<std::string>& added,
             FileDescriptorSet& files) {
  if (!added.insert(file.name()).second) return;
  for (int i = 0; i < file.dependency_count(); ++i) {
    AddFile(*file.dependency(i), added, files);
  }
  file.CopyTo(files.add_file());
}

}  // namespace

std::string SchemaData(const Descriptor& message) {
  FileDescriptorSet files;
  std::set<std::string> added;
  AddFile(*message.file(), added, files);
  return files.SerializeAsString();
}

std::optional<SchemaText> BuiltinSchema(std::string_view full_name) {
  const Descriptor* descriptor = BuiltinDescriptor(full_name);
  if (descriptor == nullptr) return std::nullopt;
  return SchemaText{descriptor->full_name(), SchemaData(*descriptor)};
}

const Descriptor* BuiltinDescriptor(std::string_view full_name) {
  const auto found =
      std::ranges::lower_bound(kBuiltins, full_name, {}, &Builtin::name);
  if (found == kBuiltins.end() || found->name != full_name) return nullptr;
  return found->descriptor();
}

std::span<const std::string_view> BuiltinMessages() { return kBuiltinNames; }

}  // namespace reprise::tape
