// The page that draws tapes, which is inside the tool: one HTML file, made from
// ui/ by the build.
//
// Threads: functions without state.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace reprise::web {

std::string_view Page();

// Writes the page with these tapes and reports of minimisations inside: one
// file that needs neither Reprise nor a network.
Status WriteReport(FileSystem& files, const std::vector<std::string>& inputs,
                   const std::string& out);

}  // namespace reprise::web
