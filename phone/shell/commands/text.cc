// Commands that read text and write some of it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bitset>
#include <deque>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

int Cat(Process& process) {
  const auto options = Options::Parse(process, "etuvn");
  if (!options) return 1;
  int64_t number = 0;
  return process.ForEachInput(options->rest, [&](Input& input) {
    if (options->Has('n')) {
      std::string line;
      while (input.Line(&line)) process.Print("{:6}\t{}\n", ++number, line);
      return;
    }
    while (true) {
      const std::string_view block = input.Block();
      if (block.empty()) return;
      process.Out(block);
    }
  });
}

int Head(Process& process) {
  // head -5
  for (std::string& word : process.args) {
    if (word.size() > 1 && word[0] == '-' && ToNumber(word.substr(1))) {
      word = "-n" + word.substr(1);
    }
  }
  const auto options = Options::Parse(process, "n:c:qv");
  if (!options) return 1;
  const int64_t lines = options->Number('n', 10);
  const bool titles = options->rest.size() > 1 && !options->Has('q');
  bool first = true;
  return process.ForEachInput(options->rest, [&](Input& input) {
    if (titles)
      process.Print("{}==> {} <==\n", first ? "" : "\n", input.name());
    first = false;
    if (options->Has('c')) {
      int64_t left = options->Number('c', 0);
      while (left > 0) {
        const std::string_view block = input.Block();
        if (block.empty()) return;
        process.Out(block.substr(0, static_cast<size_t>(left)));
        left -= static_cast<int64_t>(block.size());
      }
      return;
    }
    std::string line;
    for (int64_t i = 0; i < lines && input.Line(&line); ++i) {
      process.Out(line + (input.ended_in_line() ? "" : "\n"));
    }
  });
}

int Tail(Process& process) {
  for (std::string& word : process.args) {
    if (word.size() > 1 && word[0] == '-' && ToNumber(word.substr(1))) {
      word = "-n" + word.substr(1);
    }
  }
  const auto options = Options::Parse(process, "n:c:fF");
  if (!options) return 1;
  if (options->Has('f') || options->Has('F')) {
    return process.Fail(
        "-f is not offered here; use logcat, or read the file again");
  }
  const bool bytes = options->Has('c');
  const std::string count = options->Get(bytes ? 'c' : 'n', "10");
  const bool from = count.starts_with('+');
  const auto wanted =
      static_cast<size_t>(std::abs(ToNumber(count).value_or(10)));
  return process.ForEachInput(options->rest, [&](Input& input) {
    if (bytes) {
      const std::string all = input.All();
      const size_t skip = from ? wanted - std::min<size_t>(wanted, 1)
                               : all.size() - std::min(all.size(), wanted);
      return process.Out(
          std::string_view(all).substr(std::min(skip, all.size())));
    }
    std::deque<std::string> kept;
    std::string line;
    size_t number = 0, size = 0;
    while (input.Line(&line)) {
      ++number;
      if (!input.ended_in_line()) line += '\n';
      if (from) {
        if (number >= wanted) process.Out(line);
        continue;
      }
      kept.push_back(line);
      size += line.size();
      while (kept.size() > wanted || size > Input::kMaxLine * 4) {
        size -= kept.front().size();
        kept.pop_front();
      }
    }
    for (const std::string& each : kept) process.Out(each);
  });
}

int Wc(Process& process) {
  const auto options = Options::Parse(process, "lwcm");
  if (!options) return 1;
  const bool all = !options->Has('l') && !options->Has('w') &&
                   !options->Has('c') && !options->Has('m');
  int64_t total[3] = {};
  const auto show = [&](const int64_t(&count)[3], const std::string& name) {
    std::vector<int64_t> shown;
    if (all || options->Has('l')) shown.push_back(count[0]);
    if (all || options->Has('w')) shown.push_back(count[1]);
    if (all || options->Has('c') || options->Has('m'))
      shown.push_back(count[2]);
    const bool alone = shown.size() == 1;
    for (const int64_t value : shown) {
      process.Out(alone ? std::to_string(value) : fmt::format("{:>7} ", value));
    }
    process.Print("{}{}\n", name != "-" && alone ? " " : "",
                  name == "-" ? "" : name);
  };
  const int code = process.ForEachInput(options->rest, [&](Input& input) {
    int64_t count[3] = {};
    bool in_word = false;
    while (true) {
      const std::string_view block = input.Block();
      if (block.empty()) break;
      for (const char c : block) {
        const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
        if (c == '\n') ++count[0];
        if (!space && !in_word) ++count[1];
        in_word = !space;
      }
      count[2] += static_cast<int64_t>(block.size());
    }
    for (int i = 0; i < 3; ++i) total[i] += count[i];
    show(count, input.name());
  });
  if (options->rest.size() > 1) show(total, "total");
  return code;
}

