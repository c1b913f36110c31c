// A test in Kotlin for Espresso. See docs/format/foreign/test-code.md.
#include <utility>

#include "formats/kotlin_test_class.h"
#include "formats/literals.h"
#include "formats/test_code.h"

namespace reprise::formats {
namespace {

using Kind = Step::Kind;

constexpr std::string_view kImports = R"KT(import android.content.Intent
import android.view.View
import android.widget.EditText
import androidx.test.core.app.ActivityScenario
import androidx.test.core.app.ApplicationProvider
import androidx.test.espresso.Espresso.onView
import androidx.test.espresso.Espresso.pressBackUnconditionally
import androidx.test.espresso.UiController
import androidx.test.espresso.ViewAction
import androidx.test.espresso.action.GeneralClickAction
import androidx.test.espresso.action.Press
import androidx.test.espresso.action.Tap
import androidx.test.espresso.action.ViewActions.click
import androidx.test.espresso.action.ViewActions.closeSoftKeyboard
import androidx.test.espresso.action.ViewActions.doubleClick
import androidx.test.espresso.action.ViewActions.longClick
import androidx.test.espresso.action.ViewActions.pressKey
import androidx.test.espresso.action.ViewActions.swipeDown
import androidx.test.espresso.action.ViewActions.swipeLeft
import androidx.test.espresso.action.ViewActions.swipeRight
import androidx.test.espresso.action.ViewActions.swipeUp
import androidx.test.espresso.assertion.ViewAssertions.matches
import androidx.test.espresso.matcher.ViewMatchers.hasFocus
import androidx.test.espresso.matcher.ViewMatchers.isAssignableFrom
import androidx.test.espresso.matcher.ViewMatchers.isDisplayed
import androidx.test.espresso.matcher.ViewMatchers.isRoot
import androidx.test.espresso.matcher.ViewMatchers.withClassName
import androidx.test.espresso.matcher.ViewMatchers.withContentDescription
import androidx.test.espresso.matcher.ViewMatchers.withResourceName
import androidx.test.espresso.matcher.ViewMatchers.withText
import androidx.test.espresso.util.TreeIterables
import androidx.test.ext.junit.runners.AndroidJUnit4
import androidx.test.platform.app.InstrumentationRegistry
import org.hamcrest.Description
import org.hamcrest.Matcher
import org.hamcrest.Matchers.allOf
import org.hamcrest.Matchers.equalTo
import org.hamcrest.TypeSafeMatcher
import org.junit.Test
import org.junit.runner.RunWith
)KT";

constexpr std::string_view kHelpers = R"KT(
  private fun launch(packageName: String) {
    val context = ApplicationProvider.getApplicationContext<android.content.Context>()
    val intent = checkNotNull(context.packageManager.getLaunchIntentForPackage(packageName)) {
      "$packageName is not installed"
    }
    ActivityScenario.launch<android.app.Activity>(intent.addFlags(Intent.FLAG_ACTIVITY_CLEAR_TASK))
  }

  /** Leaves the app without data. `pm clear` would end the test, which runs in the app. */
  private fun clear() {
    val context = ApplicationProvider.getApplicationContext<android.content.Context>()
    java.io.File(context.dataDir, "shared_prefs").list().orEmpty().forEach {
      context.getSharedPreferences(it.removeSuffix(".xml"), android.content.Context.MODE_PRIVATE).edit().clear().commit()
    }
    context.databaseList().forEach { context.deleteDatabase(it) }
    listOf(context.filesDir, context.cacheDir, context.noBackupFilesDir, context.getExternalFilesDir(null)).forEach {
      it?.listFiles().orEmpty().forEach { file -> file.deleteRecursively() }
    }
  }

  /** By the shell, for what Espresso has no action for. */
  private fun shell(command: String) {
    val output = InstrumentationRegistry.getInstrumentation().uiAutomation.executeShellCommand(command)
    android.os.ParcelFileDescriptor.AutoCloseInputStream(output).use { it.readBytes() }
  }

  /** The one with so many others before it: of several, Espresso takes none. */
  private fun nth(index: Int, what: Matcher<View>) = object : TypeSafeMatcher<View>() {
    override fun describeTo(description: Description) {
      description.appendText("number $index of: ").appendDescriptionOf(what)
    }

    override fun matchesSafely(view: View) = what.matches(view) &&
      TreeIterables.depthFirstViewTraversal(view.rootView).filter { it.isShown && what.matches(it) }.indexOf(view) == index
  }

  private fun clickAt(x: Double, y: Double): ViewAction = GeneralClickAction(
    Tap.SINGLE,
    { view ->
      val corner = IntArray(2).also { view.getLocationOnScreen(it) }
      floatArrayOf((corner[0] + view.width * x).toFloat(), (corner[1] + view.height * y).toFloat())
    },
    Press.FINGER, 0, 0)

