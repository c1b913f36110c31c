// Installing: from a file of the phone, from the standard input (-S SIZE), and
// in sessions of several APKs.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "phone/shell/commands/packages.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int64_t kMaxApk = int64_t{4} << 30;
constexpr int kRefused = 255;

struct Request {
  InstallOptions options;
  std::optional<int64_t> size;
  std::vector<std::string> rest;
};

// Options of install and install-create. Nullopt, after a sentence: refused.
std::optional<Request> Parse(Process& process) {
  Request request;
  request.options.replace = true;
  for (size_t i = 2; i < process.args.size(); ++i) {
    const std::string& word = process.args[i];
    if (word == "-S") {
      if (i + 1 < process.args.size())
        request.size = ToNumber(process.args[++i]);
      if (!request.size || *request.size < 0 || *request.size > kMaxApk) {
        process.Err("Error: -S needs a size in bytes, at most 4 GiB\n");
        return std::nullopt;
      }
    } else if (word == "-R") {
      request.options.replace = false;
    } else if (word == "-g") {
      request.options.grant_all = true;
    } else if (word == "-d") {
      request.options.allow_downgrade = true;
    } else if (word == "-t") {
      request.options.allow_test_only = true;
    } else if (word == "-i" || word == "--user" || word == "-p" ||
               word == "--install-location" || word == "--install-reason" ||
               word == "--originating-uri" || word == "--referrer" ||
               word == "--abi" || word == "--pkg" ||
               word == "--dexopt-compiler-filter") {
      ++i;
    } else if (word == "-" || !word.starts_with('-')) {
      request.rest.push_back(word);
    } else if (word != "-r" && word != "-f" && word != "-l" && word != "-s" &&
               word != "-q" && !word.starts_with("--")) {
      process.Err("Error: Unknown option " + word + "\n");
      return std::nullopt;
    }
  }
  return request;
}

int Answer(Process& process, const Result<std::string>& installed) {
  if (installed) {
    process.Out("Success\n");
    return 0;
  }
  process.Out("Failure [" + installed.error().message + "]\n");
  return 1;
}

// A folder for APKs that are still coming.
std::string Staging(const Process& process, int id) {
  const Files files = process.files();
  (void)files.MakeFolder("/data");
  (void)files.MakeFolder("/data/app");
  const std::string folder = fmt::format("/data/app/vmdl{}.tmp", id);
  (void)files.MakeFolder(folder);
  return folder;
}

// `size` bytes of the input, or all of it.
int Receive(Process& process, int fd, const std::string& path,
            std::optional<int64_t> size, int64_t* received) {
  int code = 0;
  const auto target = process.Open(path, O_WRONLY | O_CREAT | O_TRUNC, &code);
  if (!target) return process.FailErrno(path, code);
  std::string buffer(256 * 1024, '\0');
  *received = 0;
  while (!size || *received < *size) {
    const auto most =
        size ? std::min<int64_t>(*size - *received, 256 * 1024) : 256 * 1024;
    const ssize_t n =
        process.Read(fd, buffer.data(), static_cast<size_t>(most));
    if (n <= 0 || *received > kMaxApk) break;
    code = process.Write(target->get(), std::string_view(buffer).substr(
                                            0, static_cast<size_t>(n)));
    if (code != 0) return process.FailErrno(path, code);
    *received += n;
  }
  if (size && *received != *size) {
    process.Out(fmt::format(
        "Failure [INSTALL_FAILED_INVALID_APK: only {} of {} bytes came]\n",
        *received, *size));
    return 1;
  }
  return 0;
}

// Path on the host of a file of the phone; empty if there is none.
std::string HostFile(Process& process, const std::string& path) {
  std::string real;
  if (process.files().Real(path, &real) != 0 || process.files().IsFolder(real))
    return "";
  return process.phone().HostPath(real);
}

bool LooksLikeSplit(const std::string& path) {
  const std::string name = BaseName(path);
  return name.starts_with("split") || name.starts_with("config.") ||
         name.find("split_") != std::string::npos ||
         name.find("config.") != std::string::npos;
}

int InputFd(const Process& process) {
  const auto found = process.fds.find(0);
  return found == process.fds.end() ? -1 : found->second->get();
}

}  // namespace

