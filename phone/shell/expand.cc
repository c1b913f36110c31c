// From words to arguments: parameters, commands, arithmetic, splitting and
// patterns of file names.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "phone/shell/arithmetic.h"
#include "phone/shell/braces.h"
#include "phone/shell/pattern.h"
#include "phone/shell/shell.h"

namespace reprise::phone {
namespace {

constexpr size_t kMaxExpansion = size_t{32} << 20;
constexpr size_t kMaxFields = 200'000;
constexpr size_t kMaxBraces = 10'000;
constexpr off_t kMaxOutput = off_t{16} << 20;

}  // namespace

// Puts the fields of one word together, each as a pattern in which quoted
// characters are escaped.
class Expander {
 public:
  Expander(Shell& shell, bool split) : shell_(shell), split_(split) {
    ifs_ = shell.Get("IFS").value_or(" \t\n");
  }

  void Add(const Word& word, bool quoted) {
    // "$@" without arguments is nothing, not an empty word.
    const bool nothing =
        shell_.arguments.empty() &&
        std::any_of(word.parts.begin(), word.parts.end(), [](const Part& part) {
          return part.kind == Part::Kind::kParameter && part.quoted &&
                 part.text == "@" && part.op.empty();
        });
    for (const Part& part : word.parts) {
      if (part.kind == Part::Kind::kText && part.text.empty() && nothing)
        continue;
      AddPart(part, quoted || part.quoted);
    }
  }

  std::vector<std::string> Finish() {
    Break();
    return std::move(fields_);
  }
  // As one, whether there is anything or not.
  std::string FinishOne() {
    std::string all;
    for (const std::string& field : Finish())
      all += (all.empty() ? "" : " ") + field;
    return all;
  }

 private:
  void AddPart(const Part& part, bool quoted) {
    switch (part.kind) {
      case Part::Kind::kText:
        if (quoted) {
          AddQuoted(part.text);
        } else {
          Append(part.text);
          there_ |= !part.text.empty();
        }
        return;
      case Part::Kind::kCommand:
        return AddValue(shell_.OutputOf(*part.command), quoted);
      case Part::Kind::kArithmetic: {
        const Variables variables = {
            [&](const std::string& name) {
              return shell_.Get(name).value_or("");
            },
            [&](const std::string& name, std::string value) {
              (void)shell_.Set(name, std::move(value));
            }};
        const auto value =
            Evaluate(shell_.ExpandText(part.argument), variables);
        if (!value) Refuse(value.error().message);
        return AddValue(std::to_string(*value), quoted);
      }
      case Part::Kind::kParameter:
        return AddParameter(part, quoted);
    }
  }

  void AddParameter(const Part& part, bool quoted) {
    const std::string& op = part.op;
    if (op == "length") {
      const bool count = part.text == "@" || part.text == "*";
      return AddValue(
          std::to_string(count ? shell_.arguments.size() : Value(part).size()),
          quoted);
    }
    const bool colon = op.starts_with(':') && op != ":";
    const char kind = op.empty() ? '\0' : op.back();
    const auto value = shell_.Get(part.text);
    const bool there = value && !(colon && value->empty());
    if (kind == '+') {
      if (there) Add(part.argument, quoted);
      return;
    }
    if (!there && (kind == '-' || kind == '=' || kind == '?')) {
      if (kind == '-') return Add(part.argument, quoted);
      const std::string text = shell_.ExpandText(part.argument);
      if (kind == '?') {
        Refuse(part.text + ": " +
               (text.empty() ? "parameter null or not set" : text));
      }
      if (!shell_.Set(part.text, text)) throw Ended{1};
      return AddValue(text, quoted);
    }
    if ((part.text == "@" || (part.text == "*" && !quoted)) &&
        (op.empty() || kind == '-' || kind == '?')) {
      for (size_t i = 0; i < shell_.arguments.size(); ++i) {
        if (i > 0) split_ ? Break() : Append(" ");
        AddValue(shell_.arguments[i], quoted);
      }
      return;
    }
    if (op == ":") return AddValue(Substring(part), quoted);
    if (kind == '#' || kind == '%') return AddValue(Cut(part), quoted);
    if (kind == '/') return AddValue(Replace(part), quoted);
    AddValue(Value(part), quoted);
  }

