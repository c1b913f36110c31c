// monkey: random input from a seed, with Android's lines.
#include <algorithm>
#include <array>
#include <random>

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
constexpr std::array<double, kKinds> kUsual = {15, 10, 2, 15, 0, 0,
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
    if (!FindMains()) return 252;  // -4
    if (verbose_ > 0) ShowBeginning();
    log_seen_ = LastLogNumber();
    if (!Switch()) return 251;
    int64_t sent = 1;
    bool aborted = false;
    while (sent < count_) {
      process_.stop->Check();
      if (verbose_ > 0 && sent % 100 == 0)
        process_.Print("    // Sending event #{}\n", sent);
      if (throttle_ > 0) process_.Sleep(throttle_ * kMillisecond);
      sent += One();
      process_.Flush();
      if (Crashed() && !ignore_crashes_) {
        aborted = true;
        break;
      }
    }
    if (aborted) process_.Out("** Monkey aborted due to error.\n");
    process_.Print("Events injected: {}\n", sent);
    if (verbose_ > 0) {
      process_.Out(
          ":Sending rotation degree=0, persist=false\n"
          ":Dropped: keys=0 pointers=0 trackballs=0 flips=0 rotations=0\n"
          "## Network stats: elapsed time=0ms (0ms mobile, 0ms wifi, 0ms not "
          "connected)\n");
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
          return Bad("Count is not a number");
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
        const auto percent = ToDouble(args[++i]);
        if (kind == kNames.end() || !percent || *percent < 0 ||
            *percent > 100) {
          return Bad("Unknown option: " + word + " " + args[i]);
        }
        wanted_[static_cast<size_t>(kind - kNames.begin())] = *percent;
      } else {
        const auto number = ToNumber(args[i + 1]);
        if (!number) return Bad("Unknown option: " + word);
        ++i;
        if (word == "-s") {
          seed_ = *number;
        } else if (word == "--throttle") {
          throttle_ = std::clamp<int64_t>(*number, 0, 3'600'000);
        } else {
          return Bad("Unknown option: " + word);
        }
      }
    }
    if (count_ < 0) return Bad("Count not specified");
    return SharePercents();
  }

  // What was not given shares what is left, as Android does it.
  bool SharePercents() {
    double given = 0, usual = 0;
    for (size_t i = 0; i < kKinds; ++i) {
      if (wanted_[i] >= 0) {
        given += wanted_[i];
      } else {
        usual += kUsual[i];
      }
    }
    if (given > 100) return Bad("Event weights > 100%");
    if (usual == 0 && given < 99.9) return Bad("Event weights != 100%");
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
    if (categories_.empty()) {
      categories_ = {"android.intent.category.LAUNCHER",
                     "android.intent.category.MONKEY"};
    }
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
    if (verbose_ < 2) return;
    process_.Out("// Event percentages:\n");
    for (size_t i = 0; i < kKinds; ++i)
      process_.Print("//   {}: {:.1f}%\n", i, percents_[i]);
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
          kActionMain, kCategoryLauncher, main, Describe(intent), package);
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

  // Sends one thing; how many events that were.
  int64_t One() {
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
      default:
        return 1;  // rotation, permission, flip: nothing to flip here
    }
    if (verbose_ > 1) Show(inputs);
    const auto count = static_cast<int64_t>(inputs.size());
    (void)process_.phone().Play(std::move(inputs));
    return count;
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

  void Show(const std::vector<PhoneInput>& inputs) {
    static constexpr const char* kActions[] = {"ACTION_DOWN", "ACTION_UP",
                                               "ACTION_MOVE", "ACTION_CANCEL"};
    for (const PhoneInput& input : inputs) {
      if (input.has_motion()) {
        const PhoneMotion& motion = input.motion();
        if (motion.action() > kCancel) continue;
        process_.Print(":Sending Touch ({}): 0:({:.1f},{:.1f})\n",
                       kActions[motion.action()], motion.pointers(0).x(),
                       motion.pointers(0).y());
      } else if (input.has_key()) {
        process_.Print(":Sending Key ({}): {}\n",
                       kActions[input.key().action()], input.key().code());
      }
    }
  }

  uint64_t LastLogNumber() {
    const auto lines = process_.phone().log().Read(0, SIZE_MAX);
    return lines.empty() ? 0 : lines.back().number;
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
  std::array<double, kKinds> wanted_ = {-1, -1, -1, -1, -1, -1,
                                        -1, -1, -1, -1, -1, -1};
  std::array<double, kKinds> percents_ = {};
  uint64_t log_seen_ = 0;
  std::mt19937_64 random_;
};

}  // namespace

void AddMonkey(Commands& commands) {
  commands.Add("monkey", kUsage,
               [](Process& process) { return Monkey(process).Run(); });
}

}  // namespace reprise::phone
