#include "phone/shell/commands/intent_args.h"

#include <algorithm>
#include <map>

#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

const std::map<std::string, uint32_t>& Flags() {
  static const std::map<std::string, uint32_t> kFlags = {
      {"--grant-read-uri-permission", 0x1},
      {"--grant-write-uri-permission", 0x2},
      {"--grant-persistable-uri-permission", 0x40},
      {"--grant-prefix-uri-permission", 0x80},
      {"--exclude-stopped-packages", 0x10},
      {"--include-stopped-packages", 0x20},
      {"--debug-log-resolution", 0x8},
      {"--activity-brought-to-front", 0x00400000},
      {"--activity-clear-top", 0x04000000},
      {"--activity-clear-when-task-reset", 0x00080000},
      {"--activity-exclude-from-recents", 0x00800000},
      {"--activity-launched-from-history", 0x00100000},
      {"--activity-multiple-task", 0x08000000},
      {"--activity-no-animation", 0x00010000},
      {"--activity-no-history", 0x40000000},
      {"--activity-no-user-action", 0x00040000},
      {"--activity-previous-is-top", 0x01000000},
      {"--activity-reorder-to-front", 0x00020000},
      {"--activity-reset-task-if-needed", 0x00200000},
      {"--activity-single-top", 0x20000000},
      {"--activity-clear-task", 0x00008000},
      {"--activity-task-on-home", 0x00004000},
      {"--activity-match-external", 0x00000800},
      {"--receiver-registered-only", 0x40000000},
      {"--receiver-replace-pending", 0x20000000},
      {"--receiver-foreground", 0x10000000},
      {"--receiver-no-abort", 0x08000000},
      {"--receiver-include-background", 0x01000000},
  };
  return kFlags;
}

// Between commas; \, is one.
std::vector<std::string> SplitList(std::string_view text) {
  std::vector<std::string> parts(1);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
      parts.back() += text[++i];
    } else if (text[i] == ',') {
      parts.emplace_back();
    } else {
      parts.back() += text[i];
    }
  }
  return parts;
}

Result<int64_t> Whole(const std::string& text, int64_t low, int64_t high) {
  const auto number = ToNumber(text);
  if (number && *number >= low && *number <= high) return *number;
  return Fail(ErrorKind::kInvalidArgument, "For input string: \"{}\"", text);
}

// The value of --e*; `kind` is what comes after --e.
Status SetExtra(const std::string& kind, const std::string& value,
                PhoneIntent* intent, PhoneExtra* extra) {
  constexpr int64_t kIntLow = INT32_MIN, kIntHigh = INT32_MAX;
  if (kind == "s") {
    extra->set_text(value);
  } else if (kind == "z") {
    const bool yes =
        value == "true" || value == "t" || value == "TRUE" || value == "True";
    const bool no = value == "false" || value == "f" || value == "FALSE" ||
                    value == "False";
    const auto number = ToNumber(value);
    if (!yes && !no && !number) {
      return Fail(ErrorKind::kInvalidArgument, "Invalid boolean value: {}",
                  value);
    }
    extra->set_truth(yes || (number && *number != 0));
  } else if (kind == "i") {
    ASSIGN_OR_RETURN(const int64_t number, Whole(value, kIntLow, kIntHigh));
    extra->set_int_value(static_cast<int32_t>(number));
  } else if (kind == "l") {
    ASSIGN_OR_RETURN(const int64_t number, Whole(value, INT64_MIN, INT64_MAX));
    extra->set_long_value(number);
  } else if (kind == "f" || kind == "d") {
    const auto number = ToDouble(value);
    if (!number)
      return Fail(ErrorKind::kInvalidArgument, "For input string: \"{}\"",
                  value);
    if (kind == "f") {
      extra->set_float_value(static_cast<float>(*number));
    } else {
      extra->set_double_value(*number);
    }
  } else if (kind == "u") {
    extra->set_uri(value);
  } else if (kind == "cn") {
    if (value.find('/') == std::string::npos) {
      return Fail(ErrorKind::kInvalidArgument, "Bad component name: {}", value);
    }
    extra->set_component(value);
  } else if (kind == "sa" || kind == "sal") {
    for (std::string& part : SplitList(value)) {
      extra->mutable_texts()->add_items(std::move(part));
    }
  } else if (kind == "ia" || kind == "ial" || kind == "la" || kind == "lal") {
    const bool longs = kind[0] == 'l';
    PhoneInts* items = longs ? extra->mutable_longs() : extra->mutable_ints();
    for (const std::string& part : SplitBy(value, ',')) {
      ASSIGN_OR_RETURN(const int64_t number,
                       Whole(part, longs ? INT64_MIN : kIntLow,
                             longs ? INT64_MAX : kIntHigh));
      items->add_items(number);
    }
  } else {  // fa, fal, da, dal: lists of fractions have no place in the
            // protocol
    intent->add_left_out(extra->key());
  }
  extra->set_as_list(kind.size() == 3);
  return {};
}

