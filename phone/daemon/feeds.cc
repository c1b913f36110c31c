#include "phone/daemon/feeds.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "phone/daemon/feed_files.h"

namespace reprise::phone {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxSaid = 1000;
constexpr size_t kMaxSaidBytes = 10'000;

template <typename Use>
void ForFiles(PhoneFeeds& feeds, const Use& use) {
  if (feeds.has_sensor_track()) use(*feeds.mutable_sensor_track());
  if (feeds.has_fix_track()) use(*feeds.mutable_fix_track());
  if (feeds.has_microphone()) use(*feeds.mutable_microphone());
  if (feeds.has_back_camera()) use(*feeds.mutable_back_camera());
  if (feeds.has_front_camera()) use(*feeds.mutable_front_camera());
  if (feeds.has_film()) use(*feeds.mutable_film());
  if (feeds.has_contacts()) use(*feeds.mutable_contacts());
}

std::string Lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

Status ReadSaid(std::string_view text, PhoneFeeds* feeds) {
  feeds->clear_said();
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (line.size() > kMaxSaidBytes || !IsUtf8(line) ||
        feeds->said_size() >= kMaxSaid) {
      return Fail(ErrorKind::kInvalidArgument,
                  "it is not at most {} lines of UTF-8, each of at most {} "
                  "bytes",
                  kMaxSaid, kMaxSaidBytes);
    }
    feeds->add_said(std::string(line));
  }
  if (feeds->said().empty()) {
    return Fail(ErrorKind::kInvalidArgument, "nothing is said in it");
  }
  return {};
}

}  // namespace

PhoneFeeds ToldFeeds(const PhoneStore& store, const PhoneFolder& folder) {
  PhoneFeeds told = store.feeds();
  ForFiles(told, [&](PhoneFeeds::File& file) {
    file.set_path(folder.feeds() + "/" + file.path());
  });
  for (const SensorType& sensor : kSensorTypes) {
    const bool set =
        std::ranges::any_of(told.sensors(), [&](const PhoneSensorValue& value) {
          return value.type() == sensor.type;
        });
    if (set) continue;
    PhoneSensorValue& value = *told.add_sensors();
    value.set_type(sensor.type);
    for (size_t i = 0; i < sensor.values; ++i) {
      value.add_values(sensor.rest[i]);
    }
  }
  return told;
}

Status Feeds::Change(const std::function<void(PhoneFeeds&)>& change) {
  // What processes may still read is that of before, too.
  std::vector<std::string> used;
  PhoneFeeds before = store_.Get().feeds();
  const auto note = [&](PhoneFeeds::File& file) {
    used.push_back(file.path());
  };
  ForFiles(before, note);
  PhoneFeeds after = before;
  change(after);
  ForFiles(after, note);
  RETURN_IF_ERROR(store_.Change(
      [&](PhoneStore& store) { *store.mutable_feeds() = after; }));
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_.feeds(), ignored)) {
    const std::string name = entry.path().filename();
    if (std::ranges::find(used, name) == used.end()) {
      fs::remove(entry.path(), ignored);
    }
  }
  return {};
}

Status Feeds::SetSensor(const SensorType& sensor, std::span<const float> values,
                        int64_t now_ns) {
  return Change([&](PhoneFeeds& feeds) {
    PhoneSensorValue* found = nullptr;
    for (PhoneSensorValue& value : *feeds.mutable_sensors()) {
      if (value.type() == sensor.type) found = &value;
    }
    if (found == nullptr) found = feeds.add_sensors();
    found->set_type(sensor.type);
    found->set_at_ns(now_ns);
    found->clear_values();
    for (const float value : values) found->add_values(value);
  });
}

Status Feeds::SetFix(const PhoneFix& fix) {
  return Change([&](PhoneFeeds& feeds) { *feeds.mutable_fix() = fix; });
}

Result<std::string> Feeds::Keep(std::string_view kind, std::string_view bytes) {
  std::error_code error;
  fs::create_directories(folder_.feeds(), error);
  std::string name;
  for (int number = 1; name.empty() || fs::exists(folder_.feeds() + "/" + name);
       ++number) {
    name = fmt::format("{}-{}", kind, number);
  }
  RETURN_IF_ERROR(
      WriteWholeFile(RealFileSystem(), folder_.feeds() + "/" + name, bytes));
  return name;
}

