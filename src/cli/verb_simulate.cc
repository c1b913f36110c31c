#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/session_options.h"
#include "cli/values.h"
#include "cli/verbs.h"
#include "minimize/oracle_message.h"
#include "minimize/random.h"
#include "minimize/simulate.h"

namespace reprise::cli {
namespace {

using minimize::OracleAnswer;
using minimize::SyntheticApp;

// A request names at most all units; what is longer is no request.
constexpr size_t kMaxRequest = size_t{16} << 20;

// The lines of standard input.
class Input {
 public:
  // False at the end, and after an interrupt.
  Result<bool> Next(std::string* line) {
    while (true) {
      const size_t end = buffer_.find('\n', searched_);
      if (end != std::string::npos) {
        line->assign(buffer_, 0, end);
        buffer_.erase(0, end + 1);
        searched_ = 0;
        return true;
      }
      searched_ = buffer_.size();
      if (buffer_.size() > kMaxRequest) {
        return Fail(ErrorKind::kCorruption,
                    "a request on standard input is longer than {} bytes",
                    kMaxRequest);
      }
      char piece[16384];
      const ssize_t n = read(STDIN_FILENO, piece, sizeof(piece));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      buffer_.append(piece, static_cast<size_t>(n));
    }
  }

 private:
  std::string buffer_;
  size_t searched_ = 0;
};

Result<uint64_t> Seed(const Arguments& arguments) {
  const std::string text = arguments.Value("seed");
  uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc() || rest != end) {
    return Fail(ErrorKind::kInvalidArgument,
                "--seed: '{}' is no seed; it is a whole number", text);
  }
  return seed;
}

// Chance differs from worker to worker and from life to life of a worker,
// unless --run-seed says otherwise.
Result<uint64_t> RunSeed(const Arguments& arguments) {
  if (!arguments.Has("run-seed")) {
    uint64_t seed = 0;
    if (getentropy(&seed, sizeof(seed)) != 0) {
      return Fail(ErrorKind::kIo, "the system gives no chance; use --run-seed");
    }
    return seed;
  }
  ASSIGN_OR_RETURN(const auto seed, CountOption(arguments, "run-seed"));
  return *seed;
}

Result<ExitCode> Describe(const SyntheticApp& app, bool json,
                          Console& console) {
  const double whole = app.SuccessProbability(app.Whole());
  const double planted = app.SuccessProbability(app.planted());
  if (json) {
    RETURN_IF_ERROR(console.Write(JsonLine(nlohmann::ordered_json{
        {"kind", app.kind()},
        {"units", app.units()},
        {"planted", app.planted()},
        {"probability", {{"whole", whole}, {"planted", planted}}}})));
    return ExitCode::kDone;
  }
  RETURN_IF_ERROR(console.Write(fmt::format(
      "{} app of {} units\nits target was built on {} units: {}\n"
      "reached with probability {:.4f} by all units, {:.4f} by these\n",
      app.kind(), app.units(), app.planted().size(),
      fmt::join(app.planted(), " "), whole, planted)));
  return ExitCode::kDone;
}

Result<ExitCode> RunSimulate(const Arguments& arguments, Console& console) {
  ASSIGN_OR_RETURN(const uint64_t seed, Seed(arguments));
  ASSIGN_OR_RETURN(const auto units, CountOption(arguments, "units"));
  const std::string kind = arguments.Value("kind");
  const auto generate = [&](uint64_t count) -> Result<SyntheticApp> {
    if (count > minimize::kMaxSyntheticUnits) {
      return Fail(ErrorKind::kInvalidArgument,
                  "{} units are too many; at most {}", count,
                  minimize::kMaxSyntheticUnits);
    }
    return minimize::Generate(kind, static_cast<uint32_t>(count), seed);
  };
  if (arguments.Has("describe")) {
    ASSIGN_OR_RETURN(const SyntheticApp app, generate(units.value_or(500)));
    return Describe(app, arguments.Has("json"), console);
  }
  ASSIGN_OR_RETURN(const uint64_t run_seed, RunSeed(arguments));
  Input input;
  std::string line;
  ASSIGN_OR_RETURN(const bool greeted, input.Next(&line));
  if (!greeted) {
    return Fail(ErrorKind::kInvalidArgument,
                "standard input ended before a greeting; this verb is an "
                "--oracle of 'reprise minimize', or tells of the app with "
                "--describe");
  }
  ASSIGN_OR_RETURN(const minimize::OracleHello hello,
                   minimize::ParseHello(line));
  if (units && *units != hello.units) {
    return Fail(ErrorKind::kInvalidArgument,
                "--units is {}, and the search has {}; leave it out", *units,
                hello.units);
  }
  ASSIGN_OR_RETURN(const SyntheticApp app, generate(hello.units));
  while (true) {
    ASSIGN_OR_RETURN(const bool asked, input.Next(&line));
    if (!asked) return ExitCode::kDone;
    ASSIGN_OR_RETURN(const minimize::OracleRequest request,
                     minimize::ParseRequest(line, app.units()));
    // By the request and not by the order, which depends on how fast workers
    // are.
    const bool passed =
        app.Run(request.units, minimize::DeriveSeed(run_seed, request.id));
    const auto what =
        passed ? OracleAnswer::What::kPass : OracleAnswer::What::kFail;
    RETURN_IF_ERROR(console.Write(ToLine(OracleAnswer{request.id, what, ""})));
    RETURN_IF_ERROR(console.Flush());
  }
}

}  // namespace

const Verb kSimulateVerb = {
    .name = "simulate",
    .summary = "be an app with a known success probability",
    .description =
        "Is an oracle of 'reprise minimize' for a synthetic app: an automaton "
        "whose units move it from state to state, some only sometimes, and "
        "whose target is known, so that the probability of every candidate is "
        "known exactly. It reads requests from standard input and answers "
        "them, one JSON object per line.\n"
        "\n"
        "plain apps have stages, some of which several units pass, and "
        "detours that later units take back. In flaky ones some units work "
        "only sometimes, and the app may crash. In dialog ones a dialog comes "
        "in a share of the runs, or the app has two modes. mixed is one of "
        "them.",
    .positionals = {},
    .options = {{.name = "kind",
                 .value = "KIND",
                 .help = "of app",
                 .words = minimize::SyntheticKinds(),
                 .fallback = "mixed"},
                {.name = "seed",
                 .value = "N",
                 .help = "which app of the kind",
                 .fallback = "1"},
                {.name = "units",
                 .value = "N",
                 .help = "of the app; the search says how many, and with "
                         "--describe it is 500"},
                {.name = "run-seed",
                 .value = "N",
                 .help =
                     "with a request's id it decides all chance in its run; "
                     "without it chance is the system's"},
                {.name = "describe",
                 .help = "tell what the app is like and end"}},
    .examples = {{"reprise simulate --kind dialog --seed 7 --describe",
                  "what the app is like"}},
    .run = RunSimulate,
};

}  // namespace reprise::cli
