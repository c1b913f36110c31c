#include "minimize/report.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "minimize/first_check.h"
#include "minimize/prior.h"

namespace reprise::minimize {
namespace {

using Json = nlohmann::ordered_json;

Json Runs(const Tally& tally) {
  return {{"runs", tally.runs()}, {"pass", tally.passes}};
}

// It was checked, and reached the target too rarely.
bool NeedsLuck(const MinimizeReport& report) {
  const Tally& whole = report.outcome.initial;
  const bool checked =
      report.end == "not-reproducible" || whole.runs() >= report.options.nr;
  return checked && whole.runs() > 0 && !MayPass(report.options, whole);
}

double Seconds(uint64_t ns) { return static_cast<double>(ns) / 1e9; }

std::string Count(uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Json CertificateJson(const MinimizeReport& report) {
  const Certificate certificate =
      CertificateOf(report.outcome, report.runs.evidence);
  Json deletions = Json::array();
  for (size_t i = 0; i < certificate.deletions.size(); i++) {
    Json deletion = {{"unit", report.outcome.kept[i]}};
    deletion.update(Runs(certificate.deletions[i]));
    deletions.push_back(std::move(deletion));
  }
  return {{"result", Runs(certificate.result)},
          {"deletions", std::move(deletions)}};
}

Json WorkersJson(const RunnerReport& runs) {
  Json workers = Json::array();
  for (const WorkerUse& use : runs.workers) {
    workers.push_back({{"runs", use.runs},
                       {"busy_s", Seconds(use.busy_ns)},
                       {"lost", use.lost}});
  }
  return workers;
}

Json HistoryJson(const std::vector<Decision>& history) {
  Json list = Json::array();
  for (const Decision& decision : history) {
    list.push_back({{"what", decision.what},
                    {"units", decision.units},
                    {"runs", decision.runs}});
  }
  return list;
}

Json RemovedJson(const MinimizeReport& report) {
  Json removed = Json::array();
  size_t next = 0;
  const Candidate& kept = report.outcome.kept;
  for (uint32_t unit = 0; unit < report.options.units; unit++) {
    if (next < kept.size() && kept[next] == unit) {
      next++;
      continue;
    }
    Json item = {{"unit", unit}};
    if (!report.units.empty()) item["what"] = report.units[unit];
    removed.push_back(std::move(item));
  }
  return removed;
}

}  // namespace

Certificate CertificateOf(const Outcome& outcome, const Evidence& evidence) {
  Certificate certificate;
  certificate.result = evidence.Of(outcome.kept);
  for (size_t i = 0; i < outcome.kept.size(); i++) {
    Candidate without = outcome.kept;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    certificate.deletions.push_back(evidence.Of(without));
  }
  return certificate;
}

size_t UnitsLeft(const MinimizeReport& report) {
  return report.units_after_pairs ? *report.units_after_pairs
                                  : report.outcome.kept.size();
}

std::string ReportLine(const MinimizeReport& report) {
  const Outcome& outcome = report.outcome;
  if (report.end == "not-reproducible") {
    return fmt::format(
        "not reproducible: {} of {} runs of all {} units reached the target",
        outcome.initial.passes, outcome.initial.runs(), report.options.units);
  }
  const Tally& check = outcome.final_check;
  const bool doubted = report.end == "done" && check.runs() > 0 &&
                       !Passed({report.options.nr, report.options.st}, check);
  return fmt::format(
      "{} became {}{}, {}, in {} and {}{}{}",
      Count(report.options.units, "unit"), UnitsLeft(report),
      report.units_after_pairs
          ? fmt::format(" ({} before the pass pairs)", outcome.kept.size())
          : "",
      outcome.certified ? "certified" : "not certified",
      Count(report.runs.steps, "round"), Count(report.runs.calls, "run"),
      report.end == "done"          ? ""
      : report.end == "out-of-time" ? ", out of time"
                                    : ", " + report.end,
      doubted ? fmt::format(", but its last check reached the target in only "
                            "{} of {} runs",
                            check.passes, check.runs())
              : "");
}

std::string ReportCrash(const MinimizeReport& report) {
  if (report.crash.empty()) return "";
  if (report.crash == report.recorded_crash) {
    return "it crashes as recorded: " + report.crash;
  }
  if (report.recorded_crash.empty()) return "it crashes: " + report.crash;
  return fmt::format("it crashes: {}; the recording's crash is another one: {}",
                     report.crash, report.recorded_crash);
}

std::string ReportActions(const MinimizeReport& report) {
  std::string lines;
  for (size_t i = 0; i < report.actions.size(); i++) {
    lines +=
        fmt::format("{}. {}\n", i + 1, EscapeForTerminal(report.actions[i]));
  }
  if (const std::string crash = ReportCrash(report); !crash.empty()) {
    lines += EscapeForTerminal(crash) + "\n";
  }
  if (report.fresh.runs() > 0) {
    lines += fmt::format("on new phones {} of {} runs reached the target\n",
                         report.fresh.passes, report.fresh.runs());
  }
  return lines;
}

std::string ReportAdvice(const MinimizeReport& report) {
  const Tally& whole = report.outcome.initial;
  if (!NeedsLuck(report)) return "";
  const uint32_t nr = report.options.nr;
  const uint32_t fits = FittingSt(whole, nr);
  if (fits == 0) {
    return fmt::format(
        "{} of {} runs of the whole reached the target: no --st fits{}\n",
        whole.passes, whole.runs(),
        whole.passes == 0 ? "; is it run where, and begun as, it was recorded?"
                          : "");
  }
  return fmt::format(
      "it needs luck: {} of {} runs of the whole reached the target, and --st "
      "{} of {} was asked; --st {} would fit\n",
      whole.passes, whole.runs(), report.options.st, nr, fits);
}

std::string ReportJson(const MinimizeReport& report, bool pretty) {
  const Outcome& outcome = report.outcome;
  const SearchOptions& options = report.options;
  Json json = {{"tape", report.tape},
               {"oracle", report.oracle},
               {"search", report.search},
               {"selection", options.selection},
               {"end", report.end}};
  if (!report.problem.empty()) json["problem"] = report.problem;
  json["units_before"] = options.units;
  json["units_after"] = UnitsLeft(report);
  json["kept"] = outcome.kept;
  json["certified"] = outcome.certified;
  json["steps"] = report.runs.steps;
  json["calls"] = report.runs.calls;
  json["candidates"] = report.runs.evidence.candidates();
  json["initial"] = Runs(outcome.initial);
  json["final"] = Runs(outcome.final_check);
  if (report.fresh.runs() > 0) json["fresh"] = Runs(report.fresh);
  if (!report.actions.empty()) json["actions"] = report.actions;
  if (!report.recorded_crash.empty()) {
    json["recorded_crash"] = report.recorded_crash;
  }
  if (!report.crash.empty()) json["crash"] = report.crash;
  if (NeedsLuck(report)) {
    json["fitting_st"] = FittingSt(outcome.initial, options.nr);
  }
  const bool checked = outcome.final_check.runs() > 0;
  json["p1"] = checked ? Json(P1(options.prior, outcome.final_check)) : Json();
  json["p2"] = outcome.certified
                   ? Json(P2(options.prior, {options.nr, options.st},
                             static_cast<uint32_t>(outcome.kept.size())))
                   : Json();
  json["certificate"] = CertificateJson(report);
  json["options"] = {{"n", options.n},
                     {"m", options.m},
                     {"nr", options.nr},
                     {"st", options.st},
                     {"c", options.c},
                     {"seed", options.seed},
                     {"batch", report.batch},
                     {"cost_aware", options.cost_aware},
                     {"mdp_candidates", options.mdp_candidates}};
  json["share"] = {{"mdp", outcome.share.mdp},
                   {"heuristic", outcome.share.heuristic}};
  json["wall_s"] = Seconds(report.runs.wall_ns);
  json["workers"] = WorkersJson(report.runs);
  json["replayed"] = report.runs.replayed;
  json["not_counted"] = report.runs.not_counted;
  json["withdrawn"] = report.runs.withdrawn;
  json["faults"] = report.runs.faults;
  json["fault_count"] = report.runs.fault_count;
  json["removed"] = RemovedJson(report);
  Json passes = Json::array();
  for (const MinimizeReport::Pass& pass : report.passes) {
    passes.push_back({{"name", pass.name},
                      {"before", pass.before},
                      {"after", pass.after},
                      {"steps", pass.steps},
                      {"calls", pass.calls},
                      {"certified", pass.certified}});
  }
  json["passes"] = std::move(passes);
  json["history"] = HistoryJson(report.history);
  // Names of devices and paths need not be UTF-8.
  return json.dump(pretty ? 2 : -1, ' ', false,
                   Json::error_handler_t::replace) +
         "\n";
}

}  // namespace reprise::minimize
