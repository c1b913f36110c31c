#include "web/library.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace reprise::web {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostFiles = 1000;
// A recording and its replay; more are only listed.
constexpr size_t kMostOpened = 2;

bool IsTape(const std::string& path) { return path.ends_with(".mcap"); }

bool IsShown(const std::string& path) {
  return IsTape(path) || path.ends_with(".json");
}

}  // namespace

Result<Library> Library::Of(const std::vector<std::string>& paths) {
  Library library;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status)) {
      library.folders_.push_back(path);
    } else if (fs::is_regular_file(status)) {
      library.Add(path, true);
    } else {
      return Fail(ErrorKind::kNotFound,
                  "{}: no such file or folder; name tapes, reports of "
                  "minimisations, or folders of them",
                  path);
    }
  }
  library.LookIntoFolders();
  return library;
}

void Library::Add(const std::string& path, bool named) {
  const bool known = std::ranges::any_of(
      entries_, [&](const Entry& entry) { return entry.path == path; });
  if (!known && entries_.size() < kMostFiles) entries_.push_back({path, named});
}

void Library::LookIntoFolders() {
  for (const std::string& folder : folders_) {
    std::error_code error;
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      if (entry.is_regular_file(error) && IsShown(entry.path().string())) {
        found.push_back(entry.path().string());
      }
    }
    std::ranges::sort(found);
    for (const std::string& path : found) Add(path, false);
  }
}

std::string Library::ListJson() {
  LookIntoFolders();
  const auto base = [](const std::string& path) {
    return fs::path(path).filename().string();
  };
  nlohmann::json list = nlohmann::json::array();
  size_t tapes = 0;
  for (size_t i = 0; i < entries_.size(); i++) {
    const Entry& entry = entries_[i];
    const bool alone = std::ranges::count_if(entries_, [&](const Entry& other) {
                         return base(other.path) == base(entry.path);
                       }) == 1;
    const bool opened =
        entry.named && (!IsTape(entry.path) || tapes++ < kMostOpened);
    list.push_back({{"id", i},
                    {"name", alone ? base(entry.path) : entry.path},
                    {"open", opened}});
  }
  // Names of files need not be UTF-8.
  return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<Library::OpenFile> Library::Open(size_t id) const {
  if (id >= entries_.size()) {
    return Fail(ErrorKind::kNotFound, "There is no file {}.", id);
  }
  const std::string& path = entries_[id].path;
  OpenFile file;
  file.fd = Fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat about{};
  if (!file.fd.valid() || fstat(file.fd.get(), &about) != 0 ||
      !S_ISREG(about.st_mode)) {
    return Fail(ErrorKind::kNotFound, "{} cannot be read: {}", path,
                std::strerror(errno));
  }
  file.size = static_cast<uint64_t>(about.st_size);
  file.tag = fmt::format("W/\"{:x}-{:x}\"", about.st_dev, about.st_ino);
  return file;
}

std::vector<std::string> Library::Named() const {
  std::vector<std::string> named;
  for (const Entry& entry : entries_) {
    if (entry.named) named.push_back(entry.path);
  }
  return named;
}

}  // namespace reprise::web
