// Bytes to look at and to compare: xxd, od, cmp.
#include <algorithm>
#include <array>

#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

char Printable(char c) { return c >= ' ' && c <= '~' ? c : '.'; }

// The bytes of all inputs as rows of `width`, from `skip` on, at most `limit`.
int ForEachRow(Process& process, const std::vector<std::string>& paths,
               size_t width, int64_t skip, int64_t limit,
               const std::function<void(int64_t, std::string_view)>& use) {
  std::string row;
  int64_t at = 0, left = limit;
  const auto flush = [&] {
    if (!row.empty()) use(at - static_cast<int64_t>(row.size()), row);
    row.clear();
  };
  const int result = process.ForEachInput(paths, [&](Input& input) {
    while (left > 0) {
      const std::string_view block = input.Block();
      if (block.empty()) return;
      for (const char c : block) {
        if (skip > 0) {
          --skip;
          ++at;
          continue;
        }
        if (left-- <= 0) break;
        ++at;
        row += c;
        if (row.size() == width) flush();
      }
    }
  });
  flush();
  return result;
}

int FromHex(Process& process, const Options& options) {
  return process.ForEachInput(options.rest, [&](Input& input) {
    std::string line;
    while (input.Line(&line)) {
      // "00000000: 6162 6364  abcd", or digits alone with -p.
      std::string_view digits = line;
      if (!options.Has('p')) {
        digits.remove_prefix(std::min(digits.find(':') + 1, digits.size()));
        digits = digits.substr(0, digits.find("  "));
      }
      std::string bytes;
      int high = -1;
      for (const char c : digits) {
        const size_t value = std::string_view("0123456789abcdef")
                                 .find(static_cast<char>(std::tolower(
                                     static_cast<unsigned char>(c))));
        if (value == std::string_view::npos) continue;
        if (high < 0) {
          high = static_cast<int>(value);
        } else {
          bytes += static_cast<char>(high * 16 + static_cast<int>(value));
          high = -1;
        }
      }
      process.Out(bytes);
    }
  });
}

int Xxd(Process& process) {
  const auto options = Options::Parse(process, "prug:c:l:s:i");
  if (!options) return 1;
  if (options->Has('r')) return FromHex(process, *options);
  const bool plain = options->Has('p');
  const auto width = static_cast<size_t>(
      std::clamp<int64_t>(options->Number('c', plain ? 30 : 16), 1, 256));
  const auto group =
      static_cast<size_t>(std::clamp<int64_t>(options->Number('g', 2), 1, 256));
  return ForEachRow(
      process, options->rest, width, options->Number('s', 0),
      options->Number('l', INT64_MAX), [&](int64_t at, std::string_view row) {
        std::string hex, text;
        for (size_t i = 0; i < row.size(); ++i) {
          hex += fmt::format("{:02x}", static_cast<unsigned char>(row[i]));
          if (!plain && (i + 1) % group == 0) hex += ' ';
          text += Printable(row[i]);
        }
        if (plain) return process.Out(hex + "\n");
        const size_t whole = 2 * width + (width + group - 1) / group;
        process.Print("{:08x}: {:<{}} {}\n", at, hex, whole, text);
      });
}