// What a bare argument means.
Result<PhoneIntent> BaseIntent(const std::string& word) {
  PhoneIntent base;
  if (word.find(':') != std::string::npos) {
    base.set_action(kActionView);
    base.set_data(word);
    const size_t fragment = word.find("#Intent;");
    if (fragment == std::string::npos) return base;
    // intent:DATA#Intent;action=A;package=P;end
    base.clear_action();
    std::string data = word.substr(0, fragment);
    std::string scheme;
    if (data.starts_with("intent:")) data.erase(0, 7);
    for (const std::string& part : SplitBy(word.substr(fragment + 8), ';')) {
      const size_t equals = part.find('=');
      const std::string key = part.substr(0, equals);
      const std::string value =
          equals == std::string::npos ? "" : part.substr(equals + 1);
      if (key == "action") base.set_action(value);
      if (key == "category") base.add_categories(value);
      if (key == "type") base.set_mime_type(value);
      if (key == "package") base.set_package_name(value);
      if (key == "component") base.set_component(value);
      if (key == "scheme") scheme = value;
      if (key == "launchFlags")
        base.set_flags(static_cast<uint32_t>(ToNumber(value).value_or(0)));
      if (key.starts_with("S.")) {
        PhoneExtra* extra = base.add_extras();
        extra->set_key(key.substr(2));
        extra->set_text(value);
      }
    }
    if (base.action().empty()) base.set_action(kActionView);
    base.set_data(scheme.empty() || data.empty() ? data : scheme + ":" + data);
    return base;
  }
  base.set_action(kActionMain);
  base.add_categories(kCategoryLauncher);
  if (word.find('/') == std::string::npos) {
    base.set_package_name(word);
  } else {
    base.set_component(word);
  }
  return base;
}

void FillIn(const PhoneIntent& base, PhoneIntent* intent) {
  const bool had_action = !intent->action().empty();
  if (!had_action) intent->set_action(base.action());
  if (intent->data().empty() && intent->mime_type().empty()) {
    intent->set_data(base.data());
    intent->set_mime_type(base.mime_type());
  }
  if (intent->categories().empty() && !had_action) {
    *intent->mutable_categories() = base.categories();
  }
  if (intent->component().empty()) intent->set_component(base.component());
  if (intent->package_name().empty())
    intent->set_package_name(base.package_name());
  intent->set_flags(intent->flags() | base.flags());
  intent->mutable_extras()->MergeFrom(base.extras());
}

std::string SafeUri(const std::string& uri) {
  const size_t colon = uri.find(':');
  if (colon == std::string::npos) return uri;
  const std::string scheme = uri.substr(0, colon);
  std::string rest = uri.substr(colon + 1);
  for (const char* secret : {"tel", "sip", "sms", "smsto", "mailto", "nfc"}) {
    if (scheme != secret) continue;
    for (char& c : rest) {
      if (c != '-' && c != '@' && c != '.') c = 'x';
    }
    return scheme + ":" + rest;
  }
  if (!rest.starts_with("//"))
    return scheme + (rest.starts_with('/') ? ":/..." : ":");
  return scheme + "://" + rest.substr(2, rest.find_first_of("/?#", 2) - 2) +
         "/...";
}

}  // namespace

