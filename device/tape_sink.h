// TapeSink: a tape on the device itself, for recording and replaying without
// a host.
//
// Threads: any; see Sink.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "device/sink.h"
#include "tape/recorder.h"

namespace reprise::agent {

class TapeSink : public Sink {
 public:
  // `verb` is "record" or "replay", for the tape's own description.
  static Result<std::unique_ptr<TapeSink>> Create(const std::string& path,
                                                  const std::string& verb);

  uint64_t NewId() override { return recorder_->NewId(); }
  Result<uint32_t> OpenChannel(std::string_view topic,
                               const tape::StringMap& metadata) override;
  void Write(uint32_t channel, int64_t log_time, int64_t publish_time,
             std::string_view data) override;
  void WriteAnchor(ClockAnchor::Reason) override {}  // the recorder does
  Status status() override { return recorder_->status(); }

  // Completes the tape; `reason` is a word ("done", "interrupted").
  Status Finish(const std::string& reason);

 private:
  explicit TapeSink(std::unique_ptr<tape::TapeRecorder> recorder);

  std::unique_ptr<tape::TapeRecorder> recorder_;
  std::mutex mutex_;
  tape::FeedPtr feed_;  // guarded by mutex_
};

}  // namespace reprise::agent
