// find and xargs.
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"
#include "phone/shell/pattern.h"

namespace reprise::phone {
namespace {

class Finder {
 public:
  explicit Finder(Process& process) : process_(process) {}

  int Run() {
    size_t i = 1;
    std::vector<std::string> roots;
    for (; i < process_.args.size() && process_.args[i][0] != '-' &&
           process_.args[i] != "!" && process_.args[i] != "(";
         ++i) {
      roots.push_back(process_.args[i]);
    }
    if (roots.empty()) roots.push_back(".");
    tests_.assign(process_.args.begin() + static_cast<ptrdiff_t>(i),
                  process_.args.end());
    for (size_t at = 0; at + 1 < tests_.size(); ++at) {
      if (tests_[at] == "-maxdepth")
        deepest_ = ToNumber(tests_[at + 1]).value_or(64);
      if (tests_[at] == "-mindepth")
        highest_ = ToNumber(tests_[at + 1]).value_or(0);
    }
    for (const std::string& each : tests_) {
      acts_ |= each == "-print" || each == "-print0" || each == "-exec" ||
               each == "-delete" || each == "-quit";
    }
    for (const std::string& root : roots) Visit(root, 0);
    return result_;
  }

 private:
  void Visit(const std::string& path, int64_t depth) {
    if (done_) return;
    process_.stop->Check();
    struct stat info;
    if (const int code = process_.files().Stat(path, false, &info)) {
      result_ = process_.Fail("'{}': {}", path, strerror(-code));
      return;
    }
    const bool delete_first =
        std::find(tests_.begin(), tests_.end(), "-delete") != tests_.end();
    if (!delete_first) Judge(path, info, depth);
    std::vector<std::string> names;
    if (S_ISDIR(info.st_mode) && depth < std::min<int64_t>(deepest_, 64) &&
        process_.files().List(path, &names) == 0) {
      for (const std::string& name : names) {
        Visit(path + (path.ends_with('/') ? "" : "/") + name, depth + 1);
      }
    }
    if (delete_first) Judge(path, info, depth);
  }

  void Judge(const std::string& path, const struct stat& info, int64_t depth) {
    if (depth < highest_ || done_) return;
    at_ = 0;
    path_ = &path;
    info_ = &info;
    if (Or() && !acts_) process_.Out(path + "\n");
    if (at_ < tests_.size() && !done_) Bad(tests_[at_]);
  }

  bool Or() {
    bool result = And();
    while (!done_ && at_ < tests_.size() &&
           (tests_[at_] == "-o" || tests_[at_] == "-or")) {
      ++at_;
      const bool before = skip_;
      skip_ |= result;
      result = And() || result;
      skip_ = before;
    }
    return result;
  }
  bool And() {
    bool result = true;
    const bool before = skip_;
    while (!done_ && at_ < tests_.size() && tests_[at_] != "-o" &&
           tests_[at_] != "-or" && tests_[at_] != ")") {
      skip_ |= !result;
      result = Test() && result;
    }
    skip_ = before;
    return result;
  }
  bool Test() {
    const std::string test = tests_[at_++];
    if (test == "-a" || test == "-and") return true;
    if (test == "!" || test == "-not")
      return at_ < tests_.size() ? !Test() : Bad(test);
    if (test == "(") {
      if (++depth_ > 50) return Bad(test);
      const bool result = Or();
      --depth_;
      if (at_ >= tests_.size() || tests_[at_] != ")") return Bad("(");
      ++at_;
      return result;
    }
    if (test == "-print" || test == "-print0") {
      if (!skip_) {
        process_.Out(*path_);
        process_.Out(std::string_view(test == "-print" ? "\n" : "\0", 1));
      }
      return true;
    }
    if (test == "-delete") {
      if (skip_) return true;
      const int code = process_.files().Remove(*path_, S_ISDIR(info_->st_mode));
      if (code != 0) result_ = process_.FailErrno(*path_, code);
      return code == 0;
    }
    if (test == "-quit") {
      done_ |= !skip_;
      return true;
    }
    if (test == "-empty") {
      std::vector<std::string> names;
      if (S_ISDIR(info_->st_mode)) {
        return process_.files().List(*path_, &names) == 0 && names.empty();
      }
      return info_->st_size == 0;
    }
    if (test == "-exec") return Exec();
    if (at_ >= tests_.size()) return Bad(test);
    const std::string value = tests_[at_++];
    if (test == "-maxdepth" || test == "-mindepth") return true;
    if (test == "-name") return MatchesPattern(value, BaseName(*path_));
    if (test == "-iname")
      return MatchesPattern(Lower(value), Lower(BaseName(*path_)));
    if (test == "-path") return MatchesPattern(value, *path_);
    if (test == "-type") {
      return (value == "f" && S_ISREG(info_->st_mode)) ||
             (value == "d" && S_ISDIR(info_->st_mode)) ||
             (value == "l" && S_ISLNK(info_->st_mode));
    }
    if (test == "-size" || test == "-mtime" || test == "-mmin")
      return Compare(test, value);
    if (test == "-newer") {
      struct stat other;
      return process_.files().Stat(value, true, &other) == 0 &&
             info_->st_mtim.tv_sec > other.st_mtim.tv_sec;
    }
    return Bad(test);
  }

