#include "phone/shell/commands.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "phone/shell/commands/all.h"
#include "phone/shell/shell.h"

namespace reprise::phone {
namespace {

constexpr std::string_view kFolders[] = {"/system/bin/", "/system/xbin/",
                                         "/vendor/bin/", "/bin/"};

// A file of the phone that somebody wants to run.
int RunFile(Process& process) {
  const std::string& path = process.args[0];
  const auto fail = [&](std::string_view why, int code) {
    process.Err(fmt::format("/system/bin/sh: {}: {}\n", path, why));
    return code;
  };
  struct stat info;
  if (path.find('/') == std::string::npos ||
      process.files().Stat(path, true, &info) != 0) {
    return fail("inaccessible or not found", 127);
  }
  if (S_ISDIR(info.st_mode)) return fail("can't execute: Is a directory", 126);
  if ((info.st_mode & 0111) == 0) {
    return fail("can't execute: Permission denied", 126);
  }
  std::string head(4096, '\0');
  const Fd fd(process.files().Open(path, O_RDONLY));
  const ssize_t n = fd.valid() ? read(fd.get(), head.data(), head.size()) : 0;
  head.resize(static_cast<size_t>(std::max<ssize_t>(n, 0)));
  if (head.find('\0') != std::string::npos) {
    return fail(
        "this virtual phone runs scripts and its own commands; programs of "
        "machine code cannot run here. Use a real phone or an emulator for it",
        126);
  }
  constexpr int kMaxDepth = 16;
  if (process.depth >= kMaxDepth)
    return fail("too many scripts within scripts", 126);
  Context context = process;
  ++context.depth;
  Shell shell(std::move(context), process.environment);
  shell.name = path;
  shell.arguments.assign(process.args.begin() + 1, process.args.end());
  return shell.ToTheEnd([&] { return shell.RunFile(path); });
}

}  // namespace

Commands::Commands() { AddAll(*this); }

void Commands::Add(const std::string& name, std::string usage, Function run) {
  entries_[name] = {std::move(usage), std::move(run)};
}

void Commands::Add(Predicate takes, Function run) {
  hooks_.emplace_back(std::move(takes), std::move(run));
}

const Commands::Function* Commands::Find(const Process& process) const {
  for (const auto& [takes, run] : hooks_) {
    if (takes(process.args)) return &run;
  }
  std::string_view name = process.args[0];
  for (const std::string_view folder : kFolders) {
    if (!name.starts_with(folder)) continue;
    name.remove_prefix(folder.size());
    break;
  }
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second.run;
}

int Commands::Run(Process& process) const {
  if (process.args.empty() || process.args[0].empty()) return 127;
  const Function* run = Find(process);
  if (run == nullptr) return RunFile(process);
  const auto entry = entries_.find(process.name());
  if (process.args.size() == 2 && process.args[1] == "--help" &&
      entry != entries_.end() && run == &entry->second.run) {
    process.Out(entry->second.usage + "\n");
    return 0;
  }
  return (*run)(process);
}

std::string Commands::PathOf(std::string_view name) const {
  return entries_.contains(name) ? "/system/bin/" + std::string(name) : "";
}

std::vector<std::string> Commands::Names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

std::string Commands::UsageOf(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? "" : found->second.usage;
}

}  // namespace reprise::phone
