// The victim of the crash tests: records messages as fast as it can and tells
// on standard output what it has handed to the system, until it is killed or
// its time is over.
//
//   crash_writer writer|recorder PATH MILLISECONDS [BYTES]
//
// `writer` uses a TapeWriter and closes a chunk every few milliseconds, so
// that every state of a tape on disk is met often; `recorder` uses a
// TapeRecorder with two feeds, as a recording does. With BYTES no file may
// grow larger, as on a full disk.
//
// What it tells is a u64 for every chunk that write() has returned from: the
// number of messages that are in the file then. Who reads it may demand them
// whatever happens next, however slow the machine is.
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "base/file.h"
#include "crash_messages.h"
#include "tape/chunk.h"
#include "tape/mcap_bytes.h"
#include "tape/recorder.h"
#include "tape/writer.h"

namespace reprise::tape {
namespace {

using std::chrono::steady_clock;

constexpr int kExitRefused = 6;

void Tell(uint64_t messages) {
  const ssize_t told = write(STDOUT_FILENO, &messages, sizeof(messages));
  if (told != sizeof(messages)) _exit(1);
}

int Refused(const Status& status) {
  std::fprintf(stderr, "%s\n", status.error().message.c_str());
  return kExitRefused;
}

int RunWriter(const std::string& path, steady_clock::time_point end) {
  auto created = TapeWriter::Create(RealFileSystem(), path);
  if (!created) return Refused(Fail(created.error()));
  TapeWriter& writer = **created;
  Status status = AddCrashChannels(writer);
  uint64_t number = 0;
  while (status && steady_clock::now() < end) {
    const auto chunk_end = steady_clock::now() + std::chrono::milliseconds(3);
    while (status && steady_clock::now() < chunk_end) {
      const std::string data = CrashData(number);
      status = writer.Write(CrashMessage(number, data));
      number++;
    }
    if (status) status = writer.CloseChunk();
    if (status) Tell(number);
  }
  if (status) status = writer.Finish();
  return status ? 0 : Refused(status);
}

// Files that tell how many messages were handed to the system through them.
class TellingFile : public File {
 public:
  explicit TellingFile(std::unique_ptr<File> file) : file_(std::move(file)) {}

  Result<size_t> ReadAt(uint64_t offset, char* out, size_t size) override {
    return file_->ReadAt(offset, out, size);
  }
  Status Append(std::string_view bytes) override {
    RETURN_IF_ERROR(file_->Append(bytes));
    RecordWalker outer(bytes);
    bool any = false;
    while (outer.Next()) {
      if (outer.op() != Op::kChunk) continue;
      Chunk chunk;
      std::string_view records;
      std::string why;
      if (!Parse(outer.content(), &chunk) ||
          !decoder_.Decode(chunk, &decoded_, &records, &why)) {
        _exit(1);
      }
      RecordWalker inner(records);
      while (inner.Next()) messages_ += inner.op() == Op::kMessage;
      any = true;
    }
    if (any) Tell(messages_);
    return {};
  }
  Status Truncate(uint64_t size) override { return file_->Truncate(size); }
  Status Sync() override { return file_->Sync(); }
  Result<uint64_t> Size() override { return file_->Size(); }

 private:
  const std::unique_ptr<File> file_;
  ChunkDecoder decoder_;
  Buffer decoded_;
  uint64_t messages_ = 0;
};

class TellingFileSystem : public FileSystem {
 public:
  Result<std::unique_ptr<File>> OpenForReading(
      const std::string& path) override {
    return RealFileSystem().OpenForReading(path);
  }
  Result<std::unique_ptr<File>> Create(const std::string& path) override {
    ASSIGN_OR_RETURN(auto file, RealFileSystem().Create(path));
    return std::make_unique<TellingFile>(std::move(file));
  }
  Status Rename(const std::string& from, const std::string& to) override {
    return RealFileSystem().Rename(from, to);
  }
  Status Remove(const std::string& path) override {
    return RealFileSystem().Remove(path);
  }
};

int RunRecorder(const std::string& path, steady_clock::time_point end) {
  TellingFileSystem files;
  auto created = TapeRecorder::Create(files, path);
  if (!created) return Refused(Fail(created.error()));
  TapeRecorder& recorder = **created;
  const auto channel = recorder.ChannelFor("/log");
  if (!channel) return Refused(Fail(channel.error()));
  const auto feed_until_end = [&recorder, &channel, end](uint64_t which) {
    const FeedPtr feed = recorder.NewFeed();
    for (uint64_t number = which; steady_clock::now() < end; number += 2) {
      if (number % 64 < 2 && !recorder.status()) break;
      const auto now = static_cast<uint64_t>(
          steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
      feed->Write(*channel, now, now, CrashData(number));
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  };
  std::thread other(feed_until_end, 1);
  feed_until_end(0);
  other.join();
  const Status status = recorder.Finish();
  return status ? 0 : Refused(status);
}

}  // namespace
}  // namespace reprise::tape

int main(int argc, char** argv) {
  if (argc < 4) return 1;
  if (argc > 4) {
    const rlim_t bytes = std::strtoull(argv[4], nullptr, 10);
    const rlimit limit{bytes, bytes};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    std::signal(SIGXFSZ, SIG_IGN);  // so that write() fails instead
  }
  const auto end =
      std::chrono::steady_clock::now() +
      std::chrono::milliseconds(std::strtoull(argv[3], nullptr, 10));
  return std::string_view(argv[1]) == "recorder"
             ? reprise::tape::RunRecorder(argv[2], end)
             : reprise::tape::RunWriter(argv[2], end);
}
