#include "cli/parse.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/check.h"
#include "base/text.h"

namespace reprise::cli {
namespace {

bool LooksLikeOption(std::string_view word) {
  if (word.size() < 2 || word[0] != '-') return false;
  const auto next = static_cast<unsigned char>(word[1]);
  return std::isdigit(next) == 0 && next != '.';
}

Status CheckWord(const Verb& verb, std::string_view what,
                 const std::vector<std::string_view>& words,
                 const std::string& value) {
  if (words.empty()) return {};
  if (std::find(words.begin(), words.end(), value) != words.end()) return {};
  return BadUsage(verb.name,
                  fmt::format("{} is {}, not '{}'", what, OneOf(words), value),
                  ClosestTo(value, words));
}

// The state of one Parse().
class Parser {
 public:
  Parser(const Verb& verb, std::span<const std::string> words)
      : verb_(verb), options_(AllOptions(verb)), words_(words) {}

  Status Run() {
    bool only_positionals = false;
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (only_positionals || !LooksLikeOption(word)) {
        positionals_.push_back(word);
        only_positionals |= BeginsCommand();
      } else if (word == "--") {
        only_positionals = true;
      } else if (word[1] == '-') {
        RETURN_IF_ERROR(Long(std::string_view(word).substr(2)));
      } else {
        RETURN_IF_ERROR(Letters(std::string_view(word).substr(1)));
      }
    }
    if (given_["help"].empty()) {
      RETURN_IF_ERROR(CheckRequired());
      RETURN_IF_ERROR(SpreadPositionals());
    }
    return {};
  }

  std::map<std::string, std::vector<std::string>> given_;
  const std::vector<Option>& options() const { return options_; }

 private:
  // What follows the positional that came last are words of a command.
  bool BeginsCommand() const {
    const size_t count = positionals_.size();
    if (count < 2 || count > verb_.positionals.size()) return false;
    const auto& commands = verb_.positionals[count - 2].commands;
    return std::find(commands.begin(), commands.end(),
                     positionals_[count - 2]) != commands.end();
  }

  Status Long(std::string_view word) {
    const size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const auto option =
        std::find_if(options_.begin(), options_.end(),
                     [&](const Option& o) { return o.name == name; });
    if (option == options_.end()) {
      std::vector<std::string_view> known;
      for (const Option& o : options_) {
        if (!o.hidden) known.push_back(o.name);
      }
      std::string nearest(ClosestTo(name, known));
      if (!nearest.empty()) nearest.insert(0, "--");
      return BadUsage(verb_.name, fmt::format("unknown option --{}", name),
                      nearest);
    }
    const std::string shown = fmt::format("--{}", name);
    if (equals == std::string_view::npos) {
      return Take(*option, shown, std::nullopt);
    }
    if (option->is_flag()) {
      return BadUsage(verb_.name, fmt::format("{} takes no value", shown));
    }
    return Take(*option, shown, word.substr(equals + 1));
  }

  Status Letters(std::string_view letters) {
    while (!letters.empty()) {
      const char letter = letters[0];
      letters.remove_prefix(1);
      const auto option =
          std::find_if(options_.begin(), options_.end(),
                       [&](const Option& o) { return o.letter == letter; });
      if (option == options_.end()) {
        return BadUsage(verb_.name, fmt::format("unknown option -{}", letter));
      }
      const std::string shown = fmt::format("-{}", letter);
      if (option->is_flag() || letters.empty()) {
        RETURN_IF_ERROR(Take(*option, shown, std::nullopt));
      } else {
        if (letters[0] == '=') letters.remove_prefix(1);
        return Take(*option, shown, letters);
      }
    }
    return {};
  }

