// ls and stat.
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "phone/shell/commands/all.h"
#include "phone/shell/commands/owner.h"
#include "phone/shell/options.h"
#include "phone/shell/time_zone.h"

namespace reprise::phone {
namespace {

constexpr int kMaxDepth = 64;

std::string ModeText(uint32_t mode) {
  std::string text = S_ISDIR(mode)    ? "d"
                     : S_ISLNK(mode)  ? "l"
                     : S_ISCHR(mode)  ? "c"
                     : S_ISBLK(mode)  ? "b"
                     : S_ISFIFO(mode) ? "p"
                     : S_ISSOCK(mode) ? "s"
                                      : "-";
  for (int shift = 6; shift >= 0; shift -= 3) {
    const uint32_t bits = mode >> shift & 7;
    text += (bits & 4) != 0 ? 'r' : '-';
    text += (bits & 2) != 0 ? 'w' : '-';
    text += (bits & 1) != 0 ? 'x' : '-';
  }
  return text;
}

std::string Size(off_t size, bool human) {
  if (!human || size < 1024) return std::to_string(size);
  double value = static_cast<double>(size);
  const char* units = "BKMGT";
  int unit = 0;
  while (value >= 1000 && unit < 4) {
    value /= 1024;
    ++unit;
  }
  return value < 10 ? fmt::format("{:.1f}{}", value, units[unit])
                    : fmt::format("{:.0f}{}", value, units[unit]);
}

struct Entry {
  std::string name;
  std::string path;
  struct stat info = {};
};

class Lister {
 public:
  Lister(Process& process, const Options& options)
      : process_(process),
        options_(options),
        zone_(process.phone().Profile().time_zone()) {}

  int Run() {
    std::vector<Entry> plain, folders;
    int result = 0;
    std::vector<std::string> paths = options_.rest;
    if (paths.empty()) paths.push_back(".");
    for (const std::string& path : paths) {
      Entry entry{path, path};
      int code = process_.files().Stat(path, false, &entry.info);
      struct stat target;
      if (code == 0 && S_ISLNK(entry.info.st_mode) && !options_.Has('d') &&
          (!options_.Has('l') || path.ends_with('/')) &&
          process_.files().Stat(path, true, &target) == 0) {
        entry.info = target;
      }
      if (code != 0) {
        result = process_.FailErrno(path, code);
      } else if (S_ISDIR(entry.info.st_mode) && !options_.Has('d')) {
        folders.push_back(entry);
      } else {
        plain.push_back(entry);
      }
    }
    if (!plain.empty()) Show(&plain, false);
    const bool titles = paths.size() > 1 || options_.Has('R');
    for (const Entry& entry : folders) {
      if (titles) process_.Print("{}{}:\n", any_ ? "\n" : "", entry.path);
      result |= Folder(entry.path, 0);
    }
    return result;
  }

 private:
  int Folder(const std::string& path, int depth) {
    std::vector<std::string> names;
    if (const int code = process_.files().List(path, &names)) {
      return process_.FailErrno(path, code);
    }
    std::vector<Entry> entries;
    if (options_.Has('a')) names.insert(names.begin(), {".", ".."});
    for (const std::string& name : names) {
      if (name[0] == '.' && !options_.Has('a') && !options_.Has('A')) continue;
      Entry entry{name, path + (path.ends_with('/') ? "" : "/") + name};
      if (process_.files().Stat(entry.path, false, &entry.info) == 0) {
        entries.push_back(entry);
      }
    }
    Show(&entries, options_.Has('l') || options_.Has('s'));
    int result = 0;
    if (!options_.Has('R')) return result;
    if (depth > kMaxDepth) return process_.Fail("{}: too deep", path);
    for (const Entry& entry : entries) {
      if (!S_ISDIR(entry.info.st_mode) || entry.name == "." ||
          entry.name == "..")
        continue;
      process_.Print("\n{}:\n", entry.path);
      result |= Folder(entry.path, depth + 1);
    }
    return result;
  }

