#include "device/node_watch.h"

#include <dirent.h>
#include <sys/inotify.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace reprise::agent {
namespace {

constexpr std::string_view kPrefix = "event";

}  // namespace

Result<std::vector<std::string>> ListNodes(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(folder.c_str()),
                                                 closedir);
  if (open == nullptr) {
    return Fail(ErrorKind::kDevice, "{} cannot be listed: {}", folder,
                std::strerror(errno));
  }
  std::vector<std::pair<uint32_t, std::string>> found;
  while (const dirent* entry = readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (!name.starts_with(kPrefix)) continue;
    const std::string_view digits = name.substr(kPrefix.size());
    uint32_t number = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) continue;
    found.emplace_back(number, name);
  }
  std::ranges::sort(found);
  std::vector<std::string> names;
  names.reserve(found.size());
  for (auto& [number, name] : found) names.push_back(std::move(name));
  return names;
}

NodeWatch::NodeWatch(std::string folder)
    : folder_(std::move(folder)),
      inotify_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  // IN_ATTRIB: a node is often made first and its permissions set later.
  if (inotify_.valid() &&
      inotify_add_watch(inotify_.get(), folder_.c_str(),
                        IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO) < 0) {
    inotify_.Close();
  }
}

void NodeWatch::Drain() const {
  char buffer[4096];
  while (inotify_.valid() && read(inotify_.get(), buffer, sizeof buffer) > 0) {
  }
}

}  // namespace reprise::agent
