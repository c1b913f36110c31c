// The part of a minimisation that is on virtual phones: --target.
#include "base/text.h"
#include "base/unsynced_file_system.h"
#include "cli/minimize_proof.h"
#include "cli/minimize_session.h"
#include "compare/crash.h"
#include "compare/target.h"
#include "minimize/candidate_tape.h"
#include "session/app_run.h"
#include "session/tape_app.h"

namespace reprise::cli {

Result<std::unique_ptr<minimize::Oracle>> MinimizeSession::PhoneOracle(
    minimize::CandidateWriter writer) {
  if (phones_ == nullptr) {
    console_.Progress(fmt::format("starting {} phones", options_.workers));
    ASSIGN_OR_RETURN(phones_, PhoneFleet::Start(PhonesWanted()));
  }
  ASSIGN_OR_RETURN(auto devices, phones_->Devices());
  ASSIGN_OR_RETURN(auto oracle, OnPhones());
  oracle.revive = [this](size_t worker) { return phones_->Revive(worker); };
  return session::MakeDeviceOracle(std::move(devices), oracle,
                                   std::move(writer));
}

FleetOptions MinimizeSession::PhonesWanted() const {
  return {.label = "worker",
          .count = options_.workers,
          .profile =
              options_.profile.empty() ? ProfileOf(*tape_) : options_.profile,
          .apk = options_.app,
          .folder = scratch_->path(),
          .soft_keyboard = HadSoftKeyboard(*tape_)};
}

Result<session::DeviceOracleOptions> MinimizeSession::OnPhones() const {
  ASSIGN_OR_RETURN(const auto recorded, session::ReadTapeApp(*tape_));
  if (!recorded) {
    return Fail(ErrorKind::kUnsupported,
                "{} is no recording of an app; make one with 'reprise record "
                "APP'",
                options_.tape);
  }
  session::DeviceOracleOptions oracle;
  oracle.app.app = recorded->identity.package_name();
  if (recorded->files) {
    oracle.app.state = InitialState::MODE_SAVE;
    oracle.app.files = recorded->files;
  }
  oracle.target = options_.target;
  oracle.seed = options_.parameters.seed;
  oracle.run_timeout = options_.run_timeout;
  return oracle;
}

Status MinimizeSession::CheckApp() const {
  ASSIGN_OR_RETURN(const auto oracle, OnPhones());
  ASSIGN_OR_RETURN(const std::string package, session::PackageOf(options_.app));
  if (package == oracle.app.app) return {};
  return Fail(ErrorKind::kUnsupported,
              "{} is a recording of {}, and {} is the app {}", options_.tape,
              oracle.app.app, options_.app, package);
}

Status MinimizeSession::ResolveTarget() {
  if (!options_.target.starts_with("crash")) return {};
  ASSIGN_OR_RETURN(const auto crashes, compare::CrashesOf(*tape_));
  ASSIGN_OR_RETURN(compare::Target target,
                   compare::Target::Parse(options_.target));
  report_.recorded_crash = compare::FirstTaken(std::move(target), crashes);
  if (report_.recorded_crash.empty() && !crashes.empty()) {
    report_.recorded_crash = crashes.front();
  }
  if (options_.target != "crash") return {};
  if (crashes.empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} has no crash, and --target crash is the recorded one; "
                "--target 'crash~.' is any crash, 'crash~REGEX' one like that",
                options_.tape);
  }
  if (crashes.size() > 1) {
    console_.Note(fmt::format(
        "{} has {} different crashes; the first one is the target: {}; "
        "--target 'crash~REGEX' names another",
        options_.tape, crashes.size(), EscapeForTerminal(crashes.front())));
  }
  options_.target = "crash=" + crashes.front();
  return {};
}

Result<bool> MinimizeSession::Prove() {
  const bool out_of_time = report_.end == "out-of-time";
  if (options_.target.empty() || (report_.end != "done" && !out_of_time)) {
    return false;
  }
  phones_.reset();
  ProofOptions proof{.fleet = PhonesWanted(),
                     .oracle = {},
                     .input = (scratch_->path() / "result.mcap").string(),
                     .out = options_.out,
                     .command_line = command_line_,
                     .runs = options_.parameters.nr};
  proof.fleet.label = "proof";
  proof.fleet.reuse = false;
  ASSIGN_OR_RETURN(proof.oracle, OnPhones());
  UnsyncedFileSystem files(RealFileSystem());
  RETURN_IF_ERROR(minimize::WriteCandidateTape(files, *tape_, result_,
                                               command_line_, proof.input));
  console_.Progress("running the result on new phones");
  ASSIGN_OR_RETURN(Proof proven,
                   ProveResult(proof, [this] { return interrupt_->asked(); }));
  report_.fresh = proven.runs;
  report_.actions = std::move(proven.steps);
  // Of what each run makes up only the recorded one's is told.
  report_.crash = compare::SameCrash(proven.crash, report_.recorded_crash)
                      ? report_.recorded_crash
                      : proven.crash;
  if (result_.rest_ns && !report_.actions.empty()) {
    report_.actions.push_back("wait " + FormatDuration(*result_.rest_ns));
  }
  return proven.recorded;
}

}  // namespace reprise::cli
