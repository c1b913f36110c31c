#include "cli/minimize_session.h"

#include <cstdlib>
#include <numeric>

#include "base/text.h"
#include "base/unsynced_file_system.h"
#include "cli/output_file.h"
#include "cli/session_options.h"
#include "input/tape_io.h"
#include "minimize/candidate_tape.h"
#include "minimize/mdp_cache.h"
#include "minimize/oracle_message.h"
#include "minimize/passes.h"
#include "minimize/runner.h"
#include "minimize/units.h"
#include "tape/channels.h"

namespace reprise::cli {
namespace {

using minimize::Candidate;
using minimize::Outcome;
using minimize::Verdict;

// Tapes are read in pieces.
constexpr size_t kPiece = size_t{1} << 20;
// A pass that nobody asked for is no longer than a search over units.
constexpr uint32_t kMaxDefaultParts = 1000;

Status AddFile(const std::string& path, minimize::SubjectDigest* digest) {
  ASSIGN_OR_RETURN(const auto file, RealFileSystem().OpenForReading(path));
  std::string piece(kPiece, '\0');
  for (uint64_t offset = 0;;) {
    ASSIGN_OR_RETURN(const size_t n,
                     file->ReadAt(offset, piece.data(), piece.size()));
    if (n == 0) return {};
    digest->Add(std::string_view(piece).substr(0, n));
    offset += n;
  }
}

void AddKept(const Candidate& kept, minimize::SubjectDigest* digest) {
  std::string units;
  minimize::AppendUnits(kept, &units);
  digest->Add(units);
}

// What lay around a pair may be one now, and what is left of a wait is cut into
// finer slices.
bool Again(std::string_view pass) {
  return pass == minimize::kPairsPass || pass == minimize::kWaitPass;
}

}  // namespace

MinimizeSession::MinimizeSession(MinimizeOptions options,
                                 std::string command_line, Console& console)
    : options_(std::move(options)),
      command_line_(std::move(command_line)),
      console_(console) {}

MinimizeSession::~MinimizeSession() = default;

Result<ExitCode> MinimizeSession::Run(bool json) {
  ASSIGN_OR_RETURN(options_.parameters.prior,
                   ReadPrior(options_.prior, options_.learn_prior));
  options_.parameters.mdp_folder = minimize::DefaultMdpFolder();
  RETURN_IF_ERROR(Load());
  TellOfMdp();
  // Before anything is paid for: a wrong option is told at once.
  RETURN_IF_ERROR(SearchFor(options_.parameters.units));
  if (!options_.target.empty()) {
    RETURN_IF_ERROR(CheckApp());
    RETURN_IF_ERROR(ResolveTarget());
  }
  const std::string inputs[] = {options_.tape, options_.app};
  for (const std::string& path : options_.reports) {
    RETURN_IF_ERROR(CheckOutput(path, inputs));
  }
  if (!options_.out.empty()) {
    RETURN_IF_ERROR(CheckOutput(options_.out, inputs));
    // What an interrupted minimisation left is its own.
    RETURN_IF_ERROR(CheckFree(options_.out, options_.force || options_.resume));
  }
  if (options_.learn_prior) RETURN_IF_ERROR(CheckOutput(options_.prior, {}));
  interrupt_.emplace();
  RETURN_IF_ERROR(OpenJournal());
  ASSIGN_OR_RETURN(scratch_, ScratchFolder::Make());
  // For whatever an oracle leaves to chance.
  setenv("REPRISE_SEED", std::to_string(options_.parameters.seed).c_str(), 1);
  began_ns_ = RealClock().Monotonic();
  Status status = RunUnits();
  if (status && report_.end == "done") status = RunPasses();
  if (!status) {
    report_.end = "broken";
    report_.problem = status.error().message;
    const minimize::RunnerReport& runs = report_.runs;
    if (runs.calls + runs.not_counted + runs.fault_count == 0) DropJournal();
    if (const Status written = WriteOthers(); !written) {
      console_.Warn(written.error().message);
    }
    if (json) RETURN_IF_ERROR(console_.Write(ReportJson(report_, false)));
    return Fail(std::move(status).error());
  }
  RETURN_IF_ERROR(Finish(json));
  RETURN_IF_ERROR(WriteOthers());
  if (report_.end == "interrupted") return ExitCode::kInterrupted;
  const bool unproven = report_.fresh.runs() > 0 && report_.fresh.passes == 0;
  const bool nothing_left_out =
      report_.end == "out-of-time" &&
      report_.outcome.kept.size() == options_.parameters.units;
  if (unproven || nothing_left_out || report_.end == "not-reproducible") {
    return ExitCode::kTargetNotReached;
  }
  return ExitCode::kDone;
}

void MinimizeSession::TellOfMdp() const {
  const minimize::SearchOptions& parameters = options_.parameters;
  if (options_.search != "nd3min" || parameters.selection != "mdp") return;
  const minimize::MdpShape shape = {
      .n = parameters.mdp_candidates,
      .m = parameters.m,
      .rule = {.nr = parameters.nr, .st = parameters.st}};
  // What does not fit is told as the error that it is.
  if (!minimize::CheckMdp(shape, parameters.mdp_threads,
                          minimize::DefaultMdpMemory())) {
    return;
  }
  const minimize::MdpEstimate estimate =
      minimize::EstimateMdp(shape, parameters.mdp_threads);
  console_.Note(fmt::format(
      "the MDP of up to {} candidates has {} states and takes {} of memory",
      shape.n, estimate.states, FormatSize(estimate.bytes)));
}

Status MinimizeSession::Load() {
  report_.tape = options_.tape;
  report_.oracle =
      options_.target.empty() ? options_.command : "target " + options_.target;
  report_.search = options_.search;
  report_.batch = options_.batch;
  if (!options_.tape.empty()) {
    const std::string inputs[] = {options_.tape};
    ASSIGN_OR_RETURN(options_.out, ResolveOutput(options_.out, inputs));
    ASSIGN_OR_RETURN(tape_,
                     tape::TapeReader::Open(RealFileSystem(), options_.tape));
    console_.WarnAbout(options_.tape, tape_->Problems());
    input::Losses losses;
    ASSIGN_OR_RETURN(input::Recording recording,
                     input::ReadRecording(*tape_, &losses));
    for (const input::Loss& loss : losses.all()) {
      console_.Warn(fmt::format("{}: {} ({} times)", options_.tape, loss.what,
                                loss.count));
    }
    auto units = minimize::Units::Of(std::move(recording), options_.settle_ns);
    if (!units) {
      return Fail(units.error().kind, "{}: {}", options_.tape,
                  units.error().message);
    }
    options_.settle_ns = (*units)->settle_ns();
    units_ = *std::move(units);
    options_.parameters.units = units_->size();
    for (uint32_t i = 0; i < units_->size(); i++) {
      report_.units.push_back(units_->Describe(i));
    }
  }
  report_.options = options_.parameters;
  return {};
}

Result<std::string> MinimizeSession::Subject() const {
  minimize::SubjectDigest digest;
  digest.Add(options_.long_lived ? "oracle" : "test");
  digest.Add(options_.command);
  if (!options_.target.empty()) {
    digest.Add(options_.target);
    digest.Add(options_.profile);
    RETURN_IF_ERROR(AddFile(options_.app, &digest));
  }
  digest.Add(std::to_string(options_.parameters.units));
  if (tape_ != nullptr) {
    digest.Add(std::to_string(*options_.settle_ns));
    RETURN_IF_ERROR(AddFile(options_.tape, &digest));
  }
  return digest.Hex();
}

Status MinimizeSession::LockJournal() {
  const std::string& path = options_.journals[0];
  auto lock = FileLock::Take(path);
  if (!lock && lock.error().kind == ErrorKind::kNotFound) return {};
  if (!lock) return Fail(lock.error());
  if (*lock == nullptr) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} is in use by another minimisation; wait for it, or name "
                "another --journal",
                path);
  }
  journal_lock_ = *std::move(lock);
  return {};
}

