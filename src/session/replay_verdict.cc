#include "session/replay_verdict.h"

#include <algorithm>

#include "base/file.h"
#include "tape/channels.h"
#include "tape/reader.h"

namespace reprise::session {
namespace {

RepriseEvent ToEvent(const compare::Divergence& one) {
  RepriseEvent event;
  event.set_kind(RepriseEvent::KIND_DIVERGENCE);
  event.set_severity(RepriseEvent::SEVERITY_WARNING);
  event.set_sentence(compare::Sentence(one));
  event.set_topic(one.topic);
  event.set_origin(one.id_a);
  if (one.id_b != 0) event.add_subject_refs(one.id_b);
  event.set_expected(one.expected);
  event.set_actual(one.actual);
  auto* const divergence = event.mutable_divergence();
  divergence->set_divergence_class(one.kind);
  divergence->set_topic(one.topic);
  divergence->set_path(one.path);
  divergence->set_expected(one.expected);
  divergence->set_actual(one.actual);
  return event;
}

}  // namespace

Status WriteDivergences(const std::vector<compare::Divergence>& divergences,
                        uint64_t time_ns, tape::TapeRecorder& recorder) {
  ASSIGN_OR_RETURN(const uint16_t channel,
                   recorder.ChannelFor(tape::kRepriseTopic));
  const tape::FeedPtr feed = recorder.NewFeed();
  const size_t count = std::min(divergences.size(), kMaxWrittenDivergences);
  for (size_t i = 0; i < count; ++i) {
    RepriseEvent event = ToEvent(divergences[i]);
    event.set_id(recorder.NewId());
    feed->Write(channel, time_ns, time_ns, event.SerializeAsString());
  }
  return {};
}

Result<compare::TapeDiff> JudgeReplay(const compare::RunView& recording,
                                      const std::string& path, bool pictures,
                                      tape::TapeRecorder& recorder) {
  RETURN_IF_ERROR(recorder.Flush());
  ASSIGN_OR_RETURN(const auto tape,
                   tape::TapeReader::Open(RealFileSystem(), path));
  ASSIGN_OR_RETURN(const compare::RunView replay,
                   compare::RunView::Read(*tape));
  // That it is another device was asked for, and is no fault of the replay.
  return compare::Diff(recording, replay,
                       {.device = false, .pictures = pictures});
}

std::string VerdictWord(const compare::TapeDiff& diff) {
  return diff.divergences.empty() ? "same" : "diverged";
}

}  // namespace reprise::session
