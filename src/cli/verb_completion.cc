#include "cli/completion.h"
#include "cli/console.h"
#include "cli/parse.h"
#include "cli/verbs.h"

namespace reprise::cli {
namespace {

Result<ExitCode> RunCompletion(const Arguments& arguments, Console& console) {
  const bool bash = arguments.Value("SHELL") == "bash";
  RETURN_IF_ERROR(
      console.Write(bash ? BashCompletion(Verbs()) : ZshCompletion(Verbs())));
  return ExitCode::kDone;
}

}  // namespace

const Verb kCompletionVerb = {
    .name = "completion",
    .summary = "print a script that completes reprise in a shell",
    .description =
        "The script completes verbs, options, their words, and file names. "
        "Source it in the shell's start file.",
    .positionals = {{.name = "SHELL",
                     .help = "the shell",
                     .words = {"bash", "zsh"},
                     .completes = Completes::kNothing}},
    .options = {},
    .examples = {{"source <(reprise completion bash)",
                  "complete from now on; put it into ~/.bashrc to keep it"}},
    .run = RunCompletion,
    .common_options = false,
};

}  // namespace reprise::cli
