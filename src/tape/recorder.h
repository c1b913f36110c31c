// TapeRecorder: many threads feed one tape without waiting for each other.
//
// Each thread has a Feed of its own, a ring with one writer and one reader:
// Feed::Write copies the message into it and returns, with no lock and no
// system call. One background thread pumps the rings into a TapeWriter and
// closes the chunk before its first message is 100 ms old, so a SIGKILL, a
// full disk or a cut cable costs at most that. It also writes the anchors that
// tie the clocks together (/reprise/anchor).
//
// A full ring makes the caller wait, and that is said on the tape (/reprise).
// Nothing is dropped. When the disk refuses, the feeds go on and what they
// bring is lost, status() says why, and the tape up to there stays readable.
//
// Threads: a Feed is used by one thread at a time, TapeRecorder by any.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/file.h"
#include "base/result.h"
#include "tape/feed.h"
#include "tape/mcap.h"
#include "tape/writer.h"

namespace reprise::tape {

// How long a message may stay in memory: it waits for the pump, then for its
// chunk to be closed by another.
inline constexpr uint64_t kMaxDelayNs = 100'000'000;
inline constexpr uint64_t kPumpPeriodNs = 10'000'000;
// Half of what is left is for a machine that is late.
inline constexpr uint64_t kChunkAgeNs = kMaxDelayNs - 4 * kPumpPeriodNs;
inline constexpr uint64_t kAnchorPeriodNs = 10'000'000'000;

struct RecorderOptions {
  WriterOptions writer;
  size_t ring_bytes = 1 << 20;  // per feed; a power of two
  Clock* clock = &RealClock();
  bool anchors = true;
  bool background = true;  // false: the owner calls Pump() itself
  bool repack = true;      // small chunks into large ones, in Finish()
};

class TapeRecorder {
 public:
  static Result<std::unique_ptr<TapeRecorder>> Create(
      FileSystem& files, const std::string& path, RecorderOptions options = {});
  // As after a crash, but with everything that was fed: no summary.
  ~TapeRecorder();
  TapeRecorder(const TapeRecorder&) = delete;
  TapeRecorder& operator=(const TapeRecorder&) = delete;

  // A feed for the calling thread, to be given back before the recorder ends.
  FeedPtr NewFeed();

  // An id for a message, unique on this tape.
  uint64_t NewId() { return next_id_.fetch_add(1, std::memory_order_relaxed); }

  // As TapeWriter has them; these may wait while a chunk is being written.
  Result<uint16_t> ChannelFor(std::string_view topic,
                              const StringMap& metadata = {});
  Status AddAttachment(const AttachmentInfo& info, std::string_view data);
  Status AddMetadata(const Metadata& metadata);

  // Takes what the feeds hold and closes the chunk when it is due. Called by
  // the background thread, if there is one.
  void Pump();

  // Hands all that was fed to the system, for somebody who reads the tape
  // before it is finished.
  Status Flush();

  Status status();  // good until the disk refuses

  // Writes what is left, the last anchor and the summary, and repacks. No Feed
  // may be used from then on. When it fails the tape is readable as far as it
  // goes.
  Status Finish();

 private:
  friend class Feed;
  friend struct ReturnFeed;
  TapeRecorder(FileSystem& files, std::string path,
               std::unique_ptr<TapeWriter> writer, RecorderOptions options);

  void Run();
  void StopThread();
  void PumpLocked();
  void ReportWaits(uint64_t now);
  void WriteAnchor(int reason);
  void WriteOwn(std::string_view topic, uint64_t time, std::string_view data);
  void Take(Message message);
  void ReportLoss(const Message& message, std::string_view why);

  FileSystem& files_;
  const std::string path_;
  const RecorderOptions options_;
  std::atomic<uint64_t> next_id_{1};
  std::counting_semaphore<> wake_{0};  // released by a feed that fills up
  std::atomic<bool> hurry_{false};
  std::atomic<bool> stop_{false};
  std::thread thread_;

  std::mutex mutex_;  // guards everything below
  const std::unique_ptr<TapeWriter> writer_;
  std::vector<std::unique_ptr<Feed>> feeds_;
  std::vector<Feed*> returned_;      // those of feeds_ that nobody uses
  std::vector<uint32_t> sequences_;  // the next one, by channel id
  Status status_;
  uint64_t chunk_opened_ = 0;  // when the oldest message of the chunk came
  uint64_t next_anchor_ = 0;
  bool finished_ = false;
};

}  // namespace reprise::tape
