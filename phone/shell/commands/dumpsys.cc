// dumpsys: what the supervisor knows is written here, in the lines that tools
// look for; what the framework knows comes from the phone.
#include <algorithm>

#include "phone/shell/commands/all.h"
#include "phone/shell/commands/dumpsys_activity.h"
#include "phone/shell/commands/intent_args.h"
#include "phone/shell/commands/packages.h"
#include "phone/shell/commands/surroundings.h"

namespace reprise::phone {
namespace {

constexpr const char* kServices[] = {
    "SurfaceFlinger", "activity",     "alarm",    "battery",
    "connectivity",   "display",      "gfxinfo",  "input",
    "input_method",   "jobscheduler", "meminfo",  "notification",
    "package",        "power",        "services", "window"};

void Window(Process& process, const PhoneState& state) {
  const PhoneProfile profile = process.phone().Profile();
  const PhoneProfile natural = process.phone().NaturalProfile();
  const bool turned = profile.rotation() % 2 == 1;
  const uint32_t width = turned ? profile.height_px() : profile.width_px();
  const uint32_t height = turned ? profile.width_px() : profile.height_px();
  process.Print(
      "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n"
      "  Display: mDisplayId=0\n"
      "    init={}x{} {}dpi base={}x{} cur={}x{} app={}x{} rng={}x{}-{}x{}\n"
      "    mCurrentRotation=ROTATION_{} mRotation={}\n",
      natural.width_px(), natural.height_px(), natural.density_dpi(),
      profile.width_px(), profile.height_px(), width, height, width, height,
      std::min(width, height), std::min(width, height), std::max(width, height),
      std::max(width, height), profile.rotation() * 90, profile.rotation());
  const std::string front = FrontComponent(state);
  const std::string title = state.focused_window().empty()
                                ? FullComponent(front)
                                : state.focused_window();
  if (front.empty()) {
    process.Out("  mCurrentFocus=null\n  mFocusedApp=null\n");
  } else {
    process.Print("  mCurrentFocus=Window{{3f00000 u0 {}}}\n  mFocusedApp={}\n",
                  title, ActivityLine(*state.activities().rbegin()));
  }
  process.Print(
      "  mInputMethodTarget=null mInputShown={0}\n  isStatusBarKeyguard=false\n"
      "  mShowingLockscreen=false mDreamingLockscreen=false\n  mAwake=true\n",
      state.editing());
}

void Display(Process& process) {
  const PhoneProfile profile = process.phone().Profile();
  const PhoneProfile natural = process.phone().NaturalProfile();
  process.Print(
      "DISPLAY MANAGER (dumpsys display)\n  mStableDisplaySize=Point({0}, "
      "{1})\n"
      "Display Devices: size=1\n"
      "  DisplayDeviceInfo{{\"Built-in Screen\": uniqueId=\"local:0\", {2} x "
      "{3}, modeId 1, "
      "density {4}, {4}.0 x {4}.0 dpi, state ON}}\n"
      "Logical Displays: size=1\n  Display 0:\n"
      "    mBaseDisplayInfo=DisplayInfo{{\"Built-in Screen\", displayId 0, "
      "real {2} x {3}, "
      "rotation 0, density {4}, state ON}}\n"
      "    mOverrideDisplayInfo=DisplayInfo{{\"Built-in Screen\", displayId 0, "
      "real {0} x {1}, "
      "rotation {5}, density {6}, state ON}}\n"
      "mViewports=[DisplayViewport{{type=INTERNAL, valid=true, displayId=0, "
      "orientation={5}, "
      "deviceWidth={0}, deviceHeight={1}}}]\n",
      profile.width_px(), profile.height_px(), natural.width_px(),
      natural.height_px(), natural.density_dpi(), profile.rotation(),
      profile.density_dpi());
}

void InputDevices(Process& process) {
  const PhoneProfile profile = process.phone().Profile();
  process.Print(
      "INPUT MANAGER (dumpsys input)\n\nEvent Hub State:\n  Devices:\n"
      "    1: reprise touchscreen\n      Path: /dev/input/event0\n      "
      "Enabled: true\n"
      "Input Reader State:\n  Device 1: reprise touchscreen\n"
      "    Sources: TOUCHSCREEN\n    Touch Input Mapper (mode - DIRECT):\n"
      "      SurfaceWidth: {0}px\n      SurfaceHeight: {1}px\n      "
      "SurfaceOrientation: {2}\n"
      "      Viewport INTERNAL: displayId=0, orientation={2}\n",
      profile.width_px(), profile.height_px(), profile.rotation());
}

void Power(Process& process) {
  const PhoneBattery battery = process.phone().Battery();
  process.Print(
      "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n"
      "  mWakefulness=Awake\n  mIsPowered={}\n  mPlugType={}\n  "
      "mBatteryLevel={}\n"
      "  mStayOn=false\n  mHoldingWakeLockSuspendBlocker=false\n"
      "  mHoldingDisplaySuspendBlocker=true\n\nDisplay Power: state=ON\n",
      battery.plugged() != 0, battery.plugged(), battery.level());
}

void Package(Process& process, const std::vector<std::string>& args) {
  for (const PhonePackage& package : SortedPackages(process)) {
    if (args.empty() || args[0] == package.manifest().package_name()) {
      DumpPackage(process, package);
    }
  }
}

void Meminfo(Process& process, const std::vector<std::string>& args) {
  const std::string wanted = args.empty() ? "" : args.back();
  bool any = false;
  for (const AppProcess& app : process.phone().Processes()) {
    if (!wanted.empty() && wanted != app.package_name &&
        wanted != std::to_string(app.pid)) {
      continue;
    }
    any = true;
    if (wanted.empty()) {
      process.Print("{:>12}K: {} (pid {})\n", app.resident_kib,
                    app.package_name, app.pid);
    } else {
      process.Print(
          "Applications Memory Usage (in Kilobytes):\n\n"
          "** MEMINFO in pid {0} [{1}] **\n\n App Summary\n"
          "                       Pss(KB)                        Rss(KB)\n"
          "                        ------                         ------\n"
          "           Java Heap: {3:>8}                       {3:>8}\n"
          "         Native Heap: {3:>8}                       {3:>8}\n"
          "                Code: {3:>8}                       {3:>8}\n"
          "               Stack: {3:>8}                       {3:>8}\n"
          "            Graphics: {3:>8}                       {3:>8}\n"
          "       Private Other: {2:>8}\n"
          "              System: {3:>8}\n"
          "             Unknown:                                {2:>8}\n\n"
          "           TOTAL PSS: {2:>8}            TOTAL RSS: {2:>8}      "
          "TOTAL "
          "SWAP (KB): {3:>8}\n",
          app.pid, app.package_name, app.resident_kib, 0);
    }
  }
  if (!any && !wanted.empty())
    process.Print("No process found for: {}\n", wanted);
}

// The windows as layers, and no times of frames: nobody waits for a display.
void SurfaceFlinger(Process& process, const PhoneState& state,
                    const std::vector<std::string>& args) {
  const std::string option = args.empty() ? "" : args[0];
  if (option == "--latency") {
    process.Out("16666667\n");
  } else if (option == "--list") {
    const auto trees = process.phone().Look();
    if (!trees) return;
    for (const ViewTree& window : trees->windows()) {
      process.Print("{}#{}\n", window.title(), window.window_id());
    }
  } else if (option != "--latency-clear") {
    process.Print("Visible layers (count = {})\n", state.activities_size());
  }
}

int One(Process& process, const std::string& service,
        const std::vector<std::string>& args) {
  const auto state = process.phone().State();
  const PhoneState now = state ? *state : PhoneState();
  bool known = true;
  if (service == "activity") {
    DumpActivity(process, now, args);
  } else if (service == "window") {
    Window(process, now);
  } else if (service == "display") {
    Display(process);
  } else if (service == "input") {
    InputDevices(process);
  } else if (service == "power") {
    Power(process);
  } else if (service == "battery") {
    return DumpBattery(process, args);
  } else if (service == "connectivity") {
    DumpConnectivity(process);
  } else if (service == "package") {
    Package(process, args);
  } else if (service == "meminfo") {
    Meminfo(process, args);
  } else if (service == "input_method") {
    // Without an on-screen keyboard, what edits would show one.
    const auto rows = process.phone().Settings();
    const bool soft = std::ranges::any_of(rows, [](const PhoneSetting& row) {
      return row.table() == "secure" &&
             row.name() == "show_ime_with_hard_keyboard" && row.value() == "1";
    });
    process.Print(
        "  mInputShown={}\n  mCurMethodId=io.reprise.phone/.Keyboard\n",
        soft ? now.keyboard_shown() : now.editing());
  } else if (service == "SurfaceFlinger") {
    SurfaceFlinger(process, now, args);
  } else if (service == "deviceidle") {
    process.Print("{}\n", service);
  } else {
    known = false;
  }
  known |= std::ranges::find(kServices, service) != std::end(kServices);
  const auto text = process.phone().Dump(service, args);
  if (text)
    process.Out(*text + (text->empty() || text->ends_with('\n') ? "" : "\n"));
  if (known || (text && !text->empty())) return 0;
  process.Err("Can't find service: " + service + "\n");
  return 0;
}

int Dumpsys(Process& process) {
  std::vector<std::string> words(process.args.begin() + 1, process.args.end());
  while (!words.empty() && words[0].starts_with('-')) {
    if (words[0] == "-l") {
      process.Out("Currently running services:\n");
      for (const char* service : kServices) process.Print("  {}\n", service);
      return 0;
    }
    const size_t taken =
        (words[0] == "-t" || words[0] == "-T") && words.size() > 1 ? 2 : 1;
    words.erase(words.begin(), words.begin() + static_cast<ptrdiff_t>(taken));
  }
  if (!words.empty())
    return One(process, words[0], {words.begin() + 1, words.end()});
  for (const char* service : kServices) {
    process.Print(
        "----------------------------------------------------------------------"
        "------"
        "---\nDUMP OF SERVICE {}:\n",
        service);
    (void)One(process, service, {});
  }
  return 0;
}

}  // namespace

void AddDumpsys(Commands& commands) {
  commands.Add("dumpsys",
               "usage: dumpsys [-l] [-t SECONDS] [SERVICE [ARGUMENT...]]",
               Dumpsys);
}

}  // namespace reprise::phone
