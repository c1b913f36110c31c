#include "cli/minimize_proof.h"

#include <filesystem>
#include <utility>

#include "compare/run_view.h"
#include "session/input_replayer.h"
#include "tape/reader.h"

namespace reprise::cli {
namespace {

using minimize::RunEnd;
using minimize::Tally;
using minimize::Verdict;

// Seeds from here on were given to no run of a search.
constexpr uint64_t kProofSeeds = 1'000'000'000;
// Runs that give no verdict, before it is given up.
constexpr uint32_t kMaxFaults = 5;
constexpr int64_t kPictureNs = 250'000'000;

// Until there are so many, with those that `tally` has.
Status RunAll(minimize::Oracle& oracle, uint32_t runs,
              const std::function<bool()>& stop_asked, Tally* so_far) {
  Tally& tally = *so_far;
  uint64_t next_id = tally.runs() + 1;
  uint32_t faults = 0;
  uint32_t under_way = 0;
  const auto start = [&](size_t worker) {
    if (tally.runs() + under_way >= runs) return;
    oracle.Start(worker, next_id++, {});
    under_way++;
  };
  for (size_t worker = 0; worker < oracle.workers(); ++worker) start(worker);
  while (under_way > 0 && !stop_asked()) {
    for (const RunEnd& end : oracle.Wait(std::chrono::milliseconds(100))) {
      under_way--;
      if (end.how == RunEnd::How::kVerdict) {
        tally.Add(end.verdict);
      } else if (++faults > kMaxFaults) {
        return Fail(ErrorKind::kDevice, "{}", end.message);
      }
      start(end.worker);
    }
  }
  return {};
}

// True if this run reached the target; its tape is then in place.
Result<bool> Record(adb::Device& device, const ProofOptions& options,
                    uint64_t seed, const std::function<bool()>& stop_asked) {
  ASSIGN_OR_RETURN(const auto tape,
                   tape::TapeReader::Open(RealFileSystem(), options.input));
  ASSIGN_OR_RETURN(
      const session::ReplayPlan plan,
      session::MakePlan(*tape,
                        {.timing = {}, .selection = {}, .may_be_empty = true}));
  ASSIGN_OR_RETURN(compare::Target target,
                   compare::Target::Parse(options.oracle.target));
  session::ReplayOptions replay;
  replay.app = options.oracle.app;
  replay.app->seed = seed;
  replay.app->vary = true;
  replay.app->picture_interval_ns = kPictureNs;
  replay.verb = "minimize";
  replay.target = &target;
  replay.stop_at_target = true;
  replay.rests = true;
  replay.out = options.out + ".part";
  replay.command_line = options.command_line;
  const session::SessionWatcher watcher{
      .on_note = [](const std::string&) {},
      .on_progress = [](const std::string&) {},
      .on_event = [](const RepriseEvent&) {},
      .stop_asked = stop_asked};
  ASSIGN_OR_RETURN(const session::ReplayReport report,
                   session::ReplayInput(device, plan, replay, watcher));
  std::error_code failed;
  if (!report.target_reached) {
    std::filesystem::remove(replay.out, failed);
    return false;
  }
  std::filesystem::rename(replay.out, options.out, failed);
  if (failed) {
    return Fail(ErrorKind::kIo, "cannot write {}: {}", options.out,
                failed.message());
  }
  return true;
}

Result<std::vector<std::string>> ReadSteps(const std::string& path) {
  ASSIGN_OR_RETURN(const auto tape,
                   tape::TapeReader::Open(RealFileSystem(), path));
  ASSIGN_OR_RETURN(const auto run, compare::RunView::Read(*tape));
  std::vector<std::string> steps;
  for (const compare::RunMoment& moment : run.moments()) {
    if (moment.id != 0) steps.push_back(moment.words);
  }
  return steps;
}

}  // namespace

Result<Proof> ProveResult(const ProofOptions& options,
                          const std::function<bool()>& stop_asked) {
  Proof proof;
  ASSIGN_OR_RETURN(const auto phones, PhoneFleet::Start(options.fleet));
  ASSIGN_OR_RETURN(auto devices, phones->Devices());
  const uint64_t seeds = options.oracle.seed + kProofSeeds;
  // As a run of those that count, for each costs a new process.
  const auto record = [&]() -> Result<bool> {
    ASSIGN_OR_RETURN(
        proof.recorded,
        Record(devices[0], options, seeds + proof.runs.runs() + 1, stop_asked));
    if (!proof.recorded && stop_asked()) return true;  // it ended before
    proof.runs.Add(proof.recorded ? Verdict::kPass : Verdict::kFail);
    return proof.recorded;
  };
  for (bool enough = false; !enough && proof.runs.runs() < options.runs;) {
    ASSIGN_OR_RETURN(enough, record());
  }
  if (proof.recorded) {
    ASSIGN_OR_RETURN(proof.steps, ReadSteps(options.out));
  }
  session::DeviceOracleOptions fresh = options.oracle;
  fresh.seed = seeds;
  ASSIGN_OR_RETURN(
      const auto oracle,
      session::MakeDeviceOracle(
          devices, fresh,
          [&](size_t, const minimize::Candidate&) -> Result<std::string> {
            return options.input;
          }));
  RETURN_IF_ERROR(RunAll(*oracle, options.runs, stop_asked, &proof.runs));
  return proof;
}

}  // namespace reprise::cli
