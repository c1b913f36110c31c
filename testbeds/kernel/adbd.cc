// An adb daemon for machines without Android: test beds and their guests.
//
//   reprise_adbd [--listen ADDRESS] [--port N] [--root DIR] [--shell PATH]
//                [--serial NAME] [--model NAME] [--device NAME]
//
// Prints the address that it listens on, and runs until it is killed. Whoever
// reaches the port may run programs as this user: keep it on loopback, or in
// a network of its own.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "adb/daemon.h"
#include "adb/daemon_forward.h"
#include "adb/daemon_shell.h"
#include "adb/daemon_sync.h"
#include "base/exit_code.h"

namespace {

using namespace reprise;
using namespace reprise::adb;

struct Options {
  DaemonOptions daemon;
  ShellOptions shell;
  std::string root = "/";
};

std::string DefaultShell() {
  for (const char* shell : {"/system/bin/sh", "/bin/sh"}) {
    if (access(shell, X_OK) == 0) return shell;
  }
  return "/bin/sh";
}

Result<Options> ParseOptions(int argc, char** argv) {
  Options options;
  options.daemon.listen.port = 5555;
  options.shell.shell = DefaultShell();
  for (int i = 1; i < argc; i += 2) {
    const std::string_view name = argv[i];
    if (i + 1 == argc) {
      return Fail(ErrorKind::kInvalidArgument, "{} needs a value", name);
    }
    const std::string value = argv[i + 1];
    if (name == "--port") {
      ASSIGN_OR_RETURN(options.daemon.listen.port, ParsePort(value));
    } else if (name == "--listen") {
      options.daemon.listen.host = value;
    } else if (name == "--root") {
      options.root = options.shell.working_directory = value;
    } else if (name == "--shell") {
      options.shell.shell = value;
    } else if (name == "--serial") {
      options.daemon.banner.product = value;
    } else if (name == "--model") {
      options.daemon.banner.model = value;
    } else if (name == "--device") {
      options.daemon.banner.device = value;
    } else {
      return Fail(ErrorKind::kInvalidArgument,
                  "unknown option {}; known are --listen, --port, --root, "
                  "--shell, --serial, --model and --device",
                  name);
    }
  }
  return options;
}

Status Run(const Options& options) {
  // Declared before the daemon: services hand their children to it.
  Loop loop;
  ASSIGN_OR_RETURN(std::shared_ptr<FileTree> files,
                   RealFileTree::At(options.root));
  ASSIGN_OR_RETURN(
      const auto daemon,
      Daemon::Start(loop, options.daemon,
                    [&](ServiceTable& table, HostLink& host) {
                      AddShell(table, loop, options.shell);
                      AddSync(table, files);
                      AddForwards(table, loop, host);
                      AddRefusals(table);
                      AddReboot(table, [](std::string_view) {
                        return std::string("this machine is not rebooted\n");
                      });
                    }));
  std::printf("listening on %s:%d\n", options.daemon.listen.host.c_str(),
              daemon->port());
  std::fflush(stdout);
  loop.Run();
  return {};
}

// What starts a guest may leave us without them, and a pipe to a child would
// take their numbers.
void KeepStandardFilesOpen() {
  while (true) {
    const int fd = open("/dev/null", O_RDWR);
    if (fd < 0 || fd > STDERR_FILENO) {
      if (fd >= 0) close(fd);
      return;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);
  KeepStandardFilesOpen();
  auto options = ParseOptions(argc, argv);
  const Status status =
      options ? Run(*options) : Status(Fail(std::move(options).error()));
  if (status) return 0;
  std::fprintf(stderr, "reprise_adbd: %s\n", status.error().message.c_str());
  return static_cast<int>(ExitCodeFor(status.error().kind));
}
