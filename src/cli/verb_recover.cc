#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/console.h"
#include "cli/output_file.h"
#include "cli/parse.h"
#include "cli/verbs.h"
#include "tape/recover.h"

namespace reprise::cli {
namespace {

using tape::RecoverReport;

std::string Json(const RecoverReport& report, const std::string& out) {
  nlohmann::ordered_json json = {{"path", out},
                                 {"was_complete", report.was_complete},
                                 {"messages", report.messages},
                                 {"chunks", report.chunks},
                                 {"attachments", report.attachments},
                                 {"metadata", report.metadata},
                                 {"losses", nlohmann::ordered_json::array()}};
  for (const tape::Loss& loss : report.losses) {
    nlohmann::ordered_json entry = {
        {"offset", loss.offset}, {"size", loss.size}, {"what", loss.what}};
    if (loss.after) entry["after_ns"] = *loss.after;
    if (loss.before) entry["before_ns"] = *loss.before;
    json["losses"].push_back(std::move(entry));
  }
  return json.dump(-1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

std::string Count(uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string Text(const RecoverReport& report) {
  return fmt::format("{}, {} and {} were recovered{}\n",
                     Count(report.messages, "message"),
                     Count(report.attachments, "attachment"),
                     Count(report.metadata, "metadata record"),
                     report.losses.empty() ? "; nothing is missing" : "");
}

Result<ExitCode> RunRecover(const Arguments& arguments, Console& console) {
  const std::string in = arguments.Value("IN");
  ASSIGN_OR_RETURN(const std::string out,
                   ResolveOutput(arguments.Value("OUT"), std::vector{in}));
  const RemoveOnInterrupt remove(FreePartName(RealFileSystem(), out));
  ASSIGN_OR_RETURN(const RecoverReport report,
                   tape::Recover(RealFileSystem(), in, out));
  std::vector<std::string> losses;
  losses.reserve(report.losses.size());
  for (const tape::Loss& loss : report.losses) losses.push_back(loss.what);
  console.WarnAbout(in, losses);
  if (arguments.Has("json")) {
    RETURN_IF_ERROR(console.Write(Json(report, out)));
  } else if (!console.quiet()) {
    RETURN_IF_ERROR(console.Write(Text(report)));
  }
  return ExitCode::kDone;
}

}  // namespace

const Verb kRecoverVerb = {
    .name = "recover",
    .summary = "make a whole tape of a cut or damaged one",
    .description =
        "Writes all that can still be read: every message of every intact "
        "chunk, with its times and its channel. A warning for each loss says "
        "where it is and between which times. IN is not changed.",
    .positionals = {{.name = "IN", .help = "the cut or damaged tape"},
                    {.name = "OUT", .help = "the tape to write"}},
    .options = {},
    .examples = {{"reprise recover crashed.mcap whole.mcap",
                  "save what a killed recording left"}},
    .run = RunRecover,
};

}  // namespace reprise::cli
