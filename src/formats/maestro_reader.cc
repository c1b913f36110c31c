#include <algorithm>
#include <span>

#include "formats/maestro.h"
#include "formats/maestro_values.h"
#include "formats/pointer_script.h"
#include "formats/script.h"
#include "formats/script_lines.h"
#include "formats/selector.h"
#include "formats/yaml_tree.h"

namespace reprise::formats {
namespace {

// A flow says no times: every step is taken to need this long.
constexpr int64_t kStepMs = 1000;
constexpr int64_t kTapMs = 60;
constexpr int64_t kMaestroLongPressMs = 3000;
constexpr int64_t kSwipeMs = 400;
constexpr int64_t kSwipePointMs = 10;
constexpr int32_t kErasedByDefault = 50;
constexpr int64_t kMaxErased = 10'000;
constexpr size_t kMaxCommands = 100'000;
constexpr int32_t kKeyBack = 4;

using Kind = YamlNode::Kind;

class Reader {
 public:
  Reader(const ReadOptions& options, input::Losses* losses)
      : options_(options), losses_(losses), maker_(&script_.recording) {
    script_.recording.display = options.display;
  }

  Result<Script> Run(std::string_view bytes) {
    ASSIGN_OR_RETURN(const std::vector<YamlNode> documents, ParseYaml(bytes));
    for (const YamlNode& document : documents) {
      RETURN_IF_ERROR(document.kind == Kind::kMap ? Head(document)
                                                  : Commands(document));
    }
    return std::move(script_);
  }

 private:
  using Handler = Status (Reader::*)(const YamlNode& value);
  struct Command {
    std::string_view name;
    bool bare;  // it may stand without a value
    Handler handler;
  };
  static std::span<const Command> All();

  Status Head(const YamlNode& head) {
    RETURN_IF_ERROR(KnownKeys(head, {"appId", "name", "tags"}));
    if (const YamlNode* app = head.Find("appId")) {
      ASSIGN_OR_RETURN(script_.package, TextOf(*app));
    }
    return {};
  }

  Status Commands(const YamlNode& list) {
    if (list.kind != Kind::kList) {
      return FailAt(list, "want a list of commands");
    }
    if (list.items.size() > kMaxCommands) {
      return FailAt(list, "more than {} commands", kMaxCommands);
    }
    for (const YamlNode& item : list.items) {
      if (item.kind == Kind::kScalar) {
        RETURN_IF_ERROR(Run(item, item.text, nullptr));
      } else if (item.kind == Kind::kMap && item.items.size() == 1) {
        RETURN_IF_ERROR(Run(item, item.keys[0], &item.items[0]));
      } else {
        return FailAt(item, "want one command, as in \"- tapOn: Save\"");
      }
      time_ns_ += kStepMs * kNsPerMs;
    }
    return {};
  }

  Status Run(const YamlNode& at, std::string_view name, const YamlNode* value) {
    for (const Command& command : All()) {
      if (name != command.name) continue;
      if (value == nullptr && !command.bare) {
        return FailAt(at, "{} needs a value", name);
      }
      static const YamlNode kNothing;
      return (this->*command.handler)(value == nullptr ? kNothing : *value);
    }
    return FailAt(at, "the command {} is not one of those that are read: {}",
                  Quote(name), Names());
  }

  static std::string Names() {
    std::string names;
    for (const Command& command : All()) {
      if (!names.empty()) names += ", ";
      names += command.name;
    }
    return names;
  }

  // --- values ---

  struct Point {
    float x = 0;
    float y = 0;
  };

