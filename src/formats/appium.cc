// A test in Python for Appium's UiAutomator2 driver. See
// docs/format/foreign/test-code.md.
#include <utility>

#include "formats/literals.h"
#include "formats/test_code.h"

namespace reprise::formats {
namespace {

using Kind = Step::Kind;

constexpr std::string_view kHead =
    R"PY("""Made by reprise convert. Needs Appium-Python-Client and a server of Appium."""

import os

from appium import webdriver
from appium.options.android import UiAutomator2Options
from appium.webdriver.common.appiumby import AppiumBy
from selenium.common.exceptions import NoSuchElementException
from selenium.webdriver.support.ui import WebDriverWait

SERVER = os.environ.get("APPIUM_SERVER", "http://127.0.0.1:4723")
PATIENCE_S = 10


def find(driver, selector):
    """The widget, once it is there."""
    return WebDriverWait(driver, PATIENCE_S).until(
        lambda d: d.find_element(AppiumBy.ANDROID_UIAUTOMATOR, selector))


def at(element, x, y):
    """A place in it, from 0 to 1."""
    size = element.size
    return {"elementId": element.id, "x": int(size["width"] * x), "y": int(size["height"] * y)}


def scroll(driver, direction, inside=None, until=None):
    """One page, or until a widget is there."""
    for _ in range(1 if until is None else 30):
        if until is not None:
            try:
                return driver.find_element(AppiumBy.ANDROID_UIAUTOMATOR, until)
            except NoSuchElementException:
                pass
        if inside is not None:
            where = {"elementId": find(driver, inside).id}
        else:
            size = driver.get_window_size()
            where = {"left": size["width"] // 10, "top": size["height"] // 4,
                     "width": size["width"] * 8 // 10, "height": size["height"] // 2}
        driver.execute_script("mobile: scrollGesture", {"direction": direction, "percent": 0.8, **where})
    if until is not None:
        raise AssertionError(f"scrolling did not bring {until}")


def replay(driver):
)PY";

constexpr std::string_view kTail = R"PY(

def main():
    options = UiAutomator2Options()
    options.no_reset = True
    driver = webdriver.Remote(SERVER, options=options)
    try:
        replay(driver)
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
)PY";

// As Appium's own parser of Java reads it.
std::string UiSelector(const Selector& selector) {
  std::string java = "new UiSelector()";
  const auto add = [&](std::string_view method, const std::string& value) {
    if (!value.empty()) {
      java += fmt::format(".{}({})", method, JavaLiteral(value));
    }
  };
  add("resourceId", selector.id);
  add("text", selector.text);
  add("description", selector.description);
  add("className", selector.class_name);
  if (selector.index > 0) java += fmt::format(".instance({})", selector.index);
  return PythonLiteral(java);
}

class Writer {
 public:
  Writer(const Script& script, input::Losses* losses)
      : script_(script), losses_(losses), clear_(script.cleared) {}

  std::string Run() {
    out_ = kHead;
    for (const Step& step : StepsOf(script_, losses_)) {
      const std::string comment = CommentOf(step);
      if (!comment.empty()) Line("# {}", comment);
      Take(step);
    }
    Line("return None");
    return out_ + std::string(kTail);
  }

 private:
  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += "    ";
    out_ += fmt::format(format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  void Take(const Step& step) {
    switch (step.kind) {
      case Kind::kLaunch:
        if (std::exchange(clear_, false)) {
          const std::string package = PythonLiteral(script_.package);
          Line("driver.terminate_app({})", package);
          Line("driver.execute_script(\"mobile: clearApp\", {{\"appId\": {}}})",
               package);
        }
        if (step.text.empty()) {
          Line("driver.activate_app({})", PythonLiteral(script_.package));
        } else {
          Line(
              "driver.execute_script(\"mobile: startActivity\", {{\"intent\": "
              "{}}})",
              PythonLiteral(step.text));
        }
        break;
      case Kind::kTap:
        Touch(step, "clickGesture");
        break;
      case Kind::kDoubleTap:
        Touch(step, "doubleClickGesture");
        break;
      case Kind::kLongPress:
        Touch(step, "longClickGesture");
        break;
      case Kind::kSwipe:
        if (TellingOf(step, losses_) == Telling::kPlace) Swipe(step);
        break;
      case Kind::kScroll:
        Scroll(step);
        break;
      case Kind::kText:
        Line("driver.execute_script(\"mobile: type\", {{\"text\": {}}})",
             PythonLiteral(step.text));
        break;
      case Kind::kErase:
        Line("for _ in range({}):", step.number);
        Line("    driver.press_keycode(67)");
        break;
      case Kind::kKey:
        Line("driver.press_keycode({})", step.number);
        break;
      case Kind::kRotate:
        Line("driver.orientation = \"{}\"",
             step.number % 2 == 0 ? "PORTRAIT" : "LANDSCAPE");
        break;
      case Kind::kHideKeyboard:
        Line("driver.hide_keyboard()");
        break;
      case Kind::kNote:
        break;
    }
  }

  void Touch(const Step& step, std::string_view gesture) {
    switch (TellingOf(step, losses_)) {
      case Telling::kWidget:
        if (step.off_centre) {
          Line(
              "driver.execute_script(\"mobile: {}\", at(find(driver, {}), "
              "{:.3f}, {:.3f}))",
              gesture, UiSelector(step.target), step.within_x, step.within_y);
        } else if (step.kind == Kind::kTap) {
          Line("find(driver, {}).click()", UiSelector(step.target));
        } else {
          Line(
              "driver.execute_script(\"mobile: {}\", {{\"elementId\": "
              "find(driver, {}).id}})",
              gesture, UiSelector(step.target));
        }
        break;
      case Telling::kPlace:
        Line("driver.execute_script(\"mobile: {}\", {{\"x\": {}, \"y\": {}}})",
             gesture, step.x, step.y);
        break;
      case Telling::kNot:
        break;
    }
  }

  void Swipe(const Step& step) {
    Line("driver.swipe({}, {}, {}, {}, {})", step.x, step.y, step.end_x,
         step.end_y, step.duration_ms());
  }

  void Scroll(const Step& step) {
    if (step.until.empty() && step.has_place) {
      Swipe(step);
      return;
    }
    std::string more;
    if (!step.target.empty()) {
      more += fmt::format(", inside={}", UiSelector(step.target));
    }
    if (!step.until.empty()) {
      more += fmt::format(", until={}", UiSelector(step.until));
    }
    Line("scroll(driver, \"{}\"{})", ScrollWord(step.direction), more);
  }

  const Script& script_;
  input::Losses* const losses_;
  bool clear_;  // before the next start of the app
  std::string out_;
};

Result<std::string> Write(const Script& script, const WriteOptions& /*options*/,
                          input::Losses* losses) {
  return Writer(script, losses).Run();
}

}  // namespace

extern const Format kAppiumFormat;
constinit const Format kAppiumFormat = WrittenOnly(
    "appium", {".appium.py", ".py"}, "a test in Python for Appium", Write);

}  // namespace reprise::formats
