// tar: what `adb exec-out tar` and backups need: create, list, extract of
// ustar.
#include <fcntl.h>
#include <sys/stat.h>

#include <cstring>

#include "base/ustar.h"
#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

using ustar::Header;
using ustar::kBlock;
using ustar::Text;

constexpr int kMaxDepth = 64;

template <size_t N>
uint64_t Number(const char (&field)[N]) {
  return std::strtoull(Text(field).c_str(), nullptr, 8);
}

// Neither from the root nor upwards.
std::string Inside(const std::string& name) {
  std::string result;
  for (const std::string& part : SplitBy(name, '/')) {
    if (!part.empty() && part != "." && part != "..")
      result += (result.empty() ? "" : "/") + part;
  }
  return result;
}

class Archive {
 public:
  Archive(Process& process, const Options& options, std::shared_ptr<Fd> file)
      : process_(process), options_(options), file_(std::move(file)) {}

  int Create() {
    for (const std::string& path : options_.rest) Add(path, 0);
    (void)process_.Write(file_->get(), std::string(2 * kBlock, '\0'));
    return result_;
  }

  int Read(bool extract) {
    Header header;
    std::string long_name;
    while (Fill(reinterpret_cast<char*>(&header), kBlock)) {
      if (header.name[0] == '\0') return result_;
      if (Number(header.checksum) != ustar::ChecksumOf(header))
        return process_.Fail("bad header");
      const uint64_t size = Number(header.size);
      std::string name = ustar::NameOf(header);
      if (header.kind == ustar::kLongName) {  // the name of the next one
        if (size > 4096) return process_.Fail("bad header");
        long_name.resize(size);
        if (!Body(size, [&](std::string_view bytes, size_t at) {
              std::memcpy(long_name.data() + at, bytes.data(), bytes.size());
            })) {
          return process_.Fail("unexpected end");
        }
        long_name.resize(strnlen(long_name.data(), long_name.size()));
        continue;
      }
      if (!long_name.empty()) name = std::exchange(long_name, {});
      if (!extract || options_.Has('v')) process_.Out(name + "\n");
      if (!One(header, Inside(name), size, extract))
        return process_.Fail("unexpected end");
    }
    return result_;
  }

 private:
  void Add(const std::string& path, int depth) {
    struct stat info;
    if (process_.files().Stat(path, false, &info) != 0 || depth > kMaxDepth) {
      result_ = process_.Fail("{}: No such file or directory", path);
      return;
    }
    std::string name = Inside(path);
    if (name.empty()) name = ".";
    if (S_ISDIR(info.st_mode)) name += "/";
    Header header = {};
    if (name.size() >= sizeof(header.name)) {
      Header longer = {};
      ustar::SetText(longer.name, ustar::kLongNameName);
      longer.kind = ustar::kLongName;
      Finish(&longer, name.size() + 1, 0644, 0);
      Padded(name + std::string(1, '\0'));
    }
    ustar::SetText(header.name, name);
    header.kind = S_ISDIR(info.st_mode)   ? ustar::kFolder
                  : S_ISLNK(info.st_mode) ? ustar::kLink
                                          : ustar::kFile;
    std::string target;
    if (header.kind == ustar::kLink &&
        process_.files().ReadLink(path, &target) == 0) {
      ustar::SetText(header.link, target);
    }
    const uint64_t size =
        header.kind == ustar::kFile ? static_cast<uint64_t>(info.st_size) : 0;
    int code = 0;
    std::shared_ptr<Fd> source;
    if (header.kind == ustar::kFile)
      source = process_.Open(path, O_RDONLY, &code);
    if (code != 0) {
      result_ = process_.FailErrno(path, code);
      return;
    }
    if (options_.Has('v')) process_.Err(name + "\n");
    Finish(&header, size, info.st_mode & 07777,
           static_cast<uint64_t>(info.st_mtim.tv_sec));
    std::string buffer(64 * 1024, '\0');
    for (uint64_t left = size; left > 0;) {
      const ssize_t n = process_.Read(source->get(), buffer.data(),
                                      std::min<uint64_t>(buffer.size(), left));
      // A file that has become shorter is filled up.
      const size_t got = n > 0 ? static_cast<size_t>(n)
                               : std::min<uint64_t>(buffer.size(), left);
      if (n <= 0) std::fill(buffer.begin(), buffer.end(), '\0');
      (void)process_.Write(file_->get(),
                           std::string_view(buffer).substr(0, got));
      left -= got;
    }
    (void)process_.Write(file_->get(),
                         std::string(ustar::PaddingAfter(size), '\0'));
    std::vector<std::string> names;
    if (header.kind != ustar::kFolder ||
        process_.files().List(path, &names) != 0)
      return;
    for (const std::string& each : names) {
      Add(path + (path.ends_with('/') ? "" : "/") + each, depth + 1);
    }
  }

