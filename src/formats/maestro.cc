#include "formats/maestro.h"

#include <algorithm>
#include <cctype>

#include "formats/script.h"
#include "formats/text_lines.h"

namespace reprise::formats {
namespace {

struct Key {
  std::string_view name;
  int32_t code;
};

constexpr Key kKeys[] = {
    {"Enter", 66},
    {"Backspace", 67},
    {"Home", 3},
    {"Back", 4},
    {"Volume Up", 24},
    {"Volume Down", 25},
    {"Lock", 276},
    {"Power", 26},
    {"Tab", 61},
    {"Remote Dpad Up", 19},
    {"Remote Dpad Down", 20},
    {"Remote Dpad Left", 21},
    {"Remote Dpad Right", 22},
    {"Remote Dpad Center", 23},
    {"Remote Media Play Pause", 85},
};

// A flow has its app and a line of dashes before the commands.
Match Recognise(std::string_view head) {
  bool app = false;
  for (LineReader lines(head);;) {
    std::string_view line;
    if (!lines.Next(&line)) break;
    if (line.starts_with("appId:") || line.starts_with("url:")) app = true;
    if (app && line.starts_with("---")) return Match::kSure;
    if (line.starts_with("- launchApp") || line.starts_with("- tapOn")) {
      return Match::kSure;
    }
  }
  return Match::kNo;
}

}  // namespace

int32_t MaestroKeyByName(std::string_view name) {
  for (const Key& key : kKeys) {
    if (std::ranges::equal(name, key.name, [](char a, char b) {
          return std::tolower(static_cast<unsigned char>(a)) ==
                 std::tolower(static_cast<unsigned char>(b));
        })) {
      return key.code;
    }
  }
  return 0;
}

std::string_view MaestroKeyName(int32_t android_key) {
  for (const Key& key : kKeys) {
    if (key.code == android_key) return key.name;
  }
  return "";
}

constinit const Format kMaestroFormat = {
    .name = "maestro",
    .suffixes = {".maestro.yaml", ".maestro.yml", ".maestro"},
    .what = "a flow of Maestro",
    .variants = {},
    .recognise = Recognise,
    .read = nullptr,
    .write = nullptr,
    .pointers = true,
    .read_script = ReadMaestro,
    .write_script = WriteMaestro,
};

}  // namespace reprise::formats
