// What the phone says about itself: id, uname, date, uptime and the like.
#include <fmt/ranges.h>

#include <ctime>
#include <map>
#include <set>

#include "phone/shell/commands/all.h"
#include "phone/shell/commands/owner.h"
#include "phone/shell/commands/surroundings.h"
#include "phone/shell/options.h"
#include "phone/shell/time_zone.h"

namespace reprise::phone {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

int Id(Process& process) {
  const auto options = Options::Parse(process, "unGgrZ");
  if (!options) return 1;
  const std::string user = UserName(process.uid);
  if (options->Has('u') || options->Has('g')) {
    process.Out((options->Has('n') ? user : std::to_string(process.uid)) +
                "\n");
    return 0;
  }
  if (process.uid == kShellUid) {
    process.Out(
        "uid=2000(shell) gid=2000(shell) "
        "groups=2000(shell),1004(input),1007(log),"
        "1011(adb),1015(sdcard_rw),1028(sdcard_r),1078(ext_data_rw),1079(ext_"
        "obb_rw),"
        "3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats),3009("
        "readproc),"
        "3011(uhid),3012(readtracefs) context=u:r:shell:s0\n");
  } else {
    process.Print(
        "uid={0}({1}) gid={0}({1}) groups={0}({1}),3003(inet) "
        "context=u:r:runas_app:s0:c{2},c256,c512,c768\n",
        process.uid, user, process.uid % 256);
  }
  return 0;
}

int Uname(Process& process) {
  const auto options = Options::Parse(process, "asnrvmo");
  if (!options) return 1;
  const std::pair<char, const char*> parts[] = {
      {'s', "Linux"},
      {'n', "localhost"},
      {'r', "6.1.23-android14-4-reprise"},
      {'v', "#1 SMP PREEMPT"},
      {'m', "x86_64"},
      {'o', "Android"},
  };
  bool any = false;
  for (const auto& [letter, text] : parts) any |= options->Has(letter);
  std::string out;
  for (const auto& [letter, text] : parts) {
    if (options->Has('a') || options->Has(letter) || (!any && letter == 's')) {
      out += (out.empty() ? "" : " ") + std::string(text);
    }
  }
  process.Out(out + "\n");
  return 0;
}

int Date(Process& process) {
  const auto options = Options::Parse(process, "ud:r:s:D:");
  if (!options) return 1;
  int64_t now = process.phone().RealtimeNs();
  if (options->Get('d').starts_with('@')) {
    const auto seconds = ToNumber(options->Get('d').substr(1));
    if (!seconds || *seconds > INT64_MAX / kSecond)
      return process.Fail("bad date '{}'", options->Get('d'));
    now = *seconds * kSecond;
  } else if (options->Has('d') || options->Has('s')) {
    return process.Fail(
        "bad date '{}': only @SECONDS is understood, and the clock is "
        "not set from here",
        options->Get('d', options->Get('s')));
  }
  std::string zone =
      options->Has('u') ? "UTC" : process.phone().Profile().time_zone();
  if (zone.empty()) zone = "UTC";
  const std::tm when = LocalTime(now / kSecond, zone);
  std::string format = "%a %b %e %H:%M:%S %Z %Y";
  if (!options->rest.empty()) {
    if (!options->rest[0].starts_with('+')) {
      return process.Fail("bad date '{}': the clock is not set from here",
                          options->rest[0]);
    }
    format = options->rest[0].substr(1);
  }
  std::string out;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      out += format[i];
      continue;
    }
    const char c = format[++i];
    if (c == 's') {
      out += std::to_string(now / kSecond);
    } else if (c == 'N') {
      out += fmt::format("{:09}", now % kSecond);
    } else if (c >= '1' && c <= '9' && i + 1 < format.size() &&
               format[i + 1] == 'N') {
      ++i;
      out += fmt::format("{:09}", now % kSecond)
                 .substr(0, static_cast<size_t>(c - '0'));
    } else if (c == 'Z') {
      out += when.tm_gmtoff == 0 ? "UTC" : zone;
    } else {
      char text[100];
      const char one[] = {'%', c, '\0'};
      out.append(text, std::strftime(text, sizeof(text), one, &when));
    }
  }
  process.Out(out + "\n");
  return 0;
}

int Uptime(Process& process) {
  const auto options = Options::Parse(process, "ps");
  if (!options) return 1;
  const int64_t up = process.phone().UptimeNs() / kSecond;
  const std::tm when = LocalTime(process.phone().RealtimeNs() / kSecond,
                                 process.phone().Profile().time_zone());
  const std::string days =
      up >= 86400 ? fmt::format("{} days, ", up / 86400) : "";
  const std::string hours =
      up % 86400 >= 3600
          ? fmt::format("{:2}:{:02}", up % 86400 / 3600, up % 3600 / 60)
          : fmt::format("{} min", up % 3600 / 60);
  process.Print(
      " {:02}:{:02}:{:02} up {}{},  0 users,  load average: 0.00, 0.00, 0.00\n",
      when.tm_hour, when.tm_min, when.tm_sec, days, hours);
  return 0;
}

// The network changes, else nothing; what Android does not know is no success.
int Svc(Process& process) {
  static const std::map<std::string, std::set<std::string>> kVerbs = {
      {"power", {"stayon", "reboot", "shutdown", "forcesuspend"}},
      {"wifi", {"enable", "disable"}},
      {"data", {"enable", "disable", "prefer"}},
      {"nfc", {"enable", "disable"}},
      {"bluetooth", {"enable", "disable"}},
      {"usb", {"setFunctions", "getFunctions", "resetUsbGadget"}}};
  const std::string service = process.args.size() > 1 ? process.args[1] : "";
  const std::string verb = process.args.size() > 2 ? process.args[2] : "";
  const auto found = kVerbs.find(service);
  if (found == kVerbs.end()) {
    return process.Fail(
        "unknown service '{}'; it is power, wifi, data, nfc, bluetooth or usb",
        service);
  }
  const bool on = verb == "enable";
  if (service == "wifi" && (on || verb == "disable")) {
    return SwitchWifi(process, on);
  }
  if (service == "data" && (on || verb == "disable")) {
    return SwitchData(process, on);
  }
  if (found->second.contains(verb)) return 0;
  return process.Fail("{}: unknown command '{}'; it is one of: {}", service,
                      verb, fmt::join(found->second, ", "));
}

}  // namespace

void AddSystem(Commands& commands) {
  commands.Add("id", "usage: id [-un]", Id);
  commands.Add("whoami", "usage: whoami", [](Process& process) {
    process.Out(UserName(process.uid) + "\n");
    return 0;
  });
  commands.Add("groups", "usage: groups", [](Process& process) {
    process.Out(UserName(process.uid) + "\n");
    return 0;
  });
  commands.Add("uname", "usage: uname [-asnrvmo]", Uname);
  commands.Add("hostname", "usage: hostname", [](Process& process) {
    process.Out("localhost\n");
    return 0;
  });
  commands.Add("date", "usage: date [-u] [-d @SECONDS] [+FORMAT]", Date);
  commands.Add("uptime", "usage: uptime", Uptime);
  commands.Add("nproc", "usage: nproc", [](Process& process) {
    process.Out("1\n");
    return 0;
  });
  commands.Add("getenforce", "usage: getenforce", [](Process& process) {
    process.Out("Enforcing\n");
    return 0;
  });
  commands.Add("clear", "usage: clear", [](Process& process) {
    process.Out("\033[2J\033[H");
    return 0;
  });
  commands.Add("svc", "usage: svc power|wifi|data|nfc|bluetooth|usb COMMAND",
               Svc);
}

}  // namespace reprise::phone
