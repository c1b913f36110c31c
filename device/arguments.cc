#include "device/arguments.h"

#include <algorithm>

#include "base/text.h"

namespace reprise::agent {

Result<Arguments> Arguments::Parse(std::span<const std::string_view> words,
                                   std::span<const OptionType> options) {
  Arguments arguments;
  for (size_t i = 0; i < words.size(); i++) {
    const std::string_view word = words[i];
    if (!word.starts_with('-') || word.size() < 2) {
      arguments.files_.emplace_back(word);
      continue;
    }
    const size_t equals = word.find('=');
    const std::string_view name =
        word.starts_with("--") ? word.substr(0, equals) : word;
    const auto option = std::ranges::find(options, name, &OptionType::name);
    if (option == options.end()) {
      std::vector<std::string_view> names;
      for (const OptionType& known : options) names.push_back(known.name);
      const std::string_view near = ClosestTo(name, names);
      return Fail(ErrorKind::kInvalidArgument, "there is no option '{}'{}",
                  EscapeForTerminal(name),
                  near.empty() ? std::string("; see reprise_agent --help")
                               : fmt::format("; did you mean '{}'?", near));
    }
    auto& values = arguments.values_[std::string(name)];
    const bool attached = name.size() < word.size();
    if (option->value.empty()) {
      if (attached) {
        return Fail(ErrorKind::kInvalidArgument, "{} takes no value", name);
      }
      values.emplace_back();
    } else if (attached) {
      values.emplace_back(word.substr(equals + 1));
    } else if (i + 1 < words.size()) {
      values.emplace_back(words[++i]);
    } else {
      return Fail(ErrorKind::kInvalidArgument, "{} needs a value: {} {}", name,
                  name, option->value);
    }
  }
  return arguments;
}

bool Arguments::Has(std::string_view option) const {
  return values_.contains(option);
}

std::string Arguments::Value(std::string_view option) const {
  const auto found = values_.find(option);
  return found == values_.end() ? "" : found->second.back();
}

std::vector<std::string> Arguments::Values(std::string_view option) const {
  const auto found = values_.find(option);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

}  // namespace reprise::agent
