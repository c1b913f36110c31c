// The shell's variables, and reading scripts from its input.
#include <unistd.h>

#include "phone/shell/parser.h"
#include "phone/shell/shell.h"

namespace reprise::phone {

std::optional<std::string> Shell::Get(std::string_view wanted) const {
  if (wanted == "?") return std::to_string(status);
  if (wanted == "$") return std::to_string(pid);
  if (wanted == "#") return std::to_string(arguments.size());
  if (wanted == "0") return name;
  if (wanted == "-") {
    return std::string(exit_on_error ? "e" : "") + (trace ? "x" : "") +
           (no_unset ? "u" : "") + (no_glob ? "f" : "");
  }
  if (wanted == "@" || wanted == "*") {
    if (arguments.empty()) return std::nullopt;
    const auto ifs = variables.find("IFS");
    std::string joined;
    for (const std::string& argument : arguments) {
      if (&argument != &arguments[0]) {
        joined += ifs == variables.end() ? " " : ifs->second.value.substr(0, 1);
      }
      joined += argument;
      if (joined.size() > kMaxValue) break;
    }
    return joined;
  }
  if (!wanted.empty() && wanted[0] >= '0' && wanted[0] <= '9') {
    const size_t index =
        wanted.size() > 6 ? SIZE_MAX : std::stoul(std::string(wanted));
    if (index > arguments.size()) return std::nullopt;
    return arguments[index - 1];
  }
  const auto found = variables.find(wanted);
  if (found == variables.end()) return std::nullopt;
  return found->second.value;
}

bool Shell::Set(const std::string& variable, std::string value) {
  if (value.size() > kMaxValue) {
    Complain(variable + ": the value is longer than 16 MiB");
    return false;
  }
  if (variables.size() >= kMaxVariables && !variables.contains(variable)) {
    Complain("too many variables");
    return false;
  }
  Variable& slot = variables[variable];
  if (slot.read_only) {
    Complain(variable + ": is read only");
    return false;
  }
  slot.value = std::move(value);
  return true;
}

void Shell::Unset(const std::string& variable) {
  const auto found = variables.find(variable);
  if (found == variables.end()) return;
  if (found->second.read_only) {
    Complain(variable + ": is read only");
  } else {
    variables.erase(found);
  }
}

std::map<std::string, std::string> Shell::Environment() const {
  std::map<std::string, std::string> result;
  for (const auto& [variable, slot] : variables) {
    if (slot.exported) result[variable] = slot.value;
  }
  return result;
}

// Byte by byte: what comes after the line belongs to the commands.
bool Shell::ReadLine(std::string* line) {
  const auto found = fds.find(0);
  if (found == fds.end()) return false;
  bool any = false;
  while (line->size() < Parser::kMaxScript) {
    char c = 0;
    if (Read(found->second->get(), &c, 1) <= 0) break;
    any = true;
    *line += c;
    if (c == '\n') break;
  }
  return any;
}

void Shell::Prompt(std::string_view variable, std::string_view usual) {
  if (!fds.contains(2)) return;
  const Word word =
      Parser::ParseText(Get(variable).value_or(std::string(usual)));
  (void)Write(fds[2]->get(), ExpandText(word));
}

int Shell::RunInput() {
  const bool interactive = fds.contains(0) && isatty(fds[0]->get()) != 0;
  std::string script;
  while (true) {
    if (interactive) stop = session->NewForeground();
    try {
      if (interactive) {
        Prompt(script.empty() ? "PS1" : "PS2",
               script.empty() ? "${HOSTNAME}:${PWD:-?} $ " : "> ");
      }
      const size_t before = script.size();
      (void)ReadLine(&script);
      const bool end = script.size() == before;
      if (end && script.empty()) return status;
      const Parser::Outcome outcome = Parser::Parse(script);
      if (!outcome.list && outcome.incomplete && !end) continue;
      script.clear();
      if (!outcome.list) {
        Complain(outcome.error);
        status = 1;
        if (!interactive) return status;
        continue;
      }
      RunList(*outcome.list);
    } catch (const Ended& ended) {
      const int signal = stop->signal();
      if (!interactive || (signal != SIGINT && signal != SIGQUIT)) throw;
      script.clear();
      status = ended.code;
      stop = session->NewForeground();
      if (fds.contains(2)) (void)Write(fds[2]->get(), "\n");
    } catch (const Break&) {
      status = 0;
    } catch (const Return& done) {
      status = done.code;
    }
  }
}

}  // namespace reprise::phone
