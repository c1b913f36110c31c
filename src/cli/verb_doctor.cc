#include <cstdlib>
#include <nlohmann/json.hpp>

#include "adb/device.h"
#include "base/text.h"
#include "cli/session_options.h"
#include "cli/verbs.h"
#include "session/agent_install.h"
#include "session/agent_link.h"
#include "session/device_facts.h"
#include "session/diagnosis.h"

namespace reprise::cli {
namespace {

constexpr std::chrono::seconds kProbePatience{10};

struct Examined {
  DeviceDescription facts;
  std::vector<session::Finding> findings;
};

Result<std::vector<std::string>> SerialsToExamine(const std::string& chosen) {
  if (!chosen.empty()) return std::vector{chosen};
  if (const char* serial = std::getenv("ANDROID_SERIAL");
      serial != nullptr && *serial != '\0') {
    return std::vector{std::string(serial)};
  }
  ASSIGN_OR_RETURN(const adb::Server server, adb::Server::Connect());
  ASSIGN_OR_RETURN(const std::vector<adb::DeviceInfo> devices,
                   server.Devices());
  if (devices.empty()) {
    return Fail(ErrorKind::kDevice,
                "adb knows no device; plug in a phone with USB debugging "
                "turned on, or 'adb connect' to one");
  }
  std::vector<std::string> serials;
  for (const adb::DeviceInfo& device : devices) {
    serials.push_back(device.serial);
  }
  return serials;
}

Result<Examined> Examine(const std::string& serial) {
  ASSIGN_OR_RETURN(adb::Device device, adb::PickDevice(serial));
  Examined examined;
  ASSIGN_OR_RETURN(examined.facts, session::AskFacts(device));
  ASSIGN_OR_RETURN(const std::string agent,
                   session::InstallAgent(device, examined.facts));
  ASSIGN_OR_RETURN(const auto link, session::AgentLink::Start(device, agent));
  examined.facts.set_agent_uid(link->hello().uid());
  AgentRequest request;
  request.mutable_ask();
  RETURN_IF_ERROR(link->Send(request));
  ASSIGN_OR_RETURN(const AgentReply reply,
                   link->Expect(AgentReply::kProbe, kProbePatience));
  ASSIGN_OR_RETURN(const adb::ShellResult tools,
                   device.Shell(session::AppToolsCommand()));
  examined.findings =
      session::Diagnose(examined.facts, reply.probe(),
                        {.agent_watches = link->hello().watches(),
                         .missing = session::ParseMissing(tools.out)});
  return examined;
}

std::string Text(const std::string& serial, const Examined& examined,
                 const Console& console) {
  std::string text =
      fmt::format("{}  {}\n", console.Bold(EscapeForTerminal(serial)),
                  EscapeForTerminal(session::NameOf(examined.facts)));
  for (const session::Finding& finding : examined.findings) {
    const std::string verdict = fmt::format("{:<7}", NameOf(finding.verdict));
    text += fmt::format("  {} {}\n",
                        finding.verdict == session::Verdict::kYes
                            ? console.Green(verdict)
                            : console.Yellow(verdict),
                        finding.what);
    if (!finding.why.empty()) {
      text += fmt::format("          {}\n", EscapeForTerminal(finding.why));
    }
    if (!finding.advice.empty()) {
      text += fmt::format("          to do: {}\n",
                          EscapeForTerminal(finding.advice));
    }
  }
  return text;
}

std::string Json(const std::string& serial, const Examined& examined) {
  nlohmann::ordered_json findings = nlohmann::ordered_json::array();
  for (const session::Finding& finding : examined.findings) {
    findings.push_back({{"what", finding.what},
                        {"verdict", NameOf(finding.verdict)},
                        {"why", finding.why},
                        {"advice", finding.advice}});
  }
  return JsonLine(
      nlohmann::ordered_json{{"serial", serial},
                             {"device", session::NameOf(examined.facts)},
                             {"sdk", examined.facts.sdk()},
                             {"uid", examined.facts.agent_uid()},
                             {"findings", findings}});
}

Result<ExitCode> RunDoctor(const Arguments& arguments, Console& console) {
  ASSIGN_OR_RETURN(const std::string wanted, SerialOf(arguments));
  ASSIGN_OR_RETURN(const std::vector<std::string> serials,
                   SerialsToExamine(wanted));
  ExitCode code = ExitCode::kDone;
  for (const std::string& serial : serials) {
    const auto examined = Examine(serial);
    if (!examined) {
      // The other devices are told about all the same.
      RETURN_IF_ERROR(console.Flush());
      console.PrintError(
          fmt::format("{}: {}", serial, examined.error().message));
      code = ExitCodeFor(examined.error().kind);
      continue;
    }
    RETURN_IF_ERROR(console.Write(arguments.Has("json")
                                      ? Json(serial, *examined)
                                      : Text(serial, *examined, console)));
  }
  return code;
}

}  // namespace

const Verb kDoctorVerb = {
    .name = "doctor",
    .summary = "tell what a device allows, and what to do where it does not",
    .description =
        "For each device that adb knows, or the one given by --on: what of "
        "an app and whether its kernel input can be recorded, in which ways "
        "it can be replayed, "
        "and how exactly. Where something cannot be done it says why "
        "(permissions, a vendor's switch, the Android version) and what to "
        "do. The agent is put onto the device to find out; nothing is "
        "recorded or injected.",
    .positionals = {},
    .options = {OnOption()},
    .examples = {{"reprise doctor", "all devices"},
                 {"reprise doctor --on emulator-5554 --json",
                  "one of them, for a script"}},
    .run = RunDoctor,
};

}  // namespace reprise::cli
