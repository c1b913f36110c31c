#include "phone/daemon/adb_services.h"

#include <utility>

#include "adb/daemon_forward.h"
#include "adb/daemon_shell.h"
#include "adb/daemon_sync.h"

namespace reprise::phone {
namespace {

using adb::Service;
using adb::Stream;

std::unique_ptr<Service> Serve(adb::Loop& loop, Stream& stream,
                               ShellHost& shells,
                               const adb::ShellRequest& request,
                               ShellStart start) {
  start.terminal = request.terminal;
  start.separate_errors = request.v2 && !request.terminal;
  start.term = request.term;
  auto program = shells.Start(start);
  if (!program) {
    return adb::SayAndClose(program.error().message + "\n", stream);
  }
  return adb::ServeProgram(loop, stream, request, *std::move(program));
}

// "abb_exec:package\0install\0-S\01234": the words of `cmd`, bytes as they are.
std::vector<std::string> AbbWords(std::string_view name) {
  std::vector<std::string> words = {"cmd"};
  name.remove_prefix(name.find(':') + 1);
  while (!name.empty()) {
    const size_t end = std::min(name.find('\0'), name.size());
    words.emplace_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return words;
}

void AddSentence(adb::ServiceTable& table, const char* beginning,
                 const char* sentence) {
  table.Add(beginning, [sentence](std::string_view, Stream& stream) {
    return adb::SayAndClose(sentence, stream);
  });
}

}  // namespace

std::vector<std::string> PhoneFeatures() {
  return {"shell_v2", "cmd",         "stat_v2",         "ls_v2",
          "abb_exec", "sendrecv_v2", "fixed_push_mkdir"};
}

void AddPhoneServices(adb::ServiceTable& table, adb::Loop& loop,
                      adb::HostLink& host, VirtualPhone& phone,
                      ShellHost& shells, std::shared_ptr<adb::FileTree> files) {
  const auto shell = [&loop, &shells](std::string_view name, Stream& stream) {
    const adb::ShellRequest request = adb::ParseShellRequest(name);
    ShellStart start;
    start.command = request.command;
    return Serve(loop, stream, shells, request, std::move(start));
  };
  for (const char* beginning : {"shell:", "shell,", "exec:"}) {
    table.Add(beginning, shell);
  }
  table.Add("abb_exec:",
            [&loop, &shells](std::string_view name, Stream& stream) {
              ShellStart start;
              start.args = AbbWords(name);
              return Serve(loop, stream, shells, {}, std::move(start));
            });
  adb::AddSync(table, std::move(files));
  adb::AddForwards(table, loop, host,
                   [&phone](uint16_t port, uint16_t host_port) {
                     phone.OnReverse(port, host_port);
                   });
  Debuggers& debuggers = phone.debuggers();
  table.Add("track-jdwp", [&debuggers](std::string_view, Stream& stream) {
    return debuggers.Track(stream);
  });
  table.Add("jdwp", [&debuggers](std::string_view, Stream& stream) {
    return adb::SayAndClose(debuggers.List(), stream);
  });
  table.Add("jdwp:", [&debuggers](std::string_view name, Stream& stream) {
    return debuggers.Open(name, stream);
  });
  adb::AddReboot(table, [&phone](std::string_view) {
    phone.Reboot();
    return std::string();
  });
  AddSentence(table, "root:", "adbd cannot run as root in production builds\n");
  AddSentence(table, "unroot:", "adbd not running as root\n");
  AddSentence(table, "remount:", "the phone's files are writable already\n");
  AddSentence(table, "disable-verity:", "the phone has no verity\n");
  AddSentence(table, "enable-verity:", "the phone has no verity\n");
  AddSentence(table, "usb:", "the phone has no USB\n");
  AddSentence(table, "tcpip:", "the phone's port is fixed\n");
}

}  // namespace reprise::phone
