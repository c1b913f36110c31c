// monkey: random input from a seed, with Android's lines.
#include <algorithm>
#include <array>
#include <random>

#include "input/pointer_events.h"
#include "phone/shell/commands/all.h"
#include "phone/shell/commands/gestures.h"
#include "phone/shell/commands/intent_args.h"
#include "phone/shell/commands/packages.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int64_t kMaxEvents = 10'000'000;
constexpr const char* kUsage =
    "usage: monkey [-p PACKAGE]... [-c CATEGORY]... [-s SEED] [-v]... "
    "[--throttle MS]\n"
    "              "
    "[--pct-touch|--pct-motion|--pct-trackball|--pct-nav|--pct-majornav|\n"
    "               "
    "--pct-syskeys|--pct-appswitch|--pct-anyevent|--pct-pinchzoom|\n"
    "               --pct-rotation|--pct-flip|--pct-permission PERCENT]...\n"
    "              [--ignore-crashes] [--ignore-timeouts] "
    "[--monitor-native-crashes]\n"
    "              [--kill-process-after-error] COUNT";

// In the order in which Android shows them.
enum Kind {
  kTouch,
  kMotion,
  kPinch,
  kTrackball,
  kRotation,
  kPermission,
  kNav,
  kMajorNav,
  kSysKeys,
  kAppSwitch,
  kFlip,
  kAny,
  kKinds
};
constexpr std::array<const char*, kKinds> kNames = {
    "touch", "motion",   "pinchzoom", "trackball", "rotation", "permission",
    "nav",   "majornav", "syskeys",   "appswitch", "flip",     "anyevent"};
// As Android calls them in its complaints.
constexpr std::array<const char*, kKinds> kLongNames = {
    "touch events percentage",
    "motion events percentage",
    "pinch zoom events percentage",
    "trackball events percentage",
    "screen rotation events percentage",
    "runtime permission toggle events percentage",
    "nav events percentage",
    "major nav events percentage",
    "system (key) operations percentage",
    "app switch events percentage",
    "keyboard flip percentage",
    "any events percentage"};
constexpr std::array<float, kKinds> kUsual = {15, 10, 2, 15, 0, 0,
                                              25, 15, 2, 2,  1, 13};

constexpr int kNavKeys[] = {19, 20, 21, 22};
constexpr int kMajorNavKeys[] = {82, 23};
constexpr int kSystemKeys[] = {3, 4, 5, 6, 24, 25, 164};

class Monkey {
 public:
  explicit Monkey(Process& process) : process_(process) {}

  int Run() {
    if (!Parse()) return 255;
    random_.seed(static_cast<uint64_t>(seed_));
    if (categories_.empty()) {
      categories_ = {kCategoryLauncher, "android.intent.category.MONKEY"};
    }
    if (verbose_ > 0) ShowBeginning();
    if (!FindMains()) return 252;  // -4
    if (verbose_ > 1) process_.Print("// Seeded: {}\n", seed_);
    if (!SharePercents()) return 251;  // -5
    if (verbose_ > 0) ShowPercents();
    log_seen_ = process_.phone().log().last_number();
    const int64_t begin = process_.phone().UptimeNs();
    int64_t sent = 0, told = 0;
    bool aborted = false;
    if (count_ > 0) {
      if (!Switch()) return 251;
      sent = 1;
    }
    while (sent < count_) {
      process_.stop->Check();
      if (verbose_ > 0 && sent >= told + 100) {
        told = sent - sent % 100;
        process_.Print("    // Sending event #{}\n", told);
      }
      if (throttle_ > 0) {
        if (verbose_ > 1) {
          process_.Print("Sleeping for {} milliseconds\n", throttle_);
        }
        process_.Sleep(throttle_ * kMillisecond);
      }
      sent += One(count_ - sent);
      process_.Flush();
      if (Crashed() && !ignore_crashes_) {
        aborted = true;
        break;
      }
    }
    if (aborted) process_.Out("** Monkey aborted due to error.\n");
    process_.Print("Events injected: {}\n", sent);
    if (verbose_ > 0) {
      process_.Print(
          ":Sending rotation degree=0, persist=false\n"
          ":Dropped: keys=0 pointers=0 trackballs=0 flips=0 rotations=0\n"
          "## Network stats: elapsed time={0}ms (0ms mobile, {0}ms wifi, 0ms "
          "not connected)\n",
          (process_.phone().UptimeNs() - begin) / kMillisecond);
    }
    if (aborted) {
      process_.Err(fmt::format(
          "** System appears to have crashed at event {} of {} using seed {}\n",
          sent, count_, seed_));
      return static_cast<int>(sent & 255);
    }
    if (verbose_ > 0) process_.Out("// Monkey finished\n");
    return 0;
  }

