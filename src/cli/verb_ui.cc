#include "cli/verbs.h"
#include "cli/web_page.h"

namespace reprise::cli {
namespace {

Result<ExitCode> RunUi(const Arguments& arguments, Console& console) {
  std::vector<std::string> paths = arguments.Values("PATH");
  if (paths.empty()) paths.push_back(".");
  RETURN_IF_ERROR(ServePage(paths, arguments, console));
  return ExitCode::kDone;
}

}  // namespace

const Verb kUiVerb = {
    .name = "ui",
    .summary = "look at tapes in a browser",
    .description =
        "Serves a page that draws tapes: a film strip over all streams, what "
        "was done in words, the screens before and after, view tree, state, "
        "log, network and every message. A tape that is being recorded is "
        "followed. The page is served to this computer only, at an address "
        "with a token, until Ctrl-C.\n"
        "\n"
        "The first tape is the recording, the second one its replay beside "
        "it. The JSON report of 'reprise minimize' shows how a recording was "
        "cut down. Tapes of folders are listed to be chosen from.",
    .positionals = {{.name = "PATH",
                     .help = "tapes, reports of minimisations, or folders of "
                             "them; this folder",
                     .repeats = true,
                     .optional = true}},
    .options = ServeOptions(),
    .examples = {{"reprise ui", "choose among the tapes of this folder"},
                 {"reprise ui run.mcap replayed.mcap",
                  "a replay beside its recording"},
                 {"reprise ui --no-open --port 8700 runs/",
                  "on a machine without a browser, through a tunnel"}},
    .run = RunUi,
};

}  // namespace reprise::cli
