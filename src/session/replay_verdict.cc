#include "session/replay_verdict.h"

#include <algorithm>

#include "base/file.h"
#include "tape/channels.h"
#include "tape/reader.h"

namespace reprise::session {
namespace {

// What `recorder` wrote so far, with what the player of its steps saw.
Result<compare::TapeDiff> JudgeReplay(const compare::RunView& recording,
                                      const std::string& path,
                                      const compare::DiffOptions& options,
                                      tape::TapeRecorder& recorder) {
  RETURN_IF_ERROR(recorder.Flush());
  ASSIGN_OR_RETURN(const auto tape,
                   tape::TapeReader::Open(RealFileSystem(), path));
  ASSIGN_OR_RETURN(compare::RunView replay, compare::RunView::Read(*tape));
  replay.SetWhole();
  // That it is another device was asked for, and is no fault of the replay.
  compare::DiffOptions without_device = options;
  without_device.device = false;
  return compare::Diff(recording, replay, without_device);
}

}  // namespace

Status WriteDivergences(const std::vector<compare::Divergence>& divergences,
                        uint64_t time_ns, tape::TapeRecorder& recorder) {
  ASSIGN_OR_RETURN(const uint16_t channel,
                   recorder.ChannelFor(tape::kRepriseTopic));
  const tape::FeedPtr feed = recorder.NewFeed();
  const size_t count = std::min(divergences.size(), kMaxWrittenDivergences);
  for (size_t i = 0; i < count; ++i) {
    RepriseEvent event = compare::ToEvent(divergences[i]);
    event.set_id(recorder.NewId());
    feed->Write(channel, time_ns, time_ns, event.SerializeAsString());
  }
  return {};
}

Result<std::optional<compare::TapeDiff>> Judge(
    const compare::RunView* recording, const StepOptions& options,
    const std::optional<StepOutcome>& outcome, bool same_display,
    const std::string& path, tape::TapeRecorder* recorder) {
  const bool compares =
      recording != nullptr && options.compare && recorder != nullptr;
  // A step that could not be played is told in any case.
  if (!compares && (!outcome || outcome->divergences.empty())) {
    return std::nullopt;
  }
  compare::TapeDiff diff;
  const bool stopped = outcome && outcome->stopped;
  if (compares && (!outcome || same_display)) {
    ASSIGN_OR_RETURN(
        diff,
        JudgeReplay(*recording, path,
                    {.pictures = !options.adaptive,
                     .stopped = stopped ? &outcome->divergences : nullptr},
                    *recorder));
    if (stopped) return diff;
  }
  if (outcome) {
    auto& all = diff.divergences;
    all.insert(all.begin(), outcome->divergences.begin(),
               outcome->divergences.end());
    std::ranges::stable_sort(all, {}, &compare::Divergence::step);
  }
  return diff;
}

std::string VerdictWord(const compare::TapeDiff& diff) {
  return diff.divergences.empty() ? "same" : "diverged";
}

}  // namespace reprise::session
