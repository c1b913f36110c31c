#include "phone/shell/commands/owner.h"

namespace reprise::phone {

std::string UserName(int uid) {
  if (uid == 0) return "root";
  if (uid == 1000) return "system";
  if (uid == 1023) return "media_rw";
  if (uid == kShellUid) return "shell";
  if (uid >= 10000)
    return fmt::format("u{}_a{}", uid / 100000, uid % 100000 - 10000);
  return std::to_string(uid);
}

Owner OwnerOf(const Process& process, const std::string& path) {
  for (const std::string_view folder :
       {"/data/data/", "/data/user/0/", "/data/user_de/0/"}) {
    if (!path.starts_with(folder)) continue;
    const std::string package = path.substr(
        folder.size(), path.find('/', folder.size()) - folder.size());
    for (const PhonePackage& each : process.phone().Packages()) {
      if (each.manifest().package_name() != package) continue;
      return {each.uid(), UserName(each.uid()), UserName(each.uid())};
    }
  }
  const auto below = [&](std::string_view folder) {
    return path == folder || path.starts_with(std::string(folder) + "/");
  };
  if (below("/data/local/tmp")) return {kShellUid, "shell", "shell"};
  if (below("/sdcard") || below("/storage")) return {1023, "root", "sdcard_rw"};
  if (below("/data")) return {1000, "system", "system"};
  return {0, "root", "root"};
}

}  // namespace reprise::phone
