// Programs that belong to the language: sh, echo, test, and those that run
// others.
#include <fcntl.h>
#include <poll.h>

#include <cmath>
#include <cstring>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"
#include "phone/shell/shell.h"

namespace reprise::phone {
namespace {

constexpr int kMaxDepth = 16;

int Sh(Process& process) {
  const auto options = Options::Parse(process, "+ceilx");
  if (!options) return 1;
  if (process.depth >= kMaxDepth)
    return process.Fail("too many shells within shells");
  Context context = process;
  ++context.depth;
  Shell shell(std::move(context), process.environment);
  shell.exit_on_error = options->Has('e');
  shell.trace = options->Has('x');
  std::vector<std::string> rest = options->rest;
  std::string first;
  if (!rest.empty()) {
    first = rest[0];
    rest.erase(rest.begin());
  }
  return shell.ToTheEnd([&] {
    if (options->Has('c')) {
      if (!rest.empty()) {
        shell.name = rest[0];
        rest.erase(rest.begin());
      }
      shell.arguments = rest;
      return shell.RunScript(first);
    }
    if (first.empty()) return shell.RunInput();
    shell.name = first;
    shell.arguments = rest;
    return shell.RunFile(first);
  });
}

// Backslash sequences of echo -e and printf's %b and format. False: \c.
bool Unbackslash(std::string_view text, std::string* out) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      *out += text[i];
      continue;
    }
    const char c = text[++i];
    const size_t found = std::string_view("abefnrtv\\").find(c);
    if (c == 'c') return false;
    if (found != std::string_view::npos) {
      *out += "\a\b\033\f\n\r\t\v\\"[found];
    } else if (c == 'x' || (c >= '0' && c <= '7')) {
      const int base = c == 'x' ? 16 : 8;
      const size_t from = c == 'x' || c == '0' ? i + 1 : i;
      size_t length = 0;
      int code = 0;
      while (length < (c == 'x' ? 2U : 3U) && from + length < text.size()) {
        const char digit = text[from + length];
        const char* digits = "0123456789abcdef";
        const char* at = std::strchr(digits, digit | (digit > '9' ? 0x20 : 0));
        if (digit == '\0' || at == nullptr || at - digits >= base) break;
        code = code * base + static_cast<int>(at - digits);
        ++length;
      }
      *out += static_cast<char>(code);
      i = from + length - 1;
    } else {
      *out += '\\';
      *out += c;
    }
  }
  return true;
}

int Echo(Process& process) {
  bool line_end = true, escapes = false;
  size_t i = 1;
  for (; i < process.args.size(); ++i) {
    const std::string& word = process.args[i];
    if (word.size() < 2 || word[0] != '-' ||
        word.find_first_not_of("neE", 1) != std::string::npos) {
      break;
    }
    for (const char c : word.substr(1)) {
      if (c == 'n') line_end = false;
      if (c != 'n') escapes = c == 'e';
    }
  }
  std::string text;
  for (size_t first = i; i < process.args.size(); ++i) {
    if (i > first) text += ' ';
    if (!escapes) {
      text += process.args[i];
    } else if (!Unbackslash(process.args[i], &text)) {
      process.Out(text);
      return 0;
    }
  }
  process.Out(text + (line_end ? "\n" : ""));
  return 0;
}

int Printf(Process& process) {
  if (process.args.size() < 2)
    return process.Fail("usage: printf FORMAT [ARGUMENT...]");
  const std::string& format = process.args[1];
  size_t next = 2;
  int code = 0;
  const auto argument = [&] {
    return next < process.args.size() ? process.args[next++] : std::string();
  };
  do {
    const size_t before = next;
    for (size_t i = 0; i < format.size();) {
      const size_t percent = std::min(format.find('%', i), format.size());
      std::string plain;
      const bool on = Unbackslash(format.substr(i, percent - i), &plain);
      process.Out(plain);
      if (!on) return code;
      i = percent;
      if (i == format.size()) break;
      size_t end = i + 1;
      std::string spec = "%";
      while (end < format.size() &&
             std::strchr("-+ #0123456789.*", format[end]) != nullptr) {
        spec += format[end] == '*' ? argument() : std::string(1, format[end]);
        ++end;
      }
      const char kind = end < format.size() ? format[end] : '%';
      i = end + 1;
      if (spec.size() > 12) return process.Fail("bad format {}", spec);
      std::vector<char> buffer(70000);
      const auto show = [&](auto value, const char* suffix) {
        (void)std::snprintf(buffer.data(), buffer.size(),
                            (spec + suffix).c_str(), value);
        process.Out(buffer.data());
      };
      // Width and precision are at most five digits.
      for (const std::string& part : SplitBy(spec.substr(1), '.')) {
        if (part.find_first_not_of("-+ #0") != std::string::npos &&
            part.size() - part.find_first_not_of("-+ #0") > 4) {
          return process.Fail("bad format {}", spec);
        }
      }
      if (kind == '%') {
        process.Out("%");
      } else if (kind == 'b') {
        std::string text;
        const bool more = Unbackslash(argument(), &text);
        process.Out(text);
        if (!more) return code;
      } else if (kind == 's') {
        show(argument().c_str(), "s");
      } else if (kind == 'c') {
        process.Out(argument().substr(0, 1));
      } else if (std::strchr("diouxX", kind) != nullptr) {
        const std::string word = argument();
        int64_t value = 0;
        if (word.size() > 1 && (word[0] == '\'' || word[0] == '"')) {
          value = static_cast<unsigned char>(word[1]);
        } else if (const auto number = ToNumber(word)) {
          value = *number;
        } else if (!word.empty()) {
          code = process.Fail("bad argument '{}'", word);
        }
        const char suffix[] = {'l', 'l', kind, '\0'};
        show(static_cast<long long>(value), suffix);
      } else if (std::strchr("feEgG", kind) != nullptr) {
        const char suffix[] = {kind, '\0'};
        show(ToDouble(argument()).value_or(0), suffix);
      } else {
        return process.Fail("bad format %{}", kind);
      }
    }
    if (next == before) break;
  } while (next < process.args.size());
  return code;
}

