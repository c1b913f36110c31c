#include "cli/minimize_options.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/text.h"
#include "cli/session_options.h"
#include "cli/values.h"
#include "compare/target.h"
#include "minimize/oracle_message.h"
#include "minimize/passes.h"

namespace reprise::cli {
namespace {

constexpr size_t kMaxWorkers = 1000;
constexpr std::chrono::hours kTargetBudget{1};
constexpr std::string_view kNoPass = "none";

template <typename T>
Status Count(const Arguments& arguments, std::string_view name, T* out,
             uint64_t most = std::numeric_limits<uint32_t>::max()) {
  ASSIGN_OR_RETURN(const auto value, CountOption(arguments, name));
  if (!value) return {};
  if (*value > most) {
    return Fail(ErrorKind::kInvalidArgument, "--{}: {} is too many; at most {}",
                name, *value, most);
  }
  *out = static_cast<T>(*value);
  return {};
}

template <typename T>
Result<T> Number(const Arguments& arguments, std::string_view name,
                 std::string_view accepted) {
  const std::string text = arguments.Value(name);
  T value{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) {
    return Fail(ErrorKind::kInvalidArgument,
                "--{}: '{}' is no number; it is {}", name, text, accepted);
  }
  return value;
}

Status ReadParameters(const Arguments& arguments, MinimizeOptions* options) {
  minimize::SearchOptions& parameters = options->parameters;
  options->search = arguments.Value("search");
  parameters.selection = arguments.Value("selection");
  RETURN_IF_ERROR(Count(arguments, "workers", &options->workers, kMaxWorkers));
  parameters.m = static_cast<uint32_t>(options->workers);
  RETURN_IF_ERROR(Count(arguments, "n", &parameters.n));
  RETURN_IF_ERROR(Count(arguments, "m", &parameters.m));
  RETURN_IF_ERROR(Count(arguments, "nr", &parameters.nr));
  RETURN_IF_ERROR(Count(arguments, "st", &parameters.st));
  RETURN_IF_ERROR(
      Count(arguments, "mdp-candidates", &parameters.mdp_candidates));
  if (arguments.Has("c")) {
    ASSIGN_OR_RETURN(parameters.c,
                     Number<double>(arguments, "c", "from 0 to 1, as in 0.8"));
  }
  ASSIGN_OR_RETURN(parameters.seed,
                   Number<uint64_t>(arguments, "seed", "a whole number"));
  options->batch = arguments.Has("batch");
  // Phones of --target share this machine: whatever a run costs, the others
  // wait for.
  parameters.cost_aware =
      arguments.Has("cost-aware") ||
      (!options->target.empty() && options->search == "speculative");
  return {};
}

// An option that a search has no use for is a mistake of who gave it.
Status CheckUses(const Arguments& arguments, const MinimizeOptions& options) {
  struct Use {
    std::string_view option;
    std::vector<std::string_view> searches;
  };
  const Use uses[] = {
      {"selection", {"nd3min"}},         {"c", {"nd3min"}},
      {"mdp-candidates", {"nd3min"}},    {"n", {"nd3min", "speculative"}},
      {"nr", {"nd3min", "speculative"}}, {"st", {"nd3min", "speculative"}},
      {"cost-aware", {"speculative"}}};
  for (const Use& use : uses) {
    if (arguments.Has(use.option) &&
        std::ranges::find(use.searches, options.search) == use.searches.end()) {
      return BadUsage(
          "minimize",
          fmt::format("--{} is for --search {}, not for {}", use.option,
                      fmt::join(use.searches, " and "), options.search));
    }
  }
  if (arguments.Has("mdp-candidates") &&
      options.parameters.selection != "mdp") {
    return BadUsage("minimize", "--mdp-candidates is for --selection mdp");
  }
  return {};
}

// With nr or st given alone, the other keeps the paper's proportion.
void FitRule(const Arguments& arguments, minimize::SearchOptions* parameters) {
  if (arguments.Has("nr") && !arguments.Has("st")) {
    parameters->st = (parameters->nr * 9 + 9) / 10;
  }
  if (arguments.Has("nr")) {
    parameters->initial_runs = parameters->nr;
    parameters->initial_passes = (parameters->nr * 3 + 3) / 4;
  }
  // Who asks less of the result asks less of the whole.
  if (arguments.Has("st")) {
    parameters->initial_passes =
        std::min(parameters->initial_passes, (parameters->st * 5 + 5) / 6);
  }
}

Status ReadBudget(const Arguments& arguments, MinimizeOptions* options) {
  if (!arguments.Has("budget")) {
    if (!options->target.empty()) options->budget = kTargetBudget;
    return {};
  }
  const auto budget = ParseDuration(arguments.Value("budget"));
  if (!budget) return BadValue("budget", budget.error());
  options->budget = std::chrono::nanoseconds(static_cast<int64_t>(*budget));
  return {};
}

Status ReadTimes(const Arguments& arguments, MinimizeOptions* options) {
  const auto timeout = ParseDuration(arguments.Value("run-timeout"));
  if (!timeout) return BadValue("run-timeout", timeout.error());
  if (*timeout == 0) {
    return Fail(ErrorKind::kInvalidArgument,
                "--run-timeout: no run ends in no time; give the longest that "
                "one may take, as in 10m");
  }
  options->run_timeout =
      std::chrono::nanoseconds(static_cast<int64_t>(*timeout));
  RETURN_IF_ERROR(ReadBudget(arguments, options));
  if (arguments.Has("settle")) {
    const auto settle = ParseDuration(arguments.Value("settle"));
    if (!settle) return BadValue("settle", settle.error());
    options->settle_ns = static_cast<int64_t>(*settle);
  }
  return {};
}

Status ReadSubject(const Arguments& arguments, MinimizeOptions* options) {
  options->tape = arguments.Value("TAPE");
  options->out = arguments.Value("output");
  if (arguments.Has("units")) {
    if (!options->tape.empty() || !options->out.empty()) {
      return BadUsage("minimize",
                      "--units is for a search without tape: it takes neither "
                      "TAPE nor --output");
    }
    RETURN_IF_ERROR(ReadBudget(arguments, options));
    if (arguments.Has("settle")) {
      return BadUsage("minimize",
                      "--settle is for a TAPE: units of --units "
                      "have no pauses");
    }
    return Count(arguments, "units", &options->parameters.units,
                 minimize::kMaxUnits);
  }
  if (options->tape.empty()) {
    return BadUsage("minimize", "no TAPE is given, and no --units either");
  }
  if (options->out.empty()) {
    return BadUsage("minimize", "--output is missing: the tape to write");
  }
  return {};
}

// --on phone, or phone:PROFILE.
Status ReadPhones(const Arguments& arguments, MinimizeOptions* options) {
  if (!arguments.Has("on")) return {};
  const std::string on = arguments.Value("on");
  if (options->target.empty()) {
    return BadUsage("minimize", "--on is for --target");
  }
  if (on != "phone" && (!on.starts_with("phone:") || on == "phone:")) {
    return Fail(ErrorKind::kInvalidArgument,
                "--on: '{}' is no virtual phone; it is phone, or "
                "phone:PROFILE as in phone:pixel-7",
                on);
  }
  if (on != "phone") options->profile = on.substr(6);
  return {};
}

Status ReadPasses(const Arguments& arguments, MinimizeOptions* options) {
  options->passes = arguments.Values("pass");
  const bool none =
      std::ranges::find(options->passes, kNoPass) != options->passes.end();
  if (none && options->passes.size() > 1) {
    return BadUsage("minimize", "--pass none excludes other passes");
  }
  if (none) options->passes.clear();
  if (!none && options->passes.empty() && !options->target.empty()) {
    options->default_passes = true;
    options->passes = {"pairs",      "fingers", "points",
                       "characters", "pauses",  "wait"};
  }
  return {};
}

std::vector<std::string_view> PassWords() {
  std::vector<std::string_view> words = minimize::PassNames();
  words.push_back(kNoPass);
  return words;
}

Status ReadOracle(const Arguments& arguments, MinimizeOptions* options) {
  const int ways = (arguments.Has("test") ? 1 : 0) +
                   (arguments.Has("oracle") ? 1 : 0) +
                   (arguments.Has("target") ? 1 : 0);
  if (ways != 1) {
    return BadUsage("minimize",
                    ways == 0 ? "nothing decides what reaches the target: give "
                                "--target, --test or --oracle"
                              : "give one of --target, --test and --oracle, "
                                "not several");
  }
  options->long_lived = arguments.Has("oracle");
  options->command = arguments.Value(options->long_lived ? "oracle" : "test");
  options->target = arguments.Value("target");
  options->app = arguments.Value("app");
  if (options->target.empty() != options->app.empty()) {
    return BadUsage("minimize",
                    "--target and --app belong together: the APK is what runs "
                    "on the phones");
  }
  if (!options->target.empty()) {
    if (options->tape.empty()) {
      return BadUsage("minimize", "--target needs a TAPE");
    }
    const auto target = compare::Target::Parse(options->target);
    if (!target) return BadValue("target", target.error());
  }
  RETURN_IF_ERROR(ReadPhones(arguments, options));
  RETURN_IF_ERROR(ReadPasses(arguments, options));
  if (!options->passes.empty() &&
      (options->long_lived || options->tape.empty())) {
    return BadUsage("minimize",
                    "--pass needs a tape and --test: workers know units only");
  }
  return {};
}

Status ReadFiles(const Arguments& arguments, MinimizeOptions* options) {
  options->resume = arguments.Has("resume");
  options->force = arguments.Has("force");
  options->journals = arguments.Values("journal");
  options->prior = arguments.Value("prior");
  options->reports = arguments.Values("report");
  for (const std::string& report : options->reports) {
    if (!report.ends_with(".html") && !report.ends_with(".json")) {
      return Fail(ErrorKind::kInvalidArgument,
                  "--report: '{}' tells no kind; end it in .html or .json",
                  report);
    }
  }
  options->learn_prior = arguments.Has("learn-prior");
  if (options->learn_prior && options->prior.empty()) {
    return BadUsage("minimize",
                    "--learn-prior needs --prior: the file to write");
  }
  return {};
}

Status CheckJournals(MinimizeOptions* options) {
  if (options->journals.size() > 1) {
    return BadUsage("minimize",
                    "several --journal are for --learn-prior without an "
                    "oracle only");
  }
  if (options->journals.empty() && !options->out.empty()) {
    options->journals = {options->out + ".journal"};
    options->usual_journal = true;
  }
  if (options->resume && options->journals.empty()) {
    return BadUsage("minimize", "--resume with --units needs --journal");
  }
  return {};
}

}  // namespace

std::string MinimizeOptions::InWords() const {
  return fmt::format(
      "--search {} --selection {} --n {} --m {} --nr {} --st {} --c {} "
      "--seed {} --workers {}{}{}",
      search, parameters.selection, parameters.n, parameters.m, parameters.nr,
      parameters.st, parameters.c, parameters.seed, workers,
      batch ? " --batch" : "", parameters.cost_aware ? " --cost-aware" : "");
}

Result<MinimizeOptions> ReadMinimizeOptions(const Arguments& arguments) {
  MinimizeOptions options;
  RETURN_IF_ERROR(ReadFiles(arguments, &options));
  if (options.learn_prior && !arguments.Has("test") &&
      !arguments.Has("oracle") && !arguments.Has("target")) {
    if (options.journals.empty()) {
      return BadUsage("minimize",
                      "--learn-prior without an oracle learns from --journal");
    }
    for (const Option& option : MinimizeOptionTable()) {
      if (arguments.Has(option.name) && option.name != "learn-prior" &&
          option.name != "prior" && option.name != "journal") {
        return BadUsage("minimize",
                        fmt::format("--{} needs an oracle: give --test or "
                                    "--oracle",
                                    option.name));
      }
    }
    if (!arguments.Value("TAPE").empty()) {
      return BadUsage("minimize",
                      "a TAPE needs an oracle: give --test or --oracle");
    }
    return options;
  }
  RETURN_IF_ERROR(ReadSubject(arguments, &options));
  RETURN_IF_ERROR(ReadOracle(arguments, &options));
  RETURN_IF_ERROR(ReadParameters(arguments, &options));
  RETURN_IF_ERROR(CheckUses(arguments, options));
  FitRule(arguments, &options.parameters);
  RETURN_IF_ERROR(ReadTimes(arguments, &options));
  RETURN_IF_ERROR(CheckJournals(&options));
  return options;
}

std::vector<Option> MinimizeOptionTable() {
  return {
      {.name = "output",
       .letter = 'o',
       .value = "OUT",
       .help = "the tape to write; needed with TAPE",
       .completes = Completes::kFiles},
      ForceOption(),
      {.name = "target",
       .value = "TARGET",
       .help = "what a run must reach on a virtual phone: crash, "
               "activity=NAME, log~REGEX, view(id=NAME).text=TEXT, "
               "pref(FILE/KEY)=VALUE"},
      {.name = "app",
       .value = "APK",
       .help = "the app that runs on the phones of --target",
       .completes = Completes::kFiles},
      {.name = "on",
       .value = "DEVICE",
       .help = "phones of --target: phone, or phone:PROFILE; as recorded"},
      {.name = "test",
       .value = "CMD",
       .help = "run by sh for each run, with the candidate's path appended: "
               "exit code 0 reached, 1 not reached, 125 does not count"},
      {.name = "oracle",
       .value = "CMD",
       .help = "run by sh once per worker; answers JSON lines"},
      {.name = "search",
       .value = "NAME",
       .help = "how to search",
       .words = minimize::SearchNames(),
       .fallback = "speculative"},
      {.name = "selection",
       .value = "NAME",
       .help = "which candidates nd3min runs next",
       .words = minimize::SelectionNames(),
       .fallback = "heuristic"},
      {.name = "n", .value = "N", .help = "parts to split in; 5"},
      {.name = "m",
       .value = "N",
       .help = "runs in one step; as many as there are workers"},
      {.name = "nr", .value = "N", .help = "runs to judge a candidate by; 20"},
      {.name = "st",
       .value = "N",
       .help = "of them must pass; 18, or nine tenths of --nr"},
      {.name = "c", .value = "C", .help = "of the heuristic; 0.8"},
      {.name = "mdp-candidates",
       .value = "N",
       .help = "as many at once are left to the mdp, 2 to 6, more to the "
               "heuristic; 5"},
      {.name = "workers",
       .value = "N",
       .help = "runs at the same time",
       .fallback = "1"},
      {.name = "batch",
       .help = "in lock-step: all runs of a step end before the next begins"},
      {.name = "cost-aware",
       .help = "save worker time rather than steps; speculative only, and "
               "always with --target"},
      {.name = "seed",
       .value = "N",
       .help = "told to the oracle as REPRISE_SEED; a search leaves nothing to "
               "chance",
       .fallback = "1"},
      {.name = "units",
       .value = "N",
       .help = "minimise N abstract units instead of a tape"},
      {.name = "run-timeout",
       .value = "DURATION",
       .help = "a run that takes longer is ended and repeated",
       .fallback = "10m"},
      {.name = "budget",
       .value = "DURATION",
       .help =
           "the longest time for the search and the passes: the best so far "
           "is the result; with --target 1h"},
      {.name = "settle",
       .value = "DURATION",
       .help = "the longest pause before a unit; twice the median pause, from "
               "1s to 4s"},
      {.name = "pass",
       .value = "NAME",
       .help = "afterwards reduce inside the units, in this order; with "
               "--target pairs, fingers, points, characters, pauses and wait "
               "unless others are named",
       .words = PassWords(),
       .repeats = true},
      {.name = "journal",
       .value = "FILE",
       .help = "where every run is written as it ends; OUT.journal",
       .repeats = true,
       .completes = Completes::kFiles},
      {.name = "resume",
       .help = "go on where the journal ends, paying for no run twice"},
      {.name = "report",
       .value = "FILE",
       .help = "write a report, .html or .json",
       .repeats = true,
       .completes = Completes::kFiles},
      {.name = "prior",
       .value = "FILE",
       .help = "what to believe of candidates before any run",
       .completes = Completes::kFiles},
      {.name = "learn-prior",
       .help = "estimate --prior anew from the runs; without an oracle, from "
               "journals"},
  };
}

}  // namespace reprise::cli
