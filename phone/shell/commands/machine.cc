// What the phone's machine has: memory, file systems, network, terminal. The
// network is the host's, so little of it can be told; what cannot be done here
// is refused with a sentence.
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

int Free(Process& process) {
  const auto options = Options::Parse(process, "bkmght");
  if (!options) return 1;
  std::string text;
  (void)process.files().ReadAll("/proc/meminfo", 1 << 16, &text);
  const auto kib = [&](std::string_view name) {
    const size_t at = text.find(fmt::format("{}:", name));
    return at == std::string::npos
               ? int64_t{0}
               : std::atoll(text.c_str() + at + name.size() + 1);
  };
  const int64_t unit = options->Has('k')   ? 1024
                       : options->Has('m') ? 1 << 20
                       : options->Has('g') ? 1 << 30
                                           : 1;
  const int64_t total = kib("MemTotal") * 1024, left = kib("MemFree") * 1024;
  process.Print(
      "\t\ttotal        used        free      shared     buffers\n"
      "Mem:     {:>12}{:>12}{:>12}{:>12}{:>12}\n"
      "-/+ buffers/cache:   {:>12}{:>12}\nSwap:    {:>12}{:>12}{:>12}\n",
      total / unit, (total - left) / unit, left / unit, 0, 0,
      (total - left) / unit, left / unit, 0, 0, 0);
  return 0;
}

int MakeTemporary(Process& process) {
  const auto options = Options::Parse(process, "dqut:p:");
  if (!options) return 1;
  std::string pattern =
      options->rest.empty() ? "tmp.XXXXXXXXXX" : options->rest[0];
  if (options->Has('p') || options->Has('t') || options->rest.empty()) {
    const auto folder = process.environment.find("TMPDIR");
    const std::string usual = folder == process.environment.end()
                                  ? "/data/local/tmp"
                                  : folder->second;
    pattern = fmt::format("{}/{}", options->Get('p', usual), pattern);
  }
  const size_t marks = pattern.size() - (pattern.find_last_not_of('X') + 1);
  if (marks < 2) return process.Fail("{}: needs XX at its end", pattern);
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  // On the virtual clock the same names in each run.
  uint64_t number = static_cast<uint64_t>(process.phone().UptimeNs()) ^
                    static_cast<uint64_t>(process.pid);
  for (int attempt = 0; attempt < 1000; ++attempt) {
    for (size_t i = pattern.size() - marks; i < pattern.size(); ++i) {
      number = number * 6364136223846793005U + 1442695040888963407U;
      pattern[i] = kLetters[(number >> 33) % kLetters.size()];
    }
    if (process.files().Exists(pattern)) continue;
    const int code = options->Has('u') ? 0
                     : options->Has('d')
                         ? process.files().MakeFolder(pattern)
                         : process.files().WriteAll(pattern, "");
    if (code != 0) return process.FailErrno(pattern, code);
    process.Out(pattern + "\n");
    return 0;
  }
  return process.Fail("{}: no name is free", pattern);
}

int Mount(Process& process) {
  if (process.args.size() > 1) {
    process.Err("mount: Operation not permitted\n");
    return 1;
  }
  std::string text;
  (void)process.files().ReadAll("/proc/mounts", 1 << 16, &text);
  for (const std::string& line : SplitBy(text, '\n')) {
    const auto words = SplitBy(line, ' ');
    if (words.size() < 4) continue;
    process.Print("{} on {} type {} ({})\n", words[0], words[1], words[2],
                  words[3]);
  }
  return 0;
}

int Tty(Process& process) {
  const bool terminal = isatty(process.fds[0]->get()) != 0;
  process.Out(terminal ? "/dev/pts/0\n" : "not a tty\n");
  return terminal ? 0 : 1;
}

int Stty(Process& process) {
  winsize size = {};
  if (ioctl(process.fds[0]->get(), TIOCGWINSZ, &size) != 0) {
    return process.Fail("standard input is no terminal");
  }
  const std::string word = process.args.size() > 1 ? process.args[1] : "";
  if (word == "size") {
    process.Print("{} {}\n", size.ws_row, size.ws_col);
  } else if (word.empty() || word == "-a") {
    process.Print("speed 38400 baud; rows {}; columns {};\n", size.ws_row,
                  size.ws_col);
  }
  return 0;  // The rest is the host's terminal.
}

int Toybox(Process& process) {
  if (process.args.size() > 1) {
    return process.Run({process.args.begin() + 1, process.args.end()});
  }
  std::string line;
  for (const std::string& name : process.world->commands.Names()) {
    line += (line.empty() ? "" : " ") + name;
  }
  process.Out(line + "\n");
  return 0;
}

struct ServiceName {
  const char* name;
  const char* interface;
};
constexpr ServiceName kServices[] = {
    {"activity", "android.app.IActivityManager"},
    {"activity_task", "android.app.IActivityTaskManager"},
    {"alarm", "android.app.IAlarmManager"},
    {"battery", ""},
    {"clipboard", "android.content.IClipboard"},
    {"display", "android.hardware.display.IDisplayManager"},
    {"input", "android.hardware.input.IInputManager"},
    {"input_method", "com.android.internal.view.IInputMethodManager"},
    {"jobscheduler", "android.app.job.IJobScheduler"},
    {"meminfo", ""},
    {"notification", "android.app.INotificationManager"},
    {"package", "android.content.pm.IPackageManager"},
    {"power", "android.os.IPowerManager"},
    {"settings", ""},
    {"SurfaceFlinger", "android.ui.ISurfaceComposer"},
    {"window", "android.view.IWindowManager"}};

