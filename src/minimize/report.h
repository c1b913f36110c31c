// What a minimisation found and what it cost, for people and for programs: a
// line, a JSON object, and a page that needs nothing but a browser.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "minimize/runner.h"
#include "minimize/search.h"

namespace reprise::minimize {

struct MinimizeReport {
  std::string tape;    // empty: abstract units
  std::string oracle;  // the command
  std::string search;
  SearchOptions options;
  bool batch = false;
  // "done", "not-reproducible", "interrupted", "out-of-time", "broken"
  std::string end;
  std::string problem;  // of "broken", a sentence
  Outcome outcome;
  RunnerReport runs;
  std::vector<Decision> history;
  std::vector<std::string> units;  // what each is; empty: abstract
  // Later passes: "pauses", parts before and after.
  struct Pass {
    std::string name;
    uint32_t before = 0;
    uint32_t after = 0;
    uint64_t steps = 0;
    uint64_t calls = 0;
    bool certified = false;
  };
  std::vector<Pass> passes;
  // After the pass "pairs"; none: it removed nothing.
  std::optional<uint32_t> units_after_pairs;
  Tally fresh;                       // runs of the result by new oracles
  std::vector<std::string> actions;  // the result in words; empty: not known
  // Signatures, where the target is a crash; empty: none, or not known.
  std::string recorded_crash;
  std::string crash;  // of the result
};

// The runs behind the claim that the result passes and nothing less does.
struct Certificate {
  Tally result;
  std::vector<Tally> deletions;  // in the order of the kept units
};
Certificate CertificateOf(const Outcome& outcome, const Evidence& evidence);

// By the search and the pass "pairs".
size_t UnitsLeft(const MinimizeReport& report);
// "500 units became 4, certified, in 13 rounds and 193 runs"
std::string ReportLine(const MinimizeReport& report);
// "it crashes as recorded: java.lang.Bad at com.a.Main.open"; empty: no crash
std::string ReportCrash(const MinimizeReport& report);
// "1. tap 'Save' in NoteEditor", a line for each, and what came of them; empty:
// not known
std::string ReportActions(const MinimizeReport& report);
// What to do about a recording that reaches its target too rarely, a line;
// empty: nothing.
std::string ReportAdvice(const MinimizeReport& report);
// One object; docs/guide/minimize.md names its fields.
std::string ReportJson(const MinimizeReport& report, bool pretty);
std::string ReportHtml(const MinimizeReport& report);

}  // namespace reprise::minimize
