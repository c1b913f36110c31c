// A test in Kotlin for androidx.test.uiautomator. See
// docs/format/foreign/test-code.md.
#include <utility>

#include "formats/kotlin_test_class.h"
#include "formats/literals.h"
#include "formats/test_code.h"

namespace reprise::formats {
namespace {

using Kind = Step::Kind;

constexpr std::string_view kImports = R"KT(import android.content.Intent
import android.graphics.Point
import androidx.test.ext.junit.runners.AndroidJUnit4
import androidx.test.platform.app.InstrumentationRegistry
import androidx.test.uiautomator.By
import androidx.test.uiautomator.BySelector
import androidx.test.uiautomator.Direction
import androidx.test.uiautomator.UiDevice
import androidx.test.uiautomator.UiObject2
import androidx.test.uiautomator.Until
import org.junit.Test
import org.junit.runner.RunWith
)KT";

constexpr std::string_view kHelpers = R"KT(
  private val instrumentation = InstrumentationRegistry.getInstrumentation()
  private val device = UiDevice.getInstance(instrumentation)

  private fun launch(packageName: String) {
    val context = instrumentation.context
    val intent = checkNotNull(context.packageManager.getLaunchIntentForPackage(packageName)) {
      "$packageName is not installed"
    }
    context.startActivity(intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK or Intent.FLAG_ACTIVITY_CLEAR_TASK))
    check(device.wait(Until.hasObject(By.pkg(packageName).depth(0)), PATIENCE_MS)) { "$packageName did not start" }
  }

  private fun find(what: BySelector, index: Int = 0): UiObject2 {
    check(device.wait(Until.hasObject(what), PATIENCE_MS)) { "nothing on the screen is $what" }
    return device.findObjects(what)[index]
  }

  private fun at(widget: UiObject2, x: Double, y: Double): Point {
    val bounds = widget.visibleBounds
    return Point(bounds.left + (bounds.width() * x).toInt(), bounds.top + (bounds.height() * y).toInt())
  }

  private fun type(text: String) {
    val field = device.findObject(By.focused(true))
    field.text = (field.text ?: "") + text
  }

  private fun erase(count: Int) = repeat(count) { device.pressDelete() }

  private fun scroll(direction: Direction, inside: BySelector = By.scrollable(true), until: BySelector? = null) {
    repeat(if (until == null) 1 else 30) {
      if (until != null && device.hasObject(until)) return
      find(inside).scroll(direction, 0.8f)
    }
    check(until == null || device.hasObject(until)) { "scrolling did not bring $until" }
  }

  private companion object {
    const val PATIENCE_MS = 10_000L
  }
)KT";

std::string By(const Selector& selector) {
  std::string by = "By";
  const auto add = [&](std::string_view method, const std::string& value) {
    if (!value.empty()) {
      by += fmt::format(".{}({})", method, KotlinLiteral(value));
    }
  };
  add("res", selector.id);
  add("text", selector.text);
  add("desc", selector.description);
  add("clazz", selector.class_name);
  return by;
}

std::string Find(const Selector& selector) {
  return selector.index == 0
             ? fmt::format("find({})", By(selector))
             : fmt::format("find({}, {})", By(selector), selector.index);
}

class Writer {
 public:
  Writer(const Script& script, input::Losses* losses)
      : script_(script),
        losses_(losses),
        clear_(script.cleared),
        out_(kImports, kHelpers) {}

  std::string Run() {
    for (const Step& step : StepsOf(script_, losses_)) {
      out_.BeginStep(CommentOf(step));
      Take(step);
    }
    return out_.Finish();
  }