int Od(Process& process) {
  const auto options = Options::Parse(process, "A:t:N:j:w:vxcdb");
  if (!options) return 1;
  std::string type = options->Get('t', "o2");
  if (options->Has('x')) type = "x2";
  if (options->Has('c')) type = "c";
  if (options->Has('b')) type = "o1";
  if (options->Has('d')) type = "u2";
  const char kind = type.empty() ? 0 : type[0];
  const int64_t size =
      type.size() > 1 ? ToNumber(type.substr(1)).value_or(0) : 1;
  if (std::string_view("xoudc").find(kind) == std::string_view::npos ||
      (size != 1 && size != 2 && size != 4 && size != 8)) {
    return process.Fail("bad -t '{}'; it is c, or x, o, u or d with 1, 2, 4, 8",
                        type);
  }
  const std::string radix = options->Get('A', "o");
  const auto address = [&](int64_t at) -> std::string {
    if (radix == "n") return "";
    if (radix == "x") return fmt::format("{:06x}", at);
    return radix == "d" ? fmt::format("{:07}", at) : fmt::format("{:07o}", at);
  };
  int64_t end = options->Number('j', 0);
  const int result = ForEachRow(
      process, options->rest,
      static_cast<size_t>(
          std::clamp<int64_t>(options->Number('w', 16), 1, 256)),
      end, options->Number('N', INT64_MAX),
      [&](int64_t at, std::string_view row) {
        end = at + static_cast<int64_t>(row.size());
        std::string text = address(at);
        for (size_t i = 0; i < row.size(); i += static_cast<size_t>(size)) {
          uint64_t value = 0;
          for (size_t j = 0; j < static_cast<size_t>(size); ++j) {
            if (i + j >= row.size()) break;
            value |= uint64_t{static_cast<unsigned char>(row[i + j])}
                     << (8 * j);
          }
          if (kind == 'c') {
            const char c = row[i];
            const size_t known = std::string_view("\n\t\r\0", 4).find(c);
            static constexpr std::array kNames = {"\\n", "\\t", "\\r", "\\0"};
            text += known != std::string_view::npos
                        ? fmt::format(" {:>3}", kNames[known])
                    : c >= ' ' && c <= '~' ? fmt::format(" {:>3}", c)
                                           : fmt::format(" {:03o}", value);
          } else if (kind == 'x') {
            text += fmt::format(" {:0{}x}", value, size * 2);
          } else if (kind == 'o') {
            text += fmt::format(" {:0{}o}", value, (size * 8 + 2) / 3);
          } else if (kind == 'u') {
            text += fmt::format(" {:>{}}", value, size * 5 / 2 + 1);
          } else {
            const int shift = static_cast<int>(64 - size * 8);
            text += fmt::format(" {:>{}}",
                                static_cast<int64_t>(value << shift) >> shift,
                                size * 5 / 2 + 1);
          }
        }
        process.Out(text + "\n");
      });
  if (radix != "n") process.Out(address(end) + "\n");
  return result;
}

int Cmp(Process& process) {
  const auto options = Options::Parse(process, "sln:");
  if (!options) return 2;
  if (options->rest.size() != 2) {
    process.Err("usage: cmp [-ls] [-n BYTES] FILE1 FILE2\n");
    return 2;
  }
  std::string bytes[2];
  for (size_t i = 0; i < 2; ++i) {
    if (process.ForEachInput({options->rest[i]},
                             [&](Input& in) { bytes[i] = in.All(); }) != 0) {
      return 2;
    }
    bytes[i].resize(std::min(
        bytes[i].size(), static_cast<size_t>(std::max(
                             options->Number('n', INT64_MAX), int64_t{0}))));
  }
  const size_t both = std::min(bytes[0].size(), bytes[1].size());
  int64_t line = 1;
  bool differ = false;
  for (size_t i = 0; i < both; ++i) {
    if (bytes[0][i] != bytes[1][i]) {
      differ = true;
      if (!options->Has('l')) {
        if (!options->Has('s')) {
          process.Print("{} {} differ: char {}, line {}\n", options->rest[0],
                        options->rest[1], i + 1, line);
        }
        return 1;
      }
      process.Print("{} {:o} {:o}\n", i + 1,
                    static_cast<unsigned char>(bytes[0][i]),
                    static_cast<unsigned char>(bytes[1][i]));
    }
    if (bytes[0][i] == '\n') ++line;
  }
  if (bytes[0].size() == bytes[1].size()) return differ ? 1 : 0;
  const size_t shorter = bytes[0].size() < bytes[1].size() ? 0 : 1;
  if (!options->Has('s')) process.Fail("EOF on {}", options->rest[shorter]);
  return 1;
}

}  // namespace

void AddBytes(Commands& commands) {
  commands.Add("xxd",
               "usage: xxd [-p] [-r] [-c WIDTH] [-g GROUP] [-l LIMIT] "
               "[-s SKIP] [FILE...]",
               Xxd);
  commands.Add("od",
               "usage: od [-xcbd] [-A doxn] [-t TYPE] [-N LIMIT] [-j SKIP] "
               "[FILE...]",
               Od);
  commands.Add("cmp", "usage: cmp [-ls] [-n BYTES] FILE1 FILE2", Cmp);
}

}  // namespace reprise::phone
