// What runs: ps, kill, pidof, top, run-as.
#include <signal.h>

#include <algorithm>
#include <optional>

#include "phone/shell/commands/all.h"
#include "phone/shell/commands/owner.h"
#include "phone/shell/options.h"
#include "phone/shell/process_rows.h"

namespace reprise::phone {
namespace {

using Row = ProcessRow;

// With the one that asks.
std::vector<Row> Rows(const Process& process) {
  std::vector<Row> rows = ProcessRows(*process.world);
  rows.push_back({process.pid, 420, process.uid, 3300, process.name(),
                  process.name(), 'R'});
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.pid < b.pid; });
  return rows;
}

std::string Column(const Row& row, std::string_view name) {
  if (name == "USER" || name == "UID") {
    return name == "UID" ? std::to_string(row.uid) : UserName(row.uid);
  }
  if (name == "PID" || name == "TID") return std::to_string(row.pid);
  if (name == "PPID") return std::to_string(row.parent);
  if (name == "VSZ") return std::to_string(row.resident_kib * 4);
  if (name == "RSS") return std::to_string(row.resident_kib);
  if (name == "NAME" || name == "CMD" || name == "COMM") return row.name;
  if (name == "ARGS" || name == "CMDLINE") return row.arguments;
  if (name == "S") return {row.state};
  return "0";
}

int Ps(Process& process) {
  const auto options = Options::Parse(process, "AefTlo:p:wZ");
  if (!options) return 1;
  std::vector<std::string> columns = {"USER",  "PID",  "PPID", "VSZ", "RSS",
                                      "WCHAN", "ADDR", "S",    "NAME"};
  if (options->Has('f'))
    columns = {"UID", "PID", "PPID", "C", "STIME", "TTY", "TIME", "CMD"};
  if (options->Has('o')) {
    columns.clear();
    for (std::string name : SplitBy(options->Get('o'), ',')) {
      std::transform(name.begin(), name.end(), name.begin(), ::toupper);
      columns.push_back(name.substr(0, name.find('=')));
    }
  }
  const bool all = options->Has('A') || options->Has('e') ||
                   options->Has('o') || options->Has('f');
  std::vector<std::vector<std::string>> lines = {columns};
  for (const Row& row : Rows(process)) {
    if (options->Has('p')) {
      const auto wanted = SplitBy(options->Get('p'), ',');
      if (std::find(wanted.begin(), wanted.end(), std::to_string(row.pid)) ==
          wanted.end()) {
        continue;
      }
    } else if (!all && row.uid != process.uid) {
      continue;
    }
    std::vector<std::string> line;
    for (const std::string& name : columns) line.push_back(Column(row, name));
    lines.push_back(std::move(line));
  }
  for (const auto& line : lines) {
    std::string text;
    for (size_t i = 0; i < line.size(); ++i) {
      const bool last = i + 1 == line.size();
      const bool left = i == 0;
      const size_t width = left ? 12 : columns[i] == "S" ? 1 : 7;
      text += last   ? line[i]
              : left ? fmt::format("{:<{}} ", line[i], width)
                     : fmt::format("{:>{}} ", line[i], width);
    }
    process.Out(text + "\n");
  }
  return options->Has('p') && lines.size() == 1 ? 1 : 0;
}

int Top(Process& process) {
  const auto options = Options::Parse(process, "bHqn:d:m:o:s:p:u:k:");
  if (!options) return 1;
  const std::vector<Row> rows = Rows(process);
  process.Print(
      "Tasks: {} total,   1 running, {:3} sleeping,   0 stopped,   0 zombie\n",
      rows.size(), rows.size() - 1);
  process.Out(
      "  Mem:  2000000K total,  1000000K used,  1000000K free,   10000K "
      "buffers\n"
      "100%cpu   0%user   0%nice   0%sys 100%idle   0%iow   0%irq   0%sirq   "
      "0%host\n"
      "  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS\n");
  for (const Row& row : rows) {
    process.Print(
        "{:5} {:<12} 20   0 {:>4}M {:>3}M   0M {}  0.0   {:.1f}   0:00.00 {}\n",
        row.pid, UserName(row.uid), row.resident_kib * 4 / 1024,
        row.resident_kib / 1024, row.state,
        static_cast<double>(row.resident_kib) / 20000.0, row.arguments);
  }
  return 0;
}

int Pidof(Process& process) {
  const auto options = Options::Parse(process, "sxo:");
  if (!options) return 1;
  std::string out;
  for (const Row& row : Rows(process)) {
    if (row.state != 'R' &&
        std::find(options->rest.begin(), options->rest.end(), row.name) !=
            options->rest.end()) {
      if (options->Has('s') && !out.empty()) continue;
      out += (out.empty() ? "" : " ") + std::to_string(row.pid);
    }
  }
  if (out.empty()) return 1;
  process.Out(out + "\n");
  return 0;
}