  // "100,200" or "50%,20%".
  Result<Point> Place(const YamlNode& node) const {
    const std::vector<std::string_view> parts = SplitAt(node.text, ',');
    if (node.kind != Kind::kScalar || parts.size() != 2) {
      return FailAt(node, "want a place, as in \"50%,20%\" or \"100,200\"");
    }
    const auto one = [&](std::string_view text,
                         int32_t whole) -> Result<float> {
      const bool percent = text.ends_with('%');
      if (percent) text.remove_suffix(1);
      const std::optional<double> value = ParseReal(Trim(text));
      if (!value || *value < 0 || *value > kMaxScriptCoordinate ||
          (percent && *value > 100)) {
        return FailAt(node, "{} is no place", Quote(node.text));
      }
      if (!percent) return static_cast<float>(*value);
      if (!options_.display.known()) return NeedsDisplay(node);
      return static_cast<float>(*value / 100 * whole);
    };
    Point point;
    ASSIGN_OR_RETURN(point.x, one(parts[0], options_.display.width));
    ASSIGN_OR_RETURN(point.y, one(parts[1], options_.display.height));
    return point;
  }

  static tl::unexpected<Error> NeedsDisplay(const YamlNode& node) {
    return FailAt(node, "parts of the display need its size; give --display");
  }

