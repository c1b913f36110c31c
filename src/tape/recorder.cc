#include "tape/recorder.h"

#include <chrono>

#include "base/check.h"
#include "base/log.h"
#include "reprise/anchor.pb.h"
#include "reprise/reprise_event.pb.h"
#include "tape/channels.h"
#include "tape/recover.h"

namespace reprise::tape {
namespace {

constinit LogModule g_log("tape");

}  // namespace

void Feed::WaitAndPush(const Message& message) {
  Clock& clock = *recorder_->options_.clock;
  const uint64_t start = clock.Monotonic();
  do {
    Hurry();
    ring_.WaitForSpace();
  } while (!ring_.TryPush(message));
  waited_ns_.fetch_add(clock.Monotonic() - start, std::memory_order_relaxed);
  waits_.fetch_add(1, std::memory_order_release);
}

void Feed::Hurry() {
  std::atomic<bool>& hurry = recorder_->hurry_;
  if (hurry.load(std::memory_order_relaxed) || hurry.exchange(true)) return;
  recorder_->wake_.release();
}

void ReturnFeed::operator()(Feed* feed) const {
  TapeRecorder* recorder = feed->recorder_;
  const std::lock_guard lock(recorder->mutex_);
  recorder->returned_.push_back(feed);
}

Result<std::unique_ptr<TapeRecorder>> TapeRecorder::Create(
    FileSystem& files, const std::string& path, RecorderOptions options) {
  ASSIGN_OR_RETURN(auto writer,
                   TapeWriter::Create(files, path, options.writer));
  std::unique_ptr<TapeRecorder> recorder(
      new TapeRecorder(files, path, std::move(writer), std::move(options)));
  {
    const std::lock_guard lock(recorder->mutex_);
    if (recorder->options_.anchors) {
      recorder->WriteAnchor(ClockAnchor::REASON_START);
    }
    RETURN_IF_ERROR(recorder->status_);
  }
  if (recorder->options_.background) {
    recorder->thread_ = std::thread([self = recorder.get()] { self->Run(); });
  }
  return recorder;
}

TapeRecorder::TapeRecorder(FileSystem& files, std::string path,
                           std::unique_ptr<TapeWriter> writer,
                           RecorderOptions options)
    : files_(files),
      path_(std::move(path)),
      options_(std::move(options)),
      writer_(std::move(writer)),
      sequences_(1 << 16, 0),
      next_anchor_(options_.clock->Monotonic() + kAnchorPeriodNs) {}

TapeRecorder::~TapeRecorder() {
  StopThread();
  const std::lock_guard lock(mutex_);
  if (!finished_) PumpLocked();
}

FeedPtr TapeRecorder::NewFeed() {
  const std::lock_guard lock(mutex_);
  if (!returned_.empty()) {
    Feed* feed = returned_.back();
    returned_.pop_back();
    return FeedPtr(feed);
  }
  feeds_.emplace_back(new Feed(this, options_.ring_bytes));
  return FeedPtr(feeds_.back().get());
}

Result<uint16_t> TapeRecorder::ChannelFor(std::string_view topic,
                                          const StringMap& metadata) {
  const std::lock_guard lock(mutex_);
  return writer_->ChannelFor(topic, metadata);
}

Status TapeRecorder::AddAttachment(const AttachmentInfo& info,
                                   std::string_view data) {
  const std::lock_guard lock(mutex_);
  return writer_->AddAttachment(info, data);
}

Status TapeRecorder::AddMetadata(const Metadata& metadata) {
  const std::lock_guard lock(mutex_);
  return writer_->AddMetadata(metadata);
}

void TapeRecorder::Run() {
  while (!stop_.load()) {
    (void)wake_.try_acquire_for(std::chrono::nanoseconds(kPumpPeriodNs));
    Pump();
  }
}

void TapeRecorder::StopThread() {
  if (!thread_.joinable()) return;
  stop_.store(true);
  wake_.release();
  thread_.join();
}

void TapeRecorder::Pump() {
  const std::lock_guard lock(mutex_);
  PumpLocked();
}

void TapeRecorder::PumpLocked() {
  hurry_.store(false);
  const uint64_t now = options_.clock->Monotonic();
  if (!writer_->HasOpenChunk()) chunk_opened_ = now;
  for (const auto& feed : feeds_) {
    feed->ring_.Drain([&](const Message& message) { Take(message); });
  }
  ReportWaits(now);
  if (options_.anchors && now >= next_anchor_) {
    WriteAnchor(ClockAnchor::REASON_PERIODIC);
    next_anchor_ = now + kAnchorPeriodNs;
  }
  if (status_ && now - chunk_opened_ >= kChunkAgeNs) {
    status_ = writer_->CloseChunk();
  }
}

void TapeRecorder::Take(Message message) {
  if (!status_) return;
  message.sequence = sequences_[message.channel_id]++;
  const Status written = writer_->Write(message);
  if (written) return;
  status_ = writer_->health();
  if (status_) ReportLoss(message, written.error().message);
}

// One message that cannot be written, being too large, costs only itself.
void TapeRecorder::ReportLoss(const Message& message, std::string_view why) {
  RepriseEvent event;
  event.set_id(NewId());
  event.set_kind(RepriseEvent::KIND_EVENTS_LOST);
  event.set_severity(RepriseEvent::SEVERITY_WARNING);
  event.set_sentence(std::string(why));
  event.mutable_loss()->set_events(1);
  event.mutable_loss()->set_bytes(message.data.size());
  WriteOwn(kRepriseTopic, message.log_time, event.SerializeAsString());
}

void TapeRecorder::ReportWaits(uint64_t now) {
  uint64_t waits = 0;
  uint64_t waited = 0;
  for (const auto& feed : feeds_) {
    waits += feed->waits_.exchange(0, std::memory_order_acquire);
    waited += feed->waited_ns_.exchange(0, std::memory_order_relaxed);
  }
  if (waits == 0) return;
  RepriseEvent event;
  event.set_id(NewId());
  event.set_kind(RepriseEvent::KIND_RING_FULL);
  event.set_severity(RepriseEvent::SEVERITY_WARNING);
  event.set_sentence(
      fmt::format("the disk or the processor did not keep up: {} callers had "
                  "to wait {} us in all; nothing was lost",
                  waits, waited / 1000));
  RepriseEvent::Loss* loss = event.mutable_loss();
  loss->set_waits(waits);
  loss->set_waited_ns(static_cast<int64_t>(waited));
  loss->set_until_ns(static_cast<int64_t>(now));
  loss->set_capacity_bytes(options_.ring_bytes);
  WriteOwn(kRepriseTopic, now, event.SerializeAsString());
}

void TapeRecorder::WriteAnchor(int reason) {
  const auto reading = options_.clock->ReadAll();
  ClockAnchor anchor;
  anchor.set_id(NewId());
  anchor.set_reason(static_cast<ClockAnchor::Reason>(reason));
  anchor.set_monotonic_ns(static_cast<int64_t>(reading.times.monotonic));
  anchor.set_boottime_ns(static_cast<int64_t>(reading.times.boottime));
  anchor.set_realtime_ns(static_cast<int64_t>(reading.times.realtime));
  anchor.set_uncertainty_ns(static_cast<int64_t>(reading.uncertainty));
  WriteOwn(kAnchorTopic, reading.times.monotonic, anchor.SerializeAsString());
}

void TapeRecorder::WriteOwn(std::string_view topic, uint64_t time,
                            std::string_view data) {
  if (!status_) return;
  auto channel = writer_->ChannelFor(topic);
  if (!channel) {
    status_ = Fail(std::move(channel).error());
    return;
  }
  Take({*channel, 0, time, time, data});
}

Status TapeRecorder::Flush() {
  const std::lock_guard lock(mutex_);
  PumpLocked();
  if (status_ && writer_->HasOpenChunk()) status_ = writer_->CloseChunk();
  return status_;
}

Status TapeRecorder::status() {
  const std::lock_guard lock(mutex_);
  return status_;
}

Status TapeRecorder::Finish() {
  StopThread();
  const std::lock_guard lock(mutex_);
  CHECK(!finished_);
  finished_ = true;
  PumpLocked();
  if (options_.anchors) WriteAnchor(ClockAnchor::REASON_END);
  RETURN_IF_ERROR(status_);
  status_ = writer_->Finish();
  if (status_ && options_.repack) {
    // The tape is complete as it is: that repacking failed is no loss.
    auto repacked = Repack(files_, path_, options_.writer);
    if (!repacked) LOG(g_log, kWarn, "{}", repacked.error().message);
  }
  return status_;
}

}  // namespace reprise::tape