  std::string Value(const Part& part) {
    const auto value = shell_.Get(part.text);
    if (!value && shell_.no_unset && part.text != "@" && part.text != "*") {
      Refuse(part.text + ": parameter not set");
    }
    return value.value_or("");
  }

  // ${x#p} ${x##p} ${x%p} ${x%%p}
  std::string Cut(const Part& part) {
    const std::string value = Value(part);
    const std::string pattern = shell_.ExpandPattern(part.argument);
    const bool front = part.op[0] == '#';
    const bool longest = part.op.size() == 2;
    const std::string_view all = value;
    for (size_t i = 0; i <= all.size(); ++i) {
      shell_.stop->Check();
      const size_t length = longest ? all.size() - i : i;
      const size_t from = front ? 0 : all.size() - length;
      if (!MatchesPattern(pattern, all.substr(from, length))) continue;
      return std::string(front ? all.substr(length) : all.substr(0, from));
    }
    return value;
  }

  // ${x/p/r} ${x//p/r}
  std::string Replace(const Part& part) {
    const std::string value = Value(part);
    const std::string pattern = shell_.ExpandPattern(part.argument);
    const std::string by = shell_.ExpandText(part.second);
    if (pattern.empty()) return value;
    const std::string_view all = value;
    std::string result;
    size_t from = 0;
    while (from < all.size()) {
      shell_.stop->Check();
      size_t length = all.size() - from;
      while (length > 0 && !MatchesPattern(pattern, all.substr(from, length))) {
        --length;
      }
      if (length == 0) {
        result += all[from++];
        continue;
      }
      result += by;
      from += length;
      if (result.size() > Shell::kMaxValue) Refuse("the value is too long");
      if (part.op == "/") break;
    }
    return result.append(all.substr(from));
  }

  // ${x:from:length}
  std::string Substring(const Part& part) {
    const std::string value = Value(part);
    const auto number = [&](const Word& word) {
      const auto result = Evaluate(shell_.ExpandText(word),
                                   {[&](const std::string& name) {
                                      return shell_.Get(name).value_or("");
                                    },
                                    [](const std::string&, std::string) {}});
      if (!result) Refuse(result.error().message);
      return *result;
    };
    const auto size = static_cast<int64_t>(value.size());
    int64_t from = number(part.argument);
    if (from < 0) from = std::max<int64_t>(0, size + std::max(from, -size));
    from = std::min(from, size);
    int64_t length = part.second.parts.empty() ? size : number(part.second);
    if (length < 0)
      length = std::max<int64_t>(0, size - from + std::max(length, -size));
    return value.substr(static_cast<size_t>(from), static_cast<size_t>(length));
  }

  void AddValue(std::string_view value, bool quoted) {
    if (quoted) return AddQuoted(value);
    const std::string_view ends = split_ ? std::string_view(ifs_) : "";
    size_t i = 0;
    while (i < value.size()) {
      const size_t end = std::min(value.find_first_of(ends, i), value.size());
      if (end > i) {
        // A pattern in it counts, a backslash does not.
        for (size_t at = i; at < end;) {
          const size_t slash = std::min(value.find('\\', at), end);
          Append(value.substr(at, slash - at));
          if (slash < end) Append("\\\\");
          at = slash + 1;
        }
        there_ = true;
        i = end;
        continue;
      }
      // Blanks belong to the character of IFS that they surround.
      bool hard = false;
      for (; i < value.size() && ifs_.find(value[i]) != std::string::npos;
           ++i) {
        const bool blank =
            value[i] == ' ' || value[i] == '\t' || value[i] == '\n';
        if (!blank && hard) break;
        hard |= !blank;
      }
      if (hard) there_ = true;
      Break();
    }
  }

