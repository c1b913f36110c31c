#include "phone/shell/commands/dumpsys_activity.h"

#include <algorithm>

#include "phone/shell/commands/intent_args.h"

namespace reprise::phone {
namespace {

struct AppState {
  AppProcess process;
  PhoneState state;
};

// Of all apps that run, the one in front first.
std::vector<AppState> States(Process& process, const PhoneState& front) {
  std::vector<AppState> states;
  for (const AppProcess& app : process.phone().Processes()) {
    if (app.in_front) {
      states.insert(states.begin(), {app, front});
    } else if (auto state = process.phone().State(app.package_name)) {
      states.push_back({app, *std::move(state)});
    }
  }
  // The home screen has no process of its own to be seen.
  if (states.empty() || !states[0].process.in_front) {
    AppProcess home;
    home.in_front = true;
    states.insert(states.begin(), {home, front});
  }
  return states;
}

void Task(Process& process, const std::vector<PhoneActivity>& activities,
          bool visible) {
  const PhoneActivity& root = activities.front();
  process.Print(
      "  * Task{{{:x} #{} type=standard A=10000:{} U=0 visible={} sz={}}}\n",
      0x20000 + root.task(), root.task(), root.package_name(), visible,
      activities.size());
  for (size_t i = activities.size(); i-- > 0;) {
    const PhoneActivity& activity = activities[i];
    std::string state = activity.state();
    std::transform(state.begin(), state.end(), state.begin(), ::toupper);
    process.Print("    * Hist  #{}: {}\n      state={} packageName={}\n", i,
                  ActivityLine(activity), state, activity.package_name());
  }
}

void Activities(Process& process, const std::vector<AppState>& apps) {
  process.Out(
      "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n"
      "Display #0 (activities from top to bottom):\n");
  bool visible = true;
  for (const AppState& app : apps) {
    std::vector<std::vector<PhoneActivity>> tasks;
    for (const PhoneActivity& activity : app.state.activities()) {
      // Screens of the phone itself are seen in front only.
      if (!app.process.in_front &&
          activity.package_name() != app.process.package_name) {
        continue;
      }
      if (tasks.empty() || tasks.back()[0].task() != activity.task()) {
        tasks.emplace_back();
      }
      tasks.back().push_back(activity);
    }
    for (auto task = tasks.rbegin(); task != tasks.rend(); ++task) {
      Task(process, *task, std::exchange(visible, false));
    }
  }
  const auto& front = apps[0].state.activities();
  const auto resumed = std::find_if(
      front.rbegin(), front.rend(),
      [](const PhoneActivity& one) { return one.state() == "resumed"; });
  if (resumed == front.rend()) return;
  process.Print(
      "  mResumedActivity: {0}\n  topResumedActivity={0}\n"
      "  ResumedActivity: {0}\n  mFocusedApp={0}\n",
      ActivityLine(*resumed));
}

void Services(Process& process, const std::vector<AppState>& apps,
              const std::string& wanted) {
  process.Out("ACTIVITY MANAGER SERVICES (dumpsys activity services)\n");
  int count = 0;
  for (const AppState& app : apps) {
    const std::string& package = app.process.package_name;
    if (!wanted.empty() && package.find(wanted) == std::string::npos) continue;
    for (const std::string& name : app.state.services()) {
      process.Print(
          "  * ServiceRecord{{{:x} u0 {}}}\n    packageName={}\n"
          "    app=ProcessRecord{{{:x} {}:{}/u0a{}}}\n",
          0x30000 + ++count, ShortComponent(package + "/" + name), package,
          0x40000 + app.process.pid, app.process.pid, package,
          app.process.uid % 10000);
    }
  }
  if (count == 0) process.Out("  (nothing)\n");
}

void Top(Process& process, const AppState& app) {
  if (app.state.activities().empty()) return;
  const PhoneActivity& top = *app.state.activities().rbegin();
  process.Print("TASK {} id={} userId=0\n  ACTIVITY {} {:x} pid={}\n",
                top.package_name(), top.task(), FrontComponent(app.state),
                0x10000 + top.number(), app.process.pid);
}

void Processes(Process& process, const std::vector<AppState>& apps) {
  process.Out(
      "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n");
  for (const AppState& app : apps) {
    if (app.process.pid == 0) continue;
    process.Print("  *APP* UID {} ProcessRecord{{{:x} {}:{}/u0a{}}}\n",
                  app.process.uid, 0x40000 + app.process.pid, app.process.pid,
                  app.process.package_name, app.process.uid % 10000);
  }
}

}  // namespace

std::string FrontComponent(const PhoneState& front) {
  if (front.activities().empty()) return "";
  const PhoneActivity& top = *front.activities().rbegin();
  return ShortComponent(top.package_name() + "/" + top.name());
}

std::string ActivityLine(const PhoneActivity& activity) {
  return fmt::format(
      "ActivityRecord{{{:x} u0 {} t{}}}", 0x10000 + activity.number(),
      ShortComponent(activity.package_name() + "/" + activity.name()),
      activity.task());
}

void DumpActivity(Process& process, const PhoneState& front,
                  const std::vector<std::string>& args) {
  const std::string what = args.empty() ? "" : args[0];
  const std::vector<AppState> apps = States(process, front);
  if (what == "top") {
    Top(process, apps[0]);
  } else if (what == "services" || what == "s") {
    Services(process, apps, args.size() > 1 ? args[1] : "");
  } else if (what == "processes" || what == "p") {
    Processes(process, apps);
  } else {
    Activities(process, apps);
    if (!what.empty()) return;
    Services(process, apps, "");
    Processes(process, apps);
  }
}

}  // namespace reprise::phone
