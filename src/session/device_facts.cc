#include "session/device_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "adb/device.h"

namespace reprise::session {
namespace {

// Lines before the first mark belong to nobody.
constexpr std::string_view kMark = "==reprise ";

using Sections = std::map<std::string, std::string, std::less<>>;

Sections Split(std::string_view output) {
  Sections sections;
  std::string* section = nullptr;
  while (!output.empty()) {
    const size_t end = output.find('\n');
    std::string_view line = output.substr(0, end);
    output.remove_prefix(end == std::string_view::npos ? output.size()
                                                       : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with(kMark)) {
      section = &sections[std::string(line.substr(kMark.size()))];
    } else if (section != nullptr) {
      section->append(line).push_back('\n');
    }
  }
  return sections;
}

std::string_view FirstLine(const Sections& sections, std::string_view name) {
  const auto found = sections.find(name);
  if (found == sections.end()) return {};
  return std::string_view(found->second).substr(0, found->second.find('\n'));
}

// "[ro.product.model]: [Pixel 7]"
std::map<std::string, std::string, std::less<>> ParseProperties(
    std::string_view text) {
  std::map<std::string, std::string, std::less<>> properties;
  constexpr std::string_view kBetween = "]: [";
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t between = line.find(kBetween);
    if (!line.starts_with('[') || !line.ends_with(']') ||
        between == std::string_view::npos) {
      continue;
    }
    const std::string_view value = line.substr(between + kBetween.size());
    properties.emplace(line.substr(1, between - 1),
                       value.substr(0, value.size() - 1));
  }
  return properties;
}

template <typename T>
T NumberIn(std::string_view text) {
  T number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// The last line counts: an override stands after the physical size.
void ParseDisplay(std::string_view size, std::string_view density,
                  DeviceDescription* device) {
  const auto last_value = [](std::string_view text) {
    const size_t colon = text.rfind(": ");
    return colon == std::string_view::npos ? std::string_view{}
                                           : text.substr(colon + 2);
  };
  const std::string_view pixels = last_value(size);
  const size_t by = pixels.find('x');
  if (by == std::string_view::npos) return;
  auto* display = device->add_displays();
  display->set_width_px(NumberIn<uint32_t>(pixels));
  display->set_height_px(NumberIn<uint32_t>(pixels.substr(by + 1)));
  display->set_density_dpi(NumberIn<uint32_t>(last_value(density)));
}

void AddAbis(std::string_view list, DeviceDescription* device) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (comma > 0) device->add_abis(std::string(list.substr(0, comma)));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

std::string_view AgentFor(std::string_view abi) {
  constexpr auto kAbis =
      std::to_array<std::pair<std::string_view, std::string_view>>({
          {"arm64-v8a", "arm64"},
          {"aarch64", "arm64"},
          {"armeabi-v7a", "arm"},
          {"armv7l", "arm"},
          {"armv8l", "arm"},
          {"x86_64", "x86_64"},
      });
  for (const auto& [name, agent] : kAbis) {
    if (name == abi) return agent;
  }
  return {};
}

}  // namespace

std::string_view FactsCommand() {
  return "echo '==reprise props'; getprop 2>/dev/null; "
         "echo '==reprise size'; wm size 2>/dev/null; "
         "echo '==reprise density'; wm density 2>/dev/null; "
         "echo '==reprise kernel'; uname -r; "
         "echo '==reprise machine'; uname -m; "
         "echo '==reprise uid'; id -u; "
         "echo '==reprise keyboard'; "
         "[ -n \"$(getprop ro.reprise.phone 2>/dev/null)\" ] && "
         "settings get secure show_ime_with_hard_keyboard; "
         "echo '==reprise end'";
}

DeviceDescription ParseFacts(std::string_view output) {
  const Sections sections = Split(output);
  DeviceDescription device;
  const auto section = [&](std::string_view name) -> std::string_view {
    const auto found = sections.find(name);
    return found == sections.end() ? std::string_view{} : found->second;
  };
  const auto properties = ParseProperties(section("props"));
  const auto property = [&](std::string_view name) {
    const auto found = properties.find(name);
    return found == properties.end() ? std::string{} : found->second;
  };
  device.set_manufacturer(property("ro.product.manufacturer"));
  device.set_brand(property("ro.product.brand"));
  device.set_model(property("ro.product.model"));
  device.set_fingerprint(property("ro.build.fingerprint"));
  device.set_android_release(property("ro.build.version.release"));
  device.set_sdk(NumberIn<int32_t>(property("ro.build.version.sdk")));
  device.set_security_patch(property("ro.build.version.security_patch"));
  device.set_kernel_release(std::string(FirstLine(sections, "kernel")));
  device.set_agent_uid(NumberIn<uint32_t>(FirstLine(sections, "uid")));
  device.set_time_zone(property("persist.sys.timezone"));
  AddAbis(property("ro.product.cpu.abilist"), &device);
  if (device.abis_size() == 0) {
    AddAbis(property("ro.product.cpu.abi"), &device);
  }
  if (device.abis_size() == 0) {
    AddAbis(FirstLine(sections, "machine"), &device);
  }
  auto size = section("size");
  auto density = section("density");
  while (size.ends_with('\n')) size.remove_suffix(1);
  while (density.ends_with('\n')) density.remove_suffix(1);
  ParseDisplay(size, density, &device);

  if (!property("ro.reprise.phone").empty()) {
    device.set_kind(DeviceDescription::KIND_VIRTUAL_PHONE);
    device.set_virtual_clock(property("ro.reprise.clock") == "virtual");
    if (const auto keyboard = FirstLine(sections, "keyboard");
        !keyboard.empty()) {
      device.set_soft_keyboard(keyboard == "1");
    }
  } else if (property("ro.kernel.qemu") == "1" ||
             property("ro.boot.qemu") == "1") {
    device.set_kind(DeviceDescription::KIND_EMULATOR);
  } else if (device.sdk() > 0) {
    device.set_kind(DeviceDescription::KIND_PHONE);
  } else {
    device.set_kind(DeviceDescription::KIND_LINUX);
  }
  return device;
}

Result<DeviceDescription> AskFacts(adb::Device& device) {
  ASSIGN_OR_RETURN(const auto answer,
                   device.Shell(std::string(FactsCommand())));
  return ParseFacts(answer.out);
}

std::string NameOf(const DeviceDescription& device) {
  if (device.kind() == DeviceDescription::KIND_LINUX) {
    return fmt::format("Linux {}", device.kernel_release());
  }
  const std::string model = device.model().empty() ? "device" : device.model();
  if (device.android_release().empty()) return model;
  return fmt::format("{} (Android {})", model, device.android_release());
}

Result<std::string> AgentAbiOf(const DeviceDescription& device) {
  std::string seen;
  for (const std::string& abi : device.abis()) {
    if (const std::string_view agent = AgentFor(abi); !agent.empty()) {
      return std::string(agent);
    }
    seen += (seen.empty() ? "" : ", ") + abi;
  }
  return Fail(ErrorKind::kUnsupported,
              "there is no agent for the architecture {:?} of this device; "
              "there is one for arm64, arm and x86_64",
              seen);
}

}  // namespace reprise::session
