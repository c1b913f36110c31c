#include "device/probe.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/utsname.h>

#include <thread>

#include "base/clock.h"
#include "base/text.h"
#include "base/version.h"
#include "device/evdev_node.h"
#include "device/node_watch.h"
#include "device/uinput_device.h"
#include "device/wire.h"
#include "input/device.h"

namespace reprise::agent {
namespace {

#if defined(__x86_64__)
constexpr char kAbi[] = "x86_64";
#elif defined(__aarch64__)
constexpr char kAbi[] = "arm64";
#elif defined(__arm__)
constexpr char kAbi[] = "arm";
#else
#error "the agent is not built for this architecture"
#endif

// In a thread of its own, which takes the priority with it when it ends.
bool RealtimePermitted() {
  bool permitted = false;
  std::thread([&] {
    sched_param priority{};
    priority.sched_priority = 1;
    permitted =
        pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority) == 0;
  }).join();
  return permitted;
}

bool MemoryLockPermitted() {
  const bool permitted = mlockall(MCL_CURRENT) == 0;
  if (permitted) (void)munlockall();
  return permitted;
}

}  // namespace

AgentReply::Hello MakeHello() {
  AgentReply::Hello hello;
  hello.set_protocol(AGENT_PROTOCOL_VERSION);
  hello.set_version(std::string(kVersion));
  hello.set_abi(kAbi);
  hello.set_uid(getuid());
  hello.set_clock_ns(RealClock().Monotonic());
  utsname system{};
  if (uname(&system) == 0) hello.set_kernel(system.release);
  return hello;
}

AgentReply::Probe ProbeDevice() {
  AgentReply::Probe probe;
  const auto names = ListNodes(kInputFolder);
  if (!names) probe.set_input_error(names.error().message);
  for (const std::string& name : names.value_or(std::vector<std::string>())) {
    auto open_node = EvdevNode::Open(kInputFolder, name);
    // Gone since it was listed, as a device that a replay has made.
    if (!open_node && open_node.error().kind == ErrorKind::kNotFound) continue;
    AgentReply::Probe::Node* node = probe.add_nodes();
    if (open_node) {
      *node->mutable_device() = open_node->device();
      node->set_readable(true);
    } else {
      node->mutable_device()->set_node(name);
      node->set_error(open_node.error().message);
    }
    const std::string path = std::string(kInputFolder) + "/" + name;
    const FileDescriptor writing(
        open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
    node->set_writable(writing.valid());
  }
  probe.set_uinput_error(UinputDevice::WhyNot());
  probe.set_realtime(RealtimePermitted());
  probe.set_memory_lock(MemoryLockPermitted());
  return probe;
}

std::string DescribeNodes(const AgentReply::Probe& probe) {
  std::string text;
  for (const auto& node : probe.nodes()) {
    if (!node.readable()) {
      text += fmt::format("{:<8} {}\n", node.device().node(), node.error());
      continue;
    }
    const std::string_view sensor = input::SensorOf(node.device());
    const input::DeviceClass kind = input::ClassOf(node.device());
    const bool is_sensor = kind == input::DeviceClass::kSensor;
    text += fmt::format(
        "{:<8} {:<13} {:<4} {}\n", node.device().node(),
        is_sensor && !sensor.empty() ? sensor : input::NameOf(kind),
        node.writable() ? "rw" : "r", EscapeForTerminal(node.device().name()));
  }
  return text;
}

std::string Describe(const AgentReply::Probe& probe) {
  std::string text = DescribeNodes(probe);
  if (!probe.input_error().empty()) text += probe.input_error() + "\n";
  text += fmt::format("uinput: {}\n", probe.uinput_error().empty()
                                          ? "yes"
                                          : "no, " + probe.uinput_error());
  text += fmt::format("real-time priority: {}\n",
                      probe.realtime() ? "yes" : "no, not permitted");
  text += fmt::format("locked memory: {}\n",
                      probe.memory_lock() ? "yes" : "no, not permitted");
  return text;
}

}  // namespace reprise::agent
