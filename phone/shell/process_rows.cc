#include "phone/shell/process_rows.h"

#include <algorithm>

namespace reprise::phone {
namespace {

constexpr int kZygote = 310;
constexpr int kAdbd = 420;
constexpr int kSystem = 1000;
constexpr int kShell = 2000;
constexpr int kForeground = 0;
constexpr int kCached = 900;

}  // namespace

std::vector<ProcessRow> ProcessRows(World& world) {
  std::vector<ProcessRow> rows = {
      {1, 0, 0, 2400, "init", "/system/bin/init second_stage"},
      {kZygote, 1, 0, 60000, "zygote64", "zygote64"},
      {kAdbd, 1, kShell, 4100, "adbd", "/apex/com.android.adbd/bin/adbd"},
      // As the log has it.
      {590, kZygote, kSystem, 90000, "system_server", "system_server", 'S',
       -900}};
  for (const AppProcess& app : world.phone.Processes()) {
    rows.push_back({app.pid, kZygote, app.uid, app.resident_kib,
                    app.package_name, app.package_name, 'S',
                    app.in_front ? kForeground : kCached});
  }
  for (const auto& [pid, program] : world.programs.All()) {
    const std::string name = program.name.substr(0, program.name.find(' '));
    rows.push_back({pid, kAdbd, kShell, 3200, name, program.name, 'S', -950});
  }
  std::ranges::sort(rows, {}, &ProcessRow::pid);
  return rows;
}

}  // namespace reprise::phone
