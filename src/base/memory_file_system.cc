#include "base/memory_file_system.h"

#include <algorithm>
#include <utility>

namespace reprise {
namespace {

// Truncate() can make a file longer; a wrong size must not take all memory.
constexpr uint64_t kMaxTruncateBytes = 1u << 30;

tl::unexpected<Error> Missing(const std::string& path, std::string_view what) {
  return Fail(ErrorKind::kNotFound, "{}: cannot {}: No such file or directory",
              path, what);
}

}  // namespace

struct MemoryFileSystem::Node {
  std::mutex mutex;
  std::string bytes;  // guarded by mutex
  size_t synced = 0;  // guarded by mutex; how many bytes a power cut leaves

  void Truncate(size_t size) {
    const std::lock_guard lock(mutex);
    bytes.resize(size);
    synced = std::min(synced, size);
  }
};

class MemoryFileSystem::OpenFile : public File {
 public:
  OpenFile(std::shared_ptr<Node> node, std::string path, bool writable)
      : node_(std::move(node)), path_(std::move(path)), writable_(writable) {}

  Result<size_t> ReadAt(uint64_t offset, char* out, size_t size) override {
    const std::lock_guard lock(node_->mutex);
    const std::string& bytes = node_->bytes;
    if (offset >= bytes.size()) return 0;
    const size_t n = std::min<uint64_t>(size, bytes.size() - offset);
    std::copy_n(bytes.data() + offset, n, out);
    return n;
  }

  Status Append(std::string_view bytes) override {
    RETURN_IF_ERROR(CheckWritable("write"));
    const std::lock_guard lock(node_->mutex);
    node_->bytes.append(bytes);
    return {};
  }

  Status Truncate(uint64_t size) override {
    RETURN_IF_ERROR(CheckWritable("truncate"));
    if (size > kMaxTruncateBytes) {
      return Fail(ErrorKind::kIo, "{}: cannot truncate to {} bytes: at most {}",
                  path_, size, kMaxTruncateBytes);
    }
    node_->Truncate(size);
    return {};
  }

  Status Sync() override {
    const std::lock_guard lock(node_->mutex);
    node_->synced = node_->bytes.size();
    return {};
  }

  Result<uint64_t> Size() override {
    const std::lock_guard lock(node_->mutex);
    return node_->bytes.size();
  }

 private:
  Status CheckWritable(std::string_view what) const {
    if (writable_) return {};
    return Fail(ErrorKind::kIo, "{}: cannot {}: it was opened for reading",
                path_, what);
  }

  const std::shared_ptr<Node> node_;
  const std::string path_;
  const bool writable_;
};

MemoryFileSystem::MemoryFileSystem() = default;
MemoryFileSystem::~MemoryFileSystem() = default;

std::shared_ptr<MemoryFileSystem::Node> MemoryFileSystem::Find(
    const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto found = nodes_.find(path);
  return found == nodes_.end() ? nullptr : found->second;
}

Result<std::unique_ptr<File>> MemoryFileSystem::OpenForReading(
    const std::string& path) {
  std::shared_ptr<Node> node = Find(path);
  if (node == nullptr) return Missing(path, "open");
  return std::make_unique<OpenFile>(std::move(node), path, false);
}

Result<std::unique_ptr<File>> MemoryFileSystem::Create(
    const std::string& path) {
  std::shared_ptr<Node> node;
  {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Node>& slot = nodes_[path];
    if (slot == nullptr) slot = std::make_shared<Node>();
    node = slot;
  }
  // As O_TRUNC does: who has it open sees it become empty.
  node->Truncate(0);
  return std::make_unique<OpenFile>(std::move(node), path, true);
}

Status MemoryFileSystem::Rename(const std::string& from,
                                const std::string& to) {
  const std::lock_guard lock(mutex_);
  const auto found = nodes_.find(from);
  if (found == nodes_.end()) return Missing(from, "rename to " + to);
  const std::shared_ptr<Node> node = found->second;
  nodes_.erase(found);
  nodes_[to] = node;
  return {};
}

Status MemoryFileSystem::Remove(const std::string& path) {
  const std::lock_guard lock(mutex_);
  if (nodes_.erase(path) == 0) return Missing(path, "remove");
  return {};
}

void MemoryFileSystem::Put(const std::string& path, std::string bytes) {
  auto node = std::make_shared<Node>();
  node->synced = bytes.size();
  node->bytes = std::move(bytes);
  const std::lock_guard lock(mutex_);
  nodes_[path] = std::move(node);
}

Result<std::string> MemoryFileSystem::Get(const std::string& path) {
  const std::shared_ptr<Node> node = Find(path);
  if (node == nullptr) return Missing(path, "open");
  const std::lock_guard lock(node->mutex);
  return node->bytes;
}

std::vector<std::string> MemoryFileSystem::Paths() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> paths;
  paths.reserve(nodes_.size());
  for (const auto& [path, node] : nodes_) paths.push_back(path);
  return paths;
}

void MemoryFileSystem::LoseWhatWasNotSynced() {
  const std::lock_guard lock(mutex_);
  for (const auto& [path, node] : nodes_) {
    const std::lock_guard node_lock(node->mutex);
    node->bytes.resize(node->synced);
  }
}

}  // namespace reprise
