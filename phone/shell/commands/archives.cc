// gzip, gunzip, zcat and unzip.
#include <fcntl.h>
#include <libdeflate.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "apk/zip_reader.h"
#include "base/file.h"
#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"
#include "phone/shell/pattern.h"

namespace reprise::phone {
namespace {

constexpr size_t kMaxBytes = size_t{256} << 20;
constexpr int kLevel = 6;

std::string Compress(const std::string& bytes) {
  const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)>
      compressor(libdeflate_alloc_compressor(kLevel),
                 libdeflate_free_compressor);
  std::string packed(
      libdeflate_gzip_compress_bound(compressor.get(), bytes.size()), '\0');
  packed.resize(libdeflate_gzip_compress(compressor.get(), bytes.data(),
                                         bytes.size(), packed.data(),
                                         packed.size()));
  return packed;
}

// All members of a gzip file; nullopt if it is none, or too large.
std::optional<std::string> Expand(std::string_view packed) {
  const std::unique_ptr<libdeflate_decompressor,
                        void (*)(libdeflate_decompressor*)>
      decompressor(libdeflate_alloc_decompressor(),
                   libdeflate_free_decompressor);
  std::string bytes;
  while (!packed.empty()) {
    size_t room = std::max<size_t>(packed.size() * 4, 64 * 1024);
    size_t in = 0, out = 0;
    std::string part;
    libdeflate_result result = LIBDEFLATE_INSUFFICIENT_SPACE;
    while (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
      if (bytes.size() + room > kMaxBytes * 2) return std::nullopt;
      part.resize(room);
      result = libdeflate_gzip_decompress_ex(decompressor.get(), packed.data(),
                                             packed.size(), part.data(),
                                             part.size(), &in, &out);
      room *= 2;
    }
    if (result != LIBDEFLATE_SUCCESS || in == 0) return std::nullopt;
    bytes.append(part, 0, out);
    packed.remove_prefix(in);
  }
  return bytes;
}

int Gzip(Process& process) {
  const auto options = Options::Parse(process, "cdfknqtv123456789");
  if (!options) return 1;
  const bool expand = process.name() != "gzip" || options->Has('d');
  const bool test = options->Has('t');
  const auto change =
      [&](const std::string& name,
          const std::string& bytes) -> std::optional<std::string> {
    if (!expand && !test) return Compress(bytes);
    auto expanded = Expand(bytes);
    if (!expanded) {
      (void)process.Fail("{}: not a gzip file, damaged, or more than {} MiB",
                         name, kMaxBytes >> 20);
    }
    return expanded;
  };
  if (options->rest.empty()) {
    const auto made = change("-", process.StandardInput().All(kMaxBytes));
    if (made && !test) process.Out(*made);
    return made ? 0 : 1;
  }
  int result = 0;
  for (const std::string& path : options->rest) {
    std::string bytes;
    if (const int code = process.files().ReadAll(path, kMaxBytes, &bytes)) {
      result = process.FailErrno(path, code);
      continue;
    }
    const auto made = change(path, bytes);
    if (!made) result = 1;
    if (!made || test) continue;
    if (options->Has('c') || process.name() == "zcat") {
      process.Out(*made);
      continue;
    }
    if (expand && !path.ends_with(".gz")) {
      result = process.Fail("{}: no .gz at its end; use -c", path);
      continue;
    }
    const std::string to =
        expand ? path.substr(0, path.size() - 3) : path + ".gz";
    if (process.files().Exists(to) && !options->Has('f')) {
      result = process.Fail("{}: File exists", to);
    } else if (const int code = process.files().WriteAll(to, *made)) {
      result = process.FailErrno(to, code);
    } else if (!options->Has('k')) {
      (void)process.files().Remove(path, false);
    }
  }
  return result;
}

class Unzipper {
 public:
  Unzipper(Process& process, const Options& options, const apk::ZipReader& zip)
      : process_(process), options_(options), zip_(zip) {}

  int Run() {
    if (options_.Has('l')) return List();
    int result = 0;
    bool any = false;
    for (const apk::ZipEntry& entry : zip_.entries()) {
      if (!IsWanted(entry.name)) continue;
      any = true;
      process_.stop->Check();
      result |= One(entry);
    }
    if (any) return result;
    return process_.Fail("nothing in it has such a name");
  }

