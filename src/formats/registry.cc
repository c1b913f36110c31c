#include "formats/registry.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace reprise::formats {

// Each in the file of its name; kAdbFormat in adb_script.cc.
extern const Format kAdbFormat;
extern const Format kAppiumFormat;
extern const Format kEspressoFormat;
extern const Format kEvemuFormat;
extern const Format kGeteventFormat;
extern const Format kInputFormat;
extern const Format kLibinputFormat;
extern const Format kMaestroFormat;
extern const Format kMinitouchFormat;
extern const Format kMonkeyFormat;
extern const Format kRawFormat;
extern const Format kReranFormat;
extern const Format kReventFormat;
extern const Format kUiautomatorFormat;
extern const Format kUinputFormat;

namespace {

// The order is that in which they are listed and asked.
constexpr auto kFormats = std::to_array<const Format*>({
    &kGeteventFormat,
    &kReranFormat,
    &kEvemuFormat,
    &kUinputFormat,
    &kLibinputFormat,
    &kReventFormat,
    &kMonkeyFormat,
    &kInputFormat,
    &kMinitouchFormat,
    &kRawFormat,
    &kMaestroFormat,
    &kUiautomatorFormat,
    &kEspressoFormat,
    &kAppiumFormat,
    &kAdbFormat,
});

bool EndsWith(std::string_view name, std::string_view suffix) {
  if (suffix.empty() || name.size() < suffix.size()) return false;
  return std::ranges::equal(
      name.substr(name.size() - suffix.size()), suffix, [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == b;
      });
}

}  // namespace

std::span<const Format* const> AllFormats() { return kFormats; }

const Format* FormatNamed(std::string_view name) {
  for (const Format* format : kFormats) {
    if (format->name == name) return format;
  }
  return nullptr;
}

const Format* Recognise(std::string_view head, std::string_view file_name) {
  const Format* maybe = nullptr;
  const Format* named = ByFileName(file_name);
  for (const Format* format : kFormats) {
    switch (format->recognise(head)) {
      case Match::kSure:
        return format;
      case Match::kMaybe:
        if (maybe == nullptr || format == named) maybe = format;
        break;
      case Match::kNo:
        break;
    }
  }
  if (maybe == nullptr && named != nullptr && named->can_read()) return named;
  return maybe;
}

const Format* ByFileName(std::string_view file_name) {
  const Format* best = nullptr;
  size_t longest = 0;  // of "x.getevent.txt" the longer suffix tells more
  for (const Format* format : kFormats) {
    for (const std::string_view suffix : format->suffixes) {
      if (suffix.size() > longest && EndsWith(file_name, suffix)) {
        best = format;
        longest = suffix.size();
      }
    }
  }
  return best;
}

}  // namespace reprise::formats
