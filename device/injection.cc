#include "device/injection.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "device/evdev_query.h"
#include "device/node_watch.h"
#include "input/device.h"

namespace reprise::agent {
namespace {

// True if `here` can say all that `recorded` says. The ids are not compared:
// the same panel has others on the next phone, its name tells.
bool CanPlay(const EvdevDevice& here, const EvdevDevice& recorded) {
  if (here.name() != recorded.name()) return false;
  for (const auto& codes : recorded.events()) {
    if (!input::HasType(here, codes.type())) return false;
    for (const uint32_t code : codes.codes()) {
      if (!input::HasCode(here, codes.type(), code)) return false;
    }
  }
  return std::ranges::all_of(recorded.abs_axes(), [&](const auto& axis) {
    const auto* same = input::FindAxis(here, axis.code());
    return same != nullptr && same->minimum() == axis.minimum() &&
           same->maximum() == axis.maximum();
  });
}

struct OpenedNode {
  FileDescriptor fd;
  std::string name;
};

Result<OpenedNode> OpenNode(const EvdevDevice& device,
                            const std::set<std::string>& taken) {
  ASSIGN_OR_RETURN(auto names, ListNodes(kInputFolder));
  // Of several alike the one with the recorded number.
  std::ranges::stable_partition(
      names, [&](const std::string& name) { return name == device.node(); });
  std::string refused;
  for (const std::string& name : names) {
    if (taken.contains(name)) continue;
    const std::string path = std::string(kInputFolder) + "/" + name;
    FileDescriptor fd(open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
    if (!fd.valid()) {
      refused =
          fmt::format("{} cannot be written: {}", path, std::strerror(errno));
      continue;
    }
    if (CanPlay(QueryDevice(fd.get(), name), device)) {
      return OpenedNode{std::move(fd), name};
    }
  }
  if (!refused.empty()) return Fail(ErrorKind::kDevice, "{}", refused);
  return Fail(ErrorKind::kNotFound,
              "no node has the name '{}' and the recorded codes and ranges",
              device.name());
}

}  // namespace

std::optional<Way> WayByName(std::string_view name) {
  if (name == "auto") return Way::kAuto;
  if (name == "uinput") return Way::kUinput;
  if (name == "node") return Way::kNode;
  return std::nullopt;
}

Result<Injection> Injection::Open(const EvdevDevice& device, Way way,
                                  const std::set<std::string>& taken) {
  Injection injection;
  const auto reject = [&](const char* name, const Error& error) {
    injection.choice_.add_rejected(name);
    injection.choice_.add_reasons(error.message);
  };
  if (way != Way::kNode) {
    auto made = UinputDevice::Create(device);
    if (made) {
      injection.node_ = made->node();
      injection.uinput_ = *std::move(made);
      injection.choice_.set_chosen("uinput");
      return injection;
    }
    reject("uinput", made.error());
  }
  if (way != Way::kUinput) {
    auto node = OpenNode(device, taken);
    if (node) {
      injection.node_ = std::move(node->name);
      injection.node_fd_ = std::move(node->fd);
      injection.choice_.set_chosen("write-node");
      return injection;
    }
    reject("write-node", node.error());
  }
  std::string reasons;
  for (const std::string& reason : injection.choice_.reasons()) {
    reasons += (reasons.empty() ? "" : "; ") + reason;
  }
  return Fail(ErrorKind::kDevice,
              "'{}' ({}) cannot be played: {}; on Android before 10, or "
              "without access to /dev/uinput, run as root",
              device.name(), device.node(), reasons);
}

}  // namespace reprise::agent
