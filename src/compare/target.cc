#include "compare/target.h"

#include <regex.h>

#include <algorithm>

#include "compare/crash.h"

namespace reprise::compare {
namespace {

constexpr std::string_view kAccepted =
    "crash, crash~REGEX, crash=SIGNATURE, activity=NAME, log~REGEX, "
    "view(id=NAME), "
    "view(id=NAME).text=TEXT and pref(FILE/KEY)=VALUE are accepted";

class Regex {
 public:
  static Result<std::unique_ptr<Regex>> Make(std::string_view text) {
    auto made = std::unique_ptr<Regex>(new Regex());
    const int error = regcomp(&made->regex_, std::string(text).c_str(),
                              REG_EXTENDED | REG_NOSUB);
    if (error != 0) {
      char message[200];
      regerror(error, &made->regex_, message, sizeof(message));
      return Fail(ErrorKind::kInvalidArgument,
                  "'{}' is no regular expression: {}", text, message);
    }
    made->compiled_ = true;
    return made;
  }
  ~Regex() {
    if (compiled_) regfree(&regex_);
  }
  Regex(const Regex&) = delete;
  Regex& operator=(const Regex&) = delete;

  bool Matches(const std::string& text) const {
    const std::string line = text.substr(0, Target::kMaxLine);
    return regexec(&regex_, line.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  Regex() = default;
  regex_t regex_ = {};
  bool compiled_ = false;
};

std::string ValueOf(const Preference& preference) {
  switch (preference.value_case()) {
    case Preference::kBoolValue:
      return preference.bool_value() ? "true" : "false";
    case Preference::kIntValue:
      return std::to_string(preference.int_value());
    case Preference::kLongValue:
      return std::to_string(preference.long_value());
    case Preference::kFloatValue:
      return fmt::format("{}", preference.float_value());
    case Preference::kStringValue:
      return preference.string_value();
    default:
      return "";
  }
}

// "com.a/.Foo" is ".Foo", "com.a/.Foo" and "com.a.Foo".
bool IsActivity(const std::string& component, const std::string& wanted) {
  if (component == wanted) return true;
  const size_t slash = component.find('/');
  if (slash == std::string::npos) return false;
  const std::string name = component.substr(slash + 1);
  const std::string full =
      name.starts_with('.') ? component.substr(0, slash) + name : name;
  return name == wanted || full == wanted ||
         (wanted.starts_with('.') && full.ends_with(wanted));
}

bool IsId(const std::string& resource_name, const std::string& wanted) {
  return resource_name == wanted || resource_name.ends_with("/" + wanted);
}

std::string_view Flag(const ViewNode& node, ViewNode::Flag flag) {
  return (node.flags() & static_cast<uint32_t>(flag)) != 0 ? "true" : "false";
}

}  // namespace

struct Target::Condition {
  enum class Kind { kCrash, kActivity, kLog, kView, kPreference };
  Kind kind = Kind::kCrash;
  std::unique_ptr<Regex> regex;  // kCrash: none means any
  std::string name;     // of the activity, or "FILE/KEY"; kCrash: its signature
  std::string by = {};  // kView: id, text, desc or class
  std::string property = {};  // kView: empty means that it is shown
  std::string value = {};

