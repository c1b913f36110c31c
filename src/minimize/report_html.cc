#include <algorithm>
#include <cmath>
#include <vector>

#include "base/html.h"
#include "base/text.h"
#include "minimize/prior.h"
#include "minimize/report.h"

namespace reprise::minimize {
namespace {

// A page with more dots or rows is no longer read, only scrolled.
constexpr size_t kMaxDots = 2000;
constexpr size_t kMaxRows = 1000;

constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--bg:#fbfbfa;--fg:#1d1f21;--dim:#6a6f75;
--line:#dcdfe2;--card:#fff;--good:#1a7f4b;--bad:#b3372f;--accent:#2b5fb8}
@media(prefers-color-scheme:dark){:root{--bg:#16181b;--fg:#e6e7e8;
--dim:#9aa0a6;--line:#33373c;--card:#1e2125;--good:#5fc58d;--bad:#f08a80;
--accent:#8ab4f8}}
body{font:15px/1.5 system-ui,sans-serif;background:var(--bg);color:var(--fg);
max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
p.sub{color:var(--dim);margin:0 0 1.5rem;overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));
gap:.75rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.5rem;
padding:.6rem .8rem}
.card b{display:block;font-size:1.3rem;font-variant-numeric:tabular-nums}
.card span{color:var(--dim);font-size:.85rem}
.good{color:var(--good)}.bad{color:var(--bad)}
.wide{overflow-x:auto}
table{border-collapse:collapse;min-width:60%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.25rem .75rem .25rem 0;
border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--dim);font-weight:500}td.n,th.n{text-align:right}
svg{width:100%;height:auto;background:var(--card);border:1px solid var(--line);
border-radius:.5rem}
svg text{fill:var(--dim);font:11px system-ui,sans-serif}
svg .base{fill:none;stroke:var(--accent);stroke-width:2}
svg .dot{fill:var(--dim);opacity:.5}svg .axis{stroke:var(--line)}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--accent)}
)css";

std::string Escape(std::string_view raw) {
  return EscapeForHtml(EscapeForTerminal(raw));
}

std::string Card(std::string_view value, std::string_view name,
                 std::string_view style = "") {
  return fmt::format(
      "<div class=\"card\"><b class=\"{}\">{}</b><span>{}</span></div>\n",
      style, Escape(value), Escape(name));
}

std::string Time(uint64_t ns) {
  // To a hundredth of a second: nobody reads more.
  return FormatDuration(static_cast<int64_t>(ns / 10'000'000 * 10'000'000));
}

std::string Ratio(const Tally& tally) {
  return fmt::format("{} of {}", tally.passes, tally.runs());
}

std::string Cards(const MinimizeReport& report) {
  const Outcome& outcome = report.outcome;
  std::string html = "<div class=\"cards\">\n";
  html += Card(fmt::format("{} → {}", report.options.units, UnitsLeft(report)),
               "units");
  html += Card(outcome.certified ? "yes" : "no", "certified",
               outcome.certified ? "good" : "bad");
  html += Card(std::to_string(report.runs.steps), "rounds");
  html += Card(std::to_string(report.runs.calls), "runs");
  html += Card(Ratio(outcome.initial), "first runs reached it");
  html += Card(Ratio(outcome.final_check), "last runs reached it");
  if (report.fresh.runs() > 0) {
    html += Card(Ratio(report.fresh), "runs on new phones reached it");
  }
  if (outcome.final_check.runs() > 0) {
    html += Card(
        fmt::format("{:.3f}", P1(report.options.prior, outcome.final_check)),
        "p1: reaches it at least 85 %");
  }
  if (outcome.certified) {
    html += Card(
        fmt::format("{:.3f}", P2(report.options.prior,
                                 {report.options.nr, report.options.st},
                                 static_cast<uint32_t>(outcome.kept.size()))),
        "p2: no unit is superfluous");
  }
  const auto [mdp, heuristic] = outcome.share;
  if (mdp > 0) {
    html +=
        Card(fmt::format("{:.0f} %", 100.0 * static_cast<double>(mdp) /
                                         static_cast<double>(mdp + heuristic)),
             "of steps by the MDP, the rest by the heuristic");
  }
  html += Card(Time(report.runs.wall_ns), "time");
  return html + "</div>\n";
}

