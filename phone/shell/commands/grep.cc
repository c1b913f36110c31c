// grep: lines that match.
#include <algorithm>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"
#include "phone/shell/regex.h"

namespace reprise::phone {
namespace {

bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class Grep {
 public:
  Grep(Process& process, const Options& options)
      : process_(process), options_(options) {}

  // False, after a sentence, if a pattern is none.
  bool AddPattern(const std::string& text) {
    if (options_.Has('F')) {
      std::string plain = text;
      if (options_.Has('i')) {
        std::transform(plain.begin(), plain.end(), plain.begin(), ::tolower);
      }
      plain_.push_back(plain);
      return true;
    }
    const bool extended = options_.Has('E') || process_.name() == "egrep";
    auto regex = Regex::Compile(text, extended, options_.Has('i'));
    if (!regex) {
      (void)process_.Fail("{}", regex.error().message);
      return false;
    }
    regexes_.push_back(*std::move(regex));
    return true;
  }

  bool Find(const std::string& line, size_t from, size_t* begin,
            size_t* end) const {
    bool found = false;
    const auto take = [&](size_t low, size_t high) {
      if (options_.Has('x') && (low != 0 || high != line.size())) return;
      if (options_.Has('w') &&
          ((low > 0 && IsWordCharacter(line[low - 1])) ||
           (high < line.size() && IsWordCharacter(line[high])))) {
        return;
      }
      if (found && low >= *begin) return;
      found = true;
      *begin = low;
      *end = high;
    };
    if (!plain_.empty()) {
      std::string text = line;
      if (options_.Has('i'))
        std::transform(text.begin(), text.end(), text.begin(), ::tolower);
      for (const std::string& plain : plain_) {
        const size_t at = text.find(plain, from);
        if (at != std::string::npos) take(at, at + plain.size());
      }
    }
    std::vector<regmatch_t> places;
    for (const Regex& regex : regexes_) {
      if (regex.Search(line, from, &places)) {
        take(static_cast<size_t>(places[0].rm_so),
             static_cast<size_t>(places[0].rm_eo));
      }
    }
    return found;
  }

  // True if something matched.
  bool Search(Input& input, bool titles) {
    const std::string name =
        input.name() == "-" ? "(standard input)" : input.name();
    const std::string title = titles ? name + ":" : "";
    const int64_t before = options_.Number('B', options_.Number('C', 0));
    const int64_t after = options_.Number('A', options_.Number('C', 0));
    const int64_t most = options_.Number('m', INT64_MAX);
    std::vector<std::string> last;
    int64_t count = 0, number = 0, follow = 0, shown = 0;
    std::string line;
    while (count < most && input.Line(&line)) {
      ++number;
      size_t begin = 0, end = 0;
      const bool matches = Find(line, 0, &begin, &end) != options_.Has('v');
      const auto show = [&](const std::string& text, int64_t at, char mark) {
        std::string head = titles ? name + mark : "";
        if (options_.Has('n')) head += std::to_string(at) + mark;
        process_.Out(head + text + "\n");
        shown = at;
      };
      if (!matches) {
        if (follow > 0 && !quiet()) {
          --follow;
          show(line, number, '-');
        } else if (before > 0) {
          last.push_back(line);
          if (static_cast<int64_t>(last.size()) > before)
            last.erase(last.begin());
        }
        continue;
      }
      ++count;
      if (options_.Has('q') || options_.Has('l') || options_.Has('L')) break;
      if (quiet()) continue;
      if ((before > 0 || after > 0) && shown > 0 &&
          number - static_cast<int64_t>(last.size()) > shown + 1) {
        process_.Out("--\n");
      }
      int64_t at = number - static_cast<int64_t>(last.size());
      for (const std::string& text : last) show(text, at++, '-');
      last.clear();
      if (!options_.Has('o')) {
        show(line, number, ':');
      } else {
        for (size_t from = 0; !options_.Has('v') && from <= line.size() &&
                              Find(line, from, &begin, &end);
             from = std::max(end, begin + 1)) {
          if (end > begin) show(line.substr(begin, end - begin), number, ':');
        }
      }
      follow = after;
    }
    if (options_.Has('c')) process_.Print("{}{}\n", title, count);
    if (options_.Has('l') && count > 0) process_.Out(name + "\n");
    if (options_.Has('L') && count == 0) process_.Out(name + "\n");
    return count > 0;
  }

  void AddFolder(const std::string& path, std::vector<std::string>* out,
                 int depth) {
    std::vector<std::string> names;
    if (depth > 64 || process_.files().List(path, &names) != 0) {
      out->push_back(path);
      return;
    }
    for (const std::string& name : names) {
      AddFolder(path + (path.ends_with('/') ? "" : "/") + name, out, depth + 1);
    }
  }

 private:
  bool quiet() const { return options_.Has('q') || options_.Has('c'); }

  Process& process_;
  const Options& options_;
  std::vector<Regex> regexes_;
  std::vector<std::string> plain_;
};

int Run(Process& process) {
  for (std::string& word : process.args) {
    if (word.starts_with("--color")) word = "-s";
    if (word.starts_with("--line-buffered")) word = "-s";
  }
  const auto options = Options::Parse(process, "EFivnclLqowxrRhHsae:m:A:B:C:");
  if (!options) return 2;
  std::vector<std::string> rest = options->rest;
  std::string pattern = options->Get('e');
  if (!options->Has('e')) {
    if (rest.empty()) {
      process.Err("usage: grep [-EFivnclLqowxr] PATTERN [FILE...]\n");
      return 2;
    }
    pattern = rest[0];
    rest.erase(rest.begin());
  }
  Grep grep(process, *options);
  for (const std::string& each : SplitBy(pattern, '\n')) {
    if (!grep.AddPattern(each)) return 2;
  }
  const bool tree = options->Has('r') || options->Has('R');
  if (tree) {
    if (rest.empty()) rest.push_back(".");
    std::vector<std::string> all;
    for (const std::string& path : rest) grep.AddFolder(path, &all, 0);
    rest = all;
    if (rest.empty()) return 1;
  }
  const bool titles =
      options->Has('H') || ((tree || rest.size() > 1) && !options->Has('h'));
  bool any = false;
  const int code = process.ForEachInput(
      rest, [&](Input& input) { any |= grep.Search(input, titles); });
  return any ? 0 : code != 0 ? 2 : 1;
}

}  // namespace

void AddGrep(Commands& commands) {
  const char* usage =
      "usage: grep [-EFivnclLqowxrhH] [-m MAX] [-A LINES] [-B LINES] "
      "[-C LINES] [-e] PATTERN [FILE...]";
  commands.Add("grep", usage, Run);
  commands.Add("egrep", usage, Run);
}

}  // namespace reprise::phone
