#include "session/diagnosis.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "input/device.h"

namespace reprise::session {
namespace {

constexpr int kAndroid10 = 29;

// Switches of vendors that stand in the way of injecting although adb works.
std::string_view VendorSwitch(const DeviceDescription& device) {
  constexpr auto kSwitches =
      std::to_array<std::pair<std::string_view, std::string_view>>({
          {"xiaomi",
           "in the developer options turn on \"USB debugging (Security "
           "settings)\""},
          {"redmi",
           "in the developer options turn on \"USB debugging (Security "
           "settings)\""},
          {"poco",
           "in the developer options turn on \"USB debugging (Security "
           "settings)\""},
          {"oppo",
           "in the developer options turn on \"Disable permission "
           "monitoring\""},
          {"realme",
           "in the developer options turn on \"Disable permission "
           "monitoring\""},
          {"oneplus",
           "in the developer options turn on \"Disable permission "
           "monitoring\""},
          {"vivo",
           "in the developer options turn on \"USB simulated tap\" or \"USB "
           "security permissions\""},
          {"samsung", "turn off \"Auto Blocker\" in the security settings"},
          {"huawei",
           "in the developer options turn on \"Allow ADB debugging in "
           "charge only mode\""},
      });
  std::string maker = device.manufacturer();
  std::ranges::transform(maker, maker.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  for (const auto& [name, advice] : kSwitches) {
    if (maker == name) return advice;
  }
  return {};
}

std::string RootAdvice(const DeviceDescription& device) {
  if (device.agent_uid() == 0) return {};
  return "run 'adb root' if the build allows it (userdebug, emulator images "
         "without Play Store)";
}

std::string WithVendorSwitch(const DeviceDescription& device,
                             std::string advice) {
  const std::string_view vendor = VendorSwitch(device);
  if (vendor.empty()) return advice;
  if (!advice.empty()) advice += ", or ";
  return advice + std::string(vendor);
}

Finding RecordingApp(const DeviceDescription& device, const AppTools& tools) {
  Finding finding{.what = "record an app", .why = {}, .advice = {}};
  if (tools.agent_watches) return finding;
  finding.advice =
      "'reprise phone start' makes a phone on which all of an app is recorded";
  if (device.sdk() == 0) {
    finding.verdict = Verdict::kNo;
    finding.why = "it is no Android";
    return finding;
  }
  finding.verdict = Verdict::kPartly;
  finding.why =
      "the log, activities, view trees and pictures by commands of the device, "
      "a second or more apart; text, preferences, secure windows and what "
      "happens in between are not seen";
  if (!tools.missing.empty()) {
    finding.why +=
        fmt::format("; it has no {}", fmt::join(tools.missing, ", "));
  }
  return finding;
}

Finding Recording(const DeviceDescription& device,
                  const AgentReply::Probe& probe) {
  Finding finding{.what = "record kernel input", .why = {}, .advice = {}};
  if (!probe.input_error().empty()) {
    finding.verdict = Verdict::kNo;
    finding.why = fmt::format("/dev/input: {}", probe.input_error());
    finding.advice = RootAdvice(device);
    return finding;
  }
  std::vector<std::string> classes;
  int readable = 0;
  std::string first_error;
  for (const auto& node : probe.nodes()) {
    if (!node.readable()) {
      if (first_error.empty()) {
        first_error = fmt::format("{}: {}", node.device().node(), node.error());
      }
      continue;
    }
    readable++;
    const std::string name(input::NameOf(input::ClassOf(node.device())));
    if (std::ranges::find(classes, name) == classes.end()) {
      classes.push_back(name);
    }
  }
  if (probe.nodes().empty()) {
    finding.verdict = Verdict::kNo;
    finding.why = "the device has no input nodes";
  } else if (readable == 0) {
    finding.verdict = Verdict::kNo;
    finding.why = fmt::format("no node of {} can be read ({})",
                              probe.nodes_size(), first_error);
    finding.advice = RootAdvice(device);
  } else {
    finding.why = fmt::format("{} of {} nodes can be read: {}", readable,
                              probe.nodes_size(), fmt::join(classes, ", "));
    if (readable < probe.nodes_size()) {
      finding.verdict = Verdict::kPartly;
      finding.why += fmt::format(" ({})", first_error);
      finding.advice = RootAdvice(device);
    }
  }
  return finding;
}

Finding ReplayUinput(const DeviceDescription& device,
                     const AgentReply::Probe& probe) {
  Finding finding{.what = "replay through uinput", .why = {}, .advice = {}};
  if (probe.uinput_error().empty()) {
    finding.why = "each recorded device is made again, with its capabilities";
    return finding;
  }
  finding.verdict = Verdict::kNo;
  finding.why = fmt::format("/dev/uinput: {}", probe.uinput_error());
  if (device.sdk() > 0 && device.sdk() < kAndroid10) {
    finding.why += "; the shell user may use it since Android 10";
    finding.advice = RootAdvice(device);
  } else if (device.sdk() > 0) {
    finding.advice = WithVendorSwitch(device, RootAdvice(device));
  } else {
    finding.advice = "load the module uinput and run as root";
  }
  return finding;
}

Finding ReplayNode(const DeviceDescription& device,
                   const AgentReply::Probe& probe) {
  Finding finding{
      .what = "replay by writing to the node", .why = {}, .advice = {}};
  const auto writable = std::ranges::count_if(
      probe.nodes(), [](const auto& node) { return node.writable(); });
  finding.why = fmt::format("{} of {} nodes can be written", writable,
                            probe.nodes_size());
  if (writable == 0) {
    finding.verdict = Verdict::kNo;
    if (device.agent_uid() != 0) {
      finding.why += "; this needs root";
      finding.advice = RootAdvice(device);
    }
  } else if (writable < probe.nodes_size()) {
    finding.verdict = Verdict::kPartly;
  }
  return finding;
}

Finding Precision(const AgentReply::Probe& probe) {
  Finding finding{
      .what = "replay with real-time priority", .why = {}, .advice = {}};
  if (probe.realtime() && probe.memory_lock()) return finding;
  finding.verdict = probe.realtime() ? Verdict::kPartly : Verdict::kNo;
  finding.why = probe.realtime()
                    ? "memory may not be locked, so a page fault can delay a "
                      "frame"
                    : "not permitted; a busy device can delay frames by "
                      "milliseconds, which the replay reports";
  return finding;
}

}  // namespace

std::string_view NameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kYes:
      return "yes";
    case Verdict::kPartly:
      return "partly";
    case Verdict::kNo:
      return "no";
  }
  return "no";
}

std::string_view AppToolsCommand() {
  return "for c in logcat dumpsys uiautomator screencap; do "
         "command -v $c >/dev/null || echo $c; done";
}

std::vector<std::string> ParseMissing(std::string_view output) {
  std::vector<std::string> missing;
  while (!output.empty()) {
    const std::string_view line =
        output.substr(0, output.find_first_of("\r\n"));
    if (!line.empty()) missing.emplace_back(line);
    output.remove_prefix(std::min(line.size() + 1, output.size()));
  }
  return missing;
}

std::vector<Finding> Diagnose(const DeviceDescription& device,
                              const AgentReply::Probe& probe,
                              const AppTools& tools) {
  return {Recording(device, probe), ReplayUinput(device, probe),
          ReplayNode(device, probe), Precision(probe),
          RecordingApp(device, tools)};
}

}  // namespace reprise::session