std::optional<int> SignalFrom(std::string text) {
  if (const auto number = ToNumber(text)) {
    return *number >= 0 && *number < 65
               ? std::optional(static_cast<int>(*number))
               : std::nullopt;
  }
  if (text.starts_with("SIG")) text.erase(0, 3);
  const std::pair<const char*, int> known[] = {
      {"HUP", SIGHUP},   {"INT", SIGINT},   {"QUIT", SIGQUIT},
      {"KILL", SIGKILL}, {"TERM", SIGTERM}, {"USR1", SIGUSR1},
      {"USR2", SIGUSR2}, {"ABRT", SIGABRT}, {"STOP", SIGSTOP},
      {"CONT", SIGCONT}, {"SEGV", SIGSEGV}};
  for (const auto& [name, number] : known) {
    if (text == name) return number;
  }
  return std::nullopt;
}

int SendTo(Process& process, int pid, int signal) {
  if (process.world->programs.Signal(pid, signal)) return 0;
  for (const AppProcess& app : process.phone().Processes()) {
    if (app.pid == pid)
      return signal == 0 ? 0
                         : process.Report(process.phone().Kill(pid, signal));
  }
  return process.Fail("{}: No such process", pid);
}

int Kill(Process& process) {
  int signal = SIGTERM;
  int result = 0;
  for (size_t i = 1; i < process.args.size(); ++i) {
    const std::string& word = process.args[i];
    if (word == "-l") {
      process.Out("HUP INT QUIT ABRT KILL USR1 SEGV USR2 TERM CONT STOP\n");
    } else if (word.starts_with('-') && word != "--") {
      const bool separate = word == "-s" && i + 1 < process.args.size();
      const auto wanted =
          SignalFrom(separate ? process.args[++i] : word.substr(1));
      if (!wanted) return process.Fail("unknown signal '{}'", process.args[i]);
      signal = *wanted;
    } else if (const auto pid = ToNumber(word)) {
      result |= SendTo(process, static_cast<int>(*pid), signal);
    } else {
      result = process.Fail("bad pid '{}'", word);
    }
  }
  return process.args.size() < 2 ? process.Fail("usage: kill [-SIGNAL] PID...")
                                 : result;
}

int KillByName(Process& process) {
  const auto options = Options::Parse(process, "fl:s:9");
  if (!options) return 1;
  const int signal = options->Has('9') ? SIGKILL : SIGTERM;
  int result = 1;
  for (const Row& row : Rows(process)) {
    for (const std::string& name : options->rest) {
      const bool whole = process.name() == "killall";
      if (row.state == 'R' || row.pid < 1000 ||
          (whole ? row.name != name
                 : row.arguments.find(name) == std::string::npos)) {
        continue;
      }
      if (process.name() == "pgrep") {
        process.Print("{}\n", row.pid);
        result = 0;
      } else if (row.pid != process.pid) {
        result = SendTo(process, row.pid, signal);
      }
    }
  }
  return result;
}

int RunAs(Process& process) {
  size_t i = 1;
  if (i + 1 < process.args.size() && process.args[i] == "--user") i += 2;
  if (i >= process.args.size()) {
    return process.Fail(
        "usage: run-as <package-name> [--user <uid>] <command> [<args>]");
  }
  const std::string package = process.args[i++];
  if (i + 1 < process.args.size() && process.args[i] == "--user") i += 2;
  constexpr uint32_t kDebuggable = 2;
  for (const PhonePackage& each : process.phone().Packages()) {
    if (each.manifest().package_name() != package) continue;
    if ((each.manifest().flags() & kDebuggable) == 0) {
      return process.Fail("package not debuggable: {}", package);
    }
    process.uid = each.uid();
    const std::string folder = "/data/user/0/" + package;
    if (process.files().IsFolder(folder)) process.folder = folder;
    process.environment["HOME"] = folder;
    process.environment["USER"] = UserName(each.uid());
    if (i >= process.args.size()) return process.Run({"sh"});
    return process.Run(
        {process.args.begin() + static_cast<ptrdiff_t>(i), process.args.end()});
  }
  return process.Fail("unknown package: {}", package);
}

}  // namespace

void AddPrograms(Commands& commands) {
  commands.Add("ps", "usage: ps [-Aef] [-o COLUMN,...] [-p PID,...]", Ps);
  commands.Add("top", "usage: top [-b] -n 1", Top);
  commands.Add("pidof", "usage: pidof [-s] NAME...", Pidof);
  commands.Add("kill", "usage: kill [-SIGNAL] PID...", Kill);
  commands.Add("killall", "usage: killall [-9] NAME...", KillByName);
  commands.Add("pkill", "usage: pkill [-9f] TEXT", KillByName);
  commands.Add("pgrep", "usage: pgrep [-f] TEXT", KillByName);
  commands.Add("run-as", "usage: run-as PACKAGE [COMMAND...]", RunAs);
}

}  // namespace reprise::phone