 private:
  void Take(const Step& step) {
    switch (step.kind) {
      case Kind::kLaunch:
        if (std::exchange(clear_, false)) Shell("pm clear " + script_.package);
        if (step.text.empty()) {
          out_.Line("launch({})", KotlinLiteral(script_.package));
        } else {
          Shell("am start -W -n " + step.text);
        }
        break;
      case Kind::kTap:
        Touch(step, "click");
        break;
      case Kind::kDoubleTap:
        Touch(step, "click");
        Touch(step, "click");
        break;
      case Kind::kLongPress:
        Touch(step, "longClick");
        break;
      case Kind::kSwipe:
        if (TellingOf(step, losses_) == Telling::kPlace) Swipe(step);
        break;
      case Kind::kScroll:
        Scroll(step);
        break;
      case Kind::kText:
        out_.Line("type({})", KotlinLiteral(step.text));
        break;
      case Kind::kErase:
        out_.Line("erase({})", step.number);
        break;
      case Kind::kKey:
        Press(step.number);
        break;
      case Kind::kRotate:
        Rotate(step.number);
        break;
      case Kind::kHideKeyboard:
        out_.Line("device.pressBack()");
        break;
      case Kind::kNote:
        break;
    }
  }

  void Shell(const std::string& command) {
    out_.Line("device.executeShellCommand({})", KotlinLiteral(command));
  }

  void Touch(const Step& step, std::string_view method) {
    switch (TellingOf(step, losses_)) {
      case Telling::kWidget:
        if (step.off_centre && step.kind == Kind::kTap) {
          out_.Line("{}.let {{ it.click(at(it, {:.3f}, {:.3f})) }}",
                    Find(step.target), step.within_x, step.within_y);
        } else {
          out_.Line("{}.{}()", Find(step.target), method);
        }
        break;
      case Telling::kPlace:
        // A swipe that stays where it is, 100 times 5 ms, is a long press.
        if (step.kind == Kind::kLongPress) {
          out_.Line("device.swipe({0}, {1}, {0}, {1}, 150)", step.x, step.y);
        } else {
          out_.Line("device.click({}, {})", step.x, step.y);
        }
        break;
      case Telling::kNot:
        break;
    }
  }

  void Swipe(const Step& step) {
    constexpr int64_t kStepMs = 5;
    const int64_t steps = std::max<int64_t>(
        2, std::min<int64_t>(step.duration_ms() / kStepMs, 2000));
    out_.Line("device.swipe({}, {}, {}, {}, {})", step.x, step.y, step.end_x,
              step.end_y, steps);
  }

  void Scroll(const Step& step) {
    if (step.until.empty() && step.has_place) {
      Swipe(step);
      return;
    }
    std::string more;
    if (!step.target.empty()) more += ", inside = " + By(step.target);
    if (!step.until.empty()) more += ", until = " + By(step.until);
    std::string word = ScrollWord(step.direction);
    for (char& c : word) c = static_cast<char>(c - 'a' + 'A');
    out_.Line("scroll(Direction.{}{})", word, more);
  }

  void Press(int code) {
    constexpr int kBack = 4;
    constexpr int kHome = 3;
    if (code == kBack) {
      out_.Line("device.pressBack()");
    } else if (code == kHome) {
      out_.Line("device.pressHome()");
    } else {
      out_.Line("device.pressKeyCode({})", code);
    }
  }

  void Rotate(int rotation) {
    constexpr std::string_view kMethods[] = {"Natural", "Left", "Natural",
                                             "Right"};
    out_.Line("device.setOrientation{}()", kMethods[rotation & 3]);
  }

  const Script& script_;
  input::Losses* const losses_;
  bool clear_;  // before the next start of the app
  KotlinTestClass out_;
};

Result<std::string> Write(const Script& script, const WriteOptions& /*options*/,
                          input::Losses* losses) {
  return Writer(script, losses).Run();
}

}  // namespace

extern const Format kUiautomatorFormat;
constinit const Format kUiautomatorFormat =
    WrittenOnly("uiautomator", {".uiautomator.kt", ".kt"},
                "a test in Kotlin for UiAutomator", Write);

}  // namespace reprise::formats
