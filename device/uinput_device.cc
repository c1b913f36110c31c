#include "device/uinput_device.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "device/node_watch.h"
#include "device/pre_roll.h"
#include "device/raw_events.h"
#include "input/device.h"

namespace reprise::agent {
namespace {

// Android has it in the one place, Linux in the other.
constexpr const char* kPaths[] = {"/dev/uinput", "/dev/input/uinput"};
constexpr uint64_t kNodeTimeoutNs = 2'000'000'000;
constexpr uint64_t kNodeRetryNs = 1'000'000;

Result<FileDescriptor> OpenUinput() {
  int error = ENOENT;
  for (const char* path : kPaths) {
    FileDescriptor fd(open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC));
    if (fd.valid()) return fd;
    if (errno != ENOENT && errno != ENOTDIR) error = errno;
  }
  return Fail(ErrorKind::kDevice, "/dev/uinput cannot be opened: {}",
              std::strerror(error));
}

Status Refused(const char* what) {
  return Fail(ErrorKind::kDevice, "uinput refuses {}: {}", what,
              std::strerror(errno));
}

// The request that sets a code of the type; 0: the type has no codes to set.
unsigned long BitRequest(uint32_t type) {
  switch (type) {
    case EV_KEY:
      return UI_SET_KEYBIT;
    case EV_REL:
      return UI_SET_RELBIT;
    case EV_ABS:
      return UI_SET_ABSBIT;
    case EV_MSC:
      return UI_SET_MSCBIT;
    case EV_SW:
      return UI_SET_SWBIT;
    case EV_LED:
      return UI_SET_LEDBIT;
    case EV_SND:
      return UI_SET_SNDBIT;
    default:
      return 0;
  }
}

Status SetBits(int fd, const EvdevDevice& device) {
  for (const auto& codes : device.events()) {
    if (codes.type() == EV_FF || codes.type() == EV_FF_STATUS) continue;
    if (ioctl(fd, UI_SET_EVBIT, static_cast<int>(codes.type())) < 0) {
      return Refused("an event type");
    }
    const unsigned long request = BitRequest(codes.type());
    if (request == 0) continue;
    for (const uint32_t code : codes.codes()) {
      if (ioctl(fd, request, static_cast<int>(code)) < 0) {
        return Refused("an event code");
      }
    }
  }
  // Neither is known to the oldest kernels, and neither changes events.
  for (const uint32_t property : device.properties()) {
    (void)ioctl(fd, UI_SET_PROPBIT, static_cast<int>(property));
  }
  if (!device.phys().empty()) {
    (void)ioctl(fd, UI_SET_PHYS, device.phys().c_str());
  }
  return {};
}

template <size_t N>
void CopyName(const std::string& name, char (&out)[N]) {
  // The kernel refuses an empty one.
  const std::string& text = name.empty() ? std::string("reprise") : name;
  std::memcpy(out, text.data(), std::min(text.size(), N - 1));
}

input_id IdOf(const EvdevDevice& device) {
  return {static_cast<uint16_t>(device.bus()),
          static_cast<uint16_t>(device.vendor()),
          static_cast<uint16_t>(device.product()),
          static_cast<uint16_t>(device.version())};
}

// False: the kernel is too old for it (before 4.5).
Result<bool> SetUp(int fd, const EvdevDevice& device) {
  uinput_setup setup{};
  setup.id = IdOf(device);
  CopyName(device.name(), setup.name);
  if (ioctl(fd, UI_DEV_SETUP, &setup) < 0) {
    if (errno == EINVAL) return false;
    return Fail(Refused("the device").error());
  }
  for (const auto& axis : device.abs_axes()) {
    uinput_abs_setup abs{};
    abs.code = static_cast<uint16_t>(axis.code());
    abs.absinfo = {axis.value(), axis.minimum(),   axis.maximum(), 0,
                   axis.flat(),  axis.resolution()};
    if (ioctl(fd, UI_ABS_SETUP, &abs) < 0) {
      return Fail(ErrorKind::kDevice,
                  "uinput refuses axis {} with the range {} to {}: {}",
                  axis.code(), axis.minimum(), axis.maximum(),
                  std::strerror(errno));
    }
  }
  return true;
}

Status SetUpOld(int fd, const EvdevDevice& device) {
  uinput_user_dev setup{};
  setup.id = IdOf(device);
  CopyName(device.name(), setup.name);
  for (const auto& axis : device.abs_axes()) {
    if (axis.code() >= ABS_CNT) continue;
    setup.absmin[axis.code()] = axis.minimum();
    setup.absmax[axis.code()] = axis.maximum();
    setup.absflat[axis.code()] = axis.flat();
  }
  if (write(fd, &setup, sizeof setup) != sizeof setup) {
    return Refused("the device");
  }
  return {};
}

// The event node of the input device with this name in sysfs; empty: none yet.
std::string NodeInSysfs(const std::string& sysname) {
  const std::string folder = "/sys/devices/virtual/input/" + sysname;
  const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(folder.c_str()),
                                                 closedir);
  if (open == nullptr) return "";
  while (const dirent* entry = readdir(open.get())) {
    if (std::string_view(entry->d_name).starts_with("event")) {
      return entry->d_name;
    }
  }
  return "";
}