int Tee(Process& process) {
  const auto options = Options::Parse(process, "ai");
  if (!options) return 1;
  std::vector<std::shared_ptr<Fd>> outputs;
  int result = 0;
  for (const std::string& path : options->rest) {
    int code = 0;
    auto fd = process.Open(
        path, O_WRONLY | O_CREAT | (options->Has('a') ? O_APPEND : O_TRUNC),
        &code);
    if (fd) {
      outputs.push_back(std::move(fd));
    } else {
      result = process.FailErrno(path, code);
    }
  }
  Input input = process.StandardInput();
  while (true) {
    const std::string_view block = input.Block();
    if (block.empty()) return result;
    for (const auto& fd : outputs) (void)process.Write(fd->get(), block);
    process.Out(block);
  }
}

int Cut(Process& process) {
  const auto options = Options::Parse(process, "d:f:c:b:s");
  if (!options) return 1;
  const bool fields = options->Has('f');
  const std::string list = options->Get(fields              ? 'f'
                                        : options->Has('c') ? 'c'
                                                            : 'b');
  const std::string delimiter = options->Get('d', "\t");
  std::vector<std::pair<size_t, size_t>> ranges;
  for (const std::string& part : SplitBy(list, ',')) {
    const size_t dash = part.find('-');
    const auto low = dash == 0 ? 1 : ToNumber(part.substr(0, dash)).value_or(0);
    const auto high = dash == std::string::npos ? low
                      : dash + 1 == part.size()
                          ? INT64_MAX
                          : ToNumber(part.substr(dash + 1)).value_or(0);
    if (low < 1 || high < low) return process.Fail("bad list '{}'", list);
    ranges.emplace_back(low, high);
  }
  const auto wanted = [&](size_t i) {
    return std::any_of(ranges.begin(), ranges.end(), [&](const auto& range) {
      return range.first <= i && i <= range.second;
    });
  };
  return process.ForEachInput(options->rest, [&](Input& input) {
    std::string line;
    while (input.Line(&line)) {
      std::string out;
      if (!fields) {
        for (size_t i = 0; i < line.size(); ++i) {
          if (wanted(i + 1)) out += line[i];
        }
      } else if (line.find(delimiter[0]) == std::string::npos) {
        if (options->Has('s')) continue;
        out = line;
      } else {
        bool first = true;
        const auto parts = SplitBy(line, delimiter[0]);
        for (size_t i = 0; i < parts.size(); ++i) {
          if (!wanted(i + 1)) continue;
          out += (first ? "" : delimiter.substr(0, 1)) + parts[i];
          first = false;
        }
      }
      process.Out(out + "\n");
    }
  });
}

// a-z, [:upper:], \n
std::string ExpandSet(std::string_view set) {
  std::string result;
  for (size_t i = 0; i < set.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(set[i]);
    if (set.substr(i).starts_with("[:")) {
      const size_t end = set.find(":]", i);
      if (end != std::string_view::npos) {
        const std::string_view name = set.substr(i + 2, end - i - 2);
        for (int each = 0; each < 256; ++each) {
          if ((name == "upper" && std::isupper(each) != 0) ||
              (name == "lower" && std::islower(each) != 0) ||
              (name == "alpha" && std::isalpha(each) != 0) ||
              (name == "digit" && std::isdigit(each) != 0) ||
              (name == "alnum" && std::isalnum(each) != 0) ||
              (name == "space" && std::isspace(each) != 0) ||
              (name == "punct" && std::ispunct(each) != 0)) {
            result += static_cast<char>(each);
          }
        }
        i = end + 1;
        continue;
      }
    }
    if (c == '\\' && i + 1 < set.size()) {
      const char next = set[++i];
      c = static_cast<unsigned char>(next == 'n'   ? '\n'
                                     : next == 't' ? '\t'
                                     : next == 'r' ? '\r'
                                     : next == '0' ? '\0'
                                                   : next);
    }
    if (i + 2 < set.size() && set[i + 1] == '-') {
      const auto last = static_cast<unsigned char>(set[i + 2]);
      for (int each = c; each <= last; ++each)
        result += static_cast<char>(each);
      i += 2;
    } else {
      result += static_cast<char>(c);
    }
  }
  return result;
}