  void Show(std::vector<Entry>* entries, bool total) {
    any_ = true;
    const auto newer = [](const Entry& a, const Entry& b) {
      return std::pair(a.info.st_mtim.tv_sec, a.info.st_mtim.tv_nsec) >
             std::pair(b.info.st_mtim.tv_sec, b.info.st_mtim.tv_nsec);
    };
    if (options_.Has('t'))
      std::stable_sort(entries->begin(), entries->end(), newer);
    if (options_.Has('S')) {
      std::stable_sort(entries->begin(), entries->end(),
                       [](const Entry& a, const Entry& b) {
                         return a.info.st_size > b.info.st_size;
                       });
    }
    if (options_.Has('r')) std::reverse(entries->begin(), entries->end());
    if (options_.Has('l')) return ShowLong(*entries, total);
    std::vector<std::string> names;
    for (const Entry& entry : *entries) {
      std::string text;
      if (options_.Has('i')) text = fmt::format("{} ", entry.info.st_ino);
      if (options_.Has('s'))
        text += fmt::format("{} ", entry.info.st_blocks / 2);
      names.push_back(text + entry.name + Mark(entry));
    }
    if (!process_.OutputIsTerminal() || options_.Has('1')) {
      for (const std::string& name : names) process_.Out(name + "\n");
      return;
    }
    Columns(names);
  }

  void Columns(const std::vector<std::string>& names) {
    winsize size = {};
    (void)ioctl(process_.fds[1]->get(), TIOCGWINSZ, &size);
    size_t width = 1;
    for (const std::string& name : names)
      width = std::max(width, name.size() + 2);
    const size_t columns =
        std::max<size_t>(1, (size.ws_col == 0 ? 80 : size.ws_col) / width);
    const size_t rows = (names.size() + columns - 1) / columns;
    for (size_t row = 0; row < rows; ++row) {
      for (size_t i = row; i < names.size(); i += rows) {
        const bool last = i + rows >= names.size();
        process_.Print("{:<{}}", names[i], last ? names[i].size() : width);
      }
      process_.Out("\n");
    }
  }

  void ShowLong(const std::vector<Entry>& entries, bool total) {
    if (total) {
      int64_t blocks = 0;
      for (const Entry& entry : entries) blocks += entry.info.st_blocks;
      process_.Print("total {}\n", blocks / 2);
    }
    std::vector<std::vector<std::string>> rows;
    std::vector<size_t> widths(5);
    for (const Entry& entry : entries) {
      const Owner owner =
          OwnerOf(process_, process_.files().Absolute(entry.path));
      rows.push_back({ModeText(entry.info.st_mode),
                      std::to_string(entry.info.st_nlink), owner.user,
                      owner.group,
                      Size(entry.info.st_size, options_.Has('h'))});
      for (size_t i = 0; i < 5; ++i)
        widths[i] = std::max(widths[i], rows.back()[i].size());
    }
    for (size_t i = 0; i < rows.size(); ++i) {
      const std::tm when = LocalTime(entries[i].info.st_mtim.tv_sec, zone_);
      char time[32];
      (void)std::strftime(time, sizeof(time), "%Y-%m-%d %H:%M", &when);
      std::string target;
      if (S_ISLNK(entries[i].info.st_mode) &&
          process_.files().ReadLink(entries[i].path, &target) == 0) {
        target = " -> " + target;
      }
      process_.Print("{} {:>{}} {:<{}} {:<{}} {:>{}} {} {}{}{}\n", rows[i][0],
                     rows[i][1], widths[1], rows[i][2], widths[2], rows[i][3],
                     widths[3], rows[i][4], widths[4], time, entries[i].name,
                     Mark(entries[i]), target);
    }
  }

  std::string Mark(const Entry& entry) const {
    if (S_ISDIR(entry.info.st_mode) && (options_.Has('p') || options_.Has('F')))
      return "/";
    if (!options_.Has('F')) return "";
    if (S_ISLNK(entry.info.st_mode)) return options_.Has('l') ? "" : "@";
    return S_ISREG(entry.info.st_mode) && (entry.info.st_mode & 0111) != 0 ? "*"
                                                                           : "";
  }

