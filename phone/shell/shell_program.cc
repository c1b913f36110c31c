#include "phone/shell/shell_program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <termios.h>

#include <atomic>
#include <system_error>
#include <utility>

#include "phone/shell/shell.h"

namespace reprise::phone {
namespace {

constexpr char kInterrupt = 3;  // ^C
constexpr char kQuit = 28;      // ^backslash

std::shared_ptr<Fd> Own(Fd fd) {
  // What waits must be able to wait for its end, too.
  (void)fcntl(fd.get(), F_SETFL, fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
  return std::make_shared<Fd>(std::move(fd));
}

}  // namespace

// Shared by the Program and its thread, whichever goes last.
class ShellHost::Running {
 public:
  explicit Running(uint64_t steps)
      : session(std::make_shared<Session>(steps)),
        ended(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

  void Run(ShellStart start, Context context);

  const std::shared_ptr<Session> session;
  const Fd ended;
  std::atomic<int> code = -1;          // set before `ended`
  std::atomic<bool> finished = false;  // background jobs have ended, too
  std::thread thread;                  // the host's
};

class ShellHost::Handle : public adb::Program {
 public:
  Handle(std::shared_ptr<Running> running, bool terminal)
      : running_(std::move(running)), terminal_(terminal) {}
  ~Handle() override {
    if (running_->code < 0) running_->session->End(SIGKILL);
  }

  int ended_fd() const override { return running_->ended.get(); }
  std::optional<int> Poll() override {
    const int code = running_->code;
    return code < 0 ? std::nullopt : std::optional(code);
  }
  void Signal(int signal) override {
    if (signal == SIGINT || signal == SIGQUIT) {
      running_->session->Interrupt(signal);
    } else {
      running_->session->End(signal);
    }
  }
  void OnTyped(std::string_view bytes) override {
    termios mode;
    if (!terminal_ || tcgetattr(output.get(), &mode) != 0 ||
        (mode.c_lflag & ISIG) == 0) {
      return;
    }
    if (bytes.find(kInterrupt) != std::string_view::npos) Signal(SIGINT);
    if (bytes.find(kQuit) != std::string_view::npos) Signal(SIGQUIT);
  }

 private:
  std::shared_ptr<Running> running_;
  const bool terminal_;
};

void ShellHost::Running::Run(ShellStart start, Context context) {
  sigset_t all;
  sigfillset(&all);
  (void)pthread_sigmask(SIG_BLOCK, &all, nullptr);
  World* world = context.world;
  int result = 1;
  const int pid = context.pid;
  {
    std::map<std::string, std::string> environment = {
        {"HOME", "/"},
        {"LOGNAME", "shell"},
        {"USER", "shell"},
        {"SHELL", "/bin/sh"},
        {"TERM", start.term},
        {"TMPDIR", "/data/local/tmp"},
        {"ANDROID_DATA", "/data"},
        {"ANDROID_ROOT", "/system"},
        {"EXTERNAL_STORAGE", "/sdcard"}};
    const auto properties = world->phone.Properties();
    const auto device = properties.find("ro.product.device");
    environment["HOSTNAME"] =
        device == properties.end() ? "localhost" : device->second;
    Shell shell(std::move(context), std::move(environment));
    result = shell.ToTheEnd([&] {
      if (!start.args.empty()) return shell.Call(start.args, {});
      if (!start.command.empty()) return shell.RunScript(start.command);
      return shell.RunInput();
    });
    // Its files close here.
  }
  world->programs.Remove(pid);
  code = result & 255;
  const uint64_t one = 1;
  (void)!write(ended.get(), &one, sizeof(one));
  session->JoinAll();
  finished = true;
}

ShellHost::ShellHost(Phone& phone, Commands commands)
    : commands_(std::move(commands)), world_{phone, commands_} {}

ShellHost::~ShellHost() { Reap(true); }

void ShellHost::Reap(bool all) {
  if (all) {
    for (const auto& running : running_) running->session->End(SIGKILL);
  }
  std::erase_if(running_, [&](const std::shared_ptr<Running>& running) {
    if (!all && !running->finished) return false;
    running->thread.join();
    return true;
  });
}

Result<std::unique_ptr<adb::Program>> ShellHost::Start(
    const ShellStart& start) {
  Reap(false);
  adb::ProgramEnds ends;
  RETURN_IF_ERROR(start.terminal
                      ? adb::MakeTerminal(&ends)
                      : adb::MakePipes(start.separate_errors, &ends));
  auto running = std::make_shared<Running>(start.max_steps);
  auto program = std::make_unique<Handle>(running, start.terminal);
  program->input = std::move(ends.input);
  program->output = std::move(ends.output);
  program->errors = std::move(ends.errors);

  Context context;
  context.world = &world_;
  context.session = running->session;
  context.stop = running->session->NewForeground();
  context.fds[0] = Own(std::move(ends.child_in));
  context.fds[1] = Own(std::move(ends.child_out));
  context.fds[2] =
      ends.child_err.valid() ? Own(std::move(ends.child_err)) : context.fds[1];
  if (start.terminal) context.terminal = context.fds[0];
  const auto pid = world_.programs.Add(
      start.command.empty() ? "sh" : "sh -c " + start.command, context.stop);
  if (!pid) {
    return Fail(ErrorKind::kIo,
                "the phone's shells run {} programs already; end some of them",
                ProgramTable::kMaxPrograms);
  }
  context.pid = *pid;
  try {
    running->thread =
        std::thread([running, start, context = std::move(context)]() mutable {
          running->Run(std::move(start), std::move(context));
        });
  } catch (const std::system_error& error) {
    world_.programs.Remove(*pid);
    return Fail(ErrorKind::kIo, "no thread for a shell: {}", error.what());
  }
  running_.push_back(running);
  return std::unique_ptr<adb::Program>(std::move(program));
}

}  // namespace reprise::phone
