#include "phone/daemon/options.h"

#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>

#include "phone/daemon/screen.h"

namespace reprise::phone {
namespace {

namespace fs = std::filesystem;

struct Known {
  const char* name;
  uint32_t width;
  uint32_t height;
  uint32_t dpi;
};
constexpr Known kProfiles[] = {{"pixel-7", 1080, 2400, 420},
                               {"nexus-4", 768, 1280, 320},
                               {"small", 480, 800, 240},
                               {"tablet", 1200, 1920, 240}};

template <typename T>
bool ParseNumber(std::string_view text, T* value) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, *value);
  return error == std::errc() && rest == end;
}

tl::unexpected<Error> BadNumber(std::string_view option,
                                const std::string& text) {
  return Fail(ErrorKind::kInvalidArgument, "{}: {:?} is no number for it",
              option, text);
}

}  // namespace

Result<PhoneProfile> ParseProfile(const std::string& text) {
  PhoneProfile profile;
  const auto fill = [&](uint32_t width, uint32_t height, uint32_t dpi) {
    profile.set_width_px(width);
    profile.set_height_px(height);
    profile.set_density_dpi(dpi);
  };
  for (const Known& known : kProfiles) {
    if (text == known.name) fill(known.width, known.height, known.dpi);
  }
  if (profile.width_px() != 0) return profile;
  uint32_t width = 0;
  uint32_t height = 0;
  uint32_t dpi = 0;
  const size_t by = text.find('x');
  const size_t at = text.find('@');
  if (by == std::string::npos || at == std::string::npos || at < by ||
      !ParseNumber(text.substr(0, by), &width) ||
      !ParseNumber(text.substr(by + 1, at - by - 1), &height) ||
      !ParseNumber(text.substr(at + 1), &dpi) || width < 64 || height < 64 ||
      width > Screen::kMaxSide || height > Screen::kMaxSide || dpi < 72 ||
      dpi > 1000) {
    return Fail(ErrorKind::kInvalidArgument,
                "--profile: {:?} is none; it is pixel-7, nexus-4, small, "
                "tablet, or WIDTHxHEIGHT@DPI with 64 to {} pixels a side and "
                "72 to 1000 dots per inch",
                text, Screen::kMaxSide);
  }
  fill(width, height, dpi);
  return profile;
}

Result<Network> ParseNetwork(const std::string& text) {
  Network network;
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view word = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    int64_t ms = 0;
    double loss = 0;
    if (word == "on") continue;
    if (word == "off") {
      network.offline = true;
    } else if (word.starts_with("slow=") && ParseNumber(word.substr(5), &ms) &&
               ms >= 0 && ms <= 60'000) {
      network.delay_ns = ms * 1'000'000;
    } else if (word.starts_with("loss=") &&
               ParseNumber(word.substr(5), &loss) && loss >= 0 && loss <= 1) {
      network.loss = loss;
    } else {
      return Fail(ErrorKind::kInvalidArgument,
                  "--net: {:?} is unknown; it is on, off, slow=MS with at most "
                  "60000 ms, or loss=P with P from 0 to 1",
                  word);
    }
  }
  return network;
}

Status ParseSupervisorOptions(std::span<const char* const> arguments,
                              SupervisorOptions* out) {
  SupervisorOptions& options = *out;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string name = arguments[i];
    if (!name.starts_with("--")) {
      options.apks.push_back(name);
      continue;
    }
    if (++i == arguments.size()) {
      return Fail(ErrorKind::kInvalidArgument, "{} needs a value", name);
    }
    const std::string value = arguments[i];
    if (name == "--folder") {
      options.folder = value;
    } else if (name == "--name") {
      options.name = value;
    } else if (name == "--profile") {
      options.profile = value;
    } else if (name == "--clock" && (value == "real" || value == "virtual")) {
      options.virtual_clock = value == "virtual";
    } else if (name == "--seed") {
      if (!ParseNumber(value, &options.seed.emplace())) {
        return BadNumber(name, value);
      }
    } else if (name == "--net") {
      RETURN_IF_ERROR(ParseNetwork(value));
      options.net = value;
    } else if (name == "--soft-keyboard" && value == "on") {
      options.soft_keyboard = true;
    } else if (name == "--spare" && (value == "on" || value == "off")) {
      options.spare = value == "on";
    } else if (name == "--reuse" && (value == "on" || value == "off")) {
      options.reuse = value == "on";
    } else if (name == "--worker" && value == "on") {
      options.worker = true;
    } else if (name == "--port") {
      if (!ParseNumber(value, &options.port)) return BadNumber(name, value);
    } else if (name == "--ready-fd") {
      if (!ParseNumber(value, &options.ready_fd)) {
        return BadNumber(name, value);
      }
    } else {
      return Fail(ErrorKind::kInvalidArgument,
                  "{} {} is not understood; this program is started by "
                  "'reprise phone start'",
                  name, value);
    }
  }
  if (options.folder.empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "--folder is missing; this program is started by 'reprise "
                "phone start'");
  }
  if (!options.profile.empty()) {
    RETURN_IF_ERROR(ParseProfile(options.profile));
  }
  return {};
}

Result<PhoneOptions> ChooseOptions(const SupervisorOptions& given,
                                   Store& store) {
  if (given.virtual_clock || given.seed || given.net || given.soft_keyboard) {
    RETURN_IF_ERROR(store.Change([&](PhoneStore& kept) {
      if (given.virtual_clock) {
        kept.set_virtual_clock(*given.virtual_clock);
        kept.clear_seed();
      }
      if (given.seed) kept.set_seed(*given.seed);
      if (given.net) kept.set_net(*given.net);
      if (given.soft_keyboard) PutSetting(kept, SoftKeyboardOn());
    }));
  }
  const PhoneStore kept = store.Get();
  PhoneOptions options;
  options.name = given.name;
  options.keep_spare = given.spare;
  options.reuse = given.reuse;
  options.virtual_clock = kept.virtual_clock();
  options.seed = kept.seed();
  options.vary = kept.has_seed();
  ASSIGN_OR_RETURN(options.network, ParseNetwork(kept.net()));
  return options;
}

Result<std::string> FindFramework() {
  std::vector<fs::path> places;
  if (const char* chosen = std::getenv("REPRISE_PHONE_FRAMEWORK")) {
    places.emplace_back(chosen);
    places.push_back(fs::path(chosen) / "run");
  } else {
    std::error_code error;
    const fs::path here =
        fs::read_symlink("/proc/self/exe", error).parent_path();
    places.push_back(here / "phone-framework/run");
    places.push_back(here / "../lib/reprise/phone-framework/run");
    places.push_back(here / "../../phone/framework/run");
  }
  std::string looked;
  for (const fs::path& place : places) {
    std::error_code error;
    if (fs::is_regular_file(place, error)) {
      return fs::canonical(place, error).string();
    }
    looked += (looked.empty() ? "" : ", ") + place.string();
  }
  return Fail(ErrorKind::kNotFound,
              "the phone's framework was not found; looked for {}; build it "
              "with phone/framework/build or name it in "
              "REPRISE_PHONE_FRAMEWORK",
              looked);
}

}  // namespace reprise::phone
