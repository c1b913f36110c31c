#include "device/tape_sink.h"

#include "base/version.h"
#include "tape/channels.h"

namespace reprise::agent {

Result<std::unique_ptr<TapeSink>> TapeSink::Create(const std::string& path,
                                                   const std::string& verb) {
  ASSIGN_OR_RETURN(auto recorder,
                   tape::TapeRecorder::Create(RealFileSystem(), path));
  RETURN_IF_ERROR(recorder->AddMetadata(
      {std::string(tape::metadata::kReprise),
       {{std::string(tape::metadata_key::kToolVersion), std::string(kVersion)},
        {std::string(tape::metadata_key::kVerb), verb}}}));
  return std::unique_ptr<TapeSink>(new TapeSink(std::move(recorder)));
}

TapeSink::TapeSink(std::unique_ptr<tape::TapeRecorder> recorder)
    : recorder_(std::move(recorder)), feed_(recorder_->NewFeed()) {}

Result<uint32_t> TapeSink::OpenChannel(std::string_view topic,
                                       const tape::StringMap& metadata) {
  ASSIGN_OR_RETURN(const uint16_t channel,
                   recorder_->ChannelFor(topic, metadata));
  return channel;
}

void TapeSink::Write(uint32_t channel, int64_t log_time, int64_t publish_time,
                     std::string_view data) {
  const std::lock_guard lock(mutex_);
  feed_->Write(static_cast<uint16_t>(channel), static_cast<uint64_t>(log_time),
               static_cast<uint64_t>(publish_time), data);
}

Status TapeSink::Finish(const std::string& reason) {
  RETURN_IF_ERROR(recorder_->AddMetadata(
      {std::string(tape::metadata::kEnd),
       {{std::string(tape::metadata_key::kEndReason), reason}}}));
  return recorder_->Finish();
}

}  // namespace reprise::agent
