#include "base/faulty_file_system.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "base/check.h"

namespace reprise {

std::string_view FileCallName(FileCall call) {
  switch (call) {
    case FileCall::kOpenForReading:
      return "OpenForReading";
    case FileCall::kCreate:
      return "Create";
    case FileCall::kRename:
      return "Rename";
    case FileCall::kRemove:
      return "Remove";
    case FileCall::kReadAt:
      return "ReadAt";
    case FileCall::kAppend:
      return "Append";
    case FileCall::kTruncate:
      return "Truncate";
    case FileCall::kSync:
      return "Sync";
    case FileCall::kSize:
      return "Size";
  }
  CHECK(false);
  return "";
}

// Everything that the file system and its files share.
class FaultyFileSystem::State {
 public:
  // Before a call: its failure, if it is to fail.
  std::optional<FileFault> Begin(FileCall call) {
    const std::lock_guard lock(mutex_);
    std::optional<FileFault> hit;
    for (FileFault& fault : faults_) {
      if (fault.call != call) continue;
      if (fault.nth > 1) {
        --fault.nth;
      } else if (fault.times > 0) {
        if (fault.times != FileFault::kForever) --fault.times;
        hit = fault;
      }
    }
    std::erase_if(faults_, [](const FileFault& f) { return f.times == 0; });
    return hit;
  }

  void End(FileCall call, const std::string& path, uint64_t size, bool failed) {
    const std::lock_guard lock(mutex_);
    calls_.push_back({call, path, size, failed});
  }

  // Runs `work` unless it is to fail, and records it.
  template <typename T, typename Work>
  Result<T> Call(FileCall call, const std::string& path, uint64_t size,
                 Work work) {
    if (const std::optional<FileFault> fault = Begin(call)) {
      End(call, path, size, true);
      return InjectedFailure(*fault, path);
    }
    Result<T> result = work();
    End(call, path, size, !result);
    return result;
  }

  static tl::unexpected<Error> InjectedFailure(const FileFault& fault,
                                               const std::string& path) {
    return Fail(fault.kind, "{}: injected failure of {}", path,
                FileCallName(fault.call));
  }

  // Takes room for up to `size` bytes; how many there was room for.
  uint64_t TakeRoom(uint64_t size) {
    const std::lock_guard lock(mutex_);
    if (!room_) return size;
    const uint64_t taken = std::min(size, *room_);
    *room_ -= taken;
    return taken;
  }

  void GiveRoom(uint64_t size) {
    const std::lock_guard lock(mutex_);
    if (room_) *room_ += size;
  }

  size_t MostRead() {
    const std::lock_guard lock(mutex_);
    return most_read_;
  }

  mutable std::mutex mutex_;
  // All guarded by mutex_.
  std::vector<FileFault> faults_;
  std::optional<uint64_t> room_;  // nullopt: there is always room
  size_t most_read_ = std::numeric_limits<size_t>::max();
  std::vector<CallRecord> calls_;
};

class FaultyFileSystem::FaultyFile : public File {
 public:
  FaultyFile(std::unique_ptr<File> base, std::string path,
             std::shared_ptr<State> state)
      : base_(std::move(base)),
        path_(std::move(path)),
        state_(std::move(state)) {}

  Result<size_t> ReadAt(uint64_t offset, char* out, size_t size) override {
    return state_->Call<size_t>(FileCall::kReadAt, path_, size, [&] {
      return base_->ReadAt(offset, out, std::min(size, state_->MostRead()));
    });
  }

  Status Append(std::string_view bytes) override {
    const std::optional<FileFault> fault = state_->Begin(FileCall::kAppend);
    const uint64_t wanted =
        fault ? std::min<uint64_t>(fault->torn, bytes.size()) : bytes.size();
    const uint64_t fits = state_->TakeRoom(wanted);
    Status status;
    if (fits > 0) status = base_->Append(bytes.substr(0, fits));
    if (status && fault) status = State::InjectedFailure(*fault, path_);
    if (status && fits < bytes.size()) {
      status =
          Fail(ErrorKind::kIo,
               "{}: cannot write: No space left on device (injected)", path_);
    }
    state_->End(FileCall::kAppend, path_, bytes.size(), !status);
    return status;
  }

