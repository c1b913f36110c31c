#include "cli/completion.h"

#include <vector>

namespace reprise::cli {
namespace {

std::string VerbNames(std::span<const Verb* const> verbs) {
  std::vector<std::string_view> names;
  for (const Verb* verb : verbs) names.push_back(verb->name);
  return fmt::format("{}", fmt::join(names, " "));
}

// What bash offers for a value: "words=..." or "files=yes", or nothing.
std::string BashOffer(const std::vector<std::string_view>& words,
                      Completes completes, const std::string& verb_names) {
  if (!words.empty()) return fmt::format("words='{}'", fmt::join(words, " "));
  if (completes == Completes::kVerbs) {
    return fmt::format("words='{}'", verb_names);
  }
  return completes == Completes::kFiles ? "files=yes" : ":";
}

// Text inside a '...' of zsh that _arguments or _describe takes apart.
std::string ZshText(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted;
}

std::string ZshAction(const std::vector<std::string_view>& words,
                      Completes completes, const std::string& verb_names) {
  if (!words.empty()) return fmt::format("({})", fmt::join(words, " "));
  if (completes == Completes::kVerbs) return fmt::format("({})", verb_names);
  return completes == Completes::kFiles ? "_files" : " ";
}

std::string ZshOption(const Option& option, const std::string& verb_names) {
  std::string value;
  if (!option.is_flag()) {
    value = fmt::format(":{}:{}", ZshText(option.value),
                        ZshAction(option.words, option.completes, verb_names));
  }
  const std::string rest = fmt::format("[{}]{}", ZshText(option.help), value);
  const std::string_view equals = option.is_flag() ? "" : "=";
  const std::string_view star = option.repeats ? "*" : "";
  std::string spec =
      fmt::format(" \\\n        '{}--{}{}{}'", star, option.name, equals, rest);
  if (option.letter != 0) {
    const std::string_view plus = option.is_flag() ? "" : "+";
    spec += fmt::format(" \\\n        '{}-{}{}{}'", star, option.letter, plus,
                        rest);
  }
  return spec;
}

}  // namespace

std::string BashCompletion(std::span<const Verb* const> verbs) {
  const std::string verb_names = VerbNames(verbs);
  std::string values;
  std::string offers;
  for (const Verb* verb : verbs) {
    std::vector<std::string> spellings;
    for (const Option& option : AllOptions(*verb)) {
      if (option.hidden) continue;
      spellings.push_back(fmt::format("--{}", option.name));
      if (option.is_flag()) continue;
      std::string pattern = fmt::format("'{} --{}'", verb->name, option.name);
      if (option.letter != 0) {
        pattern += fmt::format("|'{} -{}'", verb->name, option.letter);
      }
      values +=
          fmt::format("    {}) {}; value=yes ;;\n", pattern,
                      BashOffer(option.words, option.completes, verb_names));
    }
    std::string positionals = ":";
    for (const Positional& positional : verb->positionals) {
      positionals =
          BashOffer(positional.words, positional.completes, verb_names);
    }
    offers += fmt::format("    {}) options='{}'; {} ;;\n", verb->name,
                          fmt::join(spellings, " "), positionals);
  }
  return fmt::format(R"(# bash completion for reprise
_reprise() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local verb=${{COMP_WORDS[1]}} options='' words='' files='' value=''
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- "$word")
    return
  fi
  # bash makes three words of --option=value.
  if [[ $word == '=' ]]; then
    word=''
  elif [[ $before == '=' ]]; then
    before=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  case "$verb $before" in
{}  esac
  if [[ -z $value ]]; then
    case $verb in
{}    esac
    [[ $word == -* ]] && words=$options files=''
  fi
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  elif [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  fi
}}
complete -F _reprise reprise
)",
                     verb_names, values, offers);
}

std::string ZshCompletion(std::span<const Verb* const> verbs) {
  const std::string verb_names = VerbNames(verbs);
  std::string list;
  std::string cases;
  for (const Verb* verb : verbs) {
    list += fmt::format("      '{}:{}'\n", verb->name, ZshText(verb->summary));
    cases += fmt::format("    {})\n      _arguments -s", verb->name);
    for (const Option& option : AllOptions(*verb)) {
      if (!option.hidden) cases += ZshOption(option, verb_names);
    }
    int position = 0;
    for (const Positional& positional : verb->positionals) {
      ++position;
      cases += fmt::format(
          " \\\n        '{}:{}:{}'",
          positional.repeats ? "*" : fmt::format("{}", position),
          ZshText(positional.name),
          ZshAction(positional.words, positional.completes, verb_names));
    }
    cases += "\n      ;;\n";
  }
  return fmt::format(R"(#compdef reprise
# zsh completion for reprise
_reprise() {{
  if ((CURRENT == 2)); then
    local -a verbs=(
{}    )
    _describe verb verbs
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
{}  esac
}}
if [[ $funcstack[1] == _reprise ]]; then
  _reprise "$@"
else
  compdef _reprise reprise
fi
)",
                     list, cases);
}

}  // namespace reprise::cli
