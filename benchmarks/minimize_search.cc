// Compares the searches of src/minimize on a suite of synthetic apps: steps in
// batches of m as in the ND3MIN paper, and worker time and makespan when every
// run costs a start and a time per unit and no worker waits. Prints one JSON
// object per search. Everything hangs on the seed; threads change nothing.
//
//   minimize_search [CASES [SEED]]
//   minimize_search --export CASES SEED   the deterministic cases, as JSON
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <queue>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "minimize/random.h"
#include "minimize/search.h"
#include "minimize/simulate.h"

namespace reprise::minimize {
namespace {

constexpr uint32_t kWorkers = 15;
constexpr uint64_t kMostSteps = 3000;
// What starting a run takes: half an hour as in the paper, whose cases without
// events took 3 to 4.5 hours for two steps of 500 events and two of none; a
// minute, as of an emulator's snapshot; and nothing. 4 seconds per event.
constexpr std::array kStartSeconds = {1800.0, 60.0, 0.0};
constexpr double kUnitSeconds = 4;

struct Subject {
  std::string name;
  std::string search;
  std::string selection;
  bool cost_aware = false;
};

struct Measured {
  double steps = 0;
  double calls = 0;
  bool reproducible = false;  // else there is no result
  double size = 0;
  double probability = 0;  // of the result
  bool certified = false;
  // By start, in free runs; all workers together, and until the last ended.
  std::array<double, kStartSeconds.size()> worker_seconds = {};
  std::array<double, kStartSeconds.size()> makespan = {};
};

std::unique_ptr<Search> Make(const Subject& subject, const SyntheticApp& app) {
  SearchOptions options;
  options.units = app.units();
  options.m = kWorkers;
  options.mdp_threads = 1;
  options.cost_aware = subject.cost_aware;
  if (!subject.selection.empty()) options.selection = subject.selection;
  auto search = MakeSearch(subject.search, options);
  if (!search) {
    fmt::print(stderr, "{}\n", search.error().message);
    std::exit(1);
  }
  return *std::move(search);
}

// The final check counts neither as steps nor as calls nor as time, but one
// after which the search went on was not the final one.
void MeasureSteps(const SyntheticApp& app, Search* search, uint64_t seed,
                  Measured* measured) {
  Random random(seed);
  double check_steps = 0;
  double check_calls = 0;
  while (!search->done() && measured->steps < kMostSteps) {
    const std::vector<Candidate> runs = search->Next(kWorkers);
    if (runs.empty()) break;
    check_steps++;
    check_calls += static_cast<double>(runs.size());
    if (!search->outcome().checking) {
      measured->steps += std::exchange(check_steps, 0);
      measured->calls += std::exchange(check_calls, 0);
    }
    for (const Candidate& run : runs) {
      search->Report(
          run, app.Run(run, random.Next()) ? Verdict::kPass : Verdict::kFail);
    }
  }
  const Outcome outcome = search->outcome();
  measured->reproducible = outcome.end != Outcome::End::kNotReproducible;
  measured->size = static_cast<double>(outcome.kept.size());
  measured->probability = app.SuccessProbability(outcome.kept);
  measured->certified = outcome.certified;
}

// Free workers in virtual time.
void MeasureTime(const SyntheticApp& app, Search* search, uint64_t seed,
                 size_t start, Measured* measured) {
  struct UnderWay {
    double ends;
    uint64_t order;
    Candidate candidate;
    bool operator<(const UnderWay& other) const {
      return ends != other.ends ? ends > other.ends : order > other.order;
    }
  };
  Random random(seed);
  std::priority_queue<UnderWay> under_way;
  double now = 0;
  double check_seconds = 0;
  uint64_t order = 0;
  while (!search->done() && order < kMostSteps * kWorkers) {
    const auto runs = search->Next(kWorkers - under_way.size());
    for (const Candidate& run : runs) {
      const double cost =
          kStartSeconds[start] + kUnitSeconds * static_cast<double>(run.size());
      check_seconds += cost;
      under_way.push({now + cost, order++, run});
    }
    if (!search->outcome().checking) {
      measured->worker_seconds[start] += std::exchange(check_seconds, 0);
      measured->makespan[start] = now;
    }
    if (under_way.empty()) break;
    const UnderWay ended = under_way.top();
    under_way.pop();
    now = ended.ends;
    search->Report(ended.candidate, app.Run(ended.candidate, random.Next())
                                        ? Verdict::kPass
                                        : Verdict::kFail);
  }
}

std::vector<Measured> MeasureSuite(const std::vector<SyntheticApp>& suite,
                                   const Subject& subject, uint64_t seed) {
  std::vector<Measured> all(suite.size());
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < suite.size(); i = next++) {
      const uint64_t runs = DeriveSeed(seed, 1'000'000 + i);
      MeasureSteps(suite[i], Make(subject, suite[i]).get(), runs, &all[i]);
      for (size_t start = 0; start < kStartSeconds.size(); ++start) {
        MeasureTime(suite[i], Make(subject, suite[i]).get(), runs, start,
                    &all[i]);
      }
    }
  };
  std::thread other(work);
  work();
  other.join();
  return all;
}

double Mean(const std::vector<Measured>& all, double Measured::* value) {
  double sum = 0;
  for (const Measured& one : all) sum += one.*value;
  return sum / static_cast<double>(all.size());
}