  Result<WidgetIdentity> Widget(const YamlNode& node) {
    WidgetIdentity widget;
    if (node.kind == Kind::kScalar) {
      ASSIGN_OR_RETURN(*widget.mutable_text(), LiteralOf(node));
      return widget;
    }
    if (node.kind != Kind::kMap) return FailAt(node, "want a widget");
    RETURN_IF_ERROR(KnownKeys(node, {"id", "text", "index", "label"}));
    if (const YamlNode* text = node.Find("text")) {
      ASSIGN_OR_RETURN(*widget.mutable_text(), LiteralOf(*text));
    }
    if (const YamlNode* id = node.Find("id")) {
      ASSIGN_OR_RETURN(std::string name, LiteralOf(*id));
      if (name.find(':') == name.npos && !script_.package.empty()) {
        name = script_.package + ":id/" + name;
      }
      widget.set_resource_name(name);
    }
    if (const YamlNode* index = node.Find("index")) {
      ASSIGN_OR_RETURN(const int64_t number, NumberOf(*index, 0, 10'000));
      widget.set_index_among_equals(static_cast<uint32_t>(number));
    }
    if (widget.text().empty() && widget.resource_name().empty()) {
      return FailAt(node, "want a widget by its text or its id");
    }
    return widget;
  }

  // --- commands ---

  Status Touch(const YamlNode& value, std::string_view verb,
               GestureEvent::Kind kind, int64_t ms) {
    if (const YamlNode* point = value.Find("point")) {
      RETURN_IF_ERROR(KnownKeys(value, {"point", "label"}));
      ASSIGN_OR_RETURN(const Point place, Place(*point));
      const int times = kind == GestureEvent::KIND_DOUBLE_TAP ? 2 : 1;
      int64_t at_ns = time_ns_;
      for (int i = 0; i < times; i++) {
        maker_.Begin(at_ns, {.x = place.x, .y = place.y});
        at_ns += ms * kNsPerMs;
        maker_.Up(at_ns, 0);
        at_ns += kTapMs * kNsPerMs;
      }
      return {};
    }
    ASSIGN_OR_RETURN(WidgetIdentity widget, Widget(value));
    AddWidget(kind, ms, verb, std::move(widget));
    return {};
  }

  WidgetEvent* AddWidget(GestureEvent::Kind kind, int64_t ms,
                         std::string_view verb, WidgetIdentity widget) {
    WidgetStep& step = script_.widgets.emplace_back();
    step.time_ns = time_ns_;
    step.end_ns = time_ns_ + ms * kNsPerMs;
    step.kind = kind;
    step.widget.set_action(WidgetEvent::ACTION_TOUCH);
    step.widget.set_words(
        fmt::format("{} {}", verb, Describe(SelectorOf(widget))));
    *step.widget.mutable_target() = std::move(widget);
    return &step.widget;
  }

  Status Tap(const YamlNode& value) {
    return Touch(value, "tap", GestureEvent::KIND_TAP, kTapMs);
  }
  Status DoubleTap(const YamlNode& value) {
    return Touch(value, "double tap", GestureEvent::KIND_DOUBLE_TAP, kTapMs);
  }
  Status LongPress(const YamlNode& value) {
    return Touch(value, "long press", GestureEvent::KIND_LONG_PRESS,
                 kMaestroLongPressMs);
  }

  Status Launch(const YamlNode& value) {
    std::string package = script_.package;
    if (value.kind == Kind::kMap) {
      RETURN_IF_ERROR(
          KnownKeys(value, {"appId", "clearState", "stopApp", "label"}));
      if (const YamlNode* app = value.Find("appId")) {
        ASSIGN_OR_RETURN(package, TextOf(*app));
      }
      if (value.Find("clearState") != nullptr ||
          value.Find("stopApp") != nullptr) {
        losses_->Add("clearState and stopApp of launchApp are left out");
      }
    } else if (!value.text.empty()) {
      ASSIGN_OR_RETURN(package, TextOf(value));
    }
    if (script_.package.empty()) script_.package = package;
    input::Timed<IntentEvent>& launch = script_.intents.emplace_back();
    launch.time_ns = launch.read_ns = time_ns_;
    launch.message.set_kind(IntentEvent::KIND_LAUNCHED);
    launch.message.mutable_intent()->set_action("android.intent.action.MAIN");
    launch.message.mutable_intent()->add_categories(
        "android.intent.category.LAUNCHER");
    launch.message.mutable_intent()->set_package_name(package);
    return {};
  }

  Status InputText(const YamlNode& value) {
    const YamlNode* text = &value;
    if (value.kind == Kind::kMap) {
      RETURN_IF_ERROR(KnownKeys(value, {"text", "label"}));
      text = value.Find("text");
      if (text == nullptr) return FailAt(value, "want a text");
    }
    ASSIGN_OR_RETURN(std::string typed, TextOf(*text));
    AddText(time_ns_, std::move(typed), &script_.recording);
    return {};
  }

  Status EraseText(const YamlNode& value) {
    const YamlNode* count = &value;
    if (value.kind == Kind::kMap) {
      RETURN_IF_ERROR(KnownKeys(value, {"charactersToErase", "label"}));
      count = value.Find("charactersToErase");
    }
    int64_t erased = kErasedByDefault;
    if (count != nullptr && !count->text.empty()) {
      ASSIGN_OR_RETURN(erased, NumberOf(*count, 1, kMaxErased));
    }
    input::Timed<TextEvent>& text = script_.recording.texts.emplace_back();
    text.time_ns = text.read_ns = time_ns_;
    text.message.set_kind(TextEvent::KIND_DELETE);
    text.message.set_delete_before(static_cast<uint32_t>(erased));
    return {};
  }

  Status Scroll(const YamlNode& /*value*/) {
    WidgetEvent* scroll =
        AddWidget(GestureEvent::KIND_SWIPE, kSwipeMs, "scroll", {});
    scroll->set_action(WidgetEvent::ACTION_SCROLL);
    scroll->set_direction(WidgetEvent::DIRECTION_UP);
    scroll->set_words("scroll down");
    scroll->clear_target();
    return {};
  }

  Status ScrollUntil(const YamlNode& value) {
    if (value.kind != Kind::kMap) return FailAt(value, "want an element");
    RETURN_IF_ERROR(KnownKeys(
        value, {"element", "direction", "timeout", "speed", "label"}));
    const YamlNode* element = value.Find("element");
    if (element == nullptr) return FailAt(value, "want an element");
    ASSIGN_OR_RETURN(WidgetIdentity widget, Widget(*element));
    auto direction = WidgetEvent::DIRECTION_UP;
    if (const YamlNode* way = value.Find("direction")) {
      if (way->text == "UP") {
        direction = WidgetEvent::DIRECTION_DOWN;
      } else if (way->text == "LEFT") {
        direction = WidgetEvent::DIRECTION_RIGHT;
      } else if (way->text == "RIGHT") {
        direction = WidgetEvent::DIRECTION_LEFT;
      } else if (way->text != "DOWN") {
        return FailAt(*way, "{} is not UP, DOWN, LEFT or RIGHT",
                      Quote(way->text));
      }
    }
    WidgetEvent* scroll =
        AddWidget(GestureEvent::KIND_SWIPE, kSwipeMs, "scroll to", widget);
    scroll->set_action(WidgetEvent::ACTION_SCROLL);
    scroll->set_direction(direction);
    *scroll->mutable_last_visible() = std::move(widget);
    scroll->clear_target();
    return {};
  }

  Status Swipe(const YamlNode& value) {
    if (value.kind != Kind::kMap) {
      return FailAt(value, "want start and end, or a direction");
    }
    RETURN_IF_ERROR(
        KnownKeys(value, {"start", "end", "direction", "duration", "label"}));
    int64_t ms = kSwipeMs;
    if (const YamlNode* duration = value.Find("duration")) {
      ASSIGN_OR_RETURN(ms, NumberOf(*duration, 1, 60'000));
    }
    Point from;
    Point to;
    if (const YamlNode* direction = value.Find("direction")) {
      RETURN_IF_ERROR(Along(*direction, &from, &to));
    } else {
      const YamlNode* start = value.Find("start");
      const YamlNode* end = value.Find("end");
      if (start == nullptr || end == nullptr) {
        return FailAt(value, "want start and end, or a direction");
      }
      ASSIGN_OR_RETURN(from, Place(*start));
      ASSIGN_OR_RETURN(to, Place(*end));
    }
    maker_.Begin(time_ns_, {.x = from.x, .y = from.y});
    const int64_t points = std::max<int64_t>(1, ms / kSwipePointMs);
    for (int64_t i = 1; i <= points; i++) {
      const float part = static_cast<float>(i) / static_cast<float>(points);
      const formats::Touch now = {.x = from.x + (to.x - from.x) * part,
                                  .y = from.y + (to.y - from.y) * part};
      maker_.Move(time_ns_ + i * ms * kNsPerMs / points, {&now, 1});
    }
    maker_.Up(time_ns_ + ms * kNsPerMs, 0);
    return {};
  }

  // As Maestro's driver for Android does it.
  Status Along(const YamlNode& direction, Point* from, Point* to) const {
    struct Path {
      std::string_view name;
      float x1, y1, x2, y2;
    };
    constexpr Path kPaths[] = {{"UP", 0.5F, 0.5F, 0.5F, 0.1F},
                               {"DOWN", 0.5F, 0.2F, 0.5F, 0.9F},
                               {"LEFT", 0.9F, 0.5F, 0.1F, 0.5F},
                               {"RIGHT", 0.1F, 0.5F, 0.9F, 0.5F}};
    if (!options_.display.known()) return NeedsDisplay(direction);
    const auto width = static_cast<float>(options_.display.width);
    const auto height = static_cast<float>(options_.display.height);
    for (const Path& path : kPaths) {
      if (direction.text != path.name) continue;
      *from = {path.x1 * width, path.y1 * height};
      *to = {path.x2 * width, path.y2 * height};
      return {};
    }
    return FailAt(direction, "{} is not UP, DOWN, LEFT or RIGHT",
                  Quote(direction.text));
  }

  void Key(int32_t code) {
    const int64_t up_ns = time_ns_ + kTapMs * kNsPerMs;
    AddKey(time_ns_, time_ns_, android::kDown, code, &script_.recording);
    AddKey(up_ns, time_ns_, android::kUp, code, &script_.recording);
  }
  Status Back(const YamlNode& /*value*/) {
    Key(kKeyBack);
    return {};
  }
  Status PressKey(const YamlNode& value) {
    const int32_t code = MaestroKeyByName(value.text);
    if (value.kind != Kind::kScalar || code == 0) {
      return FailAt(value, "{} is no key of Maestro, such as Enter or Home",
                    Quote(value.text));
    }
    Key(code);
    return {};
  }

  Status HideKeyboard(const YamlNode& /*value*/) {
    input::Timed<DeviceEvent>& event = script_.device.emplace_back();
    event.time_ns = event.read_ns = time_ns_;
    event.message.set_kind(DeviceEvent::KIND_KEYBOARD);
    return {};
  }

  Status Orient(const YamlNode& value) {
    constexpr std::string_view kNames[] = {"PORTRAIT", "LANDSCAPE_LEFT",
                                           "UPSIDE_DOWN", "LANDSCAPE_RIGHT"};
    const auto* name = std::ranges::find(kNames, value.text);
    if (name == std::end(kNames)) {
      return FailAt(value, "{} is no orientation", Quote(value.text));
    }
    input::Timed<DeviceEvent>& event = script_.device.emplace_back();
    event.time_ns = event.read_ns = time_ns_;
    event.message.set_kind(DeviceEvent::KIND_DISPLAY);
    event.message.set_rotation(static_cast<int32_t>(name - kNames));
    return {};
  }

  void Note(std::string sentence) {
    input::Timed<RepriseEvent>& note = script_.notes.emplace_back();
    note.time_ns = note.read_ns = time_ns_;
    note.message.set_kind(RepriseEvent::KIND_NOTE);
    note.message.set_severity(RepriseEvent::SEVERITY_INFO);
    note.message.set_sentence(std::move(sentence));
  }
  Status AssertVisible(const YamlNode& value) {
    ASSIGN_OR_RETURN(const WidgetIdentity widget, Widget(value));
    Note("visible here: " + Describe(SelectorOf(widget)));
    return {};
  }
  Status AssertNotVisible(const YamlNode& value) {
    ASSIGN_OR_RETURN(const WidgetIdentity widget, Widget(value));
    Note("not visible here: " + Describe(SelectorOf(widget)));
    return {};
  }
  Status WaitForEnd(const YamlNode& value) {
    if (value.kind == Kind::kMap) {
      RETURN_IF_ERROR(KnownKeys(value, {"timeout", "label"}));
    }
    Note("waits here for animations to end");
    return {};
  }

  const ReadOptions& options_;
  input::Losses* const losses_;
  Script script_;
  PointerMaker maker_;
  int64_t time_ns_ = 0;
};

std::span<const Reader::Command> Reader::All() {
  static constexpr Command kCommands[] = {
      {"launchApp", true, &Reader::Launch},
      {"tapOn", false, &Reader::Tap},
      {"doubleTapOn", false, &Reader::DoubleTap},
      {"longPressOn", false, &Reader::LongPress},
      {"inputText", false, &Reader::InputText},
      {"eraseText", true, &Reader::EraseText},
      {"scroll", true, &Reader::Scroll},
      {"scrollUntilVisible", false, &Reader::ScrollUntil},
      {"swipe", false, &Reader::Swipe},
      {"back", true, &Reader::Back},
      {"pressKey", false, &Reader::PressKey},
      {"hideKeyboard", true, &Reader::HideKeyboard},
      {"setOrientation", false, &Reader::Orient},
      {"assertVisible", false, &Reader::AssertVisible},
      {"assertNotVisible", false, &Reader::AssertNotVisible},
      {"waitForAnimationToEnd", true, &Reader::WaitForEnd},
  };
  return kCommands;
}

}  // namespace

Result<Script> ReadMaestro(std::string_view bytes, const ReadOptions& options,
                           input::Losses* losses) {
  Result<Script> script = Reader(options, losses).Run(bytes);
  if (script || options.file_name.empty()) return script;
  return Fail(script.error().kind, "{}: {}", options.file_name,
              script.error().message);
}

}  // namespace reprise::formats
