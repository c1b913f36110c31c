// dd, du and df.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cstring>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr int kMaxDepth = 64;

// "4k", "1M"
int64_t Bytes(std::string text) {
  int64_t unit = 1;
  if (!text.empty()) {
    const size_t found = std::string_view("ckmgKMG").find(text.back());
    const int64_t units[] = {1,       1 << 10, 1 << 20, 1 << 30,
                             1 << 10, 1 << 20, 1 << 30};
    if (found != std::string_view::npos) {
      unit = units[found];
      text.pop_back();
    }
  }
  const int64_t number = ToNumber(text).value_or(-1);
  return number < 0 || number > (int64_t{1} << 40) ? -1 : number * unit;
}

int Dd(Process& process) {
  std::string from, to;
  int64_t block = 512, count = INT64_MAX, skip = 0, seek_to = 0;
  bool truncate = true, quiet = false;
  for (size_t i = 1; i < process.args.size(); ++i) {
    const size_t equals = process.args[i].find('=');
    const std::string key = process.args[i].substr(0, equals);
    const std::string value =
        equals == std::string::npos ? "" : process.args[i].substr(equals + 1);
    if (key == "if")
      from = value;
    else if (key == "of")
      to = value;
    else if (key == "bs" || key == "ibs" || key == "obs")
      block = Bytes(value);
    else if (key == "count")
      count = Bytes(value);
    else if (key == "skip")
      skip = Bytes(value);
    else if (key == "seek")
      seek_to = Bytes(value);
    else if (key == "conv")
      truncate = value.find("notrunc") == std::string::npos;
    else if (key == "status")
      quiet = value == "none";
    else
      return process.Fail("bad arg '{}'", process.args[i]);
  }
  if (block < 1 || block > (64 << 20) || count < 0 || skip < 0 || seek_to < 0) {
    return process.Fail("bad number");
  }
  int code = 0;
  const auto input =
      from.empty() ? process.fds[0] : process.Open(from, O_RDONLY, &code);
  if (!input) return process.FailErrno(from, code);
  const auto output =
      to.empty() ? process.fds[1]
                 : process.Open(to,
                                O_WRONLY | O_CREAT |
                                    (truncate && seek_to == 0 ? O_TRUNC : 0),
                                &code);
  if (!output) return process.FailErrno(to, code);
  if (seek_to > 0) (void)lseek(output->get(), seek_to * block, SEEK_SET);
  std::string buffer(static_cast<size_t>(block), '\0');
  int64_t whole = 0, partial = 0, bytes = 0;
  for (int64_t i = 0; skip + count < 0 || i < skip + count; ++i) {
    size_t filled = 0;
    ssize_t n = 0;
    // A block is only short at the end of a pipe, too.
    while (filled < buffer.size() &&
           (n = process.Read(input->get(), buffer.data() + filled,
                             buffer.size() - filled)) > 0) {
      filled += static_cast<size_t>(n);
    }
    if (n < 0) return process.FailErrno(from, static_cast<int>(n));
    if (filled == 0) break;
    if (i < skip) continue;
    code = process.Write(output->get(),
                         std::string_view(buffer).substr(0, filled));
    if (code != 0) return process.FailErrno(to, code);
    ++(filled == buffer.size() ? whole : partial);
    bytes += static_cast<int64_t>(filled);
  }
  if (!quiet) {
    process.Err(fmt::format(
        "{0}+{1} records in\n{0}+{1} records out\n{2} bytes copied\n", whole,
        partial, bytes));
  }
  return 0;
}

int64_t Usage(Process& process, const Options& options, const std::string& path,
              int depth) {
  struct stat info;
  process.stop->Check();
  if (process.files().Stat(path, false, &info) != 0 || depth > kMaxDepth)
    return 0;
  int64_t total = info.st_blocks / 2;
  std::vector<std::string> names;
  const bool folder = S_ISDIR(info.st_mode);
  if (folder && process.files().List(path, &names) == 0) {
    for (const std::string& name : names) {
      total += Usage(process, options,
                     path + (path.ends_with('/') ? "" : "/") + name, depth + 1);
    }
  }
  const bool shown =
      depth == 0 || (!options.Has('s') && (folder || options.Has('a')));
  if (shown && depth <= options.Number('d', kMaxDepth)) {
    process.Out(options.Has('h') && total >= 1024
                    ? fmt::format("{}M", total / 1024)
                : options.Has('h') ? fmt::format("{}K", total)
                : options.Has('m') ? std::to_string((total + 1023) / 1024)
                                   : std::to_string(total));
    process.Print("\t{}\n", path);
  }
  return total;
}

int Du(Process& process) {
  const auto options = Options::Parse(process, "sahkmcd:");
  if (!options) return 1;
  std::vector<std::string> paths = options->rest;
  if (paths.empty()) paths.push_back(".");
  int result = 0;
  for (const std::string& path : paths) {
    struct stat info;
    if (const int code = process.files().Stat(path, false, &info)) {
      result = process.FailErrno(path, code);
    } else {
      (void)Usage(process, *options, path, 0);
    }
  }
  return result;
}

int Df(Process& process) {
  const auto options = Options::Parse(process, "hkPa");
  if (!options) return 1;
  struct statvfs info = {};
  (void)fstatvfs(process.phone().files().fd(), &info);
  const auto kib = [&](uint64_t blocks) {
    return blocks * info.f_frsize / 1024;
  };
  const uint64_t total = kib(info.f_blocks), free = kib(info.f_bavail);
  const uint64_t used = total - kib(info.f_bfree);
  const auto show = [&](uint64_t value) {
    return options->Has('h')
               ? fmt::format("{}{}",
                             value >= 1 << 20 ? value >> 20 : value >> 10,
                             value >= 1 << 20 ? "G" : "M")
               : std::to_string(value);
  };
  process.Print("Filesystem     {} Used Available Use% Mounted on\n",
                options->Has('h') ? "Size" : "1K-blocks");
  for (const char* mount : {"/", "/data", "/storage/emulated"}) {
    process.Print("{:<14} {} {} {} {}% {}\n",
                  std::string_view(mount) == "/storage/emulated"
                      ? "/dev/fuse"
                      : "/dev/block/dm-0",
                  show(total), show(used), show(free),
                  total == 0 ? 0 : used * 100 / total, mount);
  }
  return 0;
}

}  // namespace

void AddStreams(Commands& commands) {
  commands.Add(
      "dd",
      "usage: dd [if=FILE] [of=FILE] [bs=N] [count=N] [skip=N] [seek=N] "
      "[conv=notrunc] [status=none]",
      Dd);
  commands.Add("du", "usage: du [-sahkm] [-d DEPTH] [FILE...]", Du);
  commands.Add("df", "usage: df [-h]", Df);
}

}  // namespace reprise::phone
