// input: what a user does.
#include <algorithm>
#include <optional>

#include "phone/shell/commands/all.h"
#include "phone/shell/commands/gestures.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int kRefused = 255;
constexpr int64_t kLongPress = 500 * kMillisecond;
constexpr int64_t kDefaultSwipe = 300 * kMillisecond;
constexpr int64_t kMaxSwipe = 600'000;  // ms
constexpr size_t kMaxText = 10'000;
constexpr int kSourceTrackball = 0x00010004;

constexpr const char* kUsage =
    "usage: input [SOURCE] [-d DISPLAY_ID] COMMAND\n"
    "       input text TEXT            %s is a space\n"
    "       input keyevent [--longpress|--doubletap] KEY...\n"
    "       input tap X Y\n"
    "       input swipe X1 Y1 X2 Y2 [MILLISECONDS]\n"
    "       input draganddrop X1 Y1 X2 Y2 [MILLISECONDS]\n"
    "       input press\n"
    "       input roll DX DY\n"
    "       input motionevent DOWN|UP|MOVE|CANCEL X Y";

int Usage(Process& process, const std::string& why) {
  process.Err((why.empty() ? "" : "Error: " + why + "\n") + kUsage + "\n");
  return kRefused;
}

// Numbers from words[first...]; nullopt if one is none.
std::optional<std::vector<float>> Numbers(const std::vector<std::string>& words,
                                          size_t first) {
  std::vector<float> numbers;
  for (size_t i = first; i < words.size(); ++i) {
    const auto value = ToDouble(words[i]);
    if (!value) return std::nullopt;
    numbers.push_back(static_cast<float>(*value));
  }
  return numbers;
}

// As Android does: %s is a space, %% would be kept.
std::vector<PhoneInput> Text(std::string text) {
  for (size_t at = 0; (at = text.find("%s", at)) != std::string::npos;)
    text.replace(at, 2, " ");
  std::vector<PhoneInput> inputs;
  for (size_t i = 0; i < text.size();) {
    // One character at a time, as keys would bring them.
    size_t end = i + 1;
    while (end < text.size() &&
           (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
      ++end;
    inputs.emplace_back().set_commit_text(text.substr(i, end - i));
    i = end;
  }
  return inputs;
}

int Keys(Process& process, const std::vector<std::string>& words) {
  bool long_press = false, twice = false;
  std::vector<PhoneInput> inputs;
  int64_t at = 0;
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "--longpress") {
      long_press = true;
      continue;
    }
    if (words[i] == "--doubletap") {
      twice = true;
      continue;
    }
    if (words[i] == "--async" || words[i] == "--delay") continue;
    const auto code = KeyCode(words[i]);
    if (!code) return Usage(process, "Invalid keycode: " + words[i]);
    for (int count = 0; count < (twice ? 2 : 1); ++count) {
      std::vector<PhoneInput> press;
      AddKey(at, *code, &press);
      inputs.push_back(press[0]);
      if (long_press) {
        // Held until it repeats.
        PhoneInput repeat = press[0];
        repeat.set_at_ns(at + kLongPress);
        repeat.mutable_key()->set_repeat(1);
        inputs.push_back(repeat);
        at += kLongPress;
        press[1].set_at_ns(at);
      }
      inputs.push_back(press[1]);
      if (twice) at += 80 * kMillisecond;
    }
  }
  if (inputs.empty()) return Usage(process, "keyevent needs a key");
  return process.Report(process.phone().Play(std::move(inputs)));
}

int Swipe(Process& process, const std::vector<std::string>& words, bool drag) {
  const auto n = Numbers(words, 1);
  if (!n || n->size() < 4 || n->size() > 5)
    return Usage(process, words[0] + " needs X1 Y1 X2 Y2");
  const int64_t wanted = n->size() > 4 ? static_cast<int64_t>((*n)[4]) : -1;
  const int64_t duration =
      wanted < 0 ? kDefaultSwipe : std::min(wanted, kMaxSwipe) * kMillisecond;
  std::vector<PhoneInput> inputs;
  AddSwipe((*n)[0], (*n)[1], (*n)[2], (*n)[3], 0, duration, &inputs);
  if (drag) {
    // Held long enough to pick something up.
    for (size_t i = 1; i < inputs.size(); ++i) {
      inputs[i].set_at_ns(inputs[i].at_ns() + kLongPress);
    }
  }
  return process.Report(process.phone().Play(std::move(inputs)));
}

int RunInput(Process& process) {
  static const std::vector<std::string> kSources = {
      "keyboard",        "dpad",     "gamepad",      "touchscreen",
      "mouse",           "stylus",   "trackball",    "touchpad",
      "touchnavigation", "joystick", "rotaryencoder"};
  std::vector<std::string> words(process.args.begin() + 1, process.args.end());
  if (!words.empty() &&
      std::find(kSources.begin(), kSources.end(), words[0]) != kSources.end()) {
    words.erase(words.begin());
  }
  if (words.size() > 1 && words[0] == "-d")
    words.erase(words.begin(), words.begin() + 2);
  if (words.empty()) return Usage(process, "");
  const std::string& verb = words[0];
  if (verb == "text") {
    if (words.size() != 2)
      return Usage(process, "text needs one argument; %s is a space");
    if (words[1].size() > kMaxText)
      return Usage(process, "the text is longer than 10000 bytes");
    return process.Report(process.phone().Play(Text(words[1])));
  }
  if (verb == "keyevent") return Keys(process, words);
  if (verb == "swipe") return Swipe(process, words, false);
  if (verb == "draganddrop") return Swipe(process, words, true);
  const auto numbers = Numbers(words, verb == "motionevent" ? 2 : 1);
  if (verb == "tap" || verb == "motionevent") {
    if (!numbers || numbers->size() != 2)
      return Usage(process, verb + " needs X Y");
    const float x = (*numbers)[0], y = (*numbers)[1];
    if (verb == "tap") {
      return process.Report(
          process.phone().Play({Touch(0, kDown, x, y), Touch(0, kUp, x, y)}));
    }
    const std::pair<const char*, int> actions[] = {
        {"DOWN", kDown}, {"UP", kUp}, {"MOVE", kMove}, {"CANCEL", kCancel}};
    for (const auto& [name, action] : actions) {
      if (words[1] == name)
        return process.Report(process.phone().Play({Touch(0, action, x, y)}));
    }
    return Usage(process, "Unknown motionevent " + words[1]);
  }
  if (verb == "press" || verb == "roll") {
    const bool roll = verb == "roll";
    if (roll && (!numbers || numbers->size() != 2))
      return Usage(process, "roll needs DX DY");
    std::vector<PhoneInput> inputs = {Touch(0, roll ? kMove : kDown,
                                            roll ? (*numbers)[0] : 0,
                                            roll ? (*numbers)[1] : 0)};
    if (!roll) inputs.push_back(Touch(0, kUp, 0, 0));
    for (PhoneInput& input : inputs)
      input.mutable_motion()->set_source(kSourceTrackball);
    return process.Report(process.phone().Play(std::move(inputs)));
  }
  return Usage(process, "Unknown command: " + verb);
}

}  // namespace

void AddInput(Commands& commands) { commands.Add("input", kUsage, RunInput); }

}  // namespace reprise::phone