  void Finish(Header* header, uint64_t size, uint64_t mode, uint64_t mtime) {
    ustar::SetNumber(header->mode, mode);
    ustar::SetNumber(header->uid, kShellUid);
    ustar::SetNumber(header->gid, kShellUid);
    ustar::SetNumber(header->size, size);
    ustar::SetNumber(header->mtime, mtime);
    ustar::SetText(header->user, "shell");
    ustar::SetText(header->group, "shell");
    ustar::Seal(header);
    (void)process_.Write(file_->get(), ustar::BytesOf(*header));
  }

  void Padded(std::string bytes) {
    bytes.resize(bytes.size() + ustar::PaddingAfter(bytes.size()));
    (void)process_.Write(file_->get(), bytes);
  }

  bool Fill(char* out, size_t size) {
    while (size > 0) {
      const ssize_t n = process_.Read(file_->get(), out, size);
      if (n <= 0) return false;
      out += n;
      size -= static_cast<size_t>(n);
    }
    return true;
  }

  bool Body(uint64_t size,
            const std::function<void(std::string_view, size_t)>& use) {
    std::string buffer(64 * 1024, '\0');
    for (uint64_t at = 0; at < size;) {
      const size_t part = std::min<uint64_t>(size - at, buffer.size());
      if (!Fill(buffer.data(), part)) return false;
      use(std::string_view(buffer).substr(0, part), at);
      at += part;
    }
    char padding[kBlock];
    return Fill(padding, ustar::PaddingAfter(size));
  }

  bool One(const Header& header, const std::string& name, uint64_t size,
           bool extract) {
    std::shared_ptr<Fd> target;
    int code = 0;
    if (extract && !name.empty()) {
      const Files files = process_.files();
      for (size_t slash = name.find('/'); slash != std::string::npos;
           slash = name.find('/', slash + 1)) {
        (void)files.MakeFolder(name.substr(0, slash));
      }
      if (header.kind == ustar::kFolder) {
        code = files.MakeFolder(name);
        if (code == -EEXIST) code = 0;
      } else if (header.kind == ustar::kLink) {
        (void)files.Remove(name, false);
        code = files.Link(Text(header.link), name, true);
      } else if (header.kind == ustar::kFile || header.kind == '\0') {
        target = process_.Open(name, O_WRONLY | O_CREAT | O_TRUNC, &code);
      }
      if (code != 0) result_ = process_.FailErrno(name, code);
    }
    const bool whole = Body(size, [&](std::string_view bytes, size_t) {
      if (target) (void)process_.Write(target->get(), bytes);
    });
    if (target) (void)process_.files().Chmod(name, Number(header.mode) & 0777);
    return whole;
  }

  Process& process_;
  const Options& options_;
  std::shared_ptr<Fd> file_;
  int result_ = 0;
};

int Tar(Process& process) {
  // tar cf, as well as tar -cf
  if (process.args.size() > 1 && !process.args[1].starts_with('-')) {
    process.args[1].insert(0, "-");
  }
  const auto options = Options::Parse(process, "cxtvf:C:ph");
  if (!options) return 1;
  const bool create = options->Has('c');
  if (!create && !options->Has('x') && !options->Has('t'))
    return process.Fail("needs -c, -t or -x");
  const std::string path = options->Get('f', "-");
  int code = 0;
  const auto file =
      path == "-"
          ? process.fds[create ? 1 : 0]
          : process.Open(path, create ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY,
                         &code);
  if (!file) return process.FailErrno(path, code);
  if (options->Has('C')) {
    if (!process.files().IsFolder(options->Get('C'))) {
      return process.Fail("chdir '{}': No such file or directory",
                          options->Get('C'));
    }
    process.folder = process.files().Absolute(options->Get('C'));
  }
  Archive archive(process, *options, file);
  return create ? archive.Create() : archive.Read(options->Has('x'));
}

}  // namespace

void AddTar(Commands& commands) {
  commands.Add("tar",
               "usage: tar -c|-t|-x [-v] [-f FILE] [-C FOLDER] [PATH...]", Tar);
}

}  // namespace reprise::phone