 private:
  bool Bad(const std::string& why) {
    process_.Err("** Error: " + why + "\n" + kUsage + "\n");
    return false;
  }

  bool Parse() {
    const auto& args = process_.args;
    for (size_t i = 1; i < args.size(); ++i) {
      const std::string& word = args[i];
      if (!word.starts_with('-')) {
        const auto number = ToNumber(word);
        if (!number || i + 1 != args.size())
          return Bad("Count is not a number: \"" + word + "\"");
        count_ = std::clamp<int64_t>(*number, 0, kMaxEvents);
        continue;
      }
      if (word == "-v") {
        ++verbose_;
      } else if (word == "--ignore-crashes") {
        ignore_crashes_ = true;
      } else if (word == "--ignore-timeouts" ||
                 word == "--ignore-security-exceptions" ||
                 word == "--monitor-native-crashes" ||
                 word == "--ignore-native-crashes" ||
                 word == "--kill-process-after-error" || word == "--hprof" ||
                 word == "--randomize-throttle" || word == "--wait-dbg" ||
                 word == "--dbg-no-events" || word == "--bugreport" ||
                 word == "--pkg-dump" || word == "--permission-target-system") {
        continue;
      } else if (i + 1 >= args.size()) {
        return Bad("Unknown option: " + word);
      } else if (word == "-p") {
        packages_.push_back(args[++i]);
      } else if (word == "-c") {
        categories_.push_back(args[++i]);
      } else if (word.starts_with("--pct-")) {
        const auto kind =
            std::find(kNames.begin(), kNames.end(), word.substr(6));
        if (kind == kNames.end()) return Bad("Unknown option: " + word);
        const auto at = static_cast<size_t>(kind - kNames.begin());
        if (!Number(kLongNames[at], args[++i], &wanted_[at])) return false;
      } else {
        const std::string& value = args[++i];
        if (word == "-s") {
          if (!Number("Seed", value, &seed_)) return false;
        } else if (word == "--throttle") {
          if (!Number("delay (in milliseconds) to wait between events", value,
                      &throttle_)) {
            return false;
          }
          throttle_ = std::clamp<int64_t>(throttle_, 0, 3'600'000);
        } else {
          return Bad("Unknown option: " + word);
        }
      }
    }
    if (count_ < 0) return Bad("Count not specified");
    return true;
  }

  template <typename T>
  bool Number(const char* what, const std::string& text, T* value) {
    if (const auto number = ToNumber(text)) {
      *value = static_cast<T>(*number);
      return true;
    }
    process_.Err(fmt::format("** Error: {} is not a number\n", what));
    return Bad("java.lang.NumberFormatException: For input string: \"" + text +
               "\"");
  }

  // What was not given shares what is left, as Android does it.
  bool SharePercents() {
    float given = 0, usual = 0;
    for (size_t i = 0; i < kKinds; ++i) {
      if (wanted_[i] >= 0) {
        given += wanted_[i];
      } else {
        usual += kUsual[i];
      }
    }
    const bool all = usual == 0;
    if (given > 100 || (all && given < 99.9F)) {
      process_.Err(given > 100 ? "** Event weights > 100%\n"
                               : "** Event weights != 100%\n");
      return false;
    }
    for (size_t i = 0; i < kKinds; ++i) {
      percents_[i] =
          wanted_[i] >= 0 ? wanted_[i] : kUsual[i] * (100 - given) / usual;
    }
    return true;
  }

  bool FindMains() {
    PhoneIntent intent;
    intent.set_action(kActionMain);
    const std::vector<PhonePackage> packages = SortedPackages(process_);
    for (const std::string& category : categories_) {
      intent.clear_categories();
      intent.add_categories(category);
      for (const Match& match :
           Resolve(packages, intent, PhoneComponent::KIND_ACTIVITY)) {
        const std::string& package = match.package->manifest().package_name();
        if (packages_.empty() || std::find(packages_.begin(), packages_.end(),
                                           package) != packages_.end()) {
          mains_.push_back(package + "/" + match.component->name());
        }
      }
    }
    if (!mains_.empty()) return true;
    process_.Out("** No activities found to run, monkey aborted.\n");
    return false;
  }