Status MinimizeSession::OpenJournal() {
  if (options_.journals.empty()) return {};
  RETURN_IF_ERROR(LockJournal());
  const std::string& path = options_.journals[0];
  FileSystem& files = RealFileSystem();
  minimize::JournalHeader header;
  ASSIGN_OR_RETURN(header.subject, Subject());
  header.units = options_.parameters.units;
  header.options = options_.InWords();
  const auto contents = minimize::Journal::Read(files, path);
  if (!contents && contents.error().kind != ErrorKind::kNotFound) {
    return Fail(contents.error());
  }
  if (contents && !options_.resume && !contents->finished &&
      !contents->runs.empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} has {} runs of a minimisation that was not finished; go on "
                "with --resume, or remove it",
                path, contents->runs.size());
  }
  if (!contents || !options_.resume) {
    if (options_.resume) console_.Note(path + " is not there: a new beginning");
    ASSIGN_OR_RETURN(journal_, minimize::Journal::Create(files, path, header));
    journal_is_new_ = true;
    return LockJournal();
  }
  if (contents->header.subject != header.subject) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} is of another minimisation: the tape, the oracle's "
                "command, --settle or --units differ; name another --journal",
                path);
  }
  if (!contents->problem.empty()) console_.Warn(contents->problem);
  if (contents->header.options != header.options) {
    console_.Note(
        "the journal was begun with other options; its runs count "
        "where they fit");
  }
  for (const minimize::JournalRun& run : contents->runs) recorded_.Add(run);
  ASSIGN_OR_RETURN(journal_,
                   minimize::Journal::Continue(files, path, *contents));
  return LockJournal();
}

