#include <cctype>
#include <utility>

#include "formats/literals.h"
#include "formats/maestro.h"
#include "formats/test_code.h"

namespace reprise::formats {
namespace {

using Kind = Step::Kind;

bool IsAscii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

// ${...} is JavaScript to Maestro, unless there is a backslash before it.
std::string WithoutScripts(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); i++) {
    if (text.substr(i).starts_with("${")) result += '\\';
    result += text[i];
  }
  return result;
}

class Writer {
 public:
  Writer(const Script& script, input::Losses* losses)
      : script_(script), losses_(losses), clear_(script.cleared) {}

  std::string Run() {
    out_ = "# Made by reprise convert.\n";
    Line("appId: {}",
         YamlLiteral(script_.package.empty() ? "not.known" : script_.package));
    out_ += "---\n";
    const size_t begin = out_.size();
    for (const Step& step : StepsOf(script_, losses_)) {
      const std::string comment = CommentOf(step);
      if (!comment.empty()) Line("# {}", comment);
      Take(step);
    }
    // No command at all is a list, too.
    if (out_.find("\n- ", begin - 1) == std::string::npos) out_ += "[]\n";
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  void Take(const Step& step) {
    switch (step.kind) {
      case Kind::kLaunch:
        if (!step.text.empty()) Line("# {}", CommentText(step.text));
        if (std::exchange(clear_, false)) {
          Line("- launchApp:");
          Line("    clearState: true");
        } else {
          Line("- launchApp");
        }
        break;
      case Kind::kTap:
        On("tapOn", step);
        break;
      case Kind::kDoubleTap:
        On("doubleTapOn", step);
        break;
      case Kind::kLongPress:
        On("longPressOn", step);
        break;
      case Kind::kSwipe:
        Swipe(step);
        break;
      case Kind::kScroll:
        Scroll(step);
        break;
      case Kind::kText:
        if (!IsAscii(step.text)) {
          losses_->Add(
              "Maestro types only ASCII on Android; texts beyond it "
              "are written all the same");
        }
        Line("- inputText: {}", YamlLiteral(WithoutScripts(step.text)));
        break;
      case Kind::kErase:
        Line("- eraseText: {}", step.number);
        break;
      case Kind::kKey:
        PressKey(step.number);
        break;
      case Kind::kRotate:
        Orient(step.number);
        break;
      case Kind::kHideKeyboard:
        Line("- hideKeyboard");
        break;
      case Kind::kNote:
        break;
    }
  }

  void On(std::string_view command, const Step& step) {
    const bool named = !step.target.empty() && !step.target.by_class();
    if (named) {
      Line("- {}:", command);
      Select(step.target, "    ");
      return;
    }
    if (!step.has_place) {
      losses_->Add(
          "Maestro knows no class of a widget, and there is no place: "
          "such gestures were left out");
      return;
    }
    losses_->Add("gestures on widgets that are not known are told by places");
    Line("- {}:", command);
    Line("    point: \"{},{}\"", step.x, step.y);
  }

  // Maestro takes all of these for regular expressions, and a text for that
  // of a description, too.
  void Select(const Selector& selector, std::string_view indent) {
    const auto line = [&](std::string_view key, const std::string& value) {
      Line("{}{}: {}", indent, key, YamlLiteral(JavaRegex(value)));
    };
    if (!selector.id.empty()) line("id", selector.id);
    if (!selector.text.empty()) {
      line("text", selector.text);
    } else if (!selector.description.empty()) {
      line("text", selector.description);
    }
    if (selector.index > 0) Line("{}index: {}", indent, selector.index);
  }

  void Swipe(const Step& step) {
    if (TellingOf(step, losses_) == Telling::kNot) return;
    Line("- swipe:");
    Line("    start: \"{},{}\"", step.x, step.y);
    Line("    end: \"{},{}\"", step.end_x, step.end_y);
    Line("    duration: {}", step.duration_ms());
  }

  void Scroll(const Step& step) {
    if (step.until.empty() || step.until.by_class()) {
      if (step.has_place) {
        Swipe(step);
      } else {
        Line("- scroll");
      }
      return;
    }
    std::string direction = ScrollWord(step.direction);
    for (char& c : direction) {
      c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    Line("- scrollUntilVisible:");
    Line("    element:");
    Select(step.until, "      ");
    Line("    direction: {}", direction);
  }

  void PressKey(int32_t code) {
    constexpr int32_t kBack = 4;
    if (code == kBack) {
      Line("- back");
    } else if (const auto name = MaestroKeyName(code); !name.empty()) {
      Line("- pressKey: {}", name);
    } else {
      losses_->Add("keys that Maestro has no name for were left out");
      Line("# the key with code {} has no name in Maestro", code);
    }
  }

  void Orient(int rotation) {
    constexpr std::string_view kNames[] = {"PORTRAIT", "LANDSCAPE_LEFT",
                                           "UPSIDE_DOWN", "LANDSCAPE_RIGHT"};
    Line("- setOrientation: {}", kNames[rotation & 3]);
  }

  const Script& script_;
  input::Losses* const losses_;
  bool clear_;  // before the next start of the app
  std::string out_;
};

}  // namespace

Result<std::string> WriteMaestro(const Script& script,
                                 const WriteOptions& /*options*/,
                                 input::Losses* losses) {
  return Writer(script, losses).Run();
}

}  // namespace reprise::formats
