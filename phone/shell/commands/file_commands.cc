// Commands that change the phone's files.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int kMaxDepth = 64;

std::string Into(const Process& process, const std::string& from,
                 const std::string& to) {
  if (!process.files().IsFolder(to)) return to;
  return to + (to.ends_with('/') ? "" : "/") + BaseName(from);
}

int CopyFile(Process& process, const std::string& from, const std::string& to,
             const struct stat& info) {
  int code = 0;
  const auto source = process.Open(from, O_RDONLY, &code);
  if (!source) return process.FailErrno(from, code);
  const auto target = process.Open(to, O_WRONLY | O_CREAT | O_TRUNC, &code);
  if (!target) return process.FailErrno(to, code);
  char buffer[64 * 1024];
  while (true) {
    const ssize_t n = process.Read(source->get(), buffer, sizeof(buffer));
    if (n < 0) return process.FailErrno(from, static_cast<int>(n));
    if (n == 0) break;
    code = process.Write(target->get(), {buffer, static_cast<size_t>(n)});
    if (code != 0) return process.FailErrno(to, code);
  }
  (void)process.files().Chmod(to, info.st_mode & 07777);
  return 0;
}

int Copy(Process& process, const std::string& from, const std::string& to,
         bool tree, int depth) {
  struct stat info;
  if (const int code = process.files().Stat(from, !tree, &info)) {
    return process.FailErrno(from, code);
  }
  if (S_ISLNK(info.st_mode)) {
    std::string target;
    (void)process.files().ReadLink(from, &target);
    const int code = process.files().Link(target, to, true);
    return code == 0 ? 0 : process.FailErrno(to, code);
  }
  if (!S_ISDIR(info.st_mode)) {
    struct stat other;
    if (process.files().Stat(to, true, &other) == 0 &&
        other.st_ino == info.st_ino && other.st_dev == info.st_dev &&
        S_ISREG(info.st_mode)) {
      return process.Fail("'{}' is '{}'", from, to);
    }
    return CopyFile(process, from, to, info);
  }
  if (!tree) return process.Fail("Skipped dir '{}'", from);
  if (depth > kMaxDepth) return process.Fail("{}: too deep", from);
  const std::string inside = process.files().Absolute(to) + "/";
  if (inside.starts_with(process.files().Absolute(from) + "/")) {
    return process.Fail("'{}' is inside '{}'", to, from);
  }
  const int made = process.files().MakeFolder(to);
  if (made != 0 && made != -EEXIST) return process.FailErrno(to, made);
  std::vector<std::string> names;
  if (const int code = process.files().List(from, &names)) {
    return process.FailErrno(from, code);
  }
  int result = 0;
  for (const std::string& name : names) {
    result |=
        Copy(process, from + "/" + name, to + "/" + name, true, depth + 1);
  }
  return result;
}

// Takes the last operand of cp and mv off `paths`; not 0: said, and failed.
int TakeTarget(Process& process, std::vector<std::string>* paths,
               std::string* to) {
  if (paths->size() < 2) return process.Fail("Needs {} arguments", 2);
  *to = std::move(paths->back());
  paths->pop_back();
  if (paths->size() > 1 && !process.files().IsFolder(*to)) {
    return process.Fail("'{}' not a directory", *to);
  }
  return 0;
}

int Cp(Process& process) {
  const auto options = Options::Parse(process, "rRafpdLPnvi");
  if (!options) return 1;
  std::vector<std::string> paths = options->rest;
  std::string to;
  if (const int failed = TakeTarget(process, &paths, &to)) return failed;
  const bool tree = options->Has('r') || options->Has('R') || options->Has('a');
  int result = 0;
  for (const std::string& from : paths) {
    const std::string target = Into(process, from, to);
    if (options->Has('n') && process.files().Exists(target)) continue;
    if (options->Has('v')) process.Print("cp '{}' -> '{}'\n", from, target);
    result |= Copy(process, from, target, tree, 0);
  }
  return result;
}

int Mv(Process& process) {
  const auto options = Options::Parse(process, "fnvi");
  if (!options) return 1;
  std::vector<std::string> paths = options->rest;
  std::string to;
  if (const int failed = TakeTarget(process, &paths, &to)) return failed;
  int result = 0;
  for (const std::string& from : paths) {
    const std::string target = Into(process, from, to);
    if (options->Has('n') && process.files().Exists(target)) continue;
    int code = process.files().Rename(from, target);
    if (code == -EXDEV) {  // between two file systems of the host
      code = Copy(process, from, target, true, 0) == 0
                 ? process.files().RemoveTree(from)
                 : -EIO;
    }
    if (code != 0) result = process.Fail("bad '{}': {}", from, strerror(-code));
  }
  return result;
}

