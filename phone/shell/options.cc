#include "phone/shell/options.h"

#include <charconv>
#include <cmath>

namespace reprise::phone {

std::optional<Options> Options::Parse(Process& process,
                                      std::string_view letters, size_t first) {
  Options options;
  const bool strict = letters.starts_with('+');
  if (strict) letters.remove_prefix(1);
  size_t i = first;
  for (; i < process.args.size(); ++i) {
    const std::string& word = process.args[i];
    if (word == "--") {
      ++i;
      break;
    }
    if (word.size() < 2 || word[0] != '-') {
      if (strict) break;
      options.rest.push_back(word);
      continue;
    }
    for (size_t at = 1; at < word.size(); ++at) {
      const size_t found = letters.find(word[at]);
      if (found == std::string_view::npos || word[at] == ':') {
        process.Err(
            fmt::format("{0}: Unknown option '{1}' (see \"{0} --help\")\n",
                        process.name(), word.substr(at)));
        return std::nullopt;
      }
      std::string& value = options.values_[word[at]];
      if (found + 1 >= letters.size() || letters[found + 1] != ':') continue;
      if (at + 1 < word.size()) {
        value = word.substr(at + 1);
      } else if (i + 1 < process.args.size()) {
        value = process.args[++i];
      } else {
        process.Err(fmt::format("{}: Missing argument to {}\n", process.name(),
                                word[at]));
        return std::nullopt;
      }
      break;
    }
  }
  options.rest.insert(options.rest.end(),
                      process.args.begin() + static_cast<ptrdiff_t>(std::min(
                                                 i, process.args.size())),
                      process.args.end());
  return options;
}

std::string Options::Get(char letter, std::string usual) const {
  const auto found = values_.find(letter);
  return found == values_.end() ? usual : found->second;
}

int64_t Options::Number(char letter, int64_t usual) const {
  const auto found = values_.find(letter);
  return found == values_.end() ? usual
                                : ToNumber(found->second).value_or(usual);
}

std::optional<int64_t> ToNumber(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.begin(), text.end(), value, base);
  if (text.empty() || error != std::errc() || end != text.end() ||
      value > static_cast<uint64_t>(INT64_MAX)) {
    return std::nullopt;
  }
  const auto result = static_cast<int64_t>(value);
  return negative ? -result : result;
}

std::optional<double> ToDouble(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (text.empty() || error != std::errc() || end != text.end() ||
      !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::vector<std::string> SplitBy(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace reprise::phone