std::string Actions(const MinimizeReport& report) {
  if (report.actions.empty()) return "";
  std::string html = "<h2>Steps</h2>\n<ol>\n";
  for (const std::string& action : report.actions) {
    html += "<li>" + Escape(action) + "</li>\n";
  }
  html += "</ol>\n";
  if (const std::string crash = ReportCrash(report); !crash.empty()) {
    html += "<p>" + Escape(crash) + "</p>\n";
  }
  return html;
}

// Where to write how many units there are: 0, powers of ten, and all.
std::vector<double> UnitTicks(uint32_t units) {
  std::vector<double> ticks = {0};
  // The last one stands clear of that of all units.
  for (double tick = 1; tick * 2 < units; tick *= 10) ticks.push_back(tick);
  ticks.push_back(std::max(1U, units));
  return ticks;
}

// Units over the runs made: a line through what the search stood on, and dots
// for candidates that were rejected. Logarithmic, because most of the work is
// done when few are left.
std::string Chart(const MinimizeReport& report) {
  constexpr double kWidth = 800;
  constexpr double kHeight = 260;
  constexpr double kLeft = 45;
  constexpr double kRight = 25;
  constexpr double kBottom = 30;
  if (report.history.empty()) return "";
  const double runs =
      static_cast<double>(std::max<uint64_t>(1, report.history.back().runs));
  const double units = std::max(1U, report.options.units);
  const auto x = [&](double value) {
    return kLeft + value / runs * (kWidth - kLeft - kRight);
  };
  const auto y = [&](double value) {
    return kHeight - kBottom -
           std::log1p(value) / std::log1p(units) * (kHeight - kBottom - 15);
  };
  std::string svg = fmt::format(
      "<h2>History</h2>\n<svg viewBox=\"0 0 {} {}\" role=\"img\" "
      "aria-label=\"units over runs\">\n",
      kWidth, kHeight);
  for (const double tick : UnitTicks(report.options.units)) {
    svg += fmt::format(
        "<line class=\"axis\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" "
        "y2=\"{2:.1f}\"/><text x=\"{3}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5:.0f}</text>\n",
        kLeft, kWidth - kRight, y(tick), kLeft - 6, y(tick) + 4, tick);
  }
  for (int i = 0; i <= 4; i++) {
    svg += fmt::format(
        "<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:.0f}</text>\n",
        x(runs * i / 4), kHeight - 12, runs * i / 4);
  }
  std::string line = fmt::format("M{:.1f} {:.1f}", x(0), y(units));
  const size_t every = report.history.size() / kMaxDots + 1;
  for (size_t i = 0; i < report.history.size(); i++) {
    const Decision& decision = report.history[i];
    const double at = x(static_cast<double>(decision.runs));
    // All else is about what the search stands on.
    if (decision.what != "rejected") {
      line += fmt::format("H{:.1f}V{:.1f}", at, y(decision.units));
    } else if (i % every == 0) {
      svg += fmt::format(
          "<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2\"><title>"
          "{}: {} units, run {}</title></circle>\n",
          at, y(decision.units), Escape(decision.what), decision.units,
          decision.runs);
    }
  }
  return svg +
         fmt::format("<path class=\"base\" d=\"{}H{:.1f}\"/>\n", line,
                     x(runs)) +
         "</svg>\n<p class=\"sub\">units (logarithmic) over runs: the line is "
         "what was left, dots are candidates that were rejected</p>\n";
}

std::string UnitName(const MinimizeReport& report, uint32_t unit) {
  if (unit < report.units.size()) return Escape(report.units[unit]);
  return fmt::format("unit {}", unit);
}

std::string CertificateTable(const MinimizeReport& report) {
  const Certificate certificate =
      CertificateOf(report.outcome, report.runs.evidence);
  std::string html = fmt::format(
      "<h2>Certificate</h2>\n<p>The result reached the target in <b>{}</b> "
      "runs. Without one of its units:</p>\n<div class=\"wide\"><table><tr>"
      "<th class=\"n\">unit</th><th>what</th><th class=\"n\">reached</th>"
      "<th class=\"n\">runs</th></tr>\n",
      Ratio(certificate.result));
  const size_t rows = std::min(certificate.deletions.size(), kMaxRows);
  for (size_t i = 0; i < rows; i++) {
    const uint32_t unit = report.outcome.kept[i];
    html += fmt::format(
        "<tr><td class=\"n\">{}</td><td>{}</td><td class=\"n\">{}</td>"
        "<td class=\"n\">{}</td></tr>\n",
        unit, UnitName(report, unit), certificate.deletions[i].passes,
        certificate.deletions[i].runs());
  }
  return html + "</table></div>\n";
}

