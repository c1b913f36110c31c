// tar: what `adb exec-out tar` and backups need: create, list, extract of
// ustar.
#include <fcntl.h>
#include <sys/stat.h>

#include <cstring>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

constexpr size_t kBlock = 512;
constexpr int kMaxDepth = 64;

struct Header {
  char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8],
      kind, link[100], magic[6], version[2], user[32], group[32], major[8],
      minor[8], prefix[155], padding[12];
};
static_assert(sizeof(Header) == kBlock);

template <size_t N>
void Octal(char (&field)[N], uint64_t value) {
  (void)std::snprintf(field, N, "%0*llo", static_cast<int>(N - 1),
                      static_cast<unsigned long long>(value));
}

template <size_t N>
std::string Text(const char (&field)[N]) {
  return {field, strnlen(field, N)};
}

template <size_t N>
uint64_t Number(const char (&field)[N]) {
  return std::strtoull(Text(field).c_str(), nullptr, 8);
}

uint64_t ChecksumOf(Header header) {
  std::memset(header.checksum, ' ', sizeof(header.checksum));
  uint64_t sum = 0;
  for (const char c :
       std::string_view(reinterpret_cast<const char*>(&header), kBlock)) {
    sum += static_cast<unsigned char>(c);
  }
  return sum;
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
      if (Number(header.checksum) != ChecksumOf(header))
        return process_.Fail("bad header");
      const uint64_t size = Number(header.size);
      std::string name = Text(header.prefix);
      name += (name.empty() ? "" : "/") + Text(header.name);
      if (header.kind == 'L') {  // the name of the next one
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
      std::strcpy(longer.name, "././@LongLink");
      longer.kind = 'L';
      Finish(&longer, name.size() + 1, 0644, 0);
      Padded(name + std::string(1, '\0'));
    }
    (void)name.copy(header.name, sizeof(header.name));
    header.kind = S_ISDIR(info.st_mode)   ? '5'
                  : S_ISLNK(info.st_mode) ? '2'
                                          : '0';
    std::string target;
    if (header.kind == '2' && process_.files().ReadLink(path, &target) == 0) {
      (void)target.copy(header.link, sizeof(header.link));
    }
    const uint64_t size =
        header.kind == '0' ? static_cast<uint64_t>(info.st_size) : 0;
    int code = 0;
    std::shared_ptr<Fd> source;
    if (header.kind == '0') source = process_.Open(path, O_RDONLY, &code);
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
                         std::string((kBlock - size % kBlock) % kBlock, '\0'));
    std::vector<std::string> names;
    if (header.kind != '5' || process_.files().List(path, &names) != 0) return;
    for (const std::string& each : names) {
      Add(path + (path.ends_with('/') ? "" : "/") + each, depth + 1);
    }
  }

  void Finish(Header* header, uint64_t size, uint64_t mode, uint64_t mtime) {
    Octal(header->mode, mode);
    Octal(header->uid, kShellUid);
    Octal(header->gid, kShellUid);
    Octal(header->size, size);
    Octal(header->mtime, mtime);
    std::memcpy(header->magic, "ustar", 6);
    std::memcpy(header->version, "00", 2);
    std::strcpy(header->user, "shell");
    std::strcpy(header->group, "shell");
    (void)std::snprintf(header->checksum, 7, "%06llo",
                        static_cast<unsigned long long>(ChecksumOf(*header)));
    header->checksum[7] = ' ';
    (void)process_.Write(file_->get(),
                         {reinterpret_cast<const char*>(header), kBlock});
  }

  void Padded(std::string bytes) {
    bytes.resize((bytes.size() + kBlock - 1) / kBlock * kBlock);
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
    return Fill(padding, (kBlock - size % kBlock) % kBlock);
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
      if (header.kind == '5') {
        code = files.MakeFolder(name);
        if (code == -EEXIST) code = 0;
      } else if (header.kind == '2') {
        (void)files.Remove(name, false);
        code = files.Link(Text(header.link), name, true);
      } else if (header.kind == '0' || header.kind == '\0') {
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
