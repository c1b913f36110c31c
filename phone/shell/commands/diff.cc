// diff of two files, by lines.
#include <algorithm>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

// The table of the longest common lines has as many cells.
constexpr size_t kMaxCells = size_t{64} << 20;
constexpr size_t kMaxBytes = size_t{64} << 20;

// Lines [from[0], to[0]) of the first became [from[1], to[1]) of the second.
struct Change {
  size_t from[2];
  size_t to[2];
};

using Lines = std::vector<std::string>;

std::vector<Change> Compare(const Lines& a, const Lines& b,
                            const std::vector<uint32_t>& common) {
  const size_t width = b.size() + 1;
  std::vector<Change> changes;
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    Change change{{i, j}, {i, j}};
    while ((i < a.size() || j < b.size()) &&
           !(i < a.size() && j < b.size() && a[i] == b[j])) {
      if (j == b.size() || (i < a.size() && common[(i + 1) * width + j] >=
                                                common[i * width + j + 1])) {
        ++i;
      } else {
        ++j;
      }
    }
    change.to[0] = i;
    change.to[1] = j;
    if (change.from[0] != i || change.from[1] != j) changes.push_back(change);
    for (; i < a.size() && j < b.size() && a[i] == b[j]; ++i) ++j;
  }
  return changes;
}

class Differ {
 public:
  Differ(Process& process, const Options& options)
      : process_(process), options_(options) {}

  int Run() {
    for (size_t i = 0; i < 2; ++i) {
      const std::string& path = options_.rest[i];
      if (process_.files().IsFolder(path)) {
        process_.Fail("{}: folders are not compared; name two files", path);
        return 2;
      }
      const int code = process_.ForEachInput({path}, [&](Input& input) {
        std::string line;
        size_t bytes = 0;
        while (input.Line(&line) && (bytes += line.size()) < kMaxBytes) {
          lines_[i].push_back(line);
        }
      });
      if (code != 0) return 2;
    }
    const Lines &a = lines_[0], &b = lines_[1];
    if (a == b) return 0;
    if (options_.Has('q')) {
      process_.Print("Files {} and {} differ\n", options_.rest[0],
                     options_.rest[1]);
      return 1;
    }
    if ((a.size() + 1) * (b.size() + 1) > kMaxCells) {
      process_.Fail("{} and {} differ and have too many lines to say where",
                    options_.rest[0], options_.rest[1]);
      return 2;
    }
    std::vector<uint32_t> common((a.size() + 1) * (b.size() + 1));
    const size_t width = b.size() + 1;
    for (size_t i = a.size(); i-- > 0;) {
      process_.stop->Check();
      for (size_t j = b.size(); j-- > 0;) {
        common[i * width + j] = a[i] == b[j]
                                    ? common[(i + 1) * width + j + 1] + 1
                                    : std::max(common[(i + 1) * width + j],
                                               common[i * width + j + 1]);
      }
    }
    const std::vector<Change> changes = Compare(a, b, common);
    if (options_.Has('u') || options_.Has('U')) {
      Unified(changes);
    } else {
      for (const Change& change : changes) Normal(change);
    }
    return 1;
  }

 private:
  static std::string Range(size_t from, size_t to) {
    if (to <= from) return std::to_string(from);
    return to == from + 1 ? std::to_string(to)
                          : fmt::format("{},{}", from + 1, to);
  }

  void Show(size_t side, size_t from, size_t to, const char* mark) {
    for (size_t i = from; i < to; ++i) {
      process_.Print("{}{}\n", mark, lines_[side][i]);
    }
  }

  void Normal(const Change& change) {
    const bool removed = change.to[0] > change.from[0];
    const bool added = change.to[1] > change.from[1];
    process_.Print("{}{}{}\n", Range(change.from[0], change.to[0]),
                   removed && added ? 'c'
                   : removed        ? 'd'
                                    : 'a',
                   Range(change.from[1], change.to[1]));
    Show(0, change.from[0], change.to[0], "< ");
    if (removed && added) process_.Out("---\n");
    Show(1, change.from[1], change.to[1], "> ");
  }

  void Unified(const std::vector<Change>& changes) {
    const auto around = static_cast<size_t>(
        std::clamp<int64_t>(options_.Number('U', 3), 0, 10'000));
    process_.Print("--- {}\n+++ {}\n", options_.rest[0], options_.rest[1]);
    for (size_t i = 0; i < changes.size();) {
      size_t last = i;
      while (last + 1 < changes.size() &&
             changes[last + 1].from[0] <= changes[last].to[0] + 2 * around) {
        ++last;
      }
      const size_t before = std::min(around, changes[i].from[0]);
      const size_t after =
          std::min(around, lines_[0].size() - changes[last].to[0]);
      const auto range = [&](size_t side) {
        const size_t from = changes[i].from[side] - before;
        const size_t count = changes[last].to[side] + after - from;
        const size_t shown = count == 0 ? from : from + 1;
        return count == 1 ? std::to_string(shown)
                          : fmt::format("{},{}", shown, count);
      };
      process_.Print("@@ -{} +{} @@\n", range(0), range(1));
      size_t at = changes[i].from[0] - before;
      for (; i <= last; ++i) {
        Show(0, at, changes[i].from[0], " ");
        Show(0, changes[i].from[0], changes[i].to[0], "-");
        Show(1, changes[i].from[1], changes[i].to[1], "+");
        at = changes[i].to[0];
      }
      Show(0, at, at + after, " ");
    }
  }

  Process& process_;
  const Options& options_;
  Lines lines_[2];
};

int Diff(Process& process) {
  const auto options = Options::Parse(process, "uqU:a");
  if (!options) return 2;
  if (options->rest.size() != 2) {
    process.Err("usage: diff [-uq] [-U LINES] FILE1 FILE2\n");
    return 2;
  }
  return Differ(process, *options).Run();
}

}  // namespace

void AddDiff(Commands& commands) {
  commands.Add("diff", "usage: diff [-uq] [-U LINES] FILE1 FILE2", Diff);
}

}  // namespace reprise::phone