int Install(Process& process) {
  const auto request = Parse(process);
  if (!request) return kRefused;
  const bool stream =
      request->size || (request->rest.size() == 1 && request->rest[0] == "-");
  if (!stream) {
    if (request->rest.empty()) {
      process.Err("Error: must either specify a package size or an APK file\n");
      return kRefused;
    }
    std::vector<std::string> apks;
    for (const std::string& path : request->rest) {
      apks.push_back(HostFile(process, path));
      if (apks.back().empty()) {
        process.Err("Error: Unable to open file: " + path +
                    "\nConsider using a file under /data/local/tmp/\n");
        return kRefused;
      }
    }
    return Answer(process, process.phone().Install(apks, request->options));
  }
  const auto id = process.world->installs.Create(request->options);
  if (!id)
    return process.Fail(
        "too many installations are open; commit or abandon some");
  const std::string folder = Staging(process, *id);
  int64_t received = 0;
  int code = 0;
  try {
    code = Receive(process, InputFd(process), folder + "/base.apk",
                   request->size, &received);
    if (code == 0) {
      code =
          Answer(process, process.phone().Install(
                              {process.phone().HostPath(folder + "/base.apk")},
                              request->options));
    }
  } catch (const Ended&) {
    (void)process.files().RemoveTree(folder);
    (void)process.world->installs.Take(*id);
    throw;
  }
  (void)process.files().RemoveTree(folder);
  (void)process.world->installs.Take(*id);
  return code;
}

int InstallCreate(Process& process) {
  const auto request = Parse(process);
  if (!request) return kRefused;
  const auto id = process.world->installs.Create(request->options);
  if (!id)
    return process.Fail(
        "too many installations are open; commit or abandon some");
  (void)Staging(process, *id);
  process.Print("Success: created install session [{}]\n", *id);
  return 0;
}

// install-write [-S SIZE] SESSION NAME [PATH]
int InstallWrite(Process& process) {
  const auto request = Parse(process);
  if (!request) return kRefused;
  const auto id =
      request->rest.empty() ? std::nullopt : ToNumber(request->rest[0]);
  if (!id || request->rest.size() < 2) {
    process.Err(
        "Error: usage: pm install-write [-S BYTES] SESSION_ID SPLIT_NAME "
        "[PATH|-]\n");
    return kRefused;
  }
  const int session = static_cast<int>(*id);
  if (!process.world->installs.Has(session)) {
    process.Out(fmt::format(
        "Failure [java.lang.SecurityException: Caller has no access to "
        "session {}]\n",
        session));
    return 1;
  }
  std::string name = BaseName(request->rest[1]);
  if (name.empty() || name == "." || name == ".." || name == "/")
    name = "base.apk";
  const std::string path = Staging(process, session) + "/" + name;
  int fd = InputFd(process);
  std::shared_ptr<Fd> file;
  if (request->rest.size() > 2 && request->rest[2] != "-") {
    int code = 0;
    file = process.Open(request->rest[2], O_RDONLY, &code);
    if (!file) {
      process.Err("Error: Unable to open file: " + request->rest[2] + "\n");
      return kRefused;
    }
    fd = file->get();
  }
  int64_t received = 0;
  if (const int code = Receive(process, fd, path, request->size, &received))
    return code;
  (void)process.world->installs.AddFile(session, path);
  process.Print("Success: streamed {} bytes\n", received);
  return 0;
}

int InstallCommit(Process& process) {
  const auto id =
      process.args.size() > 2 ? ToNumber(process.args.back()) : std::nullopt;
  auto session =
      id ? process.world->installs.Take(static_cast<int>(*id)) : std::nullopt;
  if (!session) {
    process.Out(
        "Failure [java.lang.SecurityException: Caller has no access to "
        "session " +
        (process.args.size() > 2 ? process.args.back() : std::string("?")) +
        "]\n");
    return 1;
  }
  std::vector<std::string> apks;
  std::stable_partition(
      session->files.begin(), session->files.end(),
      [](const std::string& path) { return !LooksLikeSplit(path); });
  for (const std::string& path : session->files) {
    if (path.ends_with(".apk") || path.find(".dm") == std::string::npos) {
      apks.push_back(process.phone().HostPath(path));
    }
  }
  const int code =
      apks.empty()
          ? Answer(process, Fail(ErrorKind::kInvalidArgument,
                                 "INSTALL_FAILED_INVALID_APK: Missing existing "
                                 "base package"))
          : Answer(process, process.phone().Install(apks, session->options));
  (void)process.files().RemoveTree(fmt::format("/data/app/vmdl{}.tmp", *id));
  return code;
}

int InstallAbandon(Process& process) {
  const auto id =
      process.args.size() > 2 ? ToNumber(process.args.back()) : std::nullopt;
  if (!id || !process.world->installs.Take(static_cast<int>(*id))) {
    process.Out(
        "Failure [java.lang.SecurityException: Caller has no access to "
        "session]\n");
    return 1;
  }
  (void)process.files().RemoveTree(fmt::format("/data/app/vmdl{}.tmp", *id));
  process.Out("Success\n");
  return 0;
}

}  // namespace reprise::phone
