// The services shell:, shell,v2: and exec: of a machine that runs real
// processes.
//
// A command runs by `SHELL -c COMMAND`, or the shell alone, with a terminal
// when the host asks for one or gives no command. When the stream ends before
// the command does, its process group is hung up: at once with protocol v2;
// without it after a while, because there the end of input is told by ending
// the stream (adb exec-in).
//
// Threads: the loop's.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "adb/daemon_service.h"
#include "adb/loop.h"
#include "adb/program.h"

namespace reprise::adb {

struct ShellOptions {
  std::string shell = "/bin/sh";
  std::string working_directory;  // empty: the daemon's
};

// What the name of a shell service asks for: "shell,v2,TERM=xterm,pty:CMD".
struct ShellRequest {
  std::string command;
  bool v2 = false;
  bool terminal = false;
  std::string term = "dumb";

  bool operator==(const ShellRequest&) const = default;
};
// Of a name that begins with "shell:", "shell," or "exec:".
ShellRequest ParseShellRequest(std::string_view name);

// The service that connects a stream with a running program, as `request` asks.
std::unique_ptr<Service> ServeProgram(Loop& loop, Stream& stream,
                                      const ShellRequest& request,
                                      std::unique_ptr<Program> program);

void AddShell(ServiceTable& table, Loop& loop, ShellOptions options);

}  // namespace reprise::adb