int Service(Process& process) {
  const std::string verb = process.args.size() > 1 ? process.args[1] : "";
  if (verb == "list") {
    process.Print("Found {} services:\n", std::size(kServices));
    for (size_t i = 0; i < std::size(kServices); ++i) {
      process.Print("{}\t{}: [{}]\n", i, kServices[i].name,
                    kServices[i].interface);
    }
    return 0;
  }
  if (verb == "check" && process.args.size() > 2) {
    const auto known = std::ranges::find_if(kServices, [&](const auto& each) {
      return each.name == process.args[2];
    });
    process.Print("Service {}: {}\n", process.args[2],
                  known == std::end(kServices) ? "not found" : "found");
    return 0;
  }
  if (verb == "call") {
    return process.Fail(
        "this phone has no binder to call by number; use am, pm, cmd, "
        "settings, wm or input");
  }
  process.Err(process.world->commands.UsageOf("service") + "\n");
  return 10;
}

int Ip(Process& process) {
  std::vector<std::string> words;
  for (size_t i = 1; i < process.args.size(); ++i) {
    if (!process.args[i].starts_with('-')) words.push_back(process.args[i]);
  }
  const std::string what = words.empty() ? "" : words[0];
  if (std::string_view("address").starts_with(what) && !what.empty()) {
    process.Out(
        "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN "
        "group default qlen 1000\n"
        "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n"
        "    inet 127.0.0.1/8 scope host lo\n"
        "       valid_lft forever preferred_lft forever\n");
    return 0;
  }
  if (std::string_view("link").starts_with(what) && !what.empty()) {
    process.Out(
        "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN "
        "mode DEFAULT group default qlen 1000\n"
        "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n");
    return 0;
  }
  if (std::string_view("route").starts_with(what) && !what.empty()) return 0;
  return process.Fail(
      "this phone knows 'ip addr', 'ip link' and 'ip route'; its network is "
      "the host's, of which only loopback is shown");
}

int Ifconfig(Process& process) {
  const std::string which = process.args.size() > 1 ? process.args[1] : "lo";
  if (which != "lo" && which != "-a") {
    return process.Fail("{}: No such device", which);
  }
  process.Out(
      "lo        Link encap:UNSPEC\n"
      "          inet addr:127.0.0.1  Mask:255.0.0.0\n"
      "          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n");
  return 0;
}

int Netstat(Process& process) {
  process.Out(
      "Active Internet connections (w/o servers)\n"
      "Proto Recv-Q Send-Q Local Address           Foreign Address         "
      "State\n");
  return 0;
}

int Ping(Process& process) {
  const auto options = Options::Parse(process, "c:i:w:W:s:q46n");
  if (!options) return 2;
  if (options->rest.empty()) return process.Fail("needs a host");
  const std::string& host = options->rest[0];
  if (host != "localhost" && !host.starts_with("127.")) {
    process.Fail(
        "{}: this phone sends no ICMP; apps reach the network by TCP and UDP",
        host);
    return 2;
  }
  const int64_t count = std::clamp<int64_t>(options->Number('c', 4), 1, 1000);
  process.Print("PING {} (127.0.0.1) 56(84) bytes of data.\n", host);
  for (int64_t i = 1; i <= count; ++i) {
    process.Print("64 bytes from 127.0.0.1: icmp_seq={} ttl=64 time=0.050 ms\n",
                  i);
    if (i < count) process.Sleep(1'000'000'000);
  }
  process.Print(
      "\n--- {} ping statistics ---\n{} packets transmitted, {} received, 0% "
      "packet loss\n",
      host, count, count);
  return 0;
}

Commands::Function Refuse(const char* sentence) {
  return [sentence](Process& process) { return process.Fail("{}", sentence); };
}

}  // namespace

void AddMachine(Commands& commands) {
  commands.Add("free", "usage: free [-bkmg]", Free);
  commands.Add("mktemp", "usage: mktemp [-du] [-p FOLDER] [NAME.XXXXXX]",
               MakeTemporary);
  commands.Add("mount", "usage: mount", Mount);
  commands.Add("tty", "usage: tty", Tty);
  commands.Add("stty", "usage: stty [-a | size]", Stty);
  commands.Add("toybox", "usage: toybox [COMMAND [ARGUMENT...]]", Toybox);
  commands.Add("service", "usage: service list | check NAME", Service);
  commands.Add("ip", "usage: ip addr | link | route", Ip);
  commands.Add("ifconfig", "usage: ifconfig [lo]", Ifconfig);
  commands.Add("netstat", "usage: netstat", Netstat);
  commands.Add("ping", "usage: ping [-c COUNT] HOST", Ping);
  commands.Add("nc", "usage: nc  (refused)",
               Refuse("the shell of this phone opens no connections; use 'adb "
                      "forward' and 'adb reverse' from the host"));
  commands.Add("screenrecord", "usage: screenrecord  (refused)",
               Refuse("this phone has no video encoder; take pictures with "
                      "screencap, or 'reprise record' on the host"));
}

}  // namespace reprise::phone
