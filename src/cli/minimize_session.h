// One minimisation from start to end, as `reprise minimize` does it: units of
// the tape, oracle, journal, search, passes, the new tape and the reports.
//
// Threads: main thread only.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/file_lock.h"
#include "base/result.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/minimize_options.h"
#include "cli/phone_fleet.h"
#include "cli/scratch_folder.h"
#include "minimize/journal.h"
#include "minimize/oracle.h"
#include "minimize/reduction.h"
#include "minimize/report.h"
#include "session/device_oracle.h"
#include "tape/reader.h"

namespace reprise::cli {

class MinimizeSession {
 public:
  MinimizeSession(MinimizeOptions options, std::string command_line,
                  Console& console);
  ~MinimizeSession();

  Result<ExitCode> Run(bool json);

 private:
  // Says what solving takes, before it starts.
  void TellOfMdp() const;
  Status Load();
  Status OpenJournal();
  // That no other process goes on with the same journal.
  Status LockJournal();
  // One that this minimisation began; others stay.
  void DropJournal();
  Result<std::string> Subject() const;
  // A search over `reduction`, or over abstract units if that is null.
  Result<std::unique_ptr<minimize::Search>> SearchFor(
      uint32_t units, bool final_check = true) const;
  Result<std::unique_ptr<minimize::Oracle>> OracleFor(
      const minimize::Reduction* reduction, uint32_t units);
  Result<std::unique_ptr<minimize::Oracle>> PhoneOracle(
      minimize::CandidateWriter writer);
  FleetOptions PhonesWanted() const;
  Result<session::DeviceOracleOptions> OnPhones() const;
  // That the tape is of an app, and --app is it.
  Status CheckApp() const;
  // "crash" is the one that the tape has.
  Status ResolveTarget();
  // Of --target: the result on phones that took no part in the search, which
  // makes its tape. False: the tape is still to be written.
  Result<bool> Prove();
  Result<std::string> WriteCandidate(const minimize::Reduction* reduction,
                                     size_t worker,
                                     const minimize::Candidate& candidate);
  Status RunUnits();
  Status RunPasses();
  // The runs of the result are those of all parts of the next pass.
  void CarryOver(const std::string& pass, uint32_t parts);
  // True: something was left out.
  Result<bool> RunPass(const std::string& name);
  // Sets the report's end when it did not come to its own.
  Status Drive(minimize::Search& search, minimize::Oracle& oracle,
               std::string pass, minimize::RunnerReport* report);
  bool OutOfTime() const;
  // The tape, the journal's end and what is said of it all.
  Status Finish(bool json);
  // Other files, which may fail without the result being lost.
  Status WriteOthers() const;

  MinimizeOptions options_;
  const std::string command_line_;
  Console& console_;
  // None before runs are paid for: an interrupt may end it at once.
  std::optional<CatchInterrupt> interrupt_;
  uint64_t began_ns_ = 0;                       // with the first run
  std::unique_ptr<tape::TapeReader> tape_;      // null: abstract units
  std::unique_ptr<minimize::Reduction> units_;  // the same
  input::Recording result_;
  minimize::Tally result_runs_;  // of the search that it comes from
  minimize::SubjectDigest way_;  // how it came to it: what each search kept
  std::unique_ptr<ScratchFolder> scratch_;
  std::unique_ptr<PhoneFleet> phones_;  // of --target; in the scratch folder
  std::unique_ptr<minimize::Journal> journal_;  // null: none is kept
  bool journal_is_new_ = false;
  std::unique_ptr<FileLock> journal_lock_;
  minimize::RecordedRuns recorded_;
  minimize::MinimizeReport report_;
};

// Estimates the prior anew from journals.
Status LearnPriorFromJournals(const MinimizeOptions& options);
// The prior in the file; the built-in one if no file is named, or if it is the
// one to `learn`, which need not be there yet.
Result<minimize::Prior> ReadPrior(const std::string& path, bool learn);

}  // namespace reprise::cli
