#include "cli/minimize_options.h"
#include "cli/minimize_session.h"
#include "cli/verbs.h"

namespace reprise::cli {
namespace {

Result<ExitCode> RunMinimize(const Arguments& arguments, Console& console) {
  ASSIGN_OR_RETURN(MinimizeOptions options, ReadMinimizeOptions(arguments));
  if (options.command.empty() && options.target.empty()) {
    RETURN_IF_ERROR(LearnPriorFromJournals(options));
    return ExitCode::kDone;
  }
  MinimizeSession session(std::move(options), arguments.command_line(),
                          console);
  return session.Run(arguments.Has("json"));
}

}  // namespace

const Verb kMinimizeVerb = {
    .name = "minimize",
    .summary = "cut a tape down to what its target needs",
    .description =
        "Finds the units of TAPE (gestures, key presses, texts and other "
        "input) without which a target is no longer reached, although apps "
        "are not deterministic: what is left reaches it in at least --st of "
        "--nr runs, and without any one of its units it does not.\n"
        "\n"
        "--test CMD is run for each run with the candidate's path appended. "
        "Its exit code says whether the target was reached: 0 yes, 1 no, 125 "
        "the run does not count and is repeated. After three other codes in a "
        "row the search stops. --oracle CMD is started once per worker and "
        "stays: it reads requests and writes answers, one JSON object per "
        "line. A worker that dies, hangs or talks nonsense is replaced. Both "
        "find the number of their worker in REPRISE_WORKER.\n"
        "\n"
        "Every run is written to the journal as it ends. After Ctrl-C, a "
        "crash or a power cut --resume goes on and pays for no run twice. "
        "Ctrl-C writes the best result that is certified so far and ends with "
        "exit code 130; a tape that reaches its target too rarely ends with "
        "4.",
    .positionals = {{.name = "TAPE",
                     .help = "the recording; none with --units",
                     .optional = true}},
    .options = MinimizeOptionTable(),
    .examples =
        {{"reprise minimize run.mcap -o few.mcap --app a.apk --target crash",
          "on virtual phones, to the steps that crash the app"},
         {"reprise minimize run.mcap -o small.mcap --test ./crashes.sh",
          "with a script of your own"},
         {"reprise minimize run.mcap -o s.mcap --test ./t.sh "
          "--workers 4 --resume",
          "four at a time, from where it was interrupted"},
         {"reprise minimize --units 500 --oracle 'reprise simulate'",
          "a synthetic app"}},
    .run = RunMinimize,
};

}  // namespace reprise::cli
