#include "phone/daemon/properties.h"

#include <fmt/format.h>

#include "base/version.h"

namespace reprise::phone {

std::map<std::string, std::string> PhoneProperties(const PhoneProfile& profile,
                                                   const std::string& name,
                                                   bool virtual_clock) {
  const std::string locale =
      profile.locale().empty() ? "en-US" : profile.locale();
  const std::string fingerprint =
      "reprise/phone/phone:14/UQ1A.240105.004/1:userdebug/test-keys";
  return {
      {"dev.bootcomplete", "1"},
      {"gsm.operator.alpha", ""},
      {"init.svc.adbd", "running"},
      {"init.svc.bootanim", "stopped"},
      {"init.svc.zygote", "running"},
      {"net.bt.name", "Android"},
      {"persist.sys.locale", locale},
      {"persist.sys.timezone",
       profile.time_zone().empty() ? "UTC" : profile.time_zone()},
      {"ro.adb.secure", "0"},
      {"ro.allow.mock.location", "1"},
      {"ro.boot.qemu.avd_name", name},
      {"ro.bootmode", "unknown"},
      {"ro.build.characteristics", "default"},
      {"ro.build.date.utc", "1718452800"},
      {"ro.build.description",
       "phone-userdebug 14 UQ1A.240105.004 1 test-keys"},
      {"ro.build.display.id", "UQ1A.240105.004"},
      {"ro.build.fingerprint", fingerprint},
      {"ro.build.id", "UQ1A.240105.004"},
      {"ro.build.product", "phone"},
      {"ro.build.tags", "test-keys"},
      {"ro.build.type", "userdebug"},
      {"ro.build.version.all_codenames", "REL"},
      {"ro.build.version.codename", "REL"},
      {"ro.build.version.incremental", "1"},
      {"ro.build.version.preview_sdk", "0"},
      {"ro.build.version.release", "14"},
      {"ro.build.version.release_or_codename", "14"},
      {"ro.build.version.sdk", "34"},
      {"ro.build.version.security_patch", "2024-01-05"},
      {"ro.crypto.state", "unencrypted"},
      {"ro.debuggable", "1"},
      {"ro.hardware", "reprise"},
      {"ro.kernel.qemu", ""},
      {"ro.product.board", "phone"},
      {"ro.product.brand", "reprise"},
      {"ro.product.build.version.sdk", "34"},
      {"ro.product.cpu.abi", "x86_64"},
      {"ro.product.cpu.abilist", "x86_64"},
      {"ro.product.cpu.abilist32", ""},
      {"ro.product.cpu.abilist64", "x86_64"},
      {"ro.product.device", "phone"},
      {"ro.product.first_api_level", "34"},
      {"ro.product.locale", locale},
      {"ro.product.manufacturer", "Reprise"},
      {"ro.product.model", kModel},
      {"ro.product.name", "reprise_phone"},
      {"ro.reprise.agent", kAgentPath},
      {"ro.reprise.clock", virtual_clock ? "virtual" : "real"},
      {"ro.reprise.phone", std::string(kVersion)},
      {"ro.secure", "1"},
      {"ro.serialno", "reprise-" + name},
      {"ro.sf.lcd_density", fmt::format("{}", profile.density_dpi())},
      {"ro.vendor.build.version.sdk", "34"},
      {"ro.zygote", "zygote64"},
      {"service.adb.root", "0"},
      {"sys.boot_completed", "1"},
      {"sys.usb.config", "adb"},
      {"sys.usb.state", "adb"},
  };
}

}  // namespace reprise::phone
