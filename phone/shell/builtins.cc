// The commands that change the shell itself.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "phone/shell/arithmetic.h"
#include "phone/shell/commands.h"
#include "phone/shell/parser.h"
#include "phone/shell/shell.h"

namespace reprise::phone {
namespace {

constexpr int kNotANumber = -1;

int NumberOf(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  return error == std::errc() && end == text.end() && value >= 0 ? value
                                                                 : kNotANumber;
}

int Argument(const Process& process, int usual) {
  return process.args.size() > 1 ? NumberOf(process.args[1]) : usual;
}

int Cd(Shell& shell, Process& process) {
  std::string to = process.args.size() > 1 ? process.args[1]
                                           : shell.Get("HOME").value_or("/");
  const bool back = to == "-";
  if (back) to = shell.Get("OLDPWD").value_or("");
  const std::string whole = shell.files().Absolute(to);
  const Fd fd(shell.files().Open(to, O_PATH | O_DIRECTORY));
  if (!fd.valid()) {
    process.Err(shell.name + ": cd: " + to + ": " +
                (fd.get() == -ENOTDIR ? "Not a directory\n"
                                      : "No such file or directory\n"));
    return 2;
  }
  (void)shell.Set("OLDPWD", shell.folder);
  shell.folder = whole;
  (void)shell.Set("PWD", whole);
  if (back) process.Print("{}\n", whole);
  return 0;
}

// NAME, NAME=VALUE or -p for each variable.
int Declare(Shell& shell, Process& process,
            const std::function<void(Shell::Variable&)>& mark) {
  for (size_t i = 1; i < process.args.size(); ++i) {
    const std::string& word = process.args[i];
    if (word.starts_with('-')) continue;
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (!IsName(name)) return process.Fail("{}: is not an identifier", name);
    if (equals != std::string::npos &&
        !shell.Set(name, word.substr(equals + 1))) {
      return 1;
    }
    mark(shell.variables[name]);
  }
  if (process.args.size() > 1 && process.args[1] != "-p") return 0;
  for (const auto& [name, value] : shell.Environment()) {
    process.Print("export {}='{}'\n", name, value);
  }
  return 0;
}

int Local(Shell& shell, Process& process) {
  if (shell.locals.empty()) return process.Fail("only in a function");
  for (size_t i = 1; i < process.args.size(); ++i) {
    const std::string& word = process.args[i];
    const std::string name = word.substr(0, word.find('='));
    if (!IsName(name)) {
      if (word.starts_with('-')) continue;
      return process.Fail("{}: is not an identifier", name);
    }
    const auto old = shell.variables.find(name);
    shell.locals.back().try_emplace(name, old == shell.variables.end()
                                              ? std::nullopt
                                              : std::optional(old->second));
    shell.variables.erase(name);
    if (name.size() < word.size() &&
        !shell.Set(name, word.substr(name.size() + 1))) {
      return 1;
    }
  }
  return 0;
}

int UnsetWords(Shell& shell, Process& process) {
  bool functions = false;
  for (size_t i = 1; i < process.args.size(); ++i) {
    if (process.args[i] == "-f" || process.args[i] == "-v") {
      functions = process.args[i] == "-f";
    } else if (functions) {
      shell.functions.erase(process.args[i]);
    } else {
      shell.Unset(process.args[i]);
    }
  }
  return 0;
}

int SetOptions(Shell& shell, Process& process) {
  size_t i = 1;
  for (; i < process.args.size(); ++i) {
    const std::string& word = process.args[i];
    if (word == "--") {
      ++i;
      break;
    }
    if (word.size() < 2 || (word[0] != '-' && word[0] != '+')) break;
    const bool on = word[0] == '-';
    if (word[1] == 'o') {
      ++i;  // its name: no such option changes anything here
      continue;
    }
    for (const char c : word.substr(1)) {
      if (c == 'e') shell.exit_on_error = on;
      if (c == 'x') shell.trace = on;
      if (c == 'u') shell.no_unset = on;
      if (c == 'f') shell.no_glob = on;
    }
  }
  if (process.args.size() == 1) {
    for (const auto& [name, slot] : shell.variables) {
      process.Print("{}='{}'\n", name, slot.value);
    }
  } else if (i < process.args.size() || process.args.back() == "--") {
    shell.arguments.assign(process.args.begin() + static_cast<ptrdiff_t>(i),
                           process.args.end());
  }
  return 0;
}

int Shift(Shell& shell, Process& process) {
  const int by = Argument(process, 1);
  if (by == kNotANumber || static_cast<size_t>(by) > shell.arguments.size()) {
    return process.Fail("nothing to shift");
  }
  shell.arguments.erase(shell.arguments.begin(), shell.arguments.begin() + by);
  return 0;
}

int ReadWords(Shell& shell, Process& process) {
  bool raw = false;
  std::vector<std::string> names;
  for (size_t i = 1; i < process.args.size(); ++i) {
    if (process.args[i] == "-r") {
      raw = true;
    } else if (process.args[i] == "-p" && i + 1 < process.args.size()) {
      process.Err(process.args[++i]);
    } else {
      names.push_back(process.args[i]);
    }
  }
  if (names.empty()) names.push_back("REPLY");
  const auto input = process.fds.find(0);
  std::string line;
  bool ended = true;
  while (input != process.fds.end() && line.size() < Shell::kMaxValue) {
    char c = 0;
    if (process.Context::Read(input->second->get(), &c, 1) <= 0) break;
    if (c == '\n') {
      ended = false;
      break;
    }
    if (c == '\\' && !raw) {
      if (process.Context::Read(input->second->get(), &c, 1) <= 0) break;
      if (c == '\n') continue;
    }
    line += c;
  }
  const std::string ifs = shell.Get("IFS").value_or(" \t\n");
  const auto skip = [&](size_t from) {
    return std::min(line.find_first_not_of(ifs, from), line.size());
  };
  size_t from = skip(0);
  for (size_t i = 0; i < names.size(); ++i) {
    std::string value;
    if (i + 1 == names.size()) {
      value = line.substr(from);
      value.resize(value.find_last_not_of(ifs) + 1);
    } else {
      const size_t end = std::min(line.find_first_of(ifs, from), line.size());
      value = line.substr(from, end - from);
      from = skip(end);
    }
    if (!IsName(names[i]))
      return process.Fail("{}: is not an identifier", names[i]);
    if (!shell.Set(names[i], std::move(value))) return 1;
  }
  return ended ? 1 : 0;
}

int Wait(Shell& shell, Process& process) {
  const auto await = [&](const Job& job) {
    while (!job.code()) process.WaitFor(job.fd(), POLLIN);
    return *job.code();
  };
  int code = 0;
  if (process.args.size() == 1) {
    for (const auto& job : shell.jobs) (void)await(*job);
    shell.jobs.clear();
  }
  for (size_t i = 1; i < process.args.size(); ++i) {
    std::string_view word = process.args[i];
    const bool index = word.starts_with('%');
    if (index) word.remove_prefix(1);
    const int number = NumberOf(word);
    code = 127;
    for (size_t n = 0; n < shell.jobs.size(); ++n) {
      const Job& job = *shell.jobs[n];
      if (index ? static_cast<int>(n) + 1 == number : job.pid == number) {
        code = await(job);
      }
    }
  }
  return code;
}

int Jobs(Shell& shell, Process& process) {
  for (size_t i = 0; i < shell.jobs.size(); ++i) {
    const auto code = shell.jobs[i]->code();
    process.Print("[{}] {} {}\n", i + 1, code ? "Done   " : "Running",
                  shell.jobs[i]->pid);
  }
  return 0;
}

// type, command -v
int Explain(Shell& shell, Process& process, size_t first, bool wordy) {
  int code = 0;
  for (size_t i = first; i < process.args.size(); ++i) {
    const std::string& word = process.args[i];
    const std::string path = shell.world->commands.PathOf(word);
    if (shell.functions.contains(word)) {
      process.Print("{}{}\n", word, wordy ? " is a function" : "");
    } else if (shell.IsBuiltin(word)) {
      process.Print("{}{}\n", word, wordy ? " is a shell builtin" : "");
    } else if (!path.empty()) {
      process.Out((wordy ? word + " is " : "") + path + "\n");
    } else {
      if (wordy) process.Print("{} not found\n", word);
      code = 1;
    }
  }
  return code;
}

int CommandWord(Shell& shell, Process& process) {
  if (process.args.size() < 2) return 0;
  if (process.args[1] == "-v" || process.args[1] == "-V") {
    return Explain(shell, process, 2, process.args[1] == "-V");
  }
  process.Flush();
  // As if there were no function of that name.
  const std::string word = process.args[1];
  auto hidden = shell.functions.extract(word);
  std::vector<std::string> words(process.args.begin() + 1, process.args.end());
  const int code = shell.Call(std::move(words), {});
  if (!hidden.empty()) shell.functions.insert(std::move(hidden));
  return code;
}

std::string Joined(const Process& process) {
  std::string text;
  for (size_t i = 1; i < process.args.size(); ++i) {
    text += (i > 1 ? " " : "") + process.args[i];
  }
  return text;
}

}  // namespace

bool Shell::IsBuiltin(std::string_view word) const {
  return Builtins().contains(word);
}

const std::map<std::string_view, Shell::Builtin>& Shell::Builtins() {
  static const std::map<std::string_view, Builtin> kBuiltins = {
      {":", [](Shell&, Process&) { return 0; }},
      {".",
       [](Shell& shell, Process& process) {
         if (process.args.size() < 2) return process.Fail("missing argument");
         const Nesting nesting(&shell);
         try {
           return shell.RunFile(process.args[1]);
         } catch (const Return& done) {
           return done.code;
         }
       }},
      {"break",
       [](Shell& shell, Process& process) -> int {
         if (shell.loops_ == 0) return 0;
         throw Break{std::max(1, Argument(process, 1)), false};
       }},
      {"cd", Cd},
      {"command", CommandWord},
      {"continue",
       [](Shell& shell, Process& process) -> int {
         if (shell.loops_ == 0) return 0;
         throw Break{std::max(1, Argument(process, 1)), true};
       }},
      {"eval",
       [](Shell& shell, Process& process) {
         const Nesting nesting(&shell);
         shell.status = 0;
         return shell.RunScript(Joined(process));
       }},
      {"let",
       [](Shell& shell, Process& process) {
         int64_t value = 0;
         for (size_t i = 1; i < process.args.size(); ++i) {
           const auto result = Evaluate(
               process.args[i], {[&](const std::string& name) {
                                   return shell.Get(name).value_or("");
                                 },
                                 [&](const std::string& name, std::string to) {
                                   (void)shell.Set(name, std::move(to));
                                 }});
           if (!result) return process.Fail("{}", result.error().message);
           value = *result;
         }
         return value == 0 ? 1 : 0;
       }},
      {"exec",
       [](Shell& shell, Process& process) -> int {
         std::vector<std::string> words(process.args.begin() + 1,
                                        process.args.end());
         throw Ended{shell.Call(std::move(words), {})};
       }},
      {"exit",
       [](Shell& shell, Process& process) -> int {
         throw Ended{Argument(process, shell.status) & 255};
       }},
      {"export",
       [](Shell& shell, Process& process) {
         return Declare(shell, process,
                        [](Variable& slot) { slot.exported = true; });
       }},
      {"jobs", Jobs},
      {"local", Local},
      {"read", ReadWords},
      {"readonly",
       [](Shell& shell, Process& process) {
         return Declare(shell, process,
                        [](Variable& slot) { slot.read_only = true; });
       }},
      {"return",
       [](Shell& shell, Process& process) -> int {
         throw Return{Argument(process, shell.status) & 255};
       }},
      {"set", SetOptions},
      {"shift", Shift},
      {"trap", [](Shell&, Process&) { return 0; }},
      {"type",
       [](Shell& shell, Process& process) {
         return Explain(shell, process, 1, true);
       }},
      {"typeset", Local},
      {"umask", [](Shell&, Process&) { return 0; }},
      {"unset", UnsetWords},
      {"wait", Wait},
  };
  return kBuiltins;
}

}  // namespace reprise::phone
