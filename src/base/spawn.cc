#include "base/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/check.h"

namespace reprise::spawn {
namespace {

std::vector<std::string> Environment(const SubprocessOptions& options) {
  std::vector<std::string> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    const bool replaced =
        std::any_of(options.environment.begin(), options.environment.end(),
                    [&](const auto& added) { return added.first == name; });
    if (!replaced) result.emplace_back(text);
  }
  for (const auto& [name, value] : options.environment) {
    result.push_back(fmt::format("{}={}", name, value));
  }
  return result;
}

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& s : strings) pointers.push_back(s.data());
  pointers.push_back(nullptr);
  return pointers;
}

// What posix_spawn takes, freed at the end.
struct SpawnSettings {
  SpawnSettings() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

}  // namespace

tl::unexpected<Error> SystemFailure(std::string_view program,
                                    std::string_view what, int code) {
  return Fail(ErrorKind::kIo, "cannot start {}: {}: {}", program, what,
              std::strerror(code));
}
Status MakePipe(std::string_view program, Pipe* pipe) {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) {
    return SystemFailure(program, "no pipe", errno);
  }
  pipe->read = Fd(fds[0]);
  pipe->write = Fd(fds[1]);
  for (Fd* fd : {&pipe->read, &pipe->write}) {
    // In a process without standard files a pipe would get their numbers, and
    // connecting one of the child's would close another.
    if (fd->get() > STDERR_FILENO) continue;
    Fd higher(fcntl(fd->get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!higher.valid()) return SystemFailure(program, "no pipe", errno);
    *fd = std::move(higher);
  }
  return {};
}

void MakeNonBlocking(const Fd& fd) {
  CHECK_EQ(fcntl(fd.get(), F_SETFL, O_NONBLOCK), 0);
}
Status CheckOptions(const SubprocessOptions& options) {
  const auto clean = [](const std::string& text) {
    return text.find('\0') == std::string::npos;
  };
  if (options.argv.empty() || options.argv[0].empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "no program to start: the command is empty");
  }
  for (const std::string& argument : options.argv) {
    if (!clean(argument)) {
      return Fail(ErrorKind::kInvalidArgument,
                  "cannot start {}: an argument has a NUL character",
                  options.argv[0].c_str());
    }
  }
  for (const auto& [name, value] : options.environment) {
    const bool named = !name.empty() && name.find('=') == std::string::npos;
    if (!named || !clean(name) || !clean(value)) {
      return Fail(ErrorKind::kInvalidArgument,
                  "cannot start {}: \"{}\" is not the name of an environment "
                  "variable, or its value has a NUL character",
                  options.argv[0], name.c_str());
    }
  }
  if (!clean(options.working_directory)) {
    return Fail(ErrorKind::kInvalidArgument,
                "cannot start {}: the folder's name has a NUL character",
                options.argv[0]);
  }
  return {};
}

Result<pid_t> Spawn(SubprocessOptions& options, int in, int out, int err) {
  SpawnSettings settings;
  auto* const actions = &settings.actions;
  auto* const attributes = &settings.attributes;
  const auto connect = [&](int from, int to, int flags) {
    if (from >= 0) {
      posix_spawn_file_actions_adddup2(actions, from, to);
    } else if (from == kNothing) {
      posix_spawn_file_actions_addopen(actions, to, "/dev/null", flags, 0);
    }
  };
  connect(in, STDIN_FILENO, O_RDONLY);
  connect(out, STDOUT_FILENO, O_WRONLY);
  connect(err, STDERR_FILENO, O_WRONLY);
  // Others in this process may have opened files without close-on-exec.
  posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
  if (!options.working_directory.empty()) {
    posix_spawn_file_actions_addchdir_np(actions,
                                         options.working_directory.c_str());
  }
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(attributes, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(attributes, &signals);
  posix_spawnattr_setpgroup(attributes, 0);
  posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP |
                                           POSIX_SPAWN_SETSIGMASK |
                                           POSIX_SPAWN_SETSIGDEF);

  const std::string& program = options.argv[0];
  std::vector<std::string> environment = Environment(options);
  pid_t pid = 0;
  const int code =
      posix_spawnp(&pid, program.c_str(), actions, attributes,
                   Pointers(options.argv).data(), Pointers(environment).data());
  if (code == 0) return pid;

  struct stat info;
  if (const std::string& folder = options.working_directory;
      !folder.empty() && stat(folder.c_str(), &info) != 0) {
    return Fail(ErrorKind::kNotFound,
                "cannot start {}: the folder {} in which it should run is "
                "not there",
                program, folder);
  }
  if (code == ENOENT && program.find('/') == std::string::npos) {
    return Fail(ErrorKind::kNotFound,
                "the program {} is not there: no folder of PATH has it; "
                "install it or add its folder to PATH",
                program);
  }
  if (code == ENOENT || code == ENOTDIR) {
    return Fail(ErrorKind::kNotFound,
                "the program {} is not there, or the interpreter that its "
                "first line names is not",
                program);
  }
  return Fail(ErrorKind::kIo, "cannot start {}: {}", program,
              std::strerror(code));
}
Result<Fd> OpenPidfd(std::string_view program, pid_t pid) {
  // Not the function of glibc, whose header forgets extern "C" in 2.36.
  Fd pidfd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (!pidfd.valid()) {
    const int code = errno;
    kill(-pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    return SystemFailure(program, "no handle of the process", code);
  }
  return pidfd;
}

}  // namespace reprise::spawn
