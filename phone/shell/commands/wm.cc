// wm: size, density and rotation of the display.
#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int64_t kMaxSize = 8192;

int Size(Process& process, const std::vector<std::string>& words) {
  PhoneProfile profile = process.phone().Profile();
  const PhoneProfile natural = process.phone().NaturalProfile();
  if (words.empty()) {
    process.Print("Physical size: {}x{}\n", natural.width_px(),
                  natural.height_px());
    if (profile.width_px() != natural.width_px() ||
        profile.height_px() != natural.height_px()) {
      process.Print("Override size: {}x{}\n", profile.width_px(),
                    profile.height_px());
    }
    return 0;
  }
  if (words[0] == "reset") {
    profile.set_width_px(natural.width_px());
    profile.set_height_px(natural.height_px());
  } else {
    const size_t x = words[0].find('x');
    const auto width = ToNumber(words[0].substr(0, x));
    const auto height = x == std::string::npos
                            ? std::nullopt
                            : ToNumber(words[0].substr(x + 1));
    if (!width || !height) {
      process.Err("Error: bad size '" + words[0] +
                  "'; it is WIDTHxHEIGHT or reset\n");
      return 255;
    }
    if (*width < 1 || *height < 1 || *width > kMaxSize || *height > kMaxSize) {
      process.Err("Error: size must be between 1 and 8192 pixels\n");
      return 255;
    }
    profile.set_width_px(static_cast<uint32_t>(*width));
    profile.set_height_px(static_cast<uint32_t>(*height));
  }
  return process.Report(process.phone().Configure(profile));
}

int Density(Process& process, const std::vector<std::string>& words) {
  PhoneProfile profile = process.phone().Profile();
  const PhoneProfile natural = process.phone().NaturalProfile();
  if (words.empty()) {
    process.Print("Physical density: {}\n", natural.density_dpi());
    if (profile.density_dpi() != natural.density_dpi()) {
      process.Print("Override density: {}\n", profile.density_dpi());
    }
    return 0;
  }
  uint32_t density = natural.density_dpi();
  if (words[0] != "reset") {
    const auto number = ToNumber(words[0]);
    if (!number || *number < 72 || *number > 2000) {
      process.Err(number ? "Error: density must be >= 72\n"
                         : "Error: bad number " + words[0] + "\n");
      return 255;
    }
    density = static_cast<uint32_t>(*number);
  }
  profile.set_density_dpi(density);
  return process.Report(process.phone().Configure(profile));
}

// user-rotation [free | lock [-d DISPLAY] [ROTATION]]
int Rotation(Process& process, const std::vector<std::string>& words) {
  const PhoneProfile profile = process.phone().Profile();
  const auto set = [&](const char* name, const std::string& value) {
    PhoneSetting row;
    row.set_table("system");
    row.set_name(name);
    row.set_value(value);
    return process.Report(process.phone().ChangeSetting(row));
  };
  if (words.empty()) {
    bool locked = false;
    for (const PhoneSetting& row : process.phone().Settings()) {
      locked |= row.name() == "accelerometer_rotation" && row.value() == "0";
    }
    process.Print("{}\n",
                  locked ? fmt::format("lock {}", profile.rotation()) : "free");
    return 0;
  }
  if (words[0] == "free") return set("accelerometer_rotation", "1");
  if (words[0] != "lock") {
    process.Err("Error: argument needs to be either -d, free or lock.\n");
    return 255;
  }
  const auto wanted = words.size() > 1
                          ? ToNumber(words.back())
                          : static_cast<int64_t>(profile.rotation());
  if (!wanted || *wanted < 0 || *wanted > 3) {
    process.Err("Error: rotation needs to be 0, 1, 2 or 3.\n");
    return 255;
  }
  return set("accelerometer_rotation", "0") |
         set("user_rotation", std::to_string(*wanted));
}

int Wm(Process& process) {
  std::vector<std::string> words;
  for (size_t i = 1; i < process.args.size(); ++i) {
    if (process.args[i] == "-d" && i + 1 < process.args.size()) {
      ++i;
    } else {
      words.push_back(process.args[i]);
    }
  }
  const std::string verb = words.empty() ? "" : words[0];
  if (!words.empty()) words.erase(words.begin());
  if (verb == "size") return Size(process, words);
  if (verb == "density") return Density(process, words);
  if (verb == "user-rotation" || verb == "set-user-rotation")
    return Rotation(process, words);
  if (verb == "reset") {
    PhoneProfile profile = process.phone().NaturalProfile();
    profile.set_rotation(process.phone().Profile().rotation());
    return process.Report(process.phone().Configure(profile));
  }
  if (verb == "dismiss-keyguard" || verb == "fixed-to-user-rotation" ||
      verb == "scaling" || verb == "overscan" ||
      verb == "set-ignore-orientation-request") {
    return 0;
  }
  process.Err(
      (verb.empty() ? "No command specified" : "Unknown command: " + verb) +
      "\n" + process.world->commands.UsageOf("wm") + "\n");
  return 255;
}

}  // namespace

void AddWm(Commands& commands) {
  commands.Add("wm",
               "usage: wm size [reset|WIDTHxHEIGHT]\n"
               "       wm density [reset|DENSITY]\n"
               "       wm user-rotation [free|lock [ROTATION]]\n"
               "       wm reset",
               Wm);
}

}  // namespace reprise::phone
