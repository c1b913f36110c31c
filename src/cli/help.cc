#include "cli/help.h"

#include <algorithm>
#include <vector>

#include "base/exit_code.h"
#include "cli/parse.h"

namespace reprise::cli {
namespace {

constexpr EnvironmentVariable kEnvironment[] = {
    {"ANDROID_SERIAL", "the device to use when --on is not given"},
    {"ANDROID_ADB_SERVER_PORT", "where the adb server listens"},
    {"REPRISE_AGENTS", "folder of the agents, with arm64, arm and x86_64"},
    {"REPRISE_RUNTIME", "the runtime's dex file, for instrument"},
    {"REPRISE_KEY_PASSWORD", "of the file that instrument --key names"},
    {"COLUMNS", "width of the text, in the place of the terminal's"},
    {"NO_COLOR", "no colours when it is set to anything"},
    {"REPRISE_LOG", "what to log on stderr, such as warn or tape:debug"},
};

// Appends `text` broken into lines of at most `width`, each after `indent`
// spaces; the first line has `used` columns already. Line breaks in the text
// are kept.
void Wrap(std::string_view text, size_t indent, size_t used, size_t width,
          std::string* out) {
  size_t column = used;
  if (column < indent) {
    out->append(indent - column, ' ');
    column = indent;
  }
  bool line_has_words = false;
  while (!text.empty()) {
    if (text[0] == '\n') {
      out->append("\n");
      text.remove_prefix(1);
      if (!text.empty() && text[0] != '\n') out->append(indent, ' ');
      column = indent;
      line_has_words = false;
      continue;
    }
    if (text[0] == ' ') {
      text.remove_prefix(1);
      continue;
    }
    const std::string_view word = text.substr(0, text.find_first_of(" \n"));
    text.remove_prefix(word.size());
    if (line_has_words && column + 1 + word.size() > width) {
      out->append("\n").append(indent, ' ');
      column = indent;
      line_has_words = false;
    }
    if (line_has_words) {
      out->push_back(' ');
      ++column;
    }
    out->append(word);
    column += word.size();
    line_has_words = true;
  }
  out->push_back('\n');
}

struct Row {
  std::string left;
  std::string right;
};

// Two columns, the left as wide as its widest short entry.
void AppendRows(const std::vector<Row>& rows, size_t width, std::string* out) {
  constexpr size_t kIndent = 2;
  constexpr size_t kGap = 2;
  constexpr size_t kWidestLeft = 26;
  size_t left = 0;
  for (const Row& row : rows) {
    if (row.left.size() <= kWidestLeft) left = std::max(left, row.left.size());
  }
  for (const Row& row : rows) {
    out->append(kIndent, ' ').append(row.left);
    size_t used = kIndent + row.left.size();
    if (row.left.size() > left) {
      out->push_back('\n');
      used = 0;
    }
    Wrap(row.right, kIndent + left + kGap, used, width, out);
  }
}

// "-t, --topic GLOB"
std::string OptionSpelling(const Option& option) {
  std::string text =
      option.letter != 0 ? fmt::format("-{}, ", option.letter) : "    ";
  text += fmt::format("--{}", option.name);
  if (!option.is_flag()) text += fmt::format(" {}", option.value);
  return text;
}

std::string OptionHelp(const Option& option) {
  std::string text(option.help);
  if (!option.words.empty()) text += ": " + OneOf(option.words);
  std::vector<std::string> notes;
  if (!option.fallback.empty()) {
    notes.push_back(fmt::format("default {}", option.fallback));
  }
  if (option.repeats) notes.emplace_back("may be repeated");
  if (option.required) notes.emplace_back("required");
  if (!notes.empty()) text += fmt::format(" ({})", fmt::join(notes, ", "));
  return text;
}

std::vector<Row> ExitCodeRows() {
  std::vector<Row> rows;
  for (const ExitCodeText& exit_code : ExitCodes()) {
    rows.push_back({fmt::format("{:>3}", static_cast<int>(exit_code.code)),
                    std::string(exit_code.meaning)});
  }
  return rows;
}

std::vector<Row> EnvironmentRows() {
  std::vector<Row> rows;
  for (const EnvironmentVariable& variable : kEnvironment) {
    rows.push_back({std::string(variable.name), std::string(variable.meaning)});
  }
  return rows;
}

std::vector<Row> VerbRows(std::span<const Verb* const> verbs) {
  std::vector<Row> rows;
  for (const Verb* verb : verbs) {
    rows.push_back({std::string(verb->name), std::string(verb->summary)});
  }
  return rows;
}

std::vector<Row> PositionalRows(const Verb& verb) {
  std::vector<Row> rows;
  for (const Positional& positional : verb.positionals) {
    std::string help(positional.help);
    if (!positional.words.empty()) help += ": " + OneOf(positional.words);
    rows.push_back({std::string(positional.name), std::move(help)});
  }
  return rows;
}

std::vector<Row> OptionRows(const Verb& verb) {
  std::vector<Row> rows;
  for (const Option& option : AllOptions(verb)) {
    if (!option.hidden) {
      rows.push_back({OptionSpelling(option), OptionHelp(option)});
    }
  }
  return rows;
}

void AppendSection(std::string_view title, const std::vector<Row>& rows,
                   size_t width, std::string* out) {
  if (rows.empty()) return;
  out->append("\n").append(title).append(":\n");
  AppendRows(rows, width, out);
}

}  // namespace

std::span<const EnvironmentVariable> EnvironmentVariables() {
  return kEnvironment;
}

std::string ToolHelp(std::span<const Verb* const> verbs, int width) {
  const auto columns = static_cast<size_t>(width);
  std::string out;
  Wrap("reprise - record, replay, compare and minimise runs of Android apps", 0,
       0, columns, &out);
  out += "\nUsage: reprise VERB [OPTION...] [ARGUMENT...]\n";
  AppendSection("Verbs", VerbRows(verbs), columns, &out);
  out += "\n";
  Wrap(
      "reprise VERB --help tells more about one; reprise --version tells "
      "which Reprise this is.",
      0, 0, columns, &out);
  AppendSection("Environment", EnvironmentRows(), columns, &out);
  AppendSection("Exit codes", ExitCodeRows(), columns, &out);
  return out;
}

std::string VerbHelp(const Verb& verb, int width) {
  const auto columns = static_cast<size_t>(width);
  std::string out;
  Wrap(fmt::format("reprise {} - {}", verb.name, verb.summary), 0, 0, columns,
       &out);
  out += fmt::format("\nUsage: {}\n\n", UsageLine(verb));
  Wrap(verb.description, 0, 0, columns, &out);
  AppendSection("Arguments", PositionalRows(verb), columns, &out);
  AppendSection("Options", OptionRows(verb), columns, &out);
  if (!verb.examples.empty()) out += "\nExamples:\n";
  for (const Example& example : verb.examples) {
    out += fmt::format("  {}\n", example.command);
    Wrap(example.what, 6, 0, columns, &out);
  }
  AppendSection("Environment", EnvironmentRows(), columns, &out);
  AppendSection("Exit codes", ExitCodeRows(), columns, &out);
  return out;
}

}  // namespace reprise::cli