  Process& process_;
  const Options& options_;
  const std::string zone_;
  bool any_ = false;
};

int Ls(Process& process) {
  for (std::string& word : process.args) {
    if (word.starts_with("--color")) word = "-C";
  }
  const auto options = Options::Parse(process, "laARd1htSrFpisnCZ");
  return options ? Lister(process, *options).Run() : 1;
}

int Stat(Process& process) {
  const auto options = Options::Parse(process, "c:Lft");
  if (!options) return 1;
  if (options->rest.empty()) return process.Fail("Needs {} argument", 1);
  const std::string format = options->Get('c');
  const std::string zone = process.phone().Profile().time_zone();
  int result = 0;
  for (const std::string& path : options->rest) {
    struct stat info;
    if (const int code = process.files().Stat(path, options->Has('L'), &info)) {
      result = process.Fail("'{}': {}", path, strerror(-code));
      continue;
    }
    const Owner owner = OwnerOf(process, process.files().Absolute(path));
    const std::tm when = LocalTime(info.st_mtim.tv_sec, zone);
    char time[64];
    (void)std::strftime(time, sizeof(time), "%Y-%m-%d %H:%M:%S", &when);
    const std::string full =
        fmt::format("{}.{:09} {:+03}{:02}", time, info.st_mtim.tv_nsec,
                    when.tm_gmtoff / 3600, std::abs(when.tm_gmtoff / 60 % 60));
    const char* kind =
        S_ISDIR(info.st_mode)   ? "directory"
        : S_ISLNK(info.st_mode) ? "symbolic link"
        : S_ISREG(info.st_mode)
            ? (info.st_size == 0 ? "regular empty file" : "regular file")
            : "character device";
    if (!options->Has('c')) {
      process.Print(
          "  File: {}\n  Size: {}\t Blocks: {}\t IO Blocks: {}\t{}\n"
          "Device: {:x}h/{}d\t Inode: {}\t Links: {}\n"
          "Access: ({:04o}/{})\tUid: ({:5}/{:>8})\tGid: ({:5}/{:>8})\n"
          "Access: {}\nModify: {}\nChange: {}\n",
          path, info.st_size, info.st_blocks, info.st_blksize, kind,
          info.st_dev, info.st_dev, info.st_ino, info.st_nlink,
          info.st_mode & 07777, ModeText(info.st_mode), owner.uid, owner.user,
          owner.uid, owner.group, full, full, full);
      continue;
    }
    for (size_t i = 0; i < format.size(); ++i) {
      if (format[i] != '%' || i + 1 == format.size()) {
        process.Out(format.substr(i, 1));
        continue;
      }
      switch (format[++i]) {
        case 's':
          process.Print("{}", info.st_size);
          break;
        case 'n':
          process.Out(path);
          break;
        case 'a':
          process.Print("{:o}", info.st_mode & 07777);
          break;
        case 'A':
          process.Out(ModeText(info.st_mode));
          break;
        case 'f':
          process.Print("{:x}", info.st_mode);
          break;
        case 'F':
          process.Out(kind);
          break;
        case 'u':
          process.Print("{}", owner.uid);
          break;
        case 'U':
          process.Out(owner.user);
          break;
        case 'g':
          process.Print("{}", owner.uid);
          break;
        case 'G':
          process.Out(owner.group);
          break;
        case 'X':
        case 'Y':
        case 'Z':
          process.Print("{}", info.st_mtim.tv_sec);
          break;
        case 'x':
        case 'y':
        case 'z':
          process.Out(full);
          break;
        case 'i':
          process.Print("{}", info.st_ino);
          break;
        case 'h':
          process.Print("{}", info.st_nlink);
          break;
        case 'b':
          process.Print("{}", info.st_blocks);
          break;
        case '%':
          process.Out("%");
          break;
        default:
          process.Out(format.substr(i - 1, 2));
      }
    }
    process.Out("\n");
  }
  return result;
}

}  // namespace

void AddLs(Commands& commands) {
  commands.Add("ls", "usage: ls [-laARd1htSrFpis] [FILE...]", Ls);
  commands.Add("stat", "usage: stat [-L] [-c FORMAT] FILE...", Stat);
}

}  // namespace reprise::phone
