#include "cli/phone_start.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "base/fd.h"
#include "cli/phone_control.h"

namespace reprise::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::chrono::seconds kAdbPatience{20};

// The server finds emulators by itself, on sixteen ports. When those are taken
// a phone is at HOST:PORT.
bool IsAddress(const std::string& serial) {
  return serial.find(':') != std::string::npos;
}

Result<std::string> FindSupervisor() {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& place :
       {here / "reprise-phone", here / "../lib/reprise/reprise-phone"}) {
    if (access(place.c_str(), X_OK) == 0) return place.string();
  }
  return Fail(ErrorKind::kNotFound,
              "the program reprise-phone is missing; it belongs beside reprise "
              "or into ../lib/reprise; build it with 'tools/build release "
              "reprise-phone'");
}

// The folder of the phone; one that --data names is known by a link.
Result<std::string> PlaceOf(const PhoneStart& start) {
  const std::string usual = PhoneFolderOf(start.name);
  std::error_code error;
  fs::create_directories(PhonesFolder(), error);
  if (start.data.empty()) {
    const fs::path linked = fs::read_symlink(usual, error);
    return linked.empty() ? usual : linked.string();
  }
  const std::string data = fs::absolute(start.data, error).lexically_normal();
  fs::create_directories(data, error);
  if (fs::is_symlink(usual, error)) {
    fs::remove(usual, error);
  } else if (fs::exists(usual, error)) {
    return Fail(ErrorKind::kInvalidArgument,
                "there is a phone {:?} in {} already; give another --name to "
                "one in {}",
                start.name, usual, data);
  }
  fs::create_directory_symlink(data, usual, error);
  if (error) {
    return Fail(ErrorKind::kIo, "cannot make the link {}: {}", usual,
                error.message());
  }
  return data;
}

// What a start that fails must not leave behind: a phone that nobody had.
class Traces {
 public:
  explicit Traces(const PhoneStart& start)
      : usual_(PhoneFolderOf(start.name)),
        had_usual_(Exists(usual_)),
        had_data_(!start.data.empty() && Exists(start.data)) {}

  // When its supervisor has ended.
  void Remove(const std::string& folder) const {
    std::error_code ignored;
    if (!had_usual_ && fs::is_symlink(usual_, ignored)) {
      fs::remove(usual_, ignored);
      if (!had_data_) fs::remove_all(folder, ignored);
    } else if (!had_usual_) {
      fs::remove_all(usual_, ignored);
    }
  }

 private:
  static bool Exists(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
  }

  const std::string usual_;
  const bool had_usual_;
  const bool had_data_;
};

// Of what went wrong, as the supervisor told it.
ErrorKind KindOf(const Json& status) {
  const int kind = status.value("kind", -1);
  for (const ErrorKind known :
       {ErrorKind::kInvalidArgument, ErrorKind::kNotFound,
        ErrorKind::kCorruption, ErrorKind::kUnsupported, ErrorKind::kIo}) {
    if (static_cast<int>(known) == kind) return known;
  }
  return ErrorKind::kDevice;
}

std::string ReadAll(int fd) {
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t n = read(fd, buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return text;
    text.append(buffer, static_cast<size_t>(n));
  }
}

}  // namespace

Result<Json> StartPhone(const PhoneStart& start) {
  RETURN_IF_ERROR(CheckPhoneName(start.name));
  if (auto running = PhoneControl::Connect(start.name)) {
    ASSIGN_OR_RETURN(const Json status, running->Ask({{"ask", "status"}}));
    return Fail(ErrorKind::kInvalidArgument,
                "the phone {:?} runs already, as {}; use it, stop it with "
                "'reprise phone stop', or give another --name",
                start.name, status.value("serial", ""));
  }
  ASSIGN_OR_RETURN(const std::string program, FindSupervisor());
  Traces traces(start);
  ASSIGN_OR_RETURN(const std::string folder, PlaceOf(start));
  int ready[2];
  if (pipe2(ready, O_CLOEXEC) != 0) {
    return Fail(ErrorKind::kIo, "no pipe: {}", std::strerror(errno));
  }
  const Fd reading(ready[0]);
  Fd writing(ready[1]);
  std::vector<std::string> argv = {program,    "--folder",   folder, "--name",
                                   start.name, "--ready-fd", "3"};
  argv.insert(argv.end(), start.options.begin(), start.options.end());
  std::vector<char*> pointers;
  for (std::string& word : argv) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t pid = fork();
  if (pid < 0) {
    return Fail(ErrorKind::kIo, "no process: {}", std::strerror(errno));
  }
  if (pid == 0) {
    // It leaves our terminal by itself, when it has said what is wrong.
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
      signal(number, SIG_DFL);
    }
    if (ready[1] == 3) {
      (void)fcntl(3, F_SETFD, 0);
    } else {
      (void)dup2(ready[1], 3);
    }
    execv(program.c_str(), pointers.data());
    _exit(127);
  }
  writing.Close();
  const std::string line = ReadAll(reading.get());
  Json status = Json::parse(line, nullptr, false);
  if (!status.is_object()) {
    return Fail(ErrorKind::kDevice,
                "the phone did not start; see {}/supervisor.log", folder);
  }
  if (status.contains("error")) {
    (void)waitpid(pid, nullptr, 0);
    traces.Remove(folder);
    return Fail(KindOf(status), "{}", status.value("error", ""));
  }
  return status;
}

Status AwaitAdb(const adb::Server& server, const std::string& serial) {
  ASSIGN_OR_RETURN(auto tracker, server.TrackDevices());
  if (IsAddress(serial)) {
    RETURN_IF_ERROR(server.Ask(fmt::format("host:connect:{}", serial)));
  }
  const auto known = [&](const adb::DeviceInfo& device) {
    return device.serial == serial && device.usable();
  };
  const auto end = std::chrono::steady_clock::now() + kAdbPatience;
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    if (left.count() <= 0) break;
    ASSIGN_OR_RETURN(const auto devices, tracker.Next(left));
    if (devices && std::ranges::any_of(*devices, known)) return {};
  }
  return Fail(ErrorKind::kDevice,
              "the phone {} runs, but adb does not see it; see reprise devices",
              serial);
}

void ForgetAdb(const std::string& serial) {
  if (!IsAddress(serial)) return;
  const auto address = adb::ServerAddressFromEnvironment();
  if (!address) return;
  (void)adb::Server(*address).Ask(fmt::format("host:disconnect:{}", serial));
}

}  // namespace reprise::cli
