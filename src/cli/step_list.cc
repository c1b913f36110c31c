#include "cli/step_list.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/session_options.h"
#include "compare/typing.h"

namespace reprise::cli {

Status ListSteps(tape::TapeReader& tape, bool json, Console& console) {
  ASSIGN_OR_RETURN(const compare::RunView run, compare::RunView::Read(tape));
  const std::vector<compare::StepLine> lines = compare::LinesOf(run);
  std::vector<std::string> numbers;
  size_t width = 4;
  for (const compare::StepLine& line : lines) {
    const size_t first = run.StepOf(line.first);
    numbers.push_back(line.first == line.last
                          ? fmt::format("{}", first)
                          : fmt::format("{}-{}", first, run.StepOf(line.last)));
    width = std::max(width, numbers.back().size());
  }
  for (size_t i = 0; i < lines.size(); ++i) {
    const compare::StepLine& line = lines[i];
    const int64_t time = run.moments()[line.first].time_ns - run.start_ns();
    RETURN_IF_ERROR(console.Write(
        json ? JsonLine(
                   nlohmann::ordered_json{{"step", run.StepOf(line.first)},
                                          {"last_step", run.StepOf(line.last)},
                                          {"time_ns", time},
                                          {"words", line.words}})
             : fmt::format("{:>{}}  {}  {}\n", numbers[i], width,
                           console.Dim(fmt::format(
                               "{:>11.3f}s", static_cast<double>(time) / 1e9)),
                           EscapeForTerminal(line.words))));
  }
  if (lines.empty()) {
    console.Note(fmt::format("{} has no steps of a user", tape.path()));
  }
  return {};
}

}  // namespace reprise::cli
