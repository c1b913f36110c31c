#include "session/agent_install.h"

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "adb/device.h"
#include "base/file.h"
#include "base/version.h"
#include "session/device_facts.h"

namespace reprise::session {
namespace {

constexpr std::string_view kAgentName = "reprise_agent";
constexpr std::string_view kPhoneAgent = "/system/bin/reprise-agent";
constexpr uint32_t kExecutable = 0755;
constexpr uint64_t kMaxAgentBytes = 64 << 20;

// Names a build of the agent; nobody gains by forging it.
uint64_t Fingerprint(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  }
  return hash;
}

std::vector<std::string> AgentFolders() {
  std::vector<std::string> folders;
  if (const char* chosen = std::getenv("REPRISE_AGENTS")) {
    folders.emplace_back(chosen);
  }
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    const auto here = self.parent_path();
    folders.push_back((here / "agent").string());
    folders.push_back((here.parent_path() / "agent").string());
    folders.push_back((here.parent_path() / "lib/reprise/agent").string());
  }
  return folders;
}

// Where programs may be put and started: Android's place, or any Linux's.
Result<std::string> FindPlace(adb::Device& device) {
  ASSIGN_OR_RETURN(
      const auto answer,
      device.Shell("for d in /data/local/tmp /tmp; do "
                   "[ -d $d ] && [ -w $d ] && echo $d && break; done"));
  std::string place = answer.out.substr(0, answer.out.find_first_of("\r\n"));
  if (place.empty()) {
    return Fail(ErrorKind::kDevice,
                "the device has no folder to put the agent into: neither "
                "/data/local/tmp nor /tmp can be written");
  }
  return place;
}

}  // namespace

Result<std::string> FindAgent(const std::string& abi) {
  std::string looked;
  for (const std::string& folder : AgentFolders()) {
    const auto path = std::filesystem::path(folder) / abi / kAgentName;
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error)) return path.string();
    looked += (looked.empty() ? "" : ", ") + path.string();
  }
  return Fail(ErrorKind::kNotFound,
              "there is no agent for {}; looked for {}; build it with "
              "'tools/build-agent {}' or name its folder in REPRISE_AGENTS",
              abi, looked, abi);
}

Result<std::string> InstallAgent(adb::Device& device,
                                 const DeviceDescription& facts) {
  // The virtual phone answers as the agent by itself.
  if (facts.kind() == DeviceDescription::KIND_VIRTUAL_PHONE) {
    return std::string(kPhoneAgent);
  }
  ASSIGN_OR_RETURN(const std::string abi, AgentAbiOf(facts));
  ASSIGN_OR_RETURN(const std::string local, FindAgent(abi));
  ASSIGN_OR_RETURN(const std::string bytes,
                   ReadWholeFile(RealFileSystem(), local, kMaxAgentBytes));
  ASSIGN_OR_RETURN(const std::string place, FindPlace(device));
  const std::string path = fmt::format("{}/reprise-agent-{}-{:016x}", place,
                                       kVersion, Fingerprint(bytes));
  const auto there = device.Stat(path);
  if (there && there->size == bytes.size()) return path;
  // Under another name first: another session may be starting it.
  const std::string part = path + ".part";
  RETURN_IF_ERROR(device.Push(bytes, part, kExecutable));
  ASSIGN_OR_RETURN(
      const auto moved,
      device.Shell(fmt::format("chmod 755 {0} && mv -f {0} {1}", part, path)));
  if (moved.exit_code != 0) {
    return Fail(ErrorKind::kDevice, "cannot put the agent at {}: {}", path,
                moved.err);
  }
  return path;
}

}  // namespace reprise::session
