// getprop and setprop.
#include "phone/shell/commands/all.h"

namespace reprise::phone {
namespace {

constexpr size_t kMaxValue = 91;

int Getprop(Process& process) {
  const auto properties = process.phone().Properties();
  if (process.args.size() > 1 && !process.args[1].starts_with('-')) {
    const auto found = properties.find(process.args[1]);
    const std::string usual = process.args.size() > 2 ? process.args[2] : "";
    process.Out((found == properties.end() || found->second.empty()
                     ? usual
                     : found->second) +
                "\n");
    return 0;
  }
  for (const auto& [name, value] : properties)
    process.Print("[{}]: [{}]\n", name, value);
  return 0;
}

int Setprop(Process& process) {
  if (process.args.size() != 3) {
    return process.Fail("usage: setprop NAME VALUE");
  }
  const std::string& name = process.args[1];
  if (!name.starts_with("ro.") && process.args[2].size() > kMaxValue) {
    return process.Fail("value '{}' too long; try '{}'", process.args[2],
                        process.args[2].substr(0, kMaxValue));
  }
  if (name.starts_with("ro.") && process.phone().Properties().contains(name)) {
    return process.Fail("failed to set property '{}' to '{}'", name,
                        process.args[2]);
  }
  return process.Report(process.phone().SetProperty(name, process.args[2]));
}

}  // namespace

void AddProperties(Commands& commands) {
  commands.Add("getprop", "usage: getprop [NAME [DEFAULT]]", Getprop);
  commands.Add("setprop", "usage: setprop NAME VALUE", Setprop);
}

}  // namespace reprise::phone