Result<PhoneIntent> ParseIntent(const std::vector<std::string>& words,
                                size_t first, const OtherOption& other) {
  PhoneIntent intent;
  bool any = false, selector = false;
  size_t at = first;
  const auto next = [&](const std::string& option) -> Result<std::string> {
    if (at < words.size()) return words[at++];
    return Fail(ErrorKind::kInvalidArgument, "Argument expected after \"{}\"",
                option);
  };
  while (at < words.size() && words[at].size() > 1 && words[at][0] == '-') {
    const std::string option = words[at];
    if (option == "--") {
      ++at;
      break;
    }
    size_t moved = at;
    ASSIGN_OR_RETURN(const bool taken, other(words, &moved));
    if (taken) {
      at = moved;
      continue;
    }
    ++at;
    const auto flag = Flags().find(option);
    if (flag != Flags().end()) {
      intent.set_flags(intent.flags() | flag->second);
    } else if (option == "--selector") {
      selector = true;
    } else if (option.size() == 2 &&
               std::string_view("adticnpf").find(option[1]) !=
                   std::string_view::npos) {
      ASSIGN_OR_RETURN(const std::string value, next(option));
      const char letter = option[1];
      if (letter == 'a') intent.set_action(value);
      if (letter == 'd') intent.set_data(value);
      if (letter == 't') intent.set_mime_type(value);
      if (letter == 'c') intent.add_categories(value);
      if (letter == 'p') intent.set_package_name(value);
      if (letter == 'n') {
        if (value.find('/') == std::string::npos) {
          return Fail(ErrorKind::kInvalidArgument, "Bad component name: {}",
                      value);
        }
        intent.set_component(value);
      }
      if (letter == 'f') {
        ASSIGN_OR_RETURN(const int64_t flags,
                         Whole(value, INT32_MIN, UINT32_MAX));
        intent.set_flags(static_cast<uint32_t>(flags));
      }
      if (letter != 'f') any = true;
    } else if (option == "-e" ||
               (option.starts_with("--e") && option.size() <= 6)) {
      const std::string kind = option == "-e" ? "s" : option.substr(3);
      static const std::vector<std::string> kKinds = {
          "s",  "sn", "z",  "i",  "l",   "f",   "d",   "u",   "cn", "sa",
          "ia", "la", "fa", "da", "sal", "ial", "lal", "fal", "dal"};
      if (std::find(kKinds.begin(), kKinds.end(), kind) == kKinds.end()) {
        return Fail(ErrorKind::kInvalidArgument, "Unknown option: {}", option);
      }
      ASSIGN_OR_RETURN(const std::string key, next(option));
      PhoneExtra extra;
      extra.set_key(key);
      if (kind == "sn") {  // a key without value
        intent.add_left_out(key);
        continue;
      }
      ASSIGN_OR_RETURN(const std::string value, next(option));
      RETURN_IF_ERROR(SetExtra(kind, value, &intent, &extra));
      if (extra.value_case() != PhoneExtra::VALUE_NOT_SET)
        *intent.add_extras() = extra;
      any |= kind == "s";
    } else {
      return Fail(ErrorKind::kInvalidArgument, "Unknown option: {}", option);
    }
  }
  if (at < words.size()) {
    ASSIGN_OR_RETURN(const PhoneIntent base, BaseIntent(words[at]));
    FillIn(base, &intent);
    any = true;
  } else if (selector) {
    intent.set_action(kActionMain);
    any = true;
  }
  if (!any) return Fail(ErrorKind::kInvalidArgument, "No intent supplied");
  return intent;
}

std::string FullComponent(const std::string& component) {
  const size_t slash = component.find('/');
  if (slash == std::string::npos || slash + 1 >= component.size() ||
      component[slash + 1] != '.') {
    return component;
  }
  return component.substr(0, slash + 1) + component.substr(0, slash) +
         component.substr(slash + 1);
}

std::string ShortComponent(const std::string& component) {
  const size_t slash = component.find('/');
  if (slash == std::string::npos) return component;
  const std::string package = component.substr(0, slash);
  const std::string name = component.substr(slash + 1);
  return name.starts_with(package + ".")
             ? package + "/" + name.substr(package.size())
             : component;
}

std::string Describe(const PhoneIntent& intent) {
  std::string text = "Intent { ";
  const auto add = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) text += std::string(key) + "=" + value + " ";
  };
  add("act", intent.action());
  if (!intent.categories().empty()) {
    std::string all;
    for (const std::string& category : intent.categories()) {
      all += (all.empty() ? "" : ",") + category;
    }
    text += "cat=[" + all + "] ";
  }
  if (!intent.data().empty()) add("dat", SafeUri(intent.data()));
  add("typ", intent.mime_type());
  if (intent.flags() != 0) add("flg", fmt::format("0x{:x}", intent.flags()));
  add("pkg", intent.package_name());
  add("cmp", ShortComponent(intent.component()));
  if (!intent.extras().empty()) text += "(has extras) ";
  return text + "}";
}

}  // namespace reprise::phone
