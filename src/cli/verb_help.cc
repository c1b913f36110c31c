#include "cli/console.h"
#include "cli/help.h"
#include "cli/parse.h"
#include "cli/verbs.h"

namespace reprise::cli {
namespace {

Result<ExitCode> RunHelp(const Arguments& arguments, Console& console) {
  if (arguments.Has("markdown")) {
    RETURN_IF_ERROR(
        WriteDocs(RealFileSystem(), Verbs(), arguments.Value("markdown")));
    return ExitCode::kDone;
  }
  const std::string name = arguments.Value("VERB");
  if (name.empty()) {
    RETURN_IF_ERROR(console.Write(ToolHelp(Verbs(), console.width())));
    return ExitCode::kDone;
  }
  ASSIGN_OR_RETURN(const Verb* verb, FindVerb(Verbs(), name));
  RETURN_IF_ERROR(console.Write(VerbHelp(*verb, console.width())));
  return ExitCode::kDone;
}

}  // namespace

const Verb kHelpVerb = {
    .name = "help",
    .summary = "tell about a verb",
    .description =
        "Tells what reprise VERB --help tells; without VERB, which verbs "
        "there are.",
    .positionals = {{.name = "VERB",
                     .help = "the verb to tell about",
                     .optional = true,
                     .completes = Completes::kVerbs}},
    .options = {{.name = "markdown",
                 .value = "DIR",
                 .help = "write the tables into the pages in DIR",
                 .hidden = true}},
    .examples = {{"reprise help show", "tell about show"}},
    .run = RunHelp,
    .common_options = false,
};

}  // namespace reprise::cli
