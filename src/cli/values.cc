#include "cli/values.h"

#include <charconv>
#include <limits>

#include "base/text.h"

namespace reprise::cli {
namespace {

// All of `text` as a number without sign, or nothing.
std::optional<uint64_t> Number(std::string_view text) {
  uint64_t value = 0;
  const char* begin = text.data();
  const char* end = begin + text.size();
  const auto [rest, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

}  // namespace

uint64_t TapeTime::On(uint64_t start) const {
  if (!from_start) return ns;
  constexpr uint64_t kMax = std::numeric_limits<uint64_t>::max();
  return ns > kMax - start ? kMax : start + ns;
}

Result<TapeTime> ParseTapeTime(std::string_view text) {
  const bool absolute = text.starts_with('@');
  if (absolute) text.remove_prefix(1);
  ASSIGN_OR_RETURN(const uint64_t ns, ParseDuration(text));
  return TapeTime{ns, !absolute};
}

Result<TapeRange> ParseTapeRange(std::string_view text) {
  const size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    return Fail(ErrorKind::kInvalidArgument,
                "'{}' is no range of time; it is FROM..TO, as in 2s..5.5s, "
                "..5.5s or @8120s..@8130s",
                text);
  }
  TapeRange range;
  if (const std::string_view from = text.substr(0, dots); !from.empty()) {
    ASSIGN_OR_RETURN(range.from, ParseTapeTime(from));
  }
  if (const std::string_view to = text.substr(dots + 2); !to.empty()) {
    ASSIGN_OR_RETURN(range.to, ParseTapeTime(to));
  }
  return range;
}

Result<std::optional<TapeTime>> TimeOption(const Arguments& arguments,
                                           std::string_view name) {
  if (!arguments.Has(name)) return std::nullopt;
  const Result<TapeTime> time = ParseTapeTime(arguments.Value(name));
  if (!time) return BadValue(name, time.error());
  return *time;
}

Result<std::optional<uint64_t>> CountOption(const Arguments& arguments,
                                            std::string_view name) {
  if (!arguments.Has(name)) return std::nullopt;
  const std::string text = arguments.Value(name);
  const std::optional<uint64_t> value = Number(text);
  if (!value || *value == 0) {
    return Fail(ErrorKind::kInvalidArgument,
                "--{}: '{}' is no count; it is a whole number from 1", name,
                text);
  }
  return value;
}

Result<std::vector<Glob>> GlobOption(const Arguments& arguments,
                                     std::string_view name) {
  std::vector<Glob> globs;
  for (const std::string& text : arguments.Values(name)) {
    Result<Glob> glob = Glob::Parse(text);
    if (!glob) return BadValue(name, glob.error());
    globs.push_back(*std::move(glob));
  }
  return globs;
}

Result<uint64_t> ParseSize(std::string_view text) {
  struct Unit {
    std::string_view name;
    int shift;
  };
  constexpr Unit kUnits[] = {{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"B", 0}};
  std::string_view digits = text;
  int shift = 0;
  for (const Unit& unit : kUnits) {
    if (digits.ends_with(unit.name)) {
      digits.remove_suffix(unit.name.size());
      shift = unit.shift;
      break;
    }
  }
  const std::optional<uint64_t> number = Number(digits);
  if (!number || *number > std::numeric_limits<uint64_t>::max() >> shift) {
    return Fail(ErrorKind::kInvalidArgument,
                "'{}' is no size; it is a whole number of bytes, or with KiB, "
                "MiB or GiB, as in 64KiB",
                text);
  }
  return *number << shift;
}

tl::unexpected<Error> BadValue(std::string_view option, const Error& error) {
  return Fail(ErrorKind::kInvalidArgument, "--{}: {}", option, error.message);
}

}  // namespace reprise::cli
