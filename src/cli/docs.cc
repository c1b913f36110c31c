// The generated part of the pages in docs/guide.
#include <vector>

#include "base/exit_code.h"
#include "cli/help.h"
#include "cli/parse.h"

namespace reprise::cli {
namespace {

constexpr std::string_view kBegin = "<!-- options: begin -->\n";
constexpr std::string_view kEnd = "<!-- options: end -->\n";
constexpr uint64_t kMaxPageBytes = 1 << 20;

// Text in a cell of a Markdown table.
std::string Cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') cell += '\\';
    cell += c;
  }
  return cell;
}

std::string Cell(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) {
    text += fmt::format("{}`{}`", text.empty() ? "" : ", ", Cell(word));
  }
  return text;
}

std::string VerbSection(const Verb& verb) {
  std::string out = fmt::format("```\n{}\n```\n", UsageLine(verb));
  if (!verb.positionals.empty()) out += "\n| argument | meaning |\n|---|---|\n";
  for (const Positional& positional : verb.positionals) {
    std::string meaning = Cell(positional.help);
    if (!positional.words.empty()) meaning += ": " + Cell(positional.words);
    out += fmt::format("| `{}` | {} |\n", positional.name, meaning);
  }
  out += "\n| option | meaning | default |\n|---|---|---|\n";
  for (const Option& option : AllOptions(verb)) {
    if (option.hidden) continue;
    std::string name;
    if (option.letter != 0) name = fmt::format("`-{}`, ", option.letter);
    name += fmt::format("`--{}{}{}`", option.name, option.is_flag() ? "" : " ",
                        Cell(option.value));
    std::string meaning = Cell(option.help);
    if (!option.words.empty()) meaning += ": " + Cell(option.words);
    if (option.repeats) meaning += "; may be repeated";
    if (option.required) meaning += "; required";
    const std::string fallback =
        option.fallback.empty() ? "" : fmt::format("`{}`", option.fallback);
    out += fmt::format("| {} | {} | {} |\n", name, meaning, fallback);
  }
  if (!verb.examples.empty()) out += "\n```sh\n";
  for (const Example& example : verb.examples) {
    out += fmt::format("{}\n    # {}\n", example.command, example.what);
  }
  if (!verb.examples.empty()) out += "```\n";
  return out;
}

std::string IndexSection(std::span<const Verb* const> verbs) {
  std::string out = "| verb | what it does |\n|---|---|\n";
  for (const Verb* verb : verbs) {
    out += fmt::format("| [`{0}`]({0}.md) | {1} |\n", verb->name,
                       Cell(verb->summary));
  }
  out += "\n| exit code | meaning |\n|---|---|\n";
  for (const ExitCodeText& exit_code : ExitCodes()) {
    out += fmt::format("| {} | {} |\n", static_cast<int>(exit_code.code),
                       Cell(exit_code.meaning));
  }
  out += "\n| environment variable | meaning |\n|---|---|\n";
  for (const EnvironmentVariable& variable : EnvironmentVariables()) {
    out +=
        fmt::format("| `{}` | {} |\n", variable.name, Cell(variable.meaning));
  }
  return out;
}

Status UpdatePage(FileSystem& files, const std::string& path,
                  const std::string& title, const std::string& section) {
  Result<std::string> page = ReadWholeFile(files, path, kMaxPageBytes);
  if (!page && page.error().kind == ErrorKind::kNotFound) {
    page = fmt::format("# {}\n\n{}{}", title, kBegin, kEnd);
  }
  if (!page) return Fail(page.error());
  const size_t begin = page->find(kBegin);
  const size_t end = page->find(kEnd);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    return Fail(ErrorKind::kCorruption,
                "{} has no lines {} and {}; add them where the table of the "
                "options belongs",
                path, kBegin.substr(0, kBegin.size() - 1),
                kEnd.substr(0, kEnd.size() - 1));
  }
  const size_t inside = begin + kBegin.size();
  const std::string before = *page;
  page->replace(inside, end - inside, section);
  if (*page == before) return {};
  return WriteWholeFile(files, path, *page);
}

}  // namespace

Status WriteDocs(FileSystem& files, std::span<const Verb* const> verbs,
                 const std::string& directory) {
  for (const Verb* verb : verbs) {
    RETURN_IF_ERROR(
        UpdatePage(files, fmt::format("{}/{}.md", directory, verb->name),
                   fmt::format("reprise {}", verb->name), VerbSection(*verb)));
  }
  return UpdatePage(files, directory + "/verbs.md", "The verbs of Reprise",
                    IndexSection(verbs));
}

}  // namespace reprise::cli