void MinimizeSession::DropJournal() {
  if (!journal_is_new_) return;
  journal_.reset();
  (void)RealFileSystem().Remove(options_.journals[0]);
}

Result<std::unique_ptr<minimize::Search>> MinimizeSession::SearchFor(
    uint32_t units, bool final_check) const {
  minimize::SearchOptions parameters = options_.parameters;
  parameters.units = units;
  parameters.final_check = final_check;
  // Runs of passes were checked by the search before them.
  parameters.first_check =
      !options_.target.empty() && final_check && options_.search != "ddmin";
  return minimize::MakeSearch(options_.search, parameters);
}

Result<std::string> MinimizeSession::WriteCandidate(
    const minimize::Reduction* reduction, size_t worker,
    const Candidate& candidate) {
  UnsyncedFileSystem files(RealFileSystem());
  const std::string stem =
      (scratch_->path() / fmt::format("candidate-{}", worker)).string();
  if (reduction == nullptr) {
    std::string json = R"({"units":)";
    minimize::AppendUnits(candidate, &json);
    RETURN_IF_ERROR(WriteWholeFile(files, stem + ".json", json + "}\n"));
    return stem + ".json";
  }
  RETURN_IF_ERROR(minimize::WriteCandidateTape(files, *tape_,
                                               reduction->Make(candidate),
                                               command_line_, stem + ".mcap"));
  return stem + ".mcap";
}

Result<std::unique_ptr<minimize::Oracle>> MinimizeSession::OracleFor(
    const minimize::Reduction* reduction, uint32_t units) {
  const minimize::OracleOptions oracle{.command = options_.command,
                                       .workers = options_.workers,
                                       .run_timeout = options_.run_timeout};
  if (options_.long_lived) {
    return minimize::MakeWorkerOracle(oracle, units, options_.tape);
  }
  minimize::CandidateWriter writer =
      [this, reduction](size_t worker, const Candidate& candidate) {
        return WriteCandidate(reduction, worker, candidate);
      };
  if (!options_.target.empty()) return PhoneOracle(std::move(writer));
  return minimize::MakeCommandOracle(oracle, std::move(writer));
}

Status MinimizeSession::Drive(minimize::Search& search,
                              minimize::Oracle& oracle, std::string pass,
                              minimize::RunnerReport* report) {
  minimize::Runner runner(search, oracle, journal_.get(), recorded_,
                          {.m = options_.parameters.m,
                           .batch = options_.batch,
                           .pass = std::move(pass)});
  const Status status = runner.Run(
      {.stop_asked = [this] { return interrupt_->asked() || OutOfTime(); },
       .on_progress =
           [&](const minimize::RunnerReport& runs) {
             console_.Progress(fmt::format(
                 "{}; {} candidates, {} runs, {}", search.Describe(),
                 runs.evidence.candidates(), runs.calls,
                 FormatDuration(static_cast<int64_t>(
                     runs.wall_ns / 1'000'000'000 * 1'000'000'000))));
           }});
  *report = runner.report();
  report_.end = !report->interrupted  ? "done"
                : interrupt_->asked() ? "interrupted"
                                      : "out-of-time";
  return status;
}

bool MinimizeSession::OutOfTime() const {
  return options_.budget && RealClock().Monotonic() - began_ns_ >=
                                static_cast<uint64_t>(options_.budget->count());
}

Status MinimizeSession::RunUnits() {
  const uint32_t count = options_.parameters.units;
  ASSIGN_OR_RETURN(const auto search, SearchFor(count));
  ASSIGN_OR_RETURN(const auto oracle, OracleFor(units_.get(), count));
  const Status status = Drive(*search, *oracle, "", &report_.runs);
  report_.outcome = search->outcome();
  report_.history = search->history();
  if (report_.outcome.end == Outcome::End::kNotReproducible) {
    report_.end = "not-reproducible";
  }
  if (units_ != nullptr) result_ = units_->Make(report_.outcome.kept);
  result_runs_ = report_.runs.evidence.Of(report_.outcome.kept);
  return status;
}

