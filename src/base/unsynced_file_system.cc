#include "base/unsynced_file_system.h"

#include <utility>

namespace reprise {
namespace {

class UnsyncedFile : public File {
 public:
  explicit UnsyncedFile(std::unique_ptr<File> file) : file_(std::move(file)) {}

  Result<size_t> ReadAt(uint64_t offset, char* out, size_t size) override {
    return file_->ReadAt(offset, out, size);
  }
  Status Append(std::string_view bytes) override {
    return file_->Append(bytes);
  }
  Status Truncate(uint64_t size) override { return file_->Truncate(size); }
  Status Sync() override { return {}; }
  Result<uint64_t> Size() override { return file_->Size(); }

 private:
  const std::unique_ptr<File> file_;
};

}  // namespace

Result<std::unique_ptr<File>> UnsyncedFileSystem::OpenForReading(
    const std::string& path) {
  return base_.OpenForReading(path);
}

Result<std::unique_ptr<File>> UnsyncedFileSystem::Create(
    const std::string& path) {
  ASSIGN_OR_RETURN(auto file, base_.Create(path));
  return std::make_unique<UnsyncedFile>(std::move(file));
}

Status UnsyncedFileSystem::Rename(const std::string& from,
                                  const std::string& to) {
  return base_.Rename(from, to);
}

Status UnsyncedFileSystem::Remove(const std::string& path) {
  return base_.Remove(path);
}

}  // namespace reprise