  void ShowBeginning() {
    process_.Print(":Monkey: seed={} count={}\n", seed_, count_);
    for (const std::string& package : packages_) {
      process_.Print(":AllowPackage: {}\n", package);
    }
    for (const std::string& category : categories_) {
      process_.Print(":IncludeCategory: {}\n", category);
    }
  }

  void ShowPercents() {
    process_.Out("// Event percentages:\n");
    for (size_t i = 0; i < kKinds; ++i) {
      const std::string number = fmt::format("{}", percents_[i]);
      const bool whole = number.find('.') == std::string::npos;
      process_.Print("//   {}: {}{}%\n", i, number, whole ? ".0" : "");
    }
  }

  // Starts one of the activities that may be started.
  bool Switch() {
    const std::string& main = mains_[Below(mains_.size())];
    PhoneIntent intent;
    intent.set_action(kActionMain);
    intent.add_categories(kCategoryLauncher);
    intent.set_flags(0x10000000);
    intent.set_component(main);
    const std::string package = main.substr(0, main.find('/'));
    if (verbose_ > 0) {
      process_.Print(
          ":Switch: "
          "#Intent;action={};category={};launchFlags=0x10200000;component={};"
          "end\n"
          "    // Allowing start of {} in package {}\n",
          kActionMain, kCategoryLauncher, ShortComponent(main),
          Describe(intent), package);
    }
    const auto started = process_.phone().Start(intent, {});
    if (started && started->code() >= 0) return true;
    process_.Err("** Failed to launch app " + main + "\n");
    return false;
  }

  uint32_t Below(size_t limit) {
    return static_cast<uint32_t>(random_() % limit);
  }
  float Coordinate(uint32_t size) {
    return static_cast<float>(Below(std::max(1U, size)));
  }

  // Sends one thing, or as much of it as is left; how many events that were.
  int64_t One(int64_t left) {
    const PhoneProfile profile = process_.phone().Profile();
    const bool turned = profile.rotation() % 2 == 1;
    const uint32_t width = turned ? profile.height_px() : profile.width_px();
    const uint32_t height = turned ? profile.width_px() : profile.height_px();
    double dice = static_cast<double>(random_() % 100000) / 1000;
    size_t kind = 0;
    while (kind + 1 < kKinds && dice >= percents_[kind])
      dice -= percents_[kind++];
    std::vector<PhoneInput> inputs;
    const float x = Coordinate(width), y = Coordinate(height);
    switch (kind) {
      case kTouch:
        inputs = {Touch(0, kDown, x, y), Touch(5 * kMillisecond, kUp, x, y)};
        break;
      case kMotion:
        AddSwipe(x, y, Coordinate(width), Coordinate(height), 0,
                 (20 + Below(200)) * kMillisecond, &inputs);
        break;
      case kPinch:
        Pinch(width, height, &inputs);
        break;
      case kTrackball:
      case kNav:
        AddKey(0, kNavKeys[Below(std::size(kNavKeys))], &inputs);
        break;
      case kMajorNav:
        AddKey(0, kMajorNavKeys[Below(std::size(kMajorNavKeys))], &inputs);
        break;
      case kSysKeys:
        AddKey(0, kSystemKeys[Below(std::size(kSystemKeys))], &inputs);
        break;
      case kAny:
        AddKey(0, static_cast<int>(7 + Below(60)), &inputs);
        break;
      case kAppSwitch:
        (void)Switch();
        return 1;
      case kFlip:
        if (verbose_ > 0) {
          process_.Print(":Sending Flip keyboardOpen={}\n", Below(2) == 0);
        }
        return 1;
      default:
        return 1;  // rotation, permission: not by default
    }
    const auto count = static_cast<int64_t>(inputs.size());
    if (count > left) inputs.resize(static_cast<size_t>(left));
    Show(inputs);
    // No finger stays down when Android's count ends within a gesture.
    if (count > left && inputs.back().has_motion()) {
      inputs.push_back(inputs.back());
      inputs.back().mutable_motion()->set_action(kCancel);
    }
    (void)process_.phone().Play(std::move(inputs));
    return std::min(count, left);
  }