void Print(const Subject& subject, const std::vector<Measured>& all) {
  std::vector<double> steps;
  double results = 0;
  double size = 0;
  double good = 0;
  double certified = 0;
  std::array<double, kStartSeconds.size()> worker_hours = {};
  std::array<double, kStartSeconds.size()> hours = {};
  const auto count = static_cast<double>(all.size());
  for (const Measured& one : all) {
    for (size_t i = 0; i < kStartSeconds.size(); ++i) {
      worker_hours[i] += one.worker_seconds[i] / 3600 / count;
      hours[i] += one.makespan[i] / 3600 / count;
    }
    steps.push_back(one.steps);
    if (!one.reproducible) continue;
    results++;
    size += one.size;
    good += one.probability >= 0.85 ? 1 : 0;
    certified += one.certified ? 1 : 0;
  }
  std::sort(steps.begin(), steps.end());
  fmt::print(
      "{{\"search\":\"{}\",\"cases\":{},\"steps\":{:.2f},\"median\":{:.0f},"
      "\"p90\":{:.0f},\"max\":{:.0f},\"calls\":{:.1f},\"size\":{:.2f},"
      "\"good\":{:.4f},\"certified\":{:.4f},\"no_result\":{:.0f},"
      "\"worker_hours\":[{:.2f}],"
      "\"hours\":[{:.2f}],\"all_steps\":[{:.0f}]}}\n",
      subject.name, all.size(), Mean(all, &Measured::steps),
      steps[steps.size() / 2], steps[steps.size() * 9 / 10], steps.back(),
      Mean(all, &Measured::calls), size / results, good / results,
      certified / results, count - results, fmt::join(worker_hours, ","),
      fmt::join(hours, ","), fmt::join(steps, ","));
  std::fflush(stdout);
}

// Others never try to keep nothing.
bool Exported(const SyntheticApp& app) {
  return app.kind() == "plain" && !app.planted().empty();
}

// What other minimisers can be asked, too: which units, of how many, are
// enough. One line per case.
void Export(const std::vector<SyntheticApp>& suite) {
  for (size_t i = 0; i < suite.size(); ++i) {
    if (!Exported(suite[i])) continue;
    fmt::print("{{\"case\":{},\"units\":{},\"required\":[{}]}}\n", i,
               suite[i].units(), fmt::join(suite[i].planted(), ","));
  }
}

// The calls that ours makes on the same question: nr = st = 1, and without
// the check of the whole recording, which the others do not make either.
void PrintDeterministic(const std::vector<SyntheticApp>& suite,
                        std::string_view name) {
  double calls = 0;
  double cases = 0;
  for (const SyntheticApp& app : suite) {
    if (!Exported(app)) continue;
    SearchOptions options;
    options.units = app.units();
    options.m = 1;
    options.nr = options.st = 1;
    options.initial_runs = options.initial_passes = 1;
    auto search = MakeSearch(name, options);
    if (!search) std::exit(1);
    const Candidate& required = app.planted();
    while (!(*search)->done()) {
      const auto runs = (*search)->Next(1);
      if (runs.empty() || (*search)->outcome().checking) break;
      calls++;
      (*search)->Report(runs[0], std::includes(runs[0].begin(), runs[0].end(),
                                               required.begin(), required.end())
                                     ? Verdict::kPass
                                     : Verdict::kFail);
    }
    cases++;
  }
  fmt::print("{{\"deterministic\":\"{}\",\"cases\":{:.0f},\"calls\":{:.1f}}}\n",
             name, cases, calls / cases);
}

int Main(const std::vector<std::string>& args) {
  const bool exporting = !args.empty() && args[0] == "--export";
  const size_t first = exporting ? 1 : 0;
  const auto number = [&](size_t i, uint64_t otherwise) {
    return args.size() > i ? std::strtoull(args[i].c_str(), nullptr, 10)
                           : otherwise;
  };
  const auto count = static_cast<uint32_t>(
      std::clamp<uint64_t>(number(first, 490), 1, 100'000));
  const uint64_t seed = number(first + 1, 1001);
  const std::vector<SyntheticApp> suite = GenerateSuite(count, seed);
  if (exporting) {
    Export(suite);
    return 0;
  }
  const std::vector<Subject> subjects = {
      {"speculative", "speculative", ""},
      {"speculative, cost-aware", "speculative", "", /*cost_aware=*/true},
      {"nd3min heuristic", "nd3min", "heuristic"},
      {"nd3min mdp", "nd3min", "mdp"},
      {"nd3min round-robin", "nd3min", "round-robin"},
      {"nd3min naive", "nd3min", "naive"},
      {"ddmin", "ddmin", ""},
  };
  double planted = 0;
  for (const SyntheticApp& app : suite) {
    planted += static_cast<double>(app.planted().size());
  }
  fmt::print("{{\"planted\":{:.2f}}}\n", planted / count);
  for (const Subject& subject : subjects) {
    Print(subject, MeasureSuite(suite, subject, seed));
  }
  PrintDeterministic(suite, "speculative");
  PrintDeterministic(suite, "ddmin");
  return 0;
}

}  // namespace
}  // namespace reprise::minimize

int main(int argc, char** argv) {
  return reprise::minimize::Main({argv + 1, argv + argc});
}
