// sed, the part of it that people type: s, p, d, q, = with addresses.
#include <fcntl.h>

#include <optional>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"
#include "phone/shell/regex.h"

namespace reprise::phone {
namespace {

struct Address {
  int64_t line = 0;  // -1: the last
  std::optional<Regex> regex;
};

struct Step {
  std::optional<Address> from, to;
  bool inverse = false;
  bool inside = false;  // between from and to
  char kind = 0;
  std::optional<Regex> regex;
  std::string by;
  bool all = false, print = false;
  int64_t which = 1;
};

class Script {
 public:
  Script(Process& process, bool extended)
      : process_(process), extended_(extended) {}

  bool Parse(std::string_view text) {
    while (true) {
      while (!text.empty() && std::string_view(" \t\n;").find(text[0]) !=
                                  std::string_view::npos) {
        text.remove_prefix(1);
      }
      if (text.empty()) return true;
      Step step;
      if (!ParseAddress(&text, &step.from)) return false;
      if (step.from && text.starts_with(',')) {
        text.remove_prefix(1);
        if (!ParseAddress(&text, &step.to)) return false;
      }
      while (text.starts_with(' ')) text.remove_prefix(1);
      if (text.starts_with('!')) {
        step.inverse = true;
        text.remove_prefix(1);
      }
      if (text.empty()) return Bad("a command is missing");
      step.kind = text[0];
      text.remove_prefix(1);
      if (step.kind == 's') {
        if (!ParseSubstitute(&text, &step)) return false;
      } else if (std::string_view("pdq=").find(step.kind) ==
                 std::string_view::npos) {
        return Bad(fmt::format("the command '{}' is not offered; s p d q = are",
                               step.kind));
      }
      steps_.push_back(std::move(step));
    }
  }

  // False: quit.
  bool Run(std::string line, int64_t number, bool last, bool silent) {
    bool deleted = false, quit = false;
    for (Step& step : steps_) {
      if (Selected(step, line, number, last) == step.inverse) continue;
      if (step.kind == 'd') {
        deleted = true;
        break;
      }
      if (step.kind == 'p') process_.Out(line + "\n");
      if (step.kind == '=') process_.Print("{}\n", number);
      if (step.kind == 's' && Substitute(step, &line) && step.print) {
        process_.Out(line + "\n");
      }
      if (step.kind == 'q') {
        quit = true;
        break;
      }
    }
    if (!deleted && !silent) process_.Out(line + "\n");
    return !quit;
  }

 private:
  bool Bad(std::string_view why) {
    (void)process_.Fail("bad script: {}", why);
    return false;
  }

  bool ParseAddress(std::string_view* text, std::optional<Address>* out) {
    if (text->empty()) return true;
    const char c = text->front();
    if (c == '$') {
      out->emplace().line = -1;
      text->remove_prefix(1);
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      size_t n = 0;
      while (n < text->size() &&
             std::isdigit(static_cast<unsigned char>((*text)[n])) != 0)
        ++n;
      out->emplace().line = ToNumber(text->substr(0, n)).value_or(0);
      text->remove_prefix(n);
    } else if (c == '/') {
      text->remove_prefix(1);
      std::string pattern;
      if (!Until(text, '/', &pattern)) return Bad("'/' is missing");
      auto regex = Regex::Compile(pattern, extended_, false);
      if (!regex) return Bad(regex.error().message);
      out->emplace().regex = *std::move(regex);
    }
    return true;
  }

  static bool Until(std::string_view* text, char end, std::string* out) {
    for (size_t i = 0; i < text->size(); ++i) {
      const char c = (*text)[i];
      if (c == end) {
        text->remove_prefix(i + 1);
        return true;
      }
      if (c == '\\' && i + 1 < text->size()) {
        const char next = (*text)[++i];
        if (next == 'n') {
          *out += '\n';
        } else {
          if (next != end) *out += '\\';
          *out += next;
        }
      } else {
        *out += c;
      }
    }
    return false;
  }

  bool ParseSubstitute(std::string_view* text, Step* step) {
    if (text->empty()) return Bad("s needs a pattern");
    const char end = text->front();
    text->remove_prefix(1);
    std::string pattern;
    if (!Until(text, end, &pattern) || !Until(text, end, &step->by)) {
      return Bad(fmt::format("'{}' is missing", end));
    }
    bool ignore_case = false;
    while (!text->empty() && std::string_view(" ;\n}").find(text->front()) ==
                                 std::string_view::npos) {
      const char flag = text->front();
      text->remove_prefix(1);
      if (flag == 'g') {
        step->all = true;
      } else if (flag == 'p') {
        step->print = true;
      } else if (flag == 'i' || flag == 'I') {
        ignore_case = true;
      } else if (flag >= '1' && flag <= '9') {
        step->which = flag - '0';
      } else {
        return Bad(fmt::format("s has no flag '{}'", flag));
      }
    }
    auto regex = Regex::Compile(pattern, extended_, ignore_case);
    if (!regex) return Bad(regex.error().message);
    step->regex = *std::move(regex);
    return true;
  }