int Tr(Process& process) {
  const auto options = Options::Parse(process, "dscC");
  if (!options) return 1;
  if (options->rest.empty())
    return process.Fail("usage: tr [-cds] SET1 [SET2]");
  std::string from = ExpandSet(options->rest[0]);
  const std::string to =
      options->rest.size() > 1 ? ExpandSet(options->rest[1]) : "";
  const bool remove = options->Has('d');
  if (options->Has('c') || options->Has('C')) {
    std::string other;
    for (int c = 0; c < 256; ++c) {
      if (from.find(static_cast<char>(c)) == std::string::npos)
        other += static_cast<char>(c);
    }
    from = other;
  }
  if (!remove && to.empty() && !options->Has('s'))
    return process.Fail("needs SET2");
  int map[256];
  std::bitset<256> squeezed;
  for (int c = 0; c < 256; ++c) map[c] = c;
  for (size_t i = 0; i < from.size(); ++i) {
    const auto c = static_cast<unsigned char>(from[i]);
    map[c] = remove ? -1
             : to.empty()
                 ? c
                 : static_cast<unsigned char>(to[std::min(i, to.size() - 1)]);
  }
  for (const char c : to.empty() ? from : to)
    squeezed.set(static_cast<unsigned char>(c));
  Input input = process.StandardInput();
  int last = -1;
  while (true) {
    const std::string_view block = input.Block();
    if (block.empty()) return 0;
    std::string out;
    for (const char c : block) {
      const int mapped = map[static_cast<unsigned char>(c)];
      if (mapped < 0) continue;
      if (options->Has('s') && mapped == last &&
          squeezed.test(static_cast<size_t>(mapped))) {
        continue;
      }
      out += static_cast<char>(mapped);
      last = mapped;
    }
    process.Out(out);
  }
}

int Seq(Process& process) {
  const auto options = Options::Parse(process, "+s:w");
  if (!options) return 1;
  std::vector<double> numbers;
  bool whole = true;
  for (const std::string& word : options->rest) {
    const auto value = ToDouble(word);
    if (!value) return process.Fail("bad number '{}'", word);
    whole &= ToNumber(word).has_value();
    numbers.push_back(*value);
  }
  if (numbers.empty() || numbers.size() > 3) {
    return process.Fail("usage: seq [FIRST [STEP]] LAST");
  }
  const double first = numbers.size() > 1 ? numbers[0] : 1;
  const double step = numbers.size() > 2 ? numbers[1] : 1;
  if (step == 0) return process.Fail("the step is 0");
  const std::string separator = options->Get('s', "\n");
  bool any = false;
  for (int64_t i = 0;; ++i) {
    process.stop->Check();
    const double value = first + step * static_cast<double>(i);
    if (step > 0 ? value > numbers.back() : value < numbers.back()) break;
    if (any) process.Out(separator);
    process.Out(whole ? fmt::format("{:.0f}", value)
                      : fmt::format("{:g}", value));
    any = true;
  }
  if (any) process.Out("\n");
  return 0;
}

int Name(Process& process) {
  if (process.args.size() < 2) return process.Fail("needs a path");
  const bool base = process.name() == "basename";
  std::string text =
      base ? BaseName(process.args[1]) : DirName(process.args[1]);
  if (base && process.args.size() > 2 && text != process.args[2] &&
      text.ends_with(process.args[2])) {
    text.resize(text.size() - process.args[2].size());
  }
  process.Out(text + "\n");
  return 0;
}

}  // namespace

void AddText(Commands& commands) {
  commands.Add("cat", "usage: cat [-n] [FILE...]", Cat);
  commands.Add("head", "usage: head [-n LINES | -c BYTES] [FILE...]", Head);
  commands.Add("tail", "usage: tail [-n [+]LINES | -c BYTES] [FILE...]", Tail);
  commands.Add("wc", "usage: wc [-lwcm] [FILE...]", Wc);
  commands.Add("tee", "usage: tee [-a] [FILE...]", Tee);
  commands.Add(
      "cut", "usage: cut -f LIST [-d CHARACTER] [-s] | -c LIST [FILE...]", Cut);
  commands.Add("tr", "usage: tr [-cds] SET1 [SET2]", Tr);
  commands.Add("seq", "usage: seq [-s SEPARATOR] [FIRST [STEP]] LAST", Seq);
  commands.Add("basename", "usage: basename PATH [SUFFIX]", Name);
  commands.Add("dirname", "usage: dirname PATH", Name);
}

}  // namespace reprise::phone