  void AddQuoted(std::string_view value) {
    Append(Escape(value));
    there_ = true;
  }

  void Append(std::string_view pattern) {
    field_.append(pattern);
    total_ += pattern.size();
    if (total_ > kMaxExpansion) Refuse("argument list too long");
  }

  void Break() {
    if (there_) fields_.push_back(std::move(field_));
    field_.clear();
    there_ = false;
    if (fields_.size() > kMaxFields) Refuse("argument list too long");
  }

  [[noreturn]] void Refuse(const std::string& sentence) {
    shell_.Complain(sentence);
    throw Ended{1};
  }

  Shell& shell_;
  const bool split_;
  std::string ifs_;
  std::vector<std::string> fields_;
  std::string field_;
  bool there_ = false;
  size_t total_ = 0;
};

std::vector<std::string> Shell::Expand(const std::vector<Word>& words) {
  std::vector<std::string> result;
  size_t total = 0;
  std::vector<Word> all;
  for (const Word& word : words) {
    std::vector<Word> some = ExpandBraces(word, kMaxBraces);
    if (some.empty()) {
      Complain("a word with braces stands for more than 10000 words");
      throw Ended{1};
    }
    all.insert(all.end(), some.begin(), some.end());
  }
  for (const Word& word : all) {
    Expander expander(*this, true);
    expander.Add(word, false);
    for (const std::string& field : expander.Finish()) {
      std::vector<std::string> found;
      if (!no_glob && HasPattern(field)) found = files().Glob(field);
      if (found.empty()) found.push_back(Unescape(field));
      for (std::string& text : found) {
        total += text.size();
        result.push_back(std::move(text));
      }
    }
    if (total > kMaxExpansion || result.size() > kMaxFields) {
      Complain("argument list too long");
      throw Ended{1};
    }
  }
  return result;
}

std::vector<std::string> Shell::ExpandCondition(
    const std::vector<Word>& words) {
  std::vector<std::string> result;
  for (const Word& word : words) {
    const bool pattern =
        !result.empty() && (result.back() == "==" || result.back() == "=" ||
                            result.back() == "!=");
    result.push_back(pattern ? ExpandPattern(word) : ExpandText(word));
  }
  return result;
}

std::string Shell::ExpandText(const Word& word) {
  return Unescape(ExpandPattern(word));
}

std::string Shell::ExpandPattern(const Word& word) {
  Expander expander(*this, false);
  expander.Add(word, false);
  return expander.FinishOne();
}

std::string Shell::OutputOf(const List& list) {
  // A file of fixed size in memory: nobody has to read while it is written,
  // and what does not fit is refused.
  const auto file = std::make_shared<Fd>(
      memfd_create("output", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file->valid() || ftruncate(file->get(), kMaxOutput) != 0 ||
      fcntl(file->get(), F_ADD_SEALS, F_SEAL_GROW) != 0) {
    Complain("no memory for the output of a command");
    throw Ended{1};
  }
  {
    Shell inner = *this;
    inner.jobs.clear();
    inner.fds[1] = file;
    substituted_ = inner.ToTheEnd([&] {
      inner.RunList(list);
      return inner.status;
    });
  }
  stop->Check();
  const off_t size = std::min(lseek(file->get(), 0, SEEK_CUR), kMaxOutput);
  std::string output(static_cast<size_t>(std::max<off_t>(size, 0)), '\0');
  const ssize_t n = pread(file->get(), output.data(), output.size(), 0);
  output.resize(static_cast<size_t>(std::max<ssize_t>(n, 0)));
  std::erase(output, '\0');
  while (output.ends_with('\n')) output.pop_back();
  return output;
}

}  // namespace reprise::phone