void MinimizeSession::CarryOver(const std::string& pass, uint32_t parts) {
  Candidate whole(parts);
  std::iota(whole.begin(), whole.end(), 0U);
  const auto add = [&](uint32_t runs, Verdict verdict) {
    for (uint32_t i = 0; i < runs; i++) {
      recorded_.Add({.pass = pass, .units = whole, .verdict = verdict});
    }
  };
  add(result_runs_.fails, Verdict::kFail);
  add(result_runs_.passes, Verdict::kPass);
}

Status MinimizeSession::RunPasses() {
  AddKept(report_.outcome.kept, &way_);
  for (const std::string& pass : options_.passes) {
    ASSIGN_OR_RETURN(bool less, RunPass(pass));
    while (less && Again(pass) && report_.end == "done") {
      ASSIGN_OR_RETURN(less, RunPass(pass));
    }
    if (report_.end != "done") break;
  }
  return {};
}

Result<bool> MinimizeSession::RunPass(const std::string& name) {
  ASSIGN_OR_RETURN(const auto reduction, minimize::MakePass(name, result_));
  if (reduction == nullptr) return false;
  if (options_.default_passes && reduction->size() > kMaxDefaultParts) {
    console_.Note(
        fmt::format("the pass {0} has {1} parts and is left out; "
                    "--pass {0} does it all the same",
                    name, reduction->size()));
    return false;
  }
  // The proof on new phones is the check of all that is left in the end.
  const bool proven = !options_.target.empty();
  ASSIGN_OR_RETURN(const auto search, SearchFor(reduction->size(), !proven));
  ASSIGN_OR_RETURN(const auto oracle,
                   OracleFor(reduction.get(), reduction->size()));
  const std::string pass = fmt::format("{} of {}", name, way_.Hex());
  if (proven) CarryOver(pass, reduction->size());
  minimize::RunnerReport runs;
  RETURN_IF_ERROR(Drive(*search, *oracle, pass, &runs));
  report_.runs.AddCosts(runs);
  const Outcome outcome = search->outcome();
  if (outcome.end == Outcome::End::kNotReproducible) {
    // What was found before is as good as it was.
    console_.Warn(
        fmt::format("the pass {} was given up: {} of {} runs of the "
                    "result reached the target",
                    name, outcome.initial.passes, outcome.initial.runs()));
    return false;
  }
  report_.passes.push_back({name, reduction->size(),
                            static_cast<uint32_t>(outcome.kept.size()),
                            runs.steps, runs.calls, outcome.certified});
  if (outcome.end != Outcome::End::kDone) return false;
  result_ = reduction->Make(outcome.kept);
  result_runs_ = runs.evidence.Of(outcome.kept);
  way_.Add(name);
  AddKept(outcome.kept, &way_);
  const bool less = outcome.kept.size() < reduction->size();
  if (less && name == minimize::kPairsPass) {
    ASSIGN_OR_RETURN(const auto left, minimize::Units::Of(result_, {}));
    report_.units_after_pairs = left->size();
  }
  return less;
}

Status MinimizeSession::Finish(bool json) {
  const bool reproducible = report_.end != "not-reproducible";
  auto proven = Prove();
  if (!proven) {
    console_.Warn("the result was not proven on new phones: " +
                  proven.error().message);
  }
  if (tape_ != nullptr && reproducible && !proven.value_or(false)) {
    RETURN_IF_ERROR(minimize::WriteCandidateTape(
        RealFileSystem(), *tape_, result_, command_line_, options_.out));
  }
  const bool ended = report_.end == "done" || !reproducible;
  if (journal_ != nullptr && ended) {
    RETURN_IF_ERROR(journal_->Finish(report_.end));
    // Beside no tape nobody would look for it.
    if (!reproducible && options_.usual_journal) DropJournal();
  }
  if (report_.runs.fault_count > 0) {
    console_.Warn(fmt::format("{} runs did not count; the first: {}",
                              report_.runs.fault_count,
                              report_.runs.faults.front()));
  }
  if (json) return console_.Write(ReportJson(report_, false));
  return console_.Write(minimize::ReportLine(report_) + "\n" +
                        minimize::ReportActions(report_) +
                        minimize::ReportAdvice(report_));
}

Status MinimizeSession::WriteOthers() const {
  for (const std::string& path : options_.reports) {
    const bool html = path.ends_with(".html");
    RETURN_IF_ERROR(
        WriteWholeFile(RealFileSystem(), path,
                       html ? ReportHtml(report_) : ReportJson(report_, true)));
  }
  if (!options_.learn_prior || report_.end == "broken") return {};
  const auto tallies = report_.runs.evidence.Tallies();
  return WriteWholeFile(
      RealFileSystem(), options_.prior,
      FormatPrior(LearnPrior(options_.parameters.prior, tallies)));
}

}  // namespace reprise::cli