 private:
  bool IsWanted(const std::string& name) const {
    if (options_.rest.size() < 2) return true;
    return std::any_of(
        options_.rest.begin() + 1, options_.rest.end(),
        [&](const std::string& each) { return MatchesPattern(each, name); });
  }

  int List() {
    process_.Print(
        "Archive:  {}\n  Length      Date    Time    Name\n"
        "---------  ---------- -----   ----\n",
        options_.rest[0]);
    uint64_t total = 0;
    size_t count = 0;
    for (const apk::ZipEntry& entry : zip_.entries()) {
      if (!IsWanted(entry.name)) continue;
      process_.Print("{:9}  {:04}-{:02}-{:02} {:02}:{:02}   {}\n", entry.size,
                     1980 + (entry.dos_date >> 9), entry.dos_date >> 5 & 15,
                     entry.dos_date & 31, entry.dos_time >> 11,
                     entry.dos_time >> 5 & 63, entry.name);
      total += entry.size;
      ++count;
    }
    process_.Print(
        "---------                     -------\n{:9}                     {} "
        "file{}\n",
        total, count, count == 1 ? "" : "s");
    return 0;
  }

  int One(const apk::ZipEntry& entry) {
    // Nothing leads out of the folder.
    if (!apk::CheckEntryName(entry.name)) {
      return process_.Fail("{}: a bad name, left out", entry.name);
    }
    const std::string to =
        fmt::format("{}/{}", options_.Get('d', "."), entry.name);
    if (entry.IsFolder()) return options_.Has('p') ? 0 : MakeFolders(to);
    if (entry.size > kMaxBytes) {
      return process_.Fail("{}: more than {} MiB", entry.name, kMaxBytes >> 20);
    }
    const auto bytes = zip_.Read(entry);
    if (!bytes) return process_.Fail("{}", bytes.error().message);
    if (options_.Has('p')) {
      process_.Out(*bytes);
      return 0;
    }
    if (const int code = MakeFolders(DirName(to))) return code;
    if (process_.files().Exists(to) && !options_.Has('o')) {
      if (options_.Has('n')) return 0;
      return process_.Fail("{}: exists; -o replaces it, -n leaves it", to);
    }
    if (!options_.Has('q')) process_.Print("  inflating: {}\n", to);
    const int code = process_.files().WriteAll(to, *bytes);
    return code == 0 ? 0 : process_.FailErrno(to, code);
  }

  int MakeFolders(const std::string& path) {
    for (size_t at = 0; at != std::string::npos;) {
      at = path.find('/', at + 1);
      const std::string part = path.substr(0, at);
      if (part.empty() || process_.files().IsFolder(part)) continue;
      if (const int code = process_.files().MakeFolder(part)) {
        return process_.FailErrno(part, code);
      }
    }
    return 0;
  }

  Process& process_;
  const Options& options_;
  const apk::ZipReader& zip_;
};

int Unzip(Process& process) {
  const auto options = Options::Parse(process, "lpqond:");
  if (!options) return 1;
  if (options->rest.empty()) {
    process.Err(process.world->commands.UsageOf("unzip") + "\n");
    return 1;
  }
  const std::string path = process.files().Absolute(options->rest[0]);
  const auto file =
      RealFileSystem().OpenForReading(process.phone().HostPath(path));
  if (!file) return process.Fail("cannot open {}", options->rest[0]);
  const auto zip = apk::ZipReader::Open(**file);
  if (!zip) return process.Fail("{}", zip.error().message);
  return Unzipper(process, *options, *zip).Run();
}

}  // namespace

void AddArchives(Commands& commands) {
  commands.Add("gzip", "usage: gzip [-cdfkt] [FILE...]", Gzip);
  commands.Add("gunzip", "usage: gunzip [-cfkt] [FILE...]", Gzip);
  commands.Add("zcat", "usage: zcat [FILE...]", Gzip);
  commands.Add("unzip", "usage: unzip [-lpqno] [-d FOLDER] FILE [NAME...]",
               Unzip);
}

}  // namespace reprise::phone
