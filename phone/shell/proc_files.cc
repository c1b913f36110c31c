#include "phone/shell/proc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "phone/shell/process_rows.h"

namespace reprise::phone {
namespace {

constexpr int64_t kSecond = 1'000'000'000;
constexpr int64_t kTotalKib = 4'000'000;
constexpr const char* kFiles[] = {"cpuinfo", "loadavg", "meminfo", "mounts",
                                  "stat",    "uptime",  "version"};
constexpr const char* kOfProcess[] = {"cmdline", "comm", "oom_score_adj",
                                      "stat", "status"};

std::string MemInfo(World& world) {
  int64_t used = 0;
  for (const ProcessRow& row : ProcessRows(world)) used += row.resident_kib;
  const int64_t free = std::max<int64_t>(kTotalKib - used, 0);
  std::string text;
  for (const auto& [name, kib] :
       {std::pair("MemTotal", kTotalKib), std::pair("MemFree", free),
        std::pair("MemAvailable", free), std::pair("Buffers", int64_t{0}),
        std::pair("Cached", int64_t{0}), std::pair("SwapTotal", int64_t{0}),
        std::pair("SwapFree", int64_t{0})}) {
    text += fmt::format("{:<16}{:>8} kB\n", fmt::format("{}:", name), kib);
  }
  return text;
}

std::string OfProcess(const ProcessRow& row, const std::string& name) {
  if (name == "cmdline") return row.arguments + std::string(1, '\0');
  // The kernel keeps 15 characters, and Android the last of them.
  const std::string comm =
      row.name.size() > 15 ? row.name.substr(row.name.size() - 15) : row.name;
  if (name == "comm") return comm + "\n";
  if (name == "oom_score_adj") return fmt::format("{}\n", row.oom_score_adj);
  if (name == "stat") {
    std::string text =
        fmt::format("{} ({}) {} {} {} 0 0 -1 0 0 0 0 0 0 0 0 0", row.pid, comm,
                    row.state, row.parent, row.parent);
    // Up to the 22nd, the time it started; then its size.
    text += fmt::format(" 20 0 1 0 0 {} {}", row.resident_kib * 4096,
                        row.resident_kib / 4);
    for (int i = 25; i <= 52; ++i) text += " 0";
    return text + "\n";
  }
  return fmt::format(
      "Name:\t{0}\nState:\t{1} (sleeping)\nTgid:\t{2}\nPid:\t{2}\n"
      "PPid:\t{3}\nTracerPid:\t0\nUid:\t{4}\t{4}\t{4}\t{4}\n"
      "Gid:\t{4}\t{4}\t{4}\t{4}\nVmSize:\t{5:>8} kB\nVmRSS:\t{6:>8} kB\n"
      "Threads:\t1\n",
      comm, row.state, row.pid, row.parent, row.uid, row.resident_kib * 4,
      row.resident_kib);
}

}  // namespace

std::optional<std::string> ProcFiles::Read(const std::string& path) const {
  if (!path.starts_with("/proc/")) return std::nullopt;
  const std::string name = path.substr(6);
  const int64_t up = world_->phone.UptimeNs();
  if (name == "meminfo") return MemInfo(*world_);
  if (name == "version") {
    return "Linux version 6.1.23-android14-4-reprise (reprise@localhost) #1 "
           "SMP PREEMPT\n";
  }
  if (name == "uptime") {
    return fmt::format("{0}.{1:02} {0}.{1:02}\n", up / kSecond,
                       up % kSecond / 10'000'000);
  }
  if (name == "loadavg") return "0.00 0.00 0.00 1/100 1\n";
  if (name == "stat") {
    const int64_t ticks = up / 10'000'000;
    return fmt::format(
        "cpu  0 0 0 {0} 0 0 0 0 0 0\ncpu0 0 0 0 {0} 0 0 0 0 0 "
        "0\nbtime {1}\n",
        ticks, (world_->phone.RealtimeNs() - up) / kSecond);
  }
  if (name == "cpuinfo") {
    return "processor\t: 0\nmodel name\t: Reprise virtual phone\n"
           "Hardware\t: reprise\n";
  }
  if (name == "mounts") {
    return "/dev/root / ext4 ro,relatime 0 0\n"
           "/dev/block/dm-1 /system ext4 ro,relatime 0 0\n"
           "/dev/block/dm-2 /vendor ext4 ro,relatime 0 0\n"
           "/dev/block/dm-3 /data ext4 rw,nosuid,nodev 0 0\n"
           "/dev/fuse /storage/emulated fuse rw,nosuid,nodev 0 0\n";
  }
  const size_t slash = name.find('/');
  if (slash == std::string::npos) return std::nullopt;
  int pid = self_;
  if (!name.starts_with("self/")) {
    const auto [end, error] =
        std::from_chars(name.data(), name.data() + slash, pid);
    if (error != std::errc() || end != name.data() + slash) return std::nullopt;
  }
  const std::string file = name.substr(slash + 1);
  if (std::ranges::find(kOfProcess, file) == std::end(kOfProcess)) {
    return std::nullopt;
  }
  for (const ProcessRow& row : ProcessRows(*world_)) {
    if (row.pid == pid) return OfProcess(row, file);
  }
  return std::nullopt;
}

std::optional<std::vector<std::string>> ProcFiles::List(
    const std::string& path) const {
  std::vector<std::string> names;
  if (path == "/proc") {
    for (const ProcessRow& row : ProcessRows(*world_)) {
      names.push_back(std::to_string(row.pid));
    }
    names.insert(names.end(), std::begin(kFiles), std::end(kFiles));
    names.emplace_back("self");
    return names;
  }
  if (!Read(path + "/stat") || path.find('/', 6) != std::string::npos) {
    return std::nullopt;
  }
  names.assign(std::begin(kOfProcess), std::end(kOfProcess));
  return names;
}

}  // namespace reprise::phone
