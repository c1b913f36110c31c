// The page that draws tapes, as `show` and `ui` offer it: served to the user's
// browser, or written as a report.
//
// Threads: main thread only.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/console.h"
#include "cli/parse.h"
#include "cli/verb.h"

namespace reprise::cli {

// --port and --no-open.
std::vector<Option> ServeOptions();

// Serves these files and folders until Ctrl-C; prints the address and opens it
// in the user's browser. Returns only when that failed.
Status ServePage(const std::vector<std::string>& paths,
                 const Arguments& arguments, Console& console);

// The page and these files in one file, OUT.
Status WritePageReport(const std::vector<std::string>& paths,
                       const std::string& out);

}  // namespace reprise::cli