bool HasName(const std::string& node, const EvdevDevice& device) {
  const std::string path = std::string(kInputFolder) + "/" + node;
  const FileDescriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  char name[UINPUT_MAX_NAME_SIZE] = {};
  char wanted[UINPUT_MAX_NAME_SIZE] = {};
  CopyName(device.name(), wanted);
  return fd.valid() && ioctl(fd.get(), EVIOCGNAME(sizeof name - 1), name) > 0 &&
         std::strcmp(name, wanted) == 0;
}

// The node that appeared for the new device. Where sysfs may not be read it is
// the one with its name that was not there before.
Result<std::string> FindNode(int fd, const EvdevDevice& device,
                             const std::vector<std::string>& before) {
  char sysname[64] = {};
  const bool named = ioctl(fd, UI_GET_SYSNAME(sizeof sysname - 1), sysname) > 0;
  const uint64_t deadline = RealClock().Monotonic() + kNodeTimeoutNs;
  do {
    if (named) {
      const std::string node = NodeInSysfs(sysname);
      if (!node.empty()) return node;
    }
    for (const auto& node : ListNodes(kInputFolder).value_or(before)) {
      if (std::ranges::find(before, node) == before.end() &&
          HasName(node, device)) {
        return node;
      }
    }
    RealClock().SleepUntil(RealClock().Monotonic() + kNodeRetryNs);
  } while (RealClock().Monotonic() < deadline);
  return Fail(ErrorKind::kDevice,
              "uinput made '{}', but no node for it came to {}", device.name(),
              kInputFolder);
}

}  // namespace

std::string UinputDevice::WhyNot() {
  const auto fd = OpenUinput();
  return fd ? "" : fd.error().message;
}

Result<UinputDevice> UinputDevice::Create(const EvdevDevice& device) {
  ASSIGN_OR_RETURN(FileDescriptor fd, OpenUinput());
  const std::vector<std::string> before =
      ListNodes(kInputFolder).value_or(std::vector<std::string>());
  RETURN_IF_ERROR(SetBits(fd.get(), device));
  ASSIGN_OR_RETURN(const bool axes_kept, SetUp(fd.get(), device));
  if (!axes_kept) RETURN_IF_ERROR(SetUpOld(fd.get(), device));
  if (ioctl(fd.get(), UI_DEV_CREATE) < 0) {
    RETURN_IF_ERROR(Refused("to make the device"));
  }
  RETURN_IF_ERROR(WriteEvents(fd.get(), PreRoll(device, axes_kept)));
  ASSIGN_OR_RETURN(std::string node, FindNode(fd.get(), device, before));
  return UinputDevice(std::move(fd), std::move(node));
}

UinputDevice::~UinputDevice() {
  if (fd_.valid()) (void)ioctl(fd_.get(), UI_DEV_DESTROY);
}

}  // namespace reprise::agent
