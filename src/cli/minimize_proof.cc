#include "cli/minimize_proof.h"

#include <filesystem>
#include <optional>

#include "compare/crash.h"
#include "compare/target.h"
#include "compare/typing.h"
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

// Until there are so many. The first that reached the target, if one did, is
// told; what the others recorded is dropped.
Result<std::optional<uint64_t>> RunAll(
    minimize::Oracle& oracle, uint32_t runs,
    const std::function<bool()>& stop_asked,
    const std::function<void(uint64_t)>& drop, Tally* so_far) {
  Tally& tally = *so_far;
  std::optional<uint64_t> reached;
  uint64_t next_id = 1;
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
        if (end.verdict == Verdict::kPass && !reached) {
          reached = end.id;
        } else {
          drop(end.id);
        }
      } else if (++faults > kMaxFaults) {
        return Fail(ErrorKind::kDevice, "{}", end.message);
      }
      start(end.worker);
    }
  }
  return reached;
}

// Whole, or not at all.
Status PutInPlace(const std::string& from, const std::string& to) {
  const std::string part = to + ".part";
  std::error_code failed;
  std::filesystem::copy_file(
      from, part, std::filesystem::copy_options::overwrite_existing, failed);
  if (!failed) std::filesystem::rename(part, to, failed);
  if (!failed) return {};
  return Fail(ErrorKind::kIo, "cannot write {}: {}", to, failed.message());
}

// What the run on the tape did, and which of its crashes is the target's.
Status ReadRun(const std::string& path, const std::string& target,
               Proof* proof) {
  ASSIGN_OR_RETURN(const auto tape,
                   tape::TapeReader::Open(RealFileSystem(), path));
  ASSIGN_OR_RETURN(const auto run, compare::RunView::Read(*tape));
  for (compare::StepLine& line : compare::LinesOf(run)) {
    proof->steps.push_back(std::move(line.words));
  }
  ASSIGN_OR_RETURN(compare::Target wanted, compare::Target::Parse(target));
  ASSIGN_OR_RETURN(const auto crashes, compare::CrashesOf(*tape));
  proof->crash = compare::FirstTaken(std::move(wanted), crashes);
  return {};
}

}  // namespace

Result<Proof> ProveResult(const ProofOptions& options,
                          const std::function<bool()>& stop_asked) {
  Proof proof;
  ASSIGN_OR_RETURN(const auto phones, PhoneFleet::Start(options.fleet));
  ASSIGN_OR_RETURN(auto devices, phones->Devices());
  session::DeviceOracleOptions fresh = options.oracle;
  fresh.seed += kProofSeeds;
  fresh.record = options.input + "-run";
  fresh.command_line = options.command_line;
  fresh.revive = [&](size_t worker) { return phones->Revive(worker); };
  ASSIGN_OR_RETURN(
      const auto oracle,
      session::MakeDeviceOracle(
          devices, fresh,
          [&](size_t, const minimize::Candidate&) -> Result<std::string> {
            return options.input;
          }));
  const auto drop = [&](uint64_t id) {
    std::error_code ignored;
    std::filesystem::remove(fresh.RecordOf(id), ignored);
  };
  ASSIGN_OR_RETURN(const auto reached, RunAll(*oracle, options.runs, stop_asked,
                                              drop, &proof.runs));
  if (reached) {
    const std::string tape = fresh.RecordOf(*reached);
    RETURN_IF_ERROR(ReadRun(tape, fresh.target, &proof));
    RETURN_IF_ERROR(PutInPlace(tape, options.out));
    proof.recorded = true;
  }
  return proof;
}

}  // namespace reprise::cli
