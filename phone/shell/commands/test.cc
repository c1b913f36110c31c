// test and [: conditions.
#include <sys/stat.h>
#include <unistd.h>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"
#include "phone/shell/pattern.h"

namespace reprise::phone {
namespace {

constexpr int kMaxDepth = 50;

struct Bad {
  std::string sentence;
};

class Condition {
 public:
  // `patterns`: [[ ]], with && and ||, where == compares with a pattern.
  Condition(Process& process, std::vector<std::string> words, bool patterns)
      : process_(process), words_(std::move(words)), patterns_(patterns) {}

  bool All() {
    if (words_.empty()) return false;
    const bool result = Or();
    if (at_ < words_.size())
      throw Bad{words_[at_] + ": unexpected operator/operand"};
    return result;
  }

 private:
  size_t left() const { return words_.size() - at_; }
  bool Is(std::string_view word) const {
    return left() > 0 && words_[at_] == word;
  }

  bool Or() {
    bool result = And();
    while (Is(patterns_ ? "||" : "-o")) {
      ++at_;
      result = And() || result;
    }
    return result;
  }
  bool And() {
    bool result = Not();
    while (Is(patterns_ ? "&&" : "-a")) {
      ++at_;
      result = Not() && result;
    }
    return result;
  }
  bool Not() {
    if (++depth_ > kMaxDepth) throw Bad{"nested too deep"};
    bool result = false;
    if (Is("!") && left() > 1) {
      ++at_;
      result = !Not();
    } else if (Is("(") && left() > 2) {
      ++at_;
      result = Or();
      if (!Is(")")) throw Bad{"missing )"};
      ++at_;
    } else {
      result = Primary();
    }
    --depth_;
    return result;
  }

  bool Primary() {
    if (left() == 0) throw Bad{"argument expected"};
    if (left() >= 3 && IsBinary(words_[at_ + 1])) {
      const std::string a = words_[at_], op = words_[at_ + 1],
                        b = words_[at_ + 2];
      at_ += 3;
      return Binary(a, op, b);
    }
    const std::string word = words_[at_++];
    if (word.size() == 2 && word[0] == '-' && left() >= 1 &&
        std::string_view("bcdefghknoprstuvwxzLSG").find(word[1]) !=
            std::string_view::npos) {
      return Unary(word[1], words_[at_++]);
    }
    return !word.empty();
  }

  static bool IsBinary(std::string_view op) {
    for (const std::string_view known :
         {"=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge",
          "-nt", "-ot", "-ef"}) {
      if (op == known) return true;
    }
    return false;
  }

  bool Binary(const std::string& a, const std::string& op,
              const std::string& b) {
    if (op == "=" || op == "==" || op == "!=") {
      const bool equal = patterns_ ? MatchesPattern(b, a) : a == b;
      return equal == (op != "!=");
    }
    if (op == "<") return a < b;
    if (op == ">") return a > b;
    if (op == "-nt" || op == "-ot" || op == "-ef") {
      struct stat one, other;
      const bool first = process_.files().Stat(a, true, &one) == 0;
      const bool second = process_.files().Stat(b, true, &other) == 0;
      if (op == "-ef") {
        return first && second && one.st_ino == other.st_ino &&
               one.st_dev == other.st_dev;
      }
      if (!first || !second) return op == "-nt" ? first : second;
      const auto key = [](const struct stat& s) {
        return std::pair(s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
      };
      return op == "-nt" ? key(one) > key(other) : key(one) < key(other);
    }
    const auto x = ToNumber(a), y = ToNumber(b);
    if (!x || !y) throw Bad{(x ? b : a) + ": bad number"};
    if (op == "-eq") return *x == *y;
    if (op == "-ne") return *x != *y;
    if (op == "-lt") return *x < *y;
    if (op == "-le") return *x <= *y;
    if (op == "-gt") return *x > *y;
    return *x >= *y;
  }

  bool Unary(char op, const std::string& word) {
    if (op == 'z') return word.empty();
    if (op == 'n') return !word.empty();
    if (op == 't') {
      const auto fd =
          process_.fds.find(static_cast<int>(ToNumber(word).value_or(-1)));
      return fd != process_.fds.end() && isatty(fd->second->get()) != 0;
    }
    struct stat info;
    if (process_.files().Stat(word, op != 'L' && op != 'h', &info) != 0)
      return false;
    switch (op) {
      case 'f':
        return S_ISREG(info.st_mode);
      case 'd':
        return S_ISDIR(info.st_mode);
      case 'L':
      case 'h':
        return S_ISLNK(info.st_mode);
      case 's':
        return info.st_size > 0;
      case 'r':
        return (info.st_mode & 0444) != 0;
      case 'w':
        return (info.st_mode & 0222) != 0;
      case 'x':
        return (info.st_mode & 0111) != 0;
      case 'p':
        return S_ISFIFO(info.st_mode);
      case 'b':
        return S_ISBLK(info.st_mode);
      case 'c':
        return S_ISCHR(info.st_mode);
      case 'S':
        return S_ISSOCK(info.st_mode);
      default:
        return op == 'e';
    }
  }

  Process& process_;
  std::vector<std::string> words_;
  const bool patterns_;
  size_t at_ = 0;
  int depth_ = 0;
};

int Test(Process& process) {
  std::vector<std::string> words(process.args.begin() + 1, process.args.end());
  const std::string name = process.name();
  if (name.starts_with('[')) {
    const std::string end = name == "[" ? "]" : "]]";
    if (words.empty() || words.back() != end) {
      process.Err("sh: " + name + ": missing " + end + "\n");
      return 2;
    }
    words.pop_back();
  }
  try {
    return Condition(process, std::move(words), name == "[[").All() ? 0 : 1;
  } catch (const Bad& bad) {
    process.Err("sh: " + name + ": " + bad.sentence + "\n");
    return 2;
  }
}

}  // namespace

void AddTest(Commands& commands) {
  commands.Add("test", "usage: test CONDITION", Test);
  commands.Add("[", "usage: [ CONDITION ]", Test);
  commands.Add("[[", "usage: [[ CONDITION ]]", Test);
}

}  // namespace reprise::phone
