// sort and uniq.
#include <algorithm>
#include <cstdlib>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr size_t kMaxBytes = size_t{64} << 20;

// From the field that -k names on.
std::string_view KeyOf(std::string_view line, int64_t field,
                       std::string_view separator) {
  for (int64_t i = 1; i < field; ++i) {
    size_t end = 0;
    if (!separator.empty()) {
      end = line.find(separator[0]);
      end = end == std::string_view::npos ? line.size() : end + 1;
    } else {
      end = std::min(line.find_first_not_of(" \t"), line.size());
      end = std::min(line.find_first_of(" \t", end), line.size());
    }
    line.remove_prefix(end);
  }
  return line;
}

int Sort(Process& process) {
  const auto options = Options::Parse(process, "nruk:t:fbgVs");
  if (!options) return 1;
  std::vector<std::string> lines;
  size_t total = 0;
  const int code = process.ForEachInput(options->rest, [&](Input& input) {
    std::string line;
    while (total < kMaxBytes && input.Line(&line)) {
      total += line.size() + 1;
      lines.push_back(line);
    }
  });
  if (total >= kMaxBytes) return process.Fail("more than 64 MiB to sort");
  const std::string key = options->Get('k', "1");
  const int64_t field = std::clamp<int64_t>(std::atoll(key.c_str()), 1, 1000);
  const bool numbers = options->Has('n') || options->Has('g') ||
                       key.find('n') != std::string::npos;
  const bool reverse = options->Has('r') || key.find('r') != std::string::npos;
  const std::string separator = options->Get('t');
  const auto less = [&](const std::string& a, const std::string& b) {
    std::string x(KeyOf(a, field, separator)), y(KeyOf(b, field, separator));
    if (numbers) {
      const double m = std::strtod(x.c_str(), nullptr);
      const double n = std::strtod(y.c_str(), nullptr);
      if (m < n) return -1;
      if (m > n) return 1;
      return 0;
    }
    if (options->Has('f')) {
      std::transform(x.begin(), x.end(), x.begin(), ::toupper);
      std::transform(y.begin(), y.end(), y.begin(), ::toupper);
    }
    return x.compare(y);
  };
  std::stable_sort(
      lines.begin(), lines.end(),
      [&](const std::string& a, const std::string& b) {
        int order = less(a, b);
        if (order == 0 && !options->Has('s') && !options->Has('u')) {
          order = a.compare(b);
        }
        return reverse ? order > 0 : order < 0;
      });
  const std::string* last = nullptr;
  for (const std::string& line : lines) {
    if (options->Has('u') && last != nullptr && less(*last, line) == 0)
      continue;
    process.Out(line + "\n");
    last = &line;
  }
  return code;
}

int Uniq(Process& process) {
  const auto options = Options::Parse(process, "cdui");
  if (!options) return 1;
  std::string last;
  int64_t count = 0;
  const auto show = [&] {
    if (count == 0 || (options->Has('d') && count == 1) ||
        (options->Has('u') && count > 1)) {
      return;
    }
    process.Out((options->Has('c') ? fmt::format("{:7} ", count) : "") + last +
                "\n");
  };
  const int code = process.ForEachInput(
      {options->rest.begin(),
       options->rest.begin() + (options->rest.empty() ? 0 : 1)},
      [&](Input& input) {
        std::string line;
        while (input.Line(&line)) {
          if (count > 0 && line == last) {
            ++count;
            continue;
          }
          show();
          last = line;
          count = 1;
        }
      });
  show();
  return code;
}

}  // namespace

void AddSort(Commands& commands) {
  commands.Add(
      "sort", "usage: sort [-nrufs] [-k FIELD] [-t CHARACTER] [FILE...]", Sort);
  commands.Add("uniq", "usage: uniq [-cdu] [FILE]", Uniq);
}

}  // namespace reprise::phone