Result<std::string> Feeds::Take(const std::string& path, int64_t now_ns) {
  ASSIGN_OR_RETURN(const std::string bytes,
                   ReadWholeFile(RealFileSystem(), path, kMaxFeedBytes));
  const fs::path named(path);
  const std::string extension = Lower(named.extension());
  const auto refused = [&](const Error& error) {
    return Fail(error.kind, "{} cannot be fed: {}", path, error.message);
  };
  PhoneFeeds::File file;
  file.set_name(named.filename());
  file.set_begin_ns(now_ns);
  if (extension == ".csv" || extension == ".gpx") {
    const bool sensors = extension == ".csv";
    const auto track = sensors ? ReadSensorCsv(bytes) : ReadGpx(bytes);
    if (!track) return refused(track.error());
    ASSIGN_OR_RETURN(
        *file.mutable_path(),
        Keep(sensors ? "sensors" : "location", track->SerializeAsString()));
    RETURN_IF_ERROR(Change([&](PhoneFeeds& feeds) {
      *(sensors ? feeds.mutable_sensor_track() : feeds.mutable_fix_track()) =
          file;
    }));
    return sensors ? "sensors" : "location";
  }
  if (extension == ".wav" || extension == ".wave") {
    const auto sound = ReadWav(bytes);
    if (!sound) return refused(sound.error());
    ASSIGN_OR_RETURN(*file.mutable_path(), Keep("microphone", *sound));
    RETURN_IF_ERROR(
        Change([&](PhoneFeeds& feeds) { *feeds.mutable_microphone() = file; }));
    return "microphone";
  }
  if (IsPicture(bytes)) {
    const bool front = Lower(file.name()).starts_with("front");
    ASSIGN_OR_RETURN(*file.mutable_path(),
                     Keep(front ? "front-camera" : "back-camera", bytes));
    RETURN_IF_ERROR(Change([&](PhoneFeeds& feeds) {
      *(front ? feeds.mutable_front_camera() : feeds.mutable_back_camera()) =
          file;
    }));
    return front ? "front camera" : "camera";
  }
  if (IsFilm(bytes)) {
    ASSIGN_OR_RETURN(*file.mutable_path(), Keep("film", bytes));
    RETURN_IF_ERROR(
        Change([&](PhoneFeeds& feeds) { *feeds.mutable_film() = file; }));
    return "film";
  }
  if (extension == ".vcf" || extension == ".vcard") {
    const Status read = CheckVcards(bytes);
    if (!read) return refused(read.error());
    ASSIGN_OR_RETURN(*file.mutable_path(), Keep("contacts", bytes));
    RETURN_IF_ERROR(
        Change([&](PhoneFeeds& feeds) { *feeds.mutable_contacts() = file; }));
    return "contacts";
  }
  if (extension == ".txt") {
    PhoneFeeds said;
    const Status read = ReadSaid(bytes, &said);
    if (!read) return refused(read.error());
    RETURN_IF_ERROR(Change(
        [&](PhoneFeeds& feeds) { *feeds.mutable_said() = said.said(); }));
    return "speech";
  }
  return Fail(ErrorKind::kInvalidArgument,
              "{} cannot be fed: accepted are .csv (sensors), .gpx (location), "
              ".wav (microphone), .txt (speech), .vcf (contacts), .mp4 (what "
              "the camera app films), and pictures as PNG, JPEG, WebP, GIF or "
              "BMP (camera)",
              path);
}

Status Feeds::Clear() {
  return Change([](PhoneFeeds& feeds) { feeds.Clear(); });
}

Status Feeds::Begin(int64_t now_ns) {
  PhoneFeeds feeds = store_.Get().feeds();
  if (feeds.ByteSizeLong() == 0) return {};
  return Change([&](PhoneFeeds& feeds) {
    ForFiles(feeds, [&](PhoneFeeds::File& file) { file.set_begin_ns(now_ns); });
    for (PhoneSensorValue& value : *feeds.mutable_sensors()) {
      value.set_at_ns(0);
    }
    if (feeds.has_fix()) feeds.mutable_fix()->set_at_ns(0);
  });
}

std::vector<float> Feeds::Measured(const SensorType& sensor,
                                   int64_t now_ns) const {
  const PhoneFeeds feeds = ToldFeeds(store_.Get(), folder_);
  PhoneSensorValue last;
  const auto consider = [&](const PhoneSensorValue& value, int64_t at_ns) {
    if (value.type() != sensor.type || at_ns > now_ns ||
        (last.values_size() > 0 && at_ns < last.at_ns())) {
      return;
    }
    last = value;
    last.set_at_ns(at_ns);
  };
  for (const PhoneSensorValue& value : feeds.sensors()) {
    consider(value, value.at_ns());
  }
  if (feeds.has_sensor_track()) {
    PhoneTrack track;
    const auto bytes = ReadWholeFile(
        RealFileSystem(), feeds.sensor_track().path(), 2 * kMaxFeedBytes);
    if (bytes && track.ParseFromString(*bytes)) {
      for (const PhoneSensorValue& value : track.sensors()) {
        consider(value, feeds.sensor_track().begin_ns() + value.at_ns());
      }
    }
  }
  return {last.values().begin(), last.values().end()};
}

}  // namespace reprise::phone