  void Pinch(uint32_t width, uint32_t height, std::vector<PhoneInput>* out) {
    const float x1 = Coordinate(width), y1 = Coordinate(height);
    const float x2 = Coordinate(width), y2 = Coordinate(height);
    const auto both = [&](int64_t at, int action, int index, float part) {
      PhoneInput input = Touch(at, action, x1 + (x2 - x1) * part / 3,
                               y1 + (y2 - y1) * part / 3);
      PhoneMotion::Pointer* pointer = input.mutable_motion()->add_pointers();
      pointer->set_id(1);
      pointer->set_x(x2 - (x2 - x1) * part / 3);
      pointer->set_y(y2 - (y2 - y1) * part / 3);
      pointer->set_pressure(1);
      input.mutable_motion()->set_action_index(index);
      out->push_back(input);
    };
    constexpr int kPointerDown = 5, kPointerUp = 6;
    out->push_back(Touch(0, kDown, x1, y1));
    both(0, kPointerDown, 1, 0);
    for (int i = 1; i <= 10; ++i)
      both(i * 10 * kMillisecond, kMove, 0, static_cast<float>(i) / 10);
    both(110 * kMillisecond, kPointerUp, 1, 1);
    out->push_back(
        Touch(110 * kMillisecond, kUp, x1 + (x2 - x1) / 3, y1 + (y2 - y1) / 3));
  }

  // What Android shows: moves within a gesture and keys only with -v -v.
  void Show(const std::vector<PhoneInput>& inputs) {
    static constexpr const char* kActions[] = {
        "ACTION_DOWN",        "ACTION_UP",      "ACTION_MOVE",
        "ACTION_CANCEL",      "ACTION_OUTSIDE", "ACTION_POINTER_DOWN 1",
        "ACTION_POINTER_UP 1"};
    for (const PhoneInput& input : inputs) {
      if (input.has_motion()) {
        const PhoneMotion& motion = input.motion();
        const bool within = motion.action() != kDown && motion.action() != kUp;
        if (verbose_ < (within ? 2 : 1)) continue;
        process_.Print(":Sending Touch ({}):", kActions[motion.action()]);
        for (const auto& pointer : motion.pointers()) {
          process_.Print(" {}:({:.1f},{:.1f})", pointer.id(), pointer.x(),
                         pointer.y());
        }
        process_.Out("\n");
      } else if (input.has_key() && verbose_ > 1) {
        const std::string_view name = input::AndroidKeyName(input.key().code());
        process_.Print(":Sending Key ({}): {}    // {}\n",
                       kActions[input.key().action()], input.key().code(),
                       name.empty() ? "Unknown key event" : name);
      }
    }
  }

  // Looks for Android's report of a crash or hang in the log.
  bool Crashed() {
    bool crashed = false;
    std::string text;
    int pid = 0;
    for (const LogLine& line : process_.phone().log().Read(log_seen_, 10'000)) {
      log_seen_ = line.number;
      if (line.tag == "AndroidRuntime" && line.priority >= 6) {
        text += line.text + "\n";
        pid = line.pid;
      }
    }
    if (text.find("FATAL EXCEPTION") != std::string::npos) {
      const auto lines = SplitBy(text, '\n');
      std::string package, exception;
      for (const std::string& line : lines) {
        if (line.starts_with("Process: ")) {
          package = line.substr(9, line.find(',') - 9);
        } else if (!package.empty() && exception.empty()) {
          exception = line;
        }
      }
      if (packages_.empty() || std::find(packages_.begin(), packages_.end(),
                                         package) != packages_.end()) {
        crashed = true;
        process_.Err(fmt::format(
            "// CRASH: {} (pid {})\n// Short Msg: {}\n// Long Msg: {}\n",
            package, pid, exception.substr(0, exception.find(':')), exception));
        for (const std::string& line : lines) {
          if (!line.empty() && !line.starts_with("FATAL") &&
              !line.starts_with("Process:")) {
            process_.Err("// " + line + "\n");
          }
        }
        process_.Err("// \n");
      }
    }
    return crashed;
  }

  Process& process_;
  int64_t count_ = -1, seed_ = 0, throttle_ = 0;
  int verbose_ = 0;
  bool ignore_crashes_ = false;
  std::vector<std::string> packages_, categories_, mains_;
  std::array<float, kKinds> wanted_ = {-1, -1, -1, -1, -1, -1,
                                       -1, -1, -1, -1, -1, -1};
  std::array<float, kKinds> percents_ = {};
  uint64_t log_seen_ = 0;
  std::mt19937_64 random_;
};

}  // namespace

void AddMonkey(Commands& commands) {
  commands.Add("monkey", kUsage,
               [](Process& process) { return Monkey(process).Run(); });
}

}  // namespace reprise::phone
