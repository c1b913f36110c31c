// Installations that are put together by several commands: install-create,
// install-write for each APK, install-commit.
//
// Threads: any.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "phone/shell/phone.h"

namespace reprise::phone {

struct InstallSession {
  InstallOptions options;
  std::vector<std::string> files;  // paths on the phone
};

class InstallSessions {
 public:
  static constexpr size_t kMaxSessions = 64;

  // Nullopt: too many.
  std::optional<int> Create(const InstallOptions& options) {
    std::lock_guard lock(mutex_);
    if (sessions_.size() >= kMaxSessions) return std::nullopt;
    sessions_[++last_id_] = {options, {}};
    return last_id_;
  }
  bool AddFile(int id, const std::string& path) {
    std::lock_guard lock(mutex_);
    const auto found = sessions_.find(id);
    if (found == sessions_.end()) return false;
    found->second.files.push_back(path);
    return true;
  }
  bool Has(int id) const {
    std::lock_guard lock(mutex_);
    return sessions_.contains(id);
  }
  // It is then gone.
  std::optional<InstallSession> Take(int id) {
    std::lock_guard lock(mutex_);
    auto node = sessions_.extract(id);
    if (node.empty()) return std::nullopt;
    return std::move(node.mapped());
  }

 private:
  mutable std::mutex mutex_;
  std::map<int, InstallSession> sessions_;  // guarded by mutex_
  int last_id_ = 1'000'000;                 // guarded by mutex_
};

}  // namespace reprise::phone