int Rm(Process& process) {
  const auto options = Options::Parse(process, "frRiv");
  if (!options) return 1;
  if (options->rest.empty()) {
    return options->Has('f') ? 0 : process.Fail("Needs {} argument", 1);
  }
  const bool tree = options->Has('r') || options->Has('R');
  int result = 0;
  for (const std::string& path : options->rest) {
    struct stat info;
    int code = process.files().Stat(path, false, &info);
    if (code == 0) {
      code = !S_ISDIR(info.st_mode) ? process.files().Remove(path, false)
             : tree                 ? process.files().RemoveTree(path)
                                    : -EISDIR;
    }
    if (code != 0 && !(options->Has('f') && code == -ENOENT)) {
      result = process.FailErrno(path, code);
    }
  }
  return result;
}

int Mkdir(Process& process) {
  const auto options = Options::Parse(process, "pvm:");
  if (!options) return 1;
  if (options->rest.empty()) return process.Fail("Needs {} argument", 1);
  int result = 0;
  for (const std::string& path : options->rest) {
    int code = 0;
    if (options->Has('p')) {
      const std::string whole = process.files().Absolute(path);
      for (size_t slash = 1; slash != std::string::npos && code == 0;) {
        slash = whole.find('/', slash);
        code = process.files().MakeFolder(whole.substr(0, slash));
        if (code == -EEXIST) code = 0;
        if (slash != std::string::npos) ++slash;
      }
      if (code == 0 && !process.files().IsFolder(whole)) code = -EEXIST;
    } else {
      code = process.files().MakeFolder(path);
    }
    if (code != 0) result = process.Fail("'{}': {}", path, strerror(-code));
  }
  return result;
}

int Rmdir(Process& process) {
  int result = 0;
  for (size_t i = 1; i < process.args.size(); ++i) {
    const int code = process.files().Remove(process.args[i], true);
    if (code != 0) result = process.FailErrno(process.args[i], code);
  }
  return result;
}

int Touch(Process& process) {
  const auto options = Options::Parse(process, "acmhd:t:r:");
  if (!options) return 1;
  int result = 0;
  for (const std::string& path : options->rest) {
    if (options->Has('c') && !process.files().Exists(path)) continue;
    int code = 0;
    const bool folder = process.files().IsFolder(path);
    const auto fd =
        process.Open(path, folder ? O_RDONLY : O_WRONLY | O_CREAT, &code);
    timespec times[2] = {};
    const int64_t now = process.phone().RealtimeNs();
    for (timespec& time : times) {
      time.tv_sec = now / 1'000'000'000;
      time.tv_nsec = now % 1'000'000'000;
    }
    if (options->Has('d') && options->Get('d').starts_with('@')) {
      times[0].tv_sec = times[1].tv_sec =
          ToNumber(options->Get('d').substr(1)).value_or(0);
    }
    if (!fd) {
      result = process.Fail("'{}': {}", path, strerror(-code));
    } else if (futimens(fd->get(), times) != 0) {
      result = process.FailErrno(path, -errno);
    }
  }
  return result;
}

// "644", "u+x", "a=r,g-w"
std::optional<uint32_t> ModeFrom(std::string_view text, uint32_t mode) {
  if (!text.empty() &&
      text.find_first_not_of("01234567") == std::string_view::npos &&
      text.size() <= 5) {
    return static_cast<uint32_t>(std::stoul(std::string(text), nullptr, 8)) &
           07777;
  }
  for (const std::string& part : SplitBy(text, ',')) {
    const size_t op = part.find_first_of("+-=");
    if (op == std::string::npos) return std::nullopt;
    uint32_t who = 0, what = 0;
    for (const char c : part.substr(0, op)) {
      if (c == 'u')
        who |= 0700;
      else if (c == 'g')
        who |= 0070;
      else if (c == 'o')
        who |= 0007;
      else if (c == 'a')
        who |= 0777;
      else
        return std::nullopt;
    }
    if (op == 0) who = 0777;
    for (const char c : part.substr(op + 1)) {
      if (c == 'r')
        what |= 0444;
      else if (c == 'w')
        what |= 0222;
      else if (c == 'x' || c == 'X')
        what |= 0111;
      else if (c != 's' && c != 't')
        return std::nullopt;
    }
    if (part[op] == '+') mode |= who & what;
    if (part[op] == '-') mode &= ~(who & what);
    if (part[op] == '=') mode = (mode & ~who) | (who & what);
  }
  return mode & 07777;
}