  bool Compare(const std::string& test, std::string value) {
    const char sign = value.empty() ? '\0' : value[0];
    if (sign == '+' || sign == '-') value.erase(0, 1);
    int64_t unit = 512;
    if (!value.empty() &&
        std::isdigit(static_cast<unsigned char>(value.back())) == 0) {
      unit = value.back() == 'c' ? 1 : value.back() == 'k' ? 1024 : 1024 * 1024;
      value.pop_back();
    }
    int64_t actual = (info_->st_size + unit - 1) / unit;
    if (test != "-size") {
      const int64_t age =
          process_.phone().RealtimeNs() / 1'000'000'000 - info_->st_mtim.tv_sec;
      actual = age / (test == "-mtime" ? 86400 : 60);
    }
    const auto wanted = ToNumber(value);
    if (!wanted) return Bad(test);
    return sign == '+'   ? actual > *wanted
           : sign == '-' ? actual < *wanted
                         : actual == *wanted;
  }

  bool Exec() {
    std::vector<std::string> words;
    while (at_ < tests_.size() && tests_[at_] != ";" && tests_[at_] != "+") {
      words.push_back(tests_[at_++]);
    }
    if (at_ >= tests_.size() || words.empty()) return Bad("-exec");
    ++at_;
    if (skip_) return true;
    for (std::string& word : words) {
      for (size_t found = 0;
           (found = word.find("{}", found)) != std::string::npos;
           found += path_->size()) {
        word.replace(found, 2, *path_);
      }
    }
    const std::string path = *path_;
    return process_.Run(words) == 0;
  }

  bool Bad(const std::string& test) {
    if (!done_) result_ = process_.Fail("bad arg '{}'", test);
    done_ = true;
    return false;
  }

  static std::string Lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), ::tolower);
    return text;
  }

  Process& process_;
  std::vector<std::string> tests_;
  int64_t deepest_ = 64, highest_ = 0;
  bool acts_ = false, done_ = false, skip_ = false;
  int depth_ = 0, result_ = 0;
  size_t at_ = 0;
  const std::string* path_ = nullptr;
  const struct stat* info_ = nullptr;
};

int Xargs(Process& process) {
  const auto options = Options::Parse(process, "+0n:I:rtP:");
  if (!options) return 1;
  std::vector<std::string> words;
  Input input = process.StandardInput();
  const std::string place = options->Get('I');
  if (options->Has('0') || options->Has('I')) {
    std::string line;
    while (input.Line(&line, options->Has('0') ? '\0' : '\n')) {
      if (!line.empty()) words.push_back(line);
    }
  } else {
    std::string word;
    bool in_word = false;
    char quote = 0;
    for (const char c : input.All()) {
      const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
      if (quote != 0 ? c == quote : (c == '\'' || c == '"')) {
        quote = quote != 0 ? '\0' : c;
        in_word = true;
      } else if (space && quote == 0) {
        if (in_word) words.push_back(std::exchange(word, {}));
        in_word = false;
      } else {
        word += c;
        in_word = true;
      }
    }
    if (in_word) words.push_back(word);
  }
  std::vector<std::string> base = options->rest;
  if (base.empty()) base.push_back("echo");
  int code = 0;
  const auto none = process.Open("/dev/null", 0, &code);
  process.fds[0] = none;
  int result = 0;
  const auto run = [&](const std::vector<std::string>& command) {
    if (process.Run(command) != 0) result = 123;
  };
  if (options->Has('I')) {
    for (const std::string& word : words) {
      std::vector<std::string> command = base;
      for (std::string& each : command) {
        const size_t found =
            place.empty() ? std::string::npos : each.find(place);
        if (found != std::string::npos) each.replace(found, place.size(), word);
      }
      run(command);
    }
    return result;
  }
  const auto most =
      static_cast<size_t>(std::max<int64_t>(1, options->Number('n', 5000)));
  if (words.empty() && !options->Has('r')) run(base);
  for (size_t i = 0; i < words.size(); i += most) {
    std::vector<std::string> command = base;
    command.insert(command.end(), words.begin() + static_cast<ptrdiff_t>(i),
                   words.begin() + static_cast<ptrdiff_t>(
                                       std::min(words.size(), i + most)));
    run(command);
  }
  return result;
}

}  // namespace

void AddFind(Commands& commands) {
  commands.Add(
      "find",
      "usage: find [PATH...] [-name PATTERN] [-type f|d|l] [-maxdepth N] "
      "[-exec COMMAND {} ;] [-print0] [-delete] ...",
      [](Process& process) { return Finder(process).Run(); });
  commands.Add("xargs", "usage: xargs [-0r] [-n NUMBER] [-I TEXT] [COMMAND...]",
               Xargs);
}

}  // namespace reprise::phone