  static bool Hits(const Address& address, const std::string& line,
                   int64_t number, bool last) {
    std::vector<regmatch_t> places;
    if (address.regex) return address.regex->Search(line, 0, &places);
    return address.line < 0 ? last : address.line == number;
  }

  static bool Selected(Step& step, const std::string& line, int64_t number,
                       bool last) {
    if (!step.from) return true;
    if (!step.to) return Hits(*step.from, line, number, last);
    if (!step.inside) {
      if (!Hits(*step.from, line, number, last)) return false;
      step.inside = step.to->line <= 0 || step.to->line > number;
      return true;
    }
    if (Hits(*step.to, line, number, last)) step.inside = false;
    return true;
  }

  bool Substitute(const Step& step, std::string* line) {
    std::string result;
    size_t from = 0;
    int64_t count = 0;
    bool changed = false;
    std::vector<regmatch_t> places;
    while (from <= line->size() && step.regex->Search(*line, from, &places)) {
      const auto begin = static_cast<size_t>(places[0].rm_so);
      const auto end = static_cast<size_t>(places[0].rm_eo);
      result.append(*line, from, begin - from);
      if (++count >= step.which) {
        for (size_t i = 0; i < step.by.size(); ++i) {
          const char c = step.by[i];
          const bool group = c == '\\' && i + 1 < step.by.size();
          const char next = group ? step.by[i + 1] : '\0';
          if (c == '&' || (group && next >= '0' && next <= '9')) {
            const regmatch_t& place =
                places[c == '&' ? 0 : static_cast<size_t>(next - '0')];
            if (place.rm_so >= 0) {
              result.append(*line, static_cast<size_t>(place.rm_so),
                            static_cast<size_t>(place.rm_eo - place.rm_so));
            }
          } else {
            result += group ? (next == 't' ? '\t' : next) : c;
          }
          if (group) ++i;
        }
        changed = true;
      } else {
        result.append(*line, begin, end - begin);
      }
      from = end;
      if (end == begin) {
        if (from < line->size()) result += (*line)[from];
        ++from;
      }
      if ((changed && !step.all) || result.size() > Input::kMaxLine) break;
    }
    if (from < line->size()) result.append(*line, from);
    if (changed) *line = std::move(result);
    return changed;
  }

  Process& process_;
  const bool extended_;
  std::vector<Step> steps_;
};

int Sed(Process& process) {
  const auto options = Options::Parse(process, "nEre:i");
  if (!options) return 1;
  std::vector<std::string> rest = options->rest;
  std::string text = options->Get('e');
  if (!options->Has('e')) {
    if (rest.empty()) return process.Fail("usage: sed [-nEi] SCRIPT [FILE...]");
    text = rest[0];
    rest.erase(rest.begin());
  }
  Script script(process, options->Has('E') || options->Has('r'));
  if (!script.Parse(text)) return 1;
  const auto run = [&](Input& input) {
    std::string line, next;
    int64_t number = 0;
    bool more = input.Line(&line);
    while (more) {
      more = input.Line(&next);
      if (!script.Run(line, ++number, !more, options->Has('n'))) return;
      std::swap(line, next);
    }
  };
  if (!options->Has('i')) return process.ForEachInput(rest, run);
  int result = 0;
  for (const std::string& path : rest) {
    // Into another file first: it is read while it is written.
    const auto output = process.fds[1];
    const std::string other = path + ".sed";
    int code = 0;
    process.Flush();
    process.fds[1] = process.Open(other, O_WRONLY | O_CREAT | O_TRUNC, &code);
    if (process.fds[1]) {
      result |= process.ForEachInput({path}, run);
      process.Flush();
      code = process.files().Rename(other, path);
    }
    process.fds[1] = output;
    if (code != 0) result = process.FailErrno(path, code);
  }
  return result;
}

}  // namespace

void AddSed(Commands& commands) {
  commands.Add("sed",
               "usage: sed [-nEi] [-e] SCRIPT [FILE...]  with s p d q =", Sed);
}

}  // namespace reprise::phone