int ChmodTree(Process& process, const std::string& text,
              const std::string& path, bool tree, int depth) {
  struct stat info;
  int code = process.files().Stat(path, true, &info);
  if (code != 0) return process.FailErrno(path, code);
  const auto mode = ModeFrom(text, info.st_mode & 07777);
  if (!mode) return process.Fail("bad mode '{}'", text);
  code = process.files().Chmod(path, *mode);
  if (code != 0) return process.FailErrno(path, code);
  int result = 0;
  std::vector<std::string> names;
  if (tree && S_ISDIR(info.st_mode) && depth < kMaxDepth &&
      process.files().List(path, &names) == 0) {
    for (const std::string& name : names) {
      result |= ChmodTree(process, text, path + "/" + name, true, depth + 1);
    }
  }
  return result;
}

int Chmod(Process& process) {
  // Modes such as -x are no options.
  bool tree = false;
  std::vector<std::string> words;
  for (size_t i = 1; i < process.args.size(); ++i) {
    if (process.args[i] == "-R") {
      tree = true;
    } else {
      words.push_back(process.args[i]);
    }
  }
  if (words.size() < 2) return process.Fail("Needs {} arguments", 2);
  int result = 0;
  for (size_t i = 1; i < words.size(); ++i) {
    result |= ChmodTree(process, words[0], words[i], tree, 0);
  }
  return result;
}

int Ln(Process& process) {
  const auto options = Options::Parse(process, "sfnvT");
  if (!options) return 1;
  if (options->rest.empty() || options->rest.size() > 2) {
    return process.Fail("usage: ln [-sf] FROM [TO]");
  }
  const std::string& from = options->rest[0];
  const std::string to =
      Into(process, from, options->rest.size() > 1 ? options->rest[1] : ".");
  if (options->Has('f')) (void)process.files().Remove(to, false);
  const int code = process.files().Link(from, to, options->Has('s'));
  return code == 0 ? 0
                   : process.Fail("cannot create link from '{}' to '{}': {}",
                                  from, to, strerror(-code));
}

int Readlink(Process& process) {
  const auto options = Options::Parse(process, "fenmq");
  if (!options) return 1;
  const bool real =
      options->Has('f') || options->Has('e') || process.name() == "realpath";
  int result = 0;
  for (const std::string& path : options->rest) {
    std::string target;
    int code = real ? process.files().Real(path, &target)
                    : process.files().ReadLink(path, &target);
    if (code == -ENOENT && real && !options->Has('e') &&
        process.name() != "realpath") {
      // The last part need not be there.
      code = process.files().Real(DirName(process.files().Absolute(path)),
                                  &target);
      target = (target == "/" ? "" : target) + "/" + BaseName(path);
    }
    if (code == 0) {
      process.Out(target + (options->Has('n') ? "" : "\n"));
    } else {
      result = real ? process.FailErrno(path, code) : 1;
    }
  }
  return result;
}

int Accepted(Process&) { return 0; }

}  // namespace

void AddFiles(Commands& commands) {
  commands.Add("cp", "usage: cp [-rafnv] SOURCE... TARGET", Cp);
  commands.Add("mv", "usage: mv [-fn] SOURCE... TARGET", Mv);
  commands.Add("rm", "usage: rm [-rf] FILE...", Rm);
  commands.Add("mkdir", "usage: mkdir [-p] FOLDER...", Mkdir);
  commands.Add("rmdir", "usage: rmdir FOLDER...", Rmdir);
  commands.Add("touch", "usage: touch [-c] [-d @SECONDS] FILE...", Touch);
  commands.Add("chmod", "usage: chmod [-R] MODE FILE...", Chmod);
  commands.Add("chown", "usage: chown OWNER FILE...  (accepted)", Accepted);
  commands.Add("restorecon", "usage: restorecon FILE...  (accepted)", Accepted);
  commands.Add("sync", "usage: sync", Accepted);
  commands.Add("ln", "usage: ln [-sf] FROM [TO]", Ln);
  commands.Add("readlink", "usage: readlink [-fen] PATH...", Readlink);
  commands.Add("realpath", "usage: realpath PATH...", Readlink);
}

}  // namespace reprise::phone
