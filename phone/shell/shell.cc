#include "phone/shell/shell.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <system_error>
#include <utility>

#include "phone/shell/commands.h"
#include "phone/shell/parser.h"
#include "phone/shell/pattern.h"

namespace reprise::phone {
namespace {

// False: the system has no more of them.
template <typename Function>
bool StartThread(Function run, std::thread* thread) {
  try {
    *thread = std::thread(std::move(run));
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace

// Puts the open files back as they were.
class Shell::SavedFiles {
 public:
  explicit SavedFiles(Shell* shell) : shell_(shell), fds_(shell->fds) {}
  ~SavedFiles() {
    if (shell_ != nullptr) shell_->fds = std::move(fds_);
  }
  SavedFiles(const SavedFiles&) = delete;
  SavedFiles& operator=(const SavedFiles&) = delete;
  void Keep() { shell_ = nullptr; }

 private:
  Shell* shell_;
  Descriptors fds_;
};

Shell::Nesting::Nesting(Shell* shell) : shell_(shell) {
  if (shell->nesting_ >= kMaxNesting) {
    shell->Complain("nested too deep");
    throw Ended{1};
  }
  ++shell_->nesting_;
}

Shell::Shell(Context context, std::map<std::string, std::string> environment)
    : Context(std::move(context)) {
  for (auto& [name, value] : environment) {
    variables[name] = {std::move(value), true, false};
  }
  variables["PWD"] = {folder, true, false};
  variables.try_emplace("IFS", Variable{" \t\n"});
  variables.try_emplace("PATH",
                        Variable{"/product/bin:/system/bin:/vendor/bin", true});
}

int Shell::RunScript(std::string_view script) {
  const Parser::Outcome outcome = Parser::Parse(script);
  if (!outcome.list) {
    Complain(outcome.error);
    return status = 1;
  }
  RunList(*outcome.list);
  return status;
}

int Shell::RunFile(const std::string& path) {
  std::string script;
  int code = 0;
  const std::shared_ptr<Fd> fd = Open(path, O_RDONLY, &code);
  char buffer[16 * 1024];
  while (fd && script.size() <= Parser::kMaxScript) {
    const ssize_t n = Read(fd->get(), buffer, sizeof(buffer));
    if (n < 0) code = static_cast<int>(n);
    if (n <= 0) break;
    script.append(buffer, static_cast<size_t>(n));
  }
  if (code != 0) {
    Complain(path + ": " + std::strerror(-code));
    return status = code == -ENOENT ? 127 : 126;
  }
  return RunScript(script);
}

int Shell::ToTheEnd(const std::function<int()>& run) {
  try {
    return status = run();
  } catch (const Ended& ended) {
    return status = ended.code;
  } catch (const Break&) {
    return status;
  } catch (const Return& done) {
    return status = done.code;
  } catch (const std::exception& error) {
    // Out of memory or threads: this program's end, not the phone's.
    if (stop->signal() == 0) Complain(error.what());
    return status = 1;
  }
}

void Shell::Complain(std::string_view sentence) {
  const auto found = fds.find(2);
  if (found == fds.end()) return;
  (void)Write(found->second->get(), name + ": " + std::string(sentence) + "\n");
}

bool Shell::RunCondition(const List& list) {
  ++tolerant_;
  RunList(list);
  --tolerant_;
  return status == 0;
}

void Shell::RunList(const List& list) {
  for (const AndOr& item : list.items) {
    if (item.background) {
      StartBackground(item);
    } else {
      RunAndOr(item);
    }
  }
}

void Shell::RunAndOr(const AndOr& item) {
  using After = AndOr::Item::After;
  for (size_t i = 0; i < item.items.size(); ++i) {
    const AndOr::Item& part = item.items[i];
    if (part.after == After::kSuccess && status != 0) continue;
    if (part.after == After::kFailure && status == 0) continue;
    const bool last = i + 1 == item.items.size();
    const int tolerant = tolerant_;
    if (!last || part.pipeline.negated) ++tolerant_;
    RunPipeline(part.pipeline);
    tolerant_ = tolerant;
    if (last && status != 0 && exit_on_error && tolerant_ == 0 &&
        !part.pipeline.negated) {
      throw Ended{status};
    }
  }
}

void Shell::RunPipeline(const Pipeline& pipeline) {
  if (pipeline.commands.size() == 1) {
    RunCommand(*pipeline.commands[0]);
  } else {
    RunParts(pipeline);
  }
  if (pipeline.negated) status = status == 0 ? 1 : 0;
}

void Shell::RunParts(const Pipeline& pipeline) {
  std::vector<std::thread> threads;
  std::shared_ptr<Fd> input;
  bool refused = false;
  for (const auto& command : pipeline.commands) {
    const bool last = command == pipeline.commands.back();
    Shell part = *this;
    part.jobs.clear();
    if (input) part.fds[0] = std::move(input);
    input = nullptr;
    if (last) {
      status = part.ToTheEnd([&] {
        if (!refused) part.RunCommand(*command);
        return part.status;
      });
      break;
    }
    int ends[2];
    const std::optional<int> thread_pid = world->programs.Add("sh", stop);
    if (!thread_pid || pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
      if (thread_pid) world->programs.Remove(*thread_pid);
      Complain("can't fork: too many programs run already");
      status = 1;
      refused = true;
      break;
    }
    input = std::make_shared<Fd>(ends[0]);
    part.fds[1] = std::make_shared<Fd>(ends[1]);
    auto run = [part = std::move(part), command, pid = *thread_pid]() mutable {
      World* world = part.world;
      {
        Shell own = std::move(part);
        (void)own.ToTheEnd([&] {
          own.RunCommand(*command);
          return own.status;
        });
        // Its files close here, before anyone hears of its end.
      }
      world->programs.Remove(pid);
    };
    if (!StartThread(std::move(run), &threads.emplace_back())) {
      world->programs.Remove(*thread_pid);
      threads.pop_back();
    }
  }
  input = nullptr;
  for (std::thread& thread : threads) thread.join();
  stop->Check();
}

void Shell::StartBackground(const AndOr& item) {
  auto own_stop = session->NewStop();
  const std::optional<int> job_pid = world->programs.Add(item.text, own_stop);
  if (!job_pid) {
    Complain("can't fork: too many programs run already");
    status = 1;
    return;
  }
  auto job = std::make_shared<Job>(*job_pid, own_stop);
  std::erase_if(jobs, [&](const auto& old) {
    return jobs.size() > 100 && old->code().has_value();
  });
  jobs.push_back(job);
  Shell part = *this;
  part.jobs.clear();
  part.stop = own_stop;
  int code = 0;
  if (auto nothing = Open("/dev/null", O_RDONLY, &code)) {
    part.fds[0] = std::move(nothing);
  }
  auto run = [part = std::move(part), item, job]() mutable {
    World* world = part.world;
    int code = 0;
    {
      Shell own = std::move(part);
      code = own.ToTheEnd([&] {
        own.RunAndOr(item);
        return own.status;
      });
    }
    world->programs.Remove(job->pid);
    job->Finish(code);
  };
  std::thread thread;
  if (StartThread(std::move(run), &thread)) {
    session->Adopt(std::move(thread), job);
  } else {
    world->programs.Remove(job->pid);
    job->Finish(1);
  }
  (void)Set("!", std::to_string(*job_pid));
  status = 0;
}

void Shell::RunCommand(const Command& command) {
  const Nesting nesting(this);
  stop->Check();
  if (command.kind == Command::Kind::kSimple) return RunSimple(command);
  if (command.redirects.empty()) return RunCompound(command);
  SavedFiles saved(this);
  if (Redirect(command.redirects)) {
    RunCompound(command);
  } else {
    status = 1;
  }
}

void Shell::RunSimple(const Command& command) {
  substituted_ = 0;
  std::vector<std::string> words =
      !command.words.empty() && IsPlain(command.words[0], "[[")
          ? ExpandCondition(command.words)
          : Expand(command.words);
  std::vector<std::pair<std::string, std::string>> assignments;
  for (const auto& [name, word] : command.assignments) {
    assignments.emplace_back(name, ExpandText(word));
    if (words.empty() && !Set(name, assignments.back().second)) throw Ended{1};
  }
  if (trace) {
    std::string line = "+";
    for (const auto& [name, value] : assignments)
      line += " " + name + "=" + value;
    for (const std::string& word : words) line += " " + word;
    if (fds.contains(2)) (void)Write(fds[2]->get(), line + "\n");
  }
  SavedFiles saved(this);
  if (!Redirect(command.redirects)) {
    status = 1;
    return;
  }
  if (words.empty()) {
    status = substituted_;
    return;
  }
  if (words.size() == 1 && words[0] == "exec") {
    saved.Keep();
    status = 0;
    return;
  }
  status = Call(std::move(words), assignments);
}

int Shell::Call(
    std::vector<std::string> words,
    const std::vector<std::pair<std::string, std::string>>& assignments) {
  const auto builtin = Builtins().find(words[0]);
  const auto function = functions.find(words[0]);
  if (function == functions.end() && builtin == Builtins().end()) {
    auto environment = Environment();
    for (const auto& [name, value] : assignments) environment[name] = value;
    Process process(*this, std::move(words), std::move(environment));
    const int code = world->commands.Run(process);
    process.Flush();
    return code;
  }
  std::map<std::string, std::optional<Variable>> hidden;
  for (const auto& [name, value] : assignments) {
    const auto old = variables.find(name);
    hidden.try_emplace(name, old == variables.end()
                                 ? std::nullopt
                                 : std::optional(old->second));
    if (!Set(name, value)) return 1;
    variables[name].exported = true;
  }
  int code = 0;
  if (function != functions.end()) {
    const auto body = function->second;  // it may redefine itself
    code = CallFunction(*body, std::move(words));
  } else {
    Process process(*this, std::move(words), Environment());
    code = builtin->second(*this, process);
    process.Flush();
  }
  for (auto& [name, value] : hidden) {
    if (value) {
      variables[name] = *value;
    } else {
      variables.erase(name);
    }
  }
  return code;
}

int Shell::CallFunction(const Command& body, std::vector<std::string> words) {
  const Nesting nesting(this);
  words.erase(words.begin());
  std::swap(arguments, words);
  const int loops = std::exchange(loops_, 0);
  const int tolerant = tolerant_;
  locals.emplace_back();
  const auto leave = [&] {
    for (auto& [name, value] : locals.back()) {
      if (value) {
        variables[name] = std::move(*value);
      } else {
        variables.erase(name);
      }
    }
    locals.pop_back();
    loops_ = loops;
    std::swap(arguments, words);
  };
  try {
    RunCommand(body);
  } catch (const Return& done) {
    status = done.code;
    tolerant_ = tolerant;
  } catch (...) {
    leave();
    throw;
  }
  leave();
  return status;
}

void Shell::RunCompound(const Command& command) {
  using Kind = Command::Kind;
  switch (command.kind) {
    case Kind::kSimple:
      return;
    case Kind::kGroup:
      return RunList(*command.body);
    case Kind::kSubshell: {
      Shell inner = *this;
      inner.jobs.clear();
      status = inner.ToTheEnd([&] {
        inner.RunList(*command.body);
        return inner.status;
      });
      return stop->Check();
    }
    case Kind::kFunction:
      if (functions.size() >= kMaxFunctions) {
        Complain("too many functions");
        throw Ended{1};
      }
      functions[command.name] = command.function;
      status = 0;
      return;
    case Kind::kIf:
      for (const Command::Branch& branch : command.branches) {
        if (RunCondition(*branch.condition)) return RunList(*branch.body);
      }
      status = 0;
      if (command.body) RunList(*command.body);
      return;
    case Kind::kWhile:
    case Kind::kUntil: {
      const Command::Branch& loop = command.branches[0];
      RunLoop(
          [&] {
            return RunCondition(*loop.condition) ==
                   (command.kind == Kind::kWhile);
          },
          *loop.body);
      return;
    }
    case Kind::kFor: {
      const std::vector<std::string> values =
          command.all_arguments ? arguments : Expand(command.words);
      size_t i = 0;
      RunLoop(
          [&] {
            if (i == values.size()) return false;
            if (!Set(command.name, values[i++])) throw Ended{1};
            return true;
          },
          *command.body);
      return;
    }
    case Kind::kCase: {
      const std::string word = ExpandText(command.words[0]);
      status = 0;
      for (const Command::Branch& branch : command.branches) {
        for (const Word& pattern : branch.patterns) {
          if (MatchesPattern(ExpandPattern(pattern), word)) {
            return RunList(*branch.body);
          }
        }
      }
      return;
    }
  }
}

void Shell::RunLoop(const std::function<bool()>& next, const List& body) {
  int result = 0;
  const int tolerant = tolerant_;
  ++loops_;
  try {
    while (true) {
      stop->Check();
      try {
        if (!next()) break;
        RunList(body);
      } catch (const Break& left) {
        status = 0;
        tolerant_ = tolerant;
        if (left.levels > 1 && loops_ > 1)
          throw Break{left.levels - 1, left.again};
        if (!left.again) {
          result = 0;
          break;
        }
      }
      result = status;
    }
  } catch (...) {
    --loops_;
    throw;
  }
  --loops_;
  status = result;
}

}  // namespace reprise::phone