std::string Removed(const MinimizeReport& report) {
  const Candidate& kept = report.outcome.kept;
  std::string rows;
  size_t count = 0;
  for (uint32_t unit = 0; unit < report.options.units; unit++) {
    if (std::ranges::binary_search(kept, unit)) continue;
    if (++count > kMaxRows) continue;
    rows += fmt::format("<tr><td class=\"n\">{}</td><td>{}</td></tr>\n", unit,
                        UnitName(report, unit));
  }
  if (count == 0) return "";
  return fmt::format(
      "<h2>What was removed</h2>\n<details><summary>{} units{}</summary>"
      "<table>{}</table></details>\n",
      count, count > kMaxRows ? fmt::format(", the first {}", kMaxRows) : "",
      rows);
}

std::string Workers(const MinimizeReport& report) {
  std::string html =
      "<h2>Workers</h2>\n<div class=\"wide\"><table><tr><th class=\"n\">worker"
      "</th><th class=\"n\">runs</th><th class=\"n\">busy</th>"
      "<th class=\"n\">replaced</th></tr>\n";
  for (size_t i = 0; i < report.runs.workers.size(); i++) {
    const WorkerUse& use = report.runs.workers[i];
    html += fmt::format(
        "<tr><td class=\"n\">{}</td><td class=\"n\">{}</td>"
        "<td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
        i, use.runs, Time(use.busy_ns), use.lost);
  }
  html += "</table></div>\n";
  if (report.runs.replayed > 0) {
    html += fmt::format("<p>{} of the calls are from the journal.</p>\n",
                        report.runs.replayed);
  }
  if (report.runs.fault_count == 0) return html;
  html += fmt::format("<details><summary>{} faults</summary><ul>\n",
                      report.runs.fault_count);
  for (const std::string& fault : report.runs.faults) {
    html += "<li>" + Escape(fault) + "</li>\n";
  }
  return html + "</ul></details>\n";
}

std::string Passes(const MinimizeReport& report) {
  if (report.passes.empty()) return "";
  std::string html =
      "<h2>Inside the units</h2>\n<div class=\"wide\"><table><tr><th>pass</th>"
      "<th class=\"n\">before</th><th class=\"n\">after</th>"
      "<th class=\"n\">calls</th></tr>\n";
  for (const MinimizeReport::Pass& pass : report.passes) {
    html += fmt::format(
        "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
        "<td class=\"n\">{}</td></tr>\n",
        Escape(pass.name), pass.before, pass.after, pass.calls);
  }
  return html + "</table></div>\n";
}

}  // namespace

std::string ReportHtml(const MinimizeReport& report) {
  const SearchOptions& options = report.options;
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>Reprise: minimisation</title>\n<style>{}</style></head><body>\n"
      "<h1>{}</h1>\n<p class=\"sub\">{} · {}<br>search {}{}, "
      "n {}, m {}, nr {}, st {}, c {}, seed {}, {}</p>\n",
      kStyle, Escape(ReportLine(report)),
      report.tape.empty() ? "abstract units" : Escape(report.tape),
      Escape(report.oracle), Escape(report.search),
      report.search == "nd3min" ? ", selection " + Escape(options.selection)
                                : "",
      options.n, options.m, options.nr, options.st, options.c, options.seed,
      report.batch ? "in batches" : "freely");
  if (!report.problem.empty()) {
    html += "<p class=\"bad\">" + Escape(report.problem) + "</p>\n";
  }
  if (const std::string advice = ReportAdvice(report); !advice.empty()) {
    html += "<p>" + Escape(advice) + "</p>\n";
  }
  html += Cards(report) + Actions(report) + Chart(report) +
          CertificateTable(report) + Passes(report) + Removed(report) +
          Workers(report);
  return html + "</body></html>\n";
}

}  // namespace reprise::minimize
