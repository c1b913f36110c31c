// A shell script for the host that plays the steps by adb: widgets are found in
// what `uiautomator dump` shows. See docs/format/foreign/test-code.md.
#include <fmt/format.h>

#include <utility>

#include "formats/literals.h"
#include "formats/shell_words.h"
#include "formats/test_code.h"
#include "formats/typed_text.h"

namespace reprise::formats {
namespace {

using Kind = Step::Kind;

// Pauses that a person needs are played, longer ones are cut.
constexpr int64_t kLeastPauseMs = 200;
constexpr int64_t kMostPauseMs = 10'000;

constexpr std::string_view kHead = R"SH(#!/bin/sh
# Made by reprise convert. Needs adb and a device; with several devices,
# ANDROID_SERIAL says which.
set -eu

device() { adb shell "$1" </dev/null; }

# What the screen shows, top first: a widget a line, with the number of its
# window before it, and a minus if that lies below the one with the focus.
# Windows that are no app's are not looked at. Before Android 11 only one window
# is known.
dump() {
  device 'f=/sdcard/reprise.xml; rm -f $f
    uiautomator dump --windows $f >/dev/null 2>&1
    [ -s $f ] || uiautomator dump $f >/dev/null 2>&1
    cat $f 2>/dev/null' |
    tr -d '\r' | awk -v RS='<' '
      /^window / {
        depth++
        number[depth] = ++windows
        focused[depth] = ($0 ~ / focused="true"/)
        foreign[depth] = ($0 !~ / type="TYPE_APPLICATION"/)
      }
      /^\/window>/ { if (focused[depth--]) below = 1 }
      /^node / && !foreign[depth] {
        print (below ? "-" : "") (number[depth] + 0) " <" $0
      }'
}

# look SKIP PATTERN...: sets left, top, right and bottom of a widget that has a
# line of every pattern, the one with SKIP others before it in the topmost
# window that has any.
look() {
  found=$(dump)
  # What is to come on top comes first; then a touch goes to what is below.
  if [ "${tries:-3}" -lt 3 ]; then
    found=$(printf '%s\n' "$found" | grep -v '^-') || return 1
  fi
  skip=$1
  shift
  for pattern in "$@"; do
    found=$(printf '%s\n' "$found" | grep -F -e "$pattern") || return 1
  done
  found=$(printf '%s\n' "$found" | grep "^${found%% *} " |
    sed -n "$((skip + 1))p" |
    sed 's/.*bounds="\[\([0-9-]*\),\([0-9-]*\)\]\[\([0-9-]*\),\([0-9-]*\)\]".*/\1 \2 \3 \4/')
  [ -n "$found" ] || return 1
  left=${found%% *}
  found=${found#* }
  top=${found%% *}
  found=${found#* }
  right=${found%% *}
  bottom=${found#* }
}

# The same, once it is there.
find() {
  tries=0
  until look "$@"; do
    tries=$((tries + 1))
    if [ "$tries" -ge 20 ]; then
      shift
      echo "nothing on the screen has: $*" >&2
      exit 1
    fi
    device 'sleep 0.5'
  done
  tries=3
}

# touch HOLD_MS TIMES X Y SKIP PATTERN...: X and Y in thousandths of the widget.
touch_widget() {
  hold=$1 times=$2 px=$3 py=$4
  shift 4
  find "$@"
  x=$((left + (right - left) * px / 1000))
  y=$((top + (bottom - top) * py / 1000))
  if [ "$hold" -gt 0 ]; then
    device "input swipe $x $y $x $y $hold"
  elif [ "$times" -gt 1 ]; then
    device "input tap $x $y; input tap $x $y"
  else
    device "input tap $x $y"
  fi
}

# scroll DX DY: one page inside left, top, right and bottom.
scroll() {
  cx=$(((left + right) / 2)) cy=$(((top + bottom) / 2))
  dx=$(((right - left) * 3 / 10 * $1)) dy=$(((bottom - top) * 3 / 10 * $2))
  device "input swipe $((cx - dx)) $((cy - dy)) $((cx + dx)) $((cy + dy)) 400"
  device 'sleep 1'
}

# The whole display, for those that scroll no widget that is known.
display() {
  size=$(device 'wm size' | tr -d '\r' | sed -n 's/.*: \([0-9]*x[0-9]*\)$/\1/p' | tail -n 1)
  left=0 top=0 right=${size%x*} bottom=${size#*x}
}

)SH";

// As XML of Android's two serializers: one quotes by " only, the other by '
// if there is a " inside, and has characters beyond 16 bits as numbers.
std::string Attribute(std::string_view name, std::string_view value) {
  std::string always;
  std::string sometimes;
  const bool quoted = value.find('"') != value.npos;
  for (size_t i = 0; i < value.size(); i++) {
    const char c = value[i];
    const auto both = [&](std::string_view text) {
      always += text;
      sometimes += text;
    };
    if (c == '&') {
      both("&amp;");
    } else if (c == '<') {
      both("&lt;");
    } else if (c == '>') {
      both("&gt;");
    } else if (c == '\n') {
      both("&#10;");
    } else if (c == '\t') {
      both("&#9;");
    } else if (static_cast<unsigned char>(c) < 0x20) {
      both(".");
    } else if (c == '"') {
      always += "&quot;";
      sometimes += '"';
    } else if (c == '\'' && quoted) {
      always += c;
      sometimes += "&apos;";
    } else if ((static_cast<unsigned char>(c) & 0xf8) == 0xf0 &&
               i + 3 < value.size()) {
      uint32_t code = static_cast<unsigned char>(c) & 0x07;
      for (size_t k = 1; k < 4; k++) {
        code = code << 6 | (static_cast<unsigned char>(value[i + k]) & 0x3f);
      }
      always += value.substr(i, 4);
      sometimes += fmt::format("&#{};", code);
      i += 3;
    } else {
      both(std::string_view(&c, 1));
    }
  }
  const char quote = quoted ? '\'' : '"';
  const std::string one = fmt::format(" {}=\"{}\"", name, always);
  const std::string other =
      fmt::format(" {}={}{}{}", name, quote, sometimes, quote);
  // Lines of a pattern are alternatives to grep.
  return QuoteForShell(one == other ? one : one + "\n" + other);
}

// "SKIP PATTERN..." for the functions of the script.
std::string Words(const Selector& selector) {
  std::string words = std::to_string(selector.index);
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) words += " " + Attribute(name, value);
  };
  add("resource-id", selector.id);
  add("text", selector.text);
  add("content-desc", selector.description);
  add("class", selector.class_name);
  return words;
}

class Writer {
 public:
  Writer(const Script& script, input::Losses* losses)
      : script_(script), losses_(losses), clear_(script.cleared) {}

  std::string Run() {
    out_ = kHead;
    int64_t last_ns = 0;
    for (const Step& step : StepsOf(script_, losses_)) {
      if (step.kind != Kind::kNote) {
        if (last_ns != 0) Pause((step.start_ns - last_ns) / 1'000'000);
        last_ns = step.end_ns;
      }
      const std::string comment = CommentOf(step);
      if (!comment.empty()) Line("# {}", comment);
      Take(step);
    }
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  void Device(const std::string& command) {
    Line("device {}", QuoteForShell(command));
  }

  void Pause(int64_t ms) {
    if (ms < kLeastPauseMs) return;
    if (ms > kMostPauseMs) losses_->Add("pauses are at most 10 s");
    Device(fmt::format("sleep {:.1f}",
                       static_cast<double>(std::min(ms, kMostPauseMs)) / 1000));
  }

  void Take(const Step& step) {
    switch (step.kind) {
      case Kind::kLaunch:
        Launch(step.text);
        break;
      case Kind::kTap:
        Touch(step, 0, 1);
        break;
      case Kind::kDoubleTap:
        Touch(step, 0, 2);
        break;
      case Kind::kLongPress:
        Touch(step, std::max<int64_t>(step.duration_ms(), 600), 1);
        break;
      case Kind::kSwipe:
        if (TellingOf(step, losses_) == Telling::kPlace) Swipe(step);
        break;
      case Kind::kScroll:
        Scroll(step);
        break;
      case Kind::kText:
        Type(step.text);
        break;
      case Kind::kErase:
        for (int left = step.number; left > 0; left -= 50) {
          std::string keys;
          for (int i = 0; i < std::min(left, 50); i++) keys += " 67";
          Device("input keyevent" + keys);
        }
        break;
      case Kind::kKey:
        Device(fmt::format("input keyevent {}", step.number));
        break;
      case Kind::kRotate:
        Device(
            fmt::format("settings put system accelerometer_rotation 0; "
                        "settings put system user_rotation {}",
                        step.number));
        break;
      case Kind::kHideKeyboard:
        Device(
            "dumpsys input_method | grep -q mInputShown=true && "
            "input keyevent 4 || true");
        break;
      case Kind::kNote:
        break;
    }
  }

  void Launch(const std::string& component) {
    if (std::exchange(clear_, false)) {
      Device("pm clear " + QuoteForShell(script_.package) + " >/dev/null");
    }
    if (!component.empty()) {
      Device("am start -W -n " + QuoteForShell(component));
    } else if (!script_.activity.empty()) {
      Device("am start -W -n " + QuoteForShell(script_.activity));
    } else {
      Device("monkey -p " + QuoteForShell(script_.package) +
             " -c android.intent.category.LAUNCHER 1 >/dev/null");
    }
  }

  void Touch(const Step& step, int64_t hold_ms, int times) {
    switch (TellingOf(step, losses_)) {
      case Telling::kWidget: {
        const auto thousandths = [&](float part) {
          return step.off_centre ? static_cast<int>(part * 1000) : 500;
        };
        Line("touch_widget {} {} {} {} {}", hold_ms, times,
             thousandths(step.within_x), thousandths(step.within_y),
             Words(step.target));
        break;
      }
      case Telling::kPlace:
        if (hold_ms > 0) {
          Device(InputHold(step, hold_ms));
        } else {
          const std::string tap = InputTap(step);
          Device(times > 1 ? tap + "; " + tap : tap);
        }
        break;
      case Telling::kNot:
        break;
    }
  }

  void Swipe(const Step& step) { Device(InputSwipe(step)); }

  void Scroll(const Step& step) {
    if (step.until.empty() && step.has_place) {
      Swipe(step);
      return;
    }
    const std::string area =
        step.target.empty() ? "display" : "find " + Words(step.target);
    const Way way = FingerWay(step.direction);
    if (step.until.empty()) {
      Line("{}; scroll {} {}", area, way.x, way.y);
      return;
    }
    Line("pages=0");
    Line("until look {}; do", Words(step.until));
    Line("  pages=$((pages + 1)); [ \"$pages\" -le 30 ] || exit 1");
    Line("  {}; scroll {} {}", area, way.x, way.y);
    Line("done");
  }

  void Type(const std::string& text) {
    const std::vector<TypedPiece> pieces = ToTyped(text);
    if (pieces.empty() && !text.empty()) {
      losses_->Add("texts beyond ASCII were left out: adb cannot type them");
      Line("# adb cannot type: {}", CommentText(text));
    }
    for (const TypedPiece& piece : pieces) {
      Device(piece.argument.empty()
                 ? fmt::format("input keyevent {}", piece.key)
                 : "input text " + QuoteForShell(piece.argument));
    }
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

extern const Format kAdbFormat;
constinit const Format kAdbFormat = WrittenOnly(
    "adb", {".adb.sh"}, "a shell script for the host, with adb", Write);

}  // namespace reprise::formats
