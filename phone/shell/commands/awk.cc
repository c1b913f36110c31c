// awk: the usual programs of one line, and longer ones, without functions of
// their own.
#include "phone/shell/commands/all.h"
#include "phone/shell/commands/awk_run.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

// What \t and \n in -F and -v stand for.
std::string Unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      const char c = text[++i];
      out += c == 't' ? '\t' : c == 'n' ? '\n' : c;
    } else {
      out += text[i];
    }
  }
  return out;
}

int RunAwk(Process& process) {
  std::string separator = " ", source;
  std::vector<std::pair<std::string, std::string>> assigned;
  bool from_file = false;
  size_t i = 1;
  for (; i < process.args.size() && process.args[i].size() > 1 &&
         process.args[i][0] == '-';
       ++i) {
    const std::string word = process.args[i];
    if (word == "--") {
      ++i;
      break;
    }
    if (std::string_view("Fvf").find(word[1]) == std::string_view::npos ||
        (word.size() == 2 && i + 1 >= process.args.size())) {
      return process.Fail(
          "{}: not understood; usage: awk [-F SEPARATOR] [-v "
          "NAME=VALUE] PROGRAM|-f FILE [FILE...]",
          word);
    }
    const std::string value =
        word.size() > 2 ? word.substr(2) : process.args[++i];
    if (word[1] == 'F') {
      separator = value == "t" ? "\t" : Unescaped(value);
    } else if (word[1] == 'v') {
      const size_t equals = value.find('=');
      if (equals == std::string::npos) {
        return process.Fail("-v {}: it is NAME=VALUE", value);
      }
      assigned.emplace_back(value.substr(0, equals),
                            Unescaped(value.substr(equals + 1)));
    } else {
      from_file = true;
      if (const int code =
              process.files().ReadAll(value, size_t{1} << 20, &source)) {
        return process.FailErrno(value, code);
      }
    }
  }
  if (!from_file) {
    if (i >= process.args.size()) {
      return process.Fail("needs a program, such as '{{print $1}}'");
    }
    source = process.args[i++];
  }
  auto rules = ParseAwk(source);
  if (!rules) {
    (void)process.Fail("{}", rules.error().message);
    return 2;
  }
  try {
    Awk awk(process, *std::move(rules));
    awk.Set("FS", AwkValue(separator));
    for (const auto& [name, value] : assigned) {
      awk.Set(name, AwkValue::Read(value));
    }
    return awk.Run(
        {process.args.begin() + static_cast<ptrdiff_t>(i), process.args.end()});
  } catch (const AwkFailed& failed) {
    (void)process.Fail("{}", failed.why);
    return 2;
  }
}

}  // namespace

void AddAwk(Commands& commands) {
  commands.Add("awk",
               "usage: awk [-F SEPARATOR] [-v NAME=VALUE] PROGRAM|-f FILE "
               "[FILE...]",
               RunAwk);
}

}  // namespace reprise::phone