  bool Matches(const ViewNode& node) const {
    if (!IsShown(node)) return false;
    if (by == "id" && !IsId(node.resource_name(), name)) return false;
    if (by == "text" && node.text() != name) return false;
    if (by == "desc" && node.description() != name) return false;
    if (by == "class" && !(node.class_name() == name ||
                           node.class_name().ends_with("." + name))) {
      return false;
    }
    if (property == "text") return node.text() == value;
    if (property == "desc") return node.description() == value;
    if (property == "checked") {
      return Flag(node, ViewNode::FLAG_CHECKED) == value;
    }
    if (property == "enabled") {
      return Flag(node, ViewNode::FLAG_ENABLED) == value;
    }
    return true;
  }
};

namespace {

Result<std::pair<std::string, std::string>> InParentheses(
    std::string_view text, std::string_view whole) {
  const size_t end = text.find(')');
  if (end == std::string_view::npos) {
    return Fail(ErrorKind::kInvalidArgument, "'{}' has no ) after its (; {}",
                whole, kAccepted);
  }
  return std::pair(std::string(text.substr(0, end)),
                   std::string(text.substr(end + 1)));
}

Status NotEmpty(std::string_view value, std::string_view what,
                std::string_view whole) {
  if (!value.empty()) return {};
  return Fail(ErrorKind::kInvalidArgument, "'{}' does not say {}; {}", whole,
              what, kAccepted);
}

}  // namespace

Result<Target> Target::Parse(std::string_view text) {
  auto condition = std::make_unique<Condition>();
  const auto unknown = [&] {
    return Fail(ErrorKind::kInvalidArgument, "'{}' is no target; {}", text,
                kAccepted);
  };
  const auto after = [&](std::string_view prefix) {
    return text.substr(prefix.size());
  };
  if (text == "crash") {
    condition->kind = Condition::Kind::kCrash;
  } else if (text.starts_with("crash~")) {
    RETURN_IF_ERROR(NotEmpty(after("crash~"), "what it is like", text));
    ASSIGN_OR_RETURN(condition->regex, Regex::Make(after("crash~")));
  } else if (text.starts_with("crash=")) {
    condition->name = after("crash=");
    RETURN_IF_ERROR(NotEmpty(condition->name, "the crash", text));
  } else if (text.starts_with("activity=")) {
    condition->kind = Condition::Kind::kActivity;
    condition->name = after("activity=");
    RETURN_IF_ERROR(NotEmpty(condition->name, "the activity", text));
  } else if (text.starts_with("log~")) {
    condition->kind = Condition::Kind::kLog;
    RETURN_IF_ERROR(NotEmpty(after("log~"), "what the line is like", text));
    ASSIGN_OR_RETURN(condition->regex, Regex::Make(after("log~")));
  } else if (text.starts_with("view(")) {
    condition->kind = Condition::Kind::kView;
    ASSIGN_OR_RETURN(auto parts, InParentheses(after("view("), text));
    const size_t equals = parts.first.find('=');
    if (equals == std::string::npos) return unknown();
    condition->by = parts.first.substr(0, equals);
    condition->name = parts.first.substr(equals + 1);
    constexpr std::string_view kWays[] = {"id", "text", "desc", "class"};
    if (std::ranges::find(kWays, condition->by) == std::end(kWays)) {
      return unknown();
    }
    RETURN_IF_ERROR(
        NotEmpty(condition->name, fmt::format("its {}", condition->by), text));
    if (!parts.second.empty()) {
      const size_t value = parts.second.find('=');
      if (!parts.second.starts_with('.') || value == std::string::npos) {
        return unknown();
      }
      condition->property = parts.second.substr(1, value - 1);
      condition->value = parts.second.substr(value + 1);
      constexpr std::string_view kProperties[] = {"text", "desc", "checked",
                                                  "enabled"};
      if (std::ranges::find(kProperties, condition->property) ==
          std::end(kProperties)) {
        return unknown();
      }
      const bool flag =
          condition->property == "checked" || condition->property == "enabled";
      if (flag && condition->value != "true" && condition->value != "false") {
        return Fail(ErrorKind::kInvalidArgument, "'{}': {} is true or false",
                    text, condition->property);
      }
    }
  } else if (text.starts_with("pref(")) {
    condition->kind = Condition::Kind::kPreference;
    ASSIGN_OR_RETURN(auto parts, InParentheses(after("pref("), text));
    const size_t slash = parts.first.find('/');
    if (slash == std::string::npos || !parts.second.starts_with('=')) {
      return unknown();
    }
    RETURN_IF_ERROR(NotEmpty(parts.first.substr(0, slash), "the file", text));
    RETURN_IF_ERROR(NotEmpty(parts.first.substr(slash + 1), "the key", text));
    condition->name = parts.first;
    condition->value = parts.second.substr(1);
  } else {
    return unknown();
  }
  return Target(std::string(text), std::move(condition));
}

Target::Target(std::string text, std::unique_ptr<Condition> condition)
    : text_(std::move(text)), condition_(std::move(condition)) {}
Target::Target(Target&&) noexcept = default;
Target& Target::operator=(Target&&) noexcept = default;
Target::~Target() = default;

bool Target::wants_views() const {
  return condition_->kind == Condition::Kind::kView;
}

void Target::Take(const StateEvent& state, const Screenful* screen) {
  if (reached_) return;
  switch (condition_->kind) {
    case Condition::Kind::kActivity:
      reached_ = (state.kind() != StateEvent::KIND_LIFECYCLE ||
                  state.lifecycle() == StateEvent::LIFECYCLE_RESUMED) &&
                 IsActivity(state.activity().component(), condition_->name);
      return;
    case Condition::Kind::kView:
      if (screen == nullptr) return;
      for (const ViewTree& window : screen->forest().windows()) {
        for (const ViewNode& node : window.nodes()) {
          if (condition_->Matches(node)) {
            reached_ = true;
            return;
          }
        }
      }
      return;
    case Condition::Kind::kPreference:
      for (const PreferencesFile& file : state.preferences()) {
        for (const Preference& one : file.entries()) {
          reached_ =
              reached_ || (file.name() + "/" + one.key() == condition_->name &&
                           ValueOf(one) == condition_->value);
        }
      }
      return;
    default:
      return;
  }
}

void Target::Take(const LogEvent& log) {
  if (reached_) return;
  if (condition_->kind == Condition::Kind::kLog) {
    reached_ =
        log.has_line() &&
        condition_->regex->Matches(log.line().tag() + ": " + log.line().text());
  } else if (condition_->kind == Condition::Kind::kCrash) {
    const std::string crash = CrashSignature(log);
    reached_ =
        !crash.empty() &&
        (condition_->regex == nullptr || condition_->regex->Matches(crash)) &&
        (condition_->name.empty() || SameCrash(condition_->name, crash));
  }
}

std::string FirstTaken(Target target, const std::vector<std::string>& crashes) {
  for (const std::string& crash : crashes) {
    LogEvent log;
    log.mutable_crash()->set_signature(crash);
    target.Take(log);
    if (target.reached()) return crash;
  }
  return "";
}

}  // namespace reprise::compare
