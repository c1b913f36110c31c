#include "phone/shell/commands/am_debug.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>

namespace reprise::phone {
namespace {

constexpr int kRefused = 255;
constexpr const char* kHeapFolder = "/data/local/tmp/";

struct Words {
  std::vector<std::string> plain;
  std::vector<std::string> options;

  bool Has(const char* option) const {
    return std::ranges::find(options, option) != options.end();
  }
};

// What follows the verb; options with a value lose it.
Words Read(const Process& process, size_t from) {
  Words words;
  for (size_t i = from; i < process.args.size(); ++i) {
    const std::string& word = process.args[i];
    if (word.starts_with('-') && word.size() > 1) {
      words.options.push_back(word);
      if (word == "--user" || word == "--sampling" || word == "--clock-type" ||
          word == "-b") {
        ++i;
      }
    } else {
      words.plain.push_back(word);
    }
  }
  return words;
}

int Refuse(Process& process, const std::string& what) {
  process.Err("\nException occurred while executing '" + process.args[1] +
              "':\njava.lang.IllegalArgumentException: " + what + "\n");
  return kRefused;
}

// The package of a process that is named or numbered; empty: none runs.
std::string Running(Process& process, const std::string& wanted) {
  for (const AppProcess& app : process.phone().Processes()) {
    if (app.package_name == wanted || std::to_string(app.pid) == wanted) {
      return app.package_name;
    }
  }
  return "";
}

int DebugApp(Process& process) {
  const Words words = Read(process, 2);
  if (words.plain.empty()) return Refuse(process, "Argument expected");
  return process.Report(process.phone().SetDebugApp(
      words.plain[0], words.Has("-w"), !words.Has("--persistent")));
}

int ProfileStart(Process& process, const Words& words) {
  if (words.plain.size() < 2) return Refuse(process, "Argument expected");
  const std::string package = Running(process, words.plain[0]);
  if (package.empty()) {
    return Refuse(process, "Unknown process: " + words.plain[0]);
  }
  // Better now than when it is over.
  const std::string file = process.files().Absolute(words.plain[1]);
  const int fd = process.files().Open(file, O_WRONLY | O_CREAT | O_TRUNC);
  if (fd < 0) return process.FailErrno(file, fd);
  const Fd closes(fd);
  const auto begun =
      process.phone().System(package, "profile", {"start", file});
  return begun ? 0 : process.Report(Fail(begun.error()));
}

int ProfileStop(Process& process, const Words& words) {
  std::vector<std::string> packages;
  if (!words.plain.empty()) {
    packages.push_back(Running(process, words.plain[0]));
    if (packages[0].empty()) {
      return Refuse(process, "Unknown process: " + words.plain[0]);
    }
  } else {
    for (const AppProcess& app : process.phone().Processes()) {
      packages.push_back(app.package_name);
    }
  }
  for (const std::string& package : packages) {
    const auto ran = process.phone().System(package, "profile", {"stop"});
    if (!ran) return process.Report(Fail(ran.error()));
    // The file's name, then the methods.
    const size_t end = ran->find('\n');
    if (end == std::string::npos) continue;  // it was not begun
    const std::string file = ran->substr(0, end);
    const int code = process.files().WriteAll(file, ran->substr(end + 1));
    if (code < 0) return process.FailErrno(file, code);
  }
  return 0;
}

int Profile(Process& process) {
  const Words words = Read(process, 3);
  const std::string what = process.args.size() > 2 ? process.args[2] : "";
  if (what == "start") return ProfileStart(process, words);
  if (what == "stop") return ProfileStop(process, words);
  process.Err("Error: unknown profile command: " + what + "\n");
  return kRefused;
}

int DumpHeap(Process& process) {
  const Words words = Read(process, 2);
  if (words.plain.empty()) return Refuse(process, "Argument expected");
  if (words.Has("-n")) {
    process.Err("Error: an app of this phone has no native heap.\n");
    return kRefused;
  }
  const std::string package = Running(process, words.plain[0]);
  if (package.empty()) {
    return Refuse(process, "Unknown process: " + words.plain[0]);
  }
  std::string file;
  if (words.plain.size() > 1) {
    file = process.files().Absolute(words.plain[1]);
  } else {
    const time_t now =
        static_cast<time_t>(process.phone().RealtimeNs() / 1'000'000'000);
    tm fields = {};
    gmtime_r(&now, &fields);
    char name[64];
    (void)std::strftime(name, sizeof(name), "heapdump-%Y%m%d-%H%M%S.prof",
                        &fields);
    file = std::string(kHeapFolder) + name;
  }
  // What was there must not be opened for reading while it is written.
  const int fd = process.files().Open(file, O_WRONLY | O_CREAT | O_TRUNC);
  if (fd < 0) return process.FailErrno(file, fd);
  const Fd closes(fd);
  process.Print("File: {}\nWaiting for dump to finish...\n", file);
  process.Flush();
  // The process gets the open file, so that no link leads it elsewhere.
  const auto done = process.phone().System(
      package, "heap", {fmt::format("/proc/{}/fd/{}", getpid(), fd)});
  return done ? 0 : process.Report(Fail(done.error()));
}

}  // namespace

std::optional<int> AmDebug(Process& process, const std::string& verb) {
  if (verb == "set-debug-app") return DebugApp(process);
  if (verb == "clear-debug-app") {
    return process.Report(process.phone().SetDebugApp("", false, false));
  }
  if (verb == "profile") return Profile(process);
  if (verb == "dumpheap") return DumpHeap(process);
  return std::nullopt;
}

}  // namespace reprise::phone