  // One use of an option; without `value` it takes the next word.
  Status Take(const Option& option, const std::string& shown,
              std::optional<std::string_view> value) {
    std::vector<std::string>& values = given_[std::string(option.name)];
    if (option.is_flag()) {
      values.emplace_back();
      return {};
    }
    if (!value && next_ < words_.size() && !LooksLikeOption(words_[next_])) {
      value = words_[next_++];
    }
    if (!value) {
      return BadUsage(verb_.name, fmt::format("{} needs a value: {} {}", shown,
                                              shown, option.value));
    }
    if (!values.empty() && !option.repeats) {
      return BadUsage(verb_.name, fmt::format("{} is given twice", shown));
    }
    values.emplace_back(*value);
    return CheckWord(verb_, shown, option.words, values.back());
  }

  Status CheckRequired() {
    for (const Option& option : options_) {
      if (option.required && given_[std::string(option.name)].empty()) {
        return BadUsage(verb_.name, fmt::format("--{} {} is missing",
                                                option.name, option.value));
      }
    }
    return {};
  }

  Status SpreadPositionals() {
    size_t next = 0;
    for (size_t i = 0; i < verb_.positionals.size(); ++i) {
      const Positional& positional = verb_.positionals[i];
      // A repeating one leaves one word for each of those after it.
      const size_t after = verb_.positionals.size() - i - 1;
      const size_t left = positionals_.size() - next;
      size_t count = std::min<size_t>(1, left);
      if (positional.repeats && left > after) count = left - after;
      if (count == 0 && !positional.optional) {
        return BadUsage(verb_.name,
                        fmt::format("{} is missing", positional.name));
      }
      for (; count > 0; --count) {
        const std::string& word = positionals_[next++];
        RETURN_IF_ERROR(
            CheckWord(verb_, positional.name, positional.words, word));
        given_[std::string(positional.name)].push_back(word);
      }
    }
    if (next < positionals_.size()) {
      return BadUsage(verb_.name, fmt::format("unexpected argument '{}'",
                                              positionals_[next]));
    }
    return {};
  }

  const Verb& verb_;
  const std::vector<Option> options_;
  const std::span<const std::string> words_;
  size_t next_ = 0;
  std::vector<std::string> positionals_;
};

}  // namespace

Result<const Verb*> FindVerb(std::span<const Verb* const> verbs,
                             const std::string& name) {
  std::vector<std::string_view> names;
  for (const Verb* verb : verbs) {
    if (verb->name == name) return verb;
    names.push_back(verb->name);
  }
  const bool option = name.starts_with('-');
  return BadUsage(
      "", fmt::format("unknown {} {}", option ? "option" : "verb", name),
      ClosestTo(name, names));
}

tl::unexpected<Error> BadUsage(std::string_view verb, std::string_view what,
                               std::string_view nearest) {
  return Fail(
      ErrorKind::kInvalidArgument, "{}{} See reprise {}{}--help", what,
      nearest.empty() ? "." : fmt::format("; did you mean {}?", nearest), verb,
      verb.empty() ? "" : " ");
}

std::string OneOf(std::span<const std::string_view> words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

Result<Arguments> Parse(const Verb& verb, std::span<const std::string> words) {
  Parser parser(verb, words);
  RETURN_IF_ERROR(parser.Run());
  Arguments arguments;
  arguments.command_line_ = fmt::format("reprise {}", verb.name);
  for (const std::string& word : words) arguments.command_line_ += " " + word;
  for (const Option& option : parser.options()) {
    arguments.entries_[std::string(option.name)].fallback = option.fallback;
  }
  for (const Positional& positional : verb.positionals) {
    arguments.entries_[std::string(positional.name)];
  }
  for (auto& [name, values] : parser.given_) {
    arguments.entries_[name].values = std::move(values);
  }
  return arguments;
}

const Arguments::Entry& Arguments::Find(std::string_view name) const {
  const auto entry = entries_.find(name);
  CHECK(entry != entries_.end());
  return entry->second;
}

bool Arguments::Has(std::string_view name) const {
  return !Find(name).values.empty();
}

std::string Arguments::Value(std::string_view name) const {
  const Entry& entry = Find(name);
  return entry.values.empty() ? entry.fallback : entry.values.back();
}

const std::vector<std::string>& Arguments::Values(std::string_view name) const {
  return Find(name).values;
}

}  // namespace reprise::cli