  Status Truncate(uint64_t size) override {
    return state_->Call<void>(
        FileCall::kTruncate, path_, size, [&]() -> Status {
          ASSIGN_OR_RETURN(const uint64_t before, base_->Size());
          RETURN_IF_ERROR(base_->Truncate(size));
          if (size < before) state_->GiveRoom(before - size);
          return {};
        });
  }

  Status Sync() override {
    return state_->Call<void>(FileCall::kSync, path_, 0,
                              [&] { return base_->Sync(); });
  }

  Result<uint64_t> Size() override {
    return state_->Call<uint64_t>(FileCall::kSize, path_, 0,
                                  [&] { return base_->Size(); });
  }

 private:
  const std::unique_ptr<File> base_;
  const std::string path_;
  const std::shared_ptr<State> state_;
};

FaultyFileSystem::FaultyFileSystem(FileSystem& base)
    : base_(base), state_(std::make_shared<State>()) {}
FaultyFileSystem::~FaultyFileSystem() = default;

Result<std::unique_ptr<File>> FaultyFileSystem::OpenForReading(
    const std::string& path) {
  ASSIGN_OR_RETURN(auto file, state_->Call<std::unique_ptr<File>>(
                                  FileCall::kOpenForReading, path, 0,
                                  [&] { return base_.OpenForReading(path); }));
  return std::make_unique<FaultyFile>(std::move(file), path, state_);
}

Result<std::unique_ptr<File>> FaultyFileSystem::Create(
    const std::string& path) {
  ASSIGN_OR_RETURN(auto file, state_->Call<std::unique_ptr<File>>(
                                  FileCall::kCreate, path, 0,
                                  [&] { return base_.Create(path); }));
  return std::make_unique<FaultyFile>(std::move(file), path, state_);
}

Status FaultyFileSystem::Rename(const std::string& from,
                                const std::string& to) {
  return state_->Call<void>(FileCall::kRename, from, 0,
                            [&] { return base_.Rename(from, to); });
}

Status FaultyFileSystem::Remove(const std::string& path) {
  return state_->Call<void>(FileCall::kRemove, path, 0,
                            [&] { return base_.Remove(path); });
}

void FaultyFileSystem::Inject(FileFault fault) {
  CHECK_GE(fault.nth, uint64_t{1});
  CHECK_GE(fault.times, uint64_t{1});
  const std::lock_guard lock(state_->mutex_);
  state_->faults_.push_back(fault);
}

void FaultyFileSystem::FillAfter(uint64_t bytes) {
  const std::lock_guard lock(state_->mutex_);
  state_->room_ = bytes;
}

void FaultyFileSystem::ShortenReads(size_t most) {
  const std::lock_guard lock(state_->mutex_);
  state_->most_read_ = most;
}

void FaultyFileSystem::Heal() {
  const std::lock_guard lock(state_->mutex_);
  state_->faults_.clear();
  state_->room_.reset();
  state_->most_read_ = std::numeric_limits<size_t>::max();
}

std::vector<FaultyFileSystem::CallRecord> FaultyFileSystem::Calls() const {
  const std::lock_guard lock(state_->mutex_);
  return state_->calls_;
}

uint64_t FaultyFileSystem::Count(FileCall call) const {
  const std::lock_guard lock(state_->mutex_);
  return static_cast<uint64_t>(
      std::count_if(state_->calls_.begin(), state_->calls_.end(),
                    [&](const CallRecord& r) { return r.call == call; }));
}

std::vector<std::string> FaultyFileSystem::CallLines() const {
  std::vector<std::string> lines;
  for (const CallRecord& r : Calls()) {
    std::string line = fmt::format("{} {}", FileCallName(r.call), r.path);
    const bool sized = r.call == FileCall::kReadAt ||
                       r.call == FileCall::kAppend ||
                       r.call == FileCall::kTruncate;
    if (sized) line += fmt::format(" {}", r.size);
    if (r.failed) line += " failed";
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace reprise
