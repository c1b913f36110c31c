// Our client at work, for test_client.py: one device, one action, whose
// results are printed or kept in files.
//
//   adb_client SERIAL shell COMMAND          stdout, stderr and exit code
//   adb_client SERIAL exec COMMAND
//   adb_client SERIAL echo COMMAND SIZE      SIZE bytes through its pipes
//   adb_client SERIAL push FROM PATH
//   adb_client SERIAL pull PATH TO
//   adb_client SERIAL stat|list PATH
//   adb_client SERIAL forward REMOTE         prints the port, and the list
//   adb_client SERIAL reverse PORT           prints the device's port, the list
//   adb_client SERIAL features
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "adb/device.h"
#include "base/exit_code.h"
#include "base/file.h"

namespace {

using namespace reprise;
using namespace reprise::adb;

void Print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void PrintForwards(const std::vector<Forward>& forwards) {
  for (const Forward& forward : forwards) {
    Print(fmt::format("{} {}\n", forward.local, forward.remote));
  }
}

// Writes all before it reads anything: must not wait for ever.
Result<int> Echo(const Device& device, const std::string& command,
                 size_t size) {
  ASSIGN_OR_RETURN(ShellStream stream, device.Start(command));
  std::string sent(size, '\0');
  for (size_t i = 0; i < size; ++i) {
    sent[i] = static_cast<char>(i * 31 + (i >> 8));
  }
  RETURN_IF_ERROR(stream.Write(sent));
  RETURN_IF_ERROR(stream.CloseInput());
  std::string got;
  while (!stream.ended()) {
    ASSIGN_OR_RETURN(const ShellOutput output,
                     stream.Read(std::chrono::seconds(60)));
    if (output.Empty()) return Fail(ErrorKind::kDevice, "it is silent");
    got += output.out;
  }
  Print(got == sent ? "same\n" : "different\n");
  return *stream.exit_code();
}

Result<int> Do(const Device& device, const std::vector<std::string>& words) {
  const std::string& action = words[0];
  const std::string a = words.size() > 1 ? words[1] : "";
  const std::string b = words.size() > 2 ? words[2] : "";
  if (action == "shell") {
    ASSIGN_OR_RETURN(const ShellResult done, device.Shell(a));
    Print(done.out);
    std::fwrite(done.err.data(), 1, done.err.size(), stderr);
    return done.exit_code;
  }
  if (action == "exec") {
    ASSIGN_OR_RETURN(const std::string out, device.Exec(a));
    Print(out);
  } else if (action == "echo") {
    return Echo(device, a, std::strtoull(b.c_str(), nullptr, 10));
  } else if (action == "push") {
    RETURN_IF_ERROR(device.PushFile(a, b));
  } else if (action == "pull") {
    ASSIGN_OR_RETURN(const std::string bytes, device.Pull(a));
    RETURN_IF_ERROR(WriteWholeFile(RealFileSystem(), b, bytes));
  } else if (action == "stat") {
    ASSIGN_OR_RETURN(const FileStat stat, device.Stat(a));
    Print(fmt::format("{:o} {} {}\n", stat.mode, stat.size, stat.mtime));
  } else if (action == "list") {
    ASSIGN_OR_RETURN(const auto entries, device.List(a));
    for (const SyncEntry& entry : entries) {
      Print(fmt::format("{:o} {} {}\n", entry.stat.mode, entry.stat.size,
                        entry.name));
    }
  } else if (action == "forward") {
    ASSIGN_OR_RETURN(const uint16_t port, device.ForwardPort(0, a));
    Print(fmt::format("{}\n", port));
    ASSIGN_OR_RETURN(const auto forwards, device.Forwards());
    PrintForwards(forwards);
  } else if (action == "remove-forward") {
    RETURN_IF_ERROR(device.RemoveForward(a));
  } else if (action == "reverse") {
    ASSIGN_OR_RETURN(const uint16_t port, device.Reverse("tcp:0", a));
    Print(fmt::format("{}\n", port));
    ASSIGN_OR_RETURN(const auto reverses, device.Reverses());
    PrintForwards(reverses);
  } else if (action == "remove-reverse") {
    RETURN_IF_ERROR(device.RemoveReverse(a));
  } else if (action == "features") {
    for (const std::string& feature : device.features()) {
      Print(feature + "\n");
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 1;
  auto device = PickDevice(argv[1]);
  const auto done =
      device ? Do(*device, std::vector<std::string>(argv + 2, argv + argc))
             : Result<int>(Fail(std::move(device).error()));
  if (done) return *done;
  std::fprintf(stderr, "%s\n", done.error().message.c_str());
  return 200 + static_cast<int>(ExitCodeFor(done.error().kind));
}