int SleepCommand(Process& process) {
  double total = 0;
  if (process.args.size() < 2) return process.Fail("usage: sleep DURATION...");
  for (size_t i = 1; i < process.args.size(); ++i) {
    std::string text = process.args[i];
    double unit = 1;
    if (const size_t at =
            std::string_view("smhd").find(text.empty() ? '\0' : text.back());
        at < 4) {
      const double units[] = {1, 60, 3600, 86400};
      unit = units[at];
      text.pop_back();
    }
    const auto value = ToDouble(text);
    if (!value || *value < 0 || *value > 1e6) {
      return process.Fail("bad duration '{}'", process.args[i]);
    }
    total += *value * unit;
  }
  process.Flush();
  process.Sleep(static_cast<int64_t>(std::min(total, 1e9) * 1e9));
  return 0;
}

// timeout [-s SIGNAL] SECONDS COMMAND...: of the host's time, as what it is for
// may hang.
int Timeout(Process& process) {
  const auto options = Options::Parse(process, "+s:k:");
  if (!options) return 125;
  const auto seconds =
      options->rest.size() < 2 ? std::nullopt : ToDouble(options->rest[0]);
  if (!seconds || *seconds < 0 || *seconds > 1e6) {
    process.Err("usage: timeout SECONDS COMMAND...\n");
    return 125;
  }
  process.Flush();
  auto own = process.session->NewStop();
  const auto pid = process.world->programs.Add(options->rest[1], own);
  if (!pid) return process.Fail("too many programs run already");
  auto job = std::make_shared<Job>(*pid, own);
  Context context = process;
  context.stop = own;
  ++context.depth;
  int code = 0;
  std::thread thread([&] {
    Shell shell(std::move(context), process.environment);
    job->Finish(shell.ToTheEnd([&] {
      return shell.Call({options->rest.begin() + 1, options->rest.end()}, {});
    }));
  });
  pollfd polled[2] = {{job->fd(), POLLIN, 0}, {process.stop->fd(), POLLIN, 0}};
  int left = poll(polled, 2, static_cast<int>(*seconds * 1000));
  if (left == 0) own->Fire(SIGTERM);
  if (process.stop->signal() != 0) own->Fire(process.stop->signal());
  thread.join();
  process.world->programs.Remove(*pid);
  process.stop->Check();
  code = job->code().value_or(1);
  return left == 0 ? 124 : code;
}

int Env(Process& process) {
  const auto options = Options::Parse(process, "+iu:");
  if (!options) return 1;
  if (options->Has('i')) process.environment.clear();
  process.environment.erase(options->Get('u'));
  size_t i = 0;
  for (; i < options->rest.size(); ++i) {
    const size_t equals = options->rest[i].find('=');
    if (equals == std::string::npos) break;
    process.environment[options->rest[i].substr(0, equals)] =
        options->rest[i].substr(equals + 1);
  }
  if (i < options->rest.size()) {
    return process.Run({options->rest.begin() + static_cast<ptrdiff_t>(i),
                        options->rest.end()});
  }
  for (const auto& [name, value] : process.environment) {
    process.Print("{}={}\n", name, value);
  }
  return 0;
}

int Which(Process& process) {
  int code = 0;
  for (size_t i = 1; i < process.args.size(); ++i) {
    if (process.args[i] == "-a") continue;
    const std::string path = process.world->commands.PathOf(process.args[i]);
    if (path.empty()) {
      code = 1;
    } else {
      process.Out(path + "\n");
    }
  }
  return code;
}

int RunRest(Process& process) {
  if (process.args.size() < 2) return process.Fail("needs a command");
  return process.Run({process.args.begin() + 1, process.args.end()});
}

}  // namespace

void AddShellCommands(Commands& commands) {
  commands.Add("sh", "usage: sh [-ex] [-c SCRIPT | FILE] [ARGUMENT...]", Sh);
  commands.Add("echo", "usage: echo [-neE] [TEXT...]", Echo);
  commands.Add("printf", "usage: printf FORMAT [ARGUMENT...]", Printf);
  commands.Add("true", "usage: true", [](Process&) { return 0; });
  commands.Add("false", "usage: false", [](Process&) { return 1; });
  commands.Add("pwd", "usage: pwd", [](Process& process) {
    process.Out(process.folder + "\n");
    return 0;
  });
  commands.Add("sleep", "usage: sleep DURATION[smhd]...  of phone time",
               SleepCommand);
  commands.Add("timeout", "usage: timeout SECONDS COMMAND...", Timeout);
  commands.Add("env", "usage: env [-i] [-u NAME] [NAME=VALUE...] [COMMAND...]",
               Env);
  commands.Add("which", "usage: which [-a] NAME...", Which);
  commands.Add("nohup", "usage: nohup COMMAND...", RunRest);
  commands.Add("yes", "usage: yes [TEXT]", [](Process& process) {
    const std::string text = process.args.size() > 1 ? process.args[1] : "y";
    while (true) process.Out(text + "\n");
    return 0;
  });
}

}  // namespace reprise::phone
