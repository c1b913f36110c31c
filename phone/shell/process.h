// What a command sees of the program that it runs in: arguments, environment,
// open files, the phone.
//
// Output is gathered and written when there is enough of it, before anything
// is read or waited for, and at the end. What waits ends by throwing Ended when
// the program is stopped or nobody reads its output.
//
// Threads: the one that runs the command.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "phone/shell/files.h"
#include "phone/shell/session.h"

namespace reprise::phone {

// By number: 0 input, 1 output, 2 errors.
using Descriptors = std::map<int, std::shared_ptr<Fd>>;

constexpr int kShellUid = 2000;

// What a command gets from the shell that runs it.
struct Context {
  World* world = nullptr;
  std::shared_ptr<Session> session;
  std::shared_ptr<Stop> stop;
  std::shared_ptr<Fd> terminal;  // null: none
  Descriptors fds;
  std::string folder = "/";
  int uid = kShellUid;
  int pid = 0;
  int depth = 0;  // of commands that run commands

  Phone& phone() const { return world->phone; }
  Files files() const {
    return {world->phone.files(), folder, ProcFiles(*world, pid)};
  }
  // A descriptor, also of /dev/tty and the like, or null with *code -errno.
  std::shared_ptr<Fd> Open(std::string_view path, int flags, int* code) const;
  // Waits for one of the file's poll events, or throws Ended.
  void WaitFor(int fd, short events) const;
  // Bytes read, 0 at the end, -errno.
  ssize_t Read(int fd, char* buffer, size_t size) const;
  // 0, or -errno; throws Ended if nobody reads it any more.
  int Write(int fd, std::string_view bytes) const;
  // Lets phone time pass; throws Ended when stopped.
  void Sleep(int64_t duration_ns) const;
};

class Process;

// A file or pipe that is read by lines or blocks.
class Input {
 public:
  static constexpr size_t kMaxLine = size_t{16} << 20;

  Input(Process& process, std::shared_ptr<Fd> fd, std::string name)
      : process_(process), fd_(std::move(fd)), name_(std::move(name)) {}
  // Without its line end; false at the end.
  bool Line(std::string* line, char end = '\n');
  // Some bytes, none at the end.
  std::string_view Block();
  // All of it, as far as `limit` goes.
  std::string All(size_t limit = size_t{64} << 20);
  bool ended_in_line() const { return ended_in_line_; }
  const std::string& name() const { return name_; }
  int error() const { return error_; }  // errno

 private:
  Process& process_;
  std::shared_ptr<Fd> fd_;
  std::string name_;
  std::string buffer_;
  size_t position_ = 0;
  bool ended_in_line_ = false;
  int error_ = 0;
};

class Process : public Context {
 public:
  Process(Context context, std::vector<std::string> args,
          std::map<std::string, std::string> environment)
      : Context(std::move(context)),
        args(std::move(args)),
        environment(std::move(environment)) {}

  std::vector<std::string> args;  // the command's name first
  std::map<std::string, std::string> environment;

  std::string name() const { return BaseName(args[0]); }

  void Out(std::string_view text);
  void Err(std::string_view text);
  void Flush();
  template <typename... Args>
  void Print(fmt::format_string<Args...> format, Args&&... values) {
    Out(fmt::format(format, std::forward<Args>(values)...));
  }
  // "NAME: ...", and 1.
  template <typename... Args>
  int Fail(fmt::format_string<Args...> format, Args&&... values) {
    Err(name() + ": " + fmt::format(format, std::forward<Args>(values)...) +
        "\n");
    return 1;
  }
  // For -errno: "NAME: PATH: No such file or directory".
  int FailErrno(std::string_view path, int code);
  // For a request to the phone: 0, or its sentence and 1.
  int Report(const Status& status);

  Input StandardInput() { return {*this, fds[0], "-"}; }
  // Each file in turn, or the standard input when there is none. 1 if one of
  // them could not be read.
  int ForEachInput(const std::vector<std::string>& paths,
                   const std::function<void(Input&)>& use);
  bool OutputIsTerminal() const;

  // Another command, with everything of this one.
  int Run(std::vector<std::string> arguments);

 private:
  std::string out_;
};

}  // namespace reprise::phone