  private fun edit(change: (EditText) -> Unit) = object : ViewAction {
    override fun getConstraints(): Matcher<View> = isAssignableFrom(EditText::class.java)

    override fun getDescription() = "edit"

    override fun perform(controller: UiController, view: View) {
      change(view as EditText)
      controller.loopMainThreadUntilIdle()
    }
  }

  private fun type(text: String) {
    onView(hasFocus()).perform(edit { it.text.replace(it.selectionStart, it.selectionEnd, text) })
  }

  private fun erase(count: Int) {
    onView(hasFocus()).perform(edit { it.text.delete(maxOf(0, it.selectionStart - count), it.selectionStart) })
  }

  private fun scroll(swipe: ViewAction, inside: Matcher<View>, until: Matcher<View>? = null) {
    repeat(if (until == null) 1 else 30) {
      if (until != null && shows(until)) return
      onView(inside).perform(swipe)
    }
    if (until != null) onView(until).check(matches(isDisplayed()))
  }

  private fun shows(what: Matcher<View>): Boolean = try {
    onView(what).check(matches(isDisplayed()))
    true
  } catch (e: RuntimeException) { // no such view
    false
  } catch (e: AssertionError) { // it is not displayed
    false
  }
)KT";

std::string MatcherOf(const Selector& selector) {
  std::string all;
  const auto add = [&](std::string_view method, const std::string& value) {
    if (value.empty()) return;
    if (!all.empty()) all += ", ";
    all += fmt::format("{}({})", method, value);
  };
  const auto literal = [](const std::string& text) {
    return text.empty() ? "" : KotlinLiteral(text);
  };
  add("withResourceName", literal(EntryName(selector.id)));
  add("withText", literal(selector.text));
  add("withContentDescription", literal(selector.description));
  if (selector.by_class()) {
    add("withClassName",
        fmt::format("equalTo({})", KotlinLiteral(selector.class_name)));
  }
  if (all.find("), with") != all.npos) all = fmt::format("allOf({})", all);
  // Espresso wants exactly one; an id is that of one unless others are known.
  if (selector.index > 0 || selector.several || selector.id.empty()) {
    all = fmt::format("nth({}, {})", selector.index, all);
  }
  return all;
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
        if (std::exchange(clear_, false)) out_.Line("clear()");
        if (step.text.empty()) {
          out_.Line("launch({})", KotlinLiteral(script_.package));
        } else {
          Shell("am start -W -n " + step.text);
        }
        break;
      case Kind::kTap:
        Touch(step, step.off_centre ? fmt::format("clickAt({:.3f}, {:.3f})",
                                                  step.within_x, step.within_y)
                                    : "click()");
        break;
      case Kind::kDoubleTap:
        Touch(step, "doubleClick()");
        break;
      case Kind::kLongPress:
        Touch(step, "longClick()");
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
        Shell(fmt::format("settings put system user_rotation {}", step.number));
        break;
      case Kind::kHideKeyboard:
        out_.Line("onView(isRoot()).perform(closeSoftKeyboard())");
        break;
      case Kind::kNote:
        break;
    }
  }

  void Shell(const std::string& command) {
    out_.Line("shell({})", KotlinLiteral(command));
  }

  void Touch(const Step& step, std::string_view action) {
    switch (TellingOf(step, losses_)) {
      case Telling::kWidget:
        out_.Line("onView({}).perform({})", MatcherOf(step.target), action);
        break;
      case Telling::kPlace:
        if (step.kind == Kind::kLongPress) {
          Shell(InputHold(step, step.duration_ms()));
        } else {
          Shell(InputTap(step));
        }
        if (step.kind == Kind::kDoubleTap) {
          Shell(InputTap(step));
        }
        break;
      case Telling::kNot:
        break;
    }
  }

  void Swipe(const Step& step) { Shell(InputSwipe(step)); }

  void Scroll(const Step& step) {
    if ((step.until.empty() || step.target.empty()) && step.has_place) {
      Swipe(step);
      return;
    }
    const Way way = FingerWay(step.direction);
    const std::string_view swipe = way.x < 0   ? "swipeLeft()"
                                   : way.x > 0 ? "swipeRight()"
                                   : way.y > 0 ? "swipeDown()"
                                               : "swipeUp()";
    const std::string until =
        step.until.empty() ? "" : ", " + MatcherOf(step.until);
    out_.Line("scroll({}, {}{})", swipe,
              step.target.empty() ? "isRoot()" : MatcherOf(step.target), until);
  }

  void Press(int code) {
    constexpr int kBack = 4;
    if (code == kBack) {
      out_.Line("pressBackUnconditionally()");
    } else {
      out_.Line("onView(isRoot()).perform(pressKey({}))", code);
    }
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

extern const Format kEspressoFormat;
constinit const Format kEspressoFormat = WrittenOnly(
    "espresso", {".espresso.kt"}, "a test in Kotlin for Espresso", Write);

}  // namespace reprise::formats
