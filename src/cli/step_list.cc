#include "cli/step_list.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/session_options.h"
#include "compare/run_view.h"

namespace reprise::cli {

Status ListSteps(tape::TapeReader& tape, bool json, Console& console) {
  ASSIGN_OR_RETURN(const compare::RunView run, compare::RunView::Read(tape));
  const auto& moments = run.moments();
  // Without the begin and the end.
  for (size_t i = 1; i + 1 < moments.size(); ++i) {
    const int64_t time = moments[i].time_ns - run.start_ns();
    RETURN_IF_ERROR(console.Write(
        json ? JsonLine(nlohmann::ordered_json{{"step", run.StepOf(i)},
                                               {"time_ns", time},
                                               {"words", moments[i].words}})
             : fmt::format("{:>4}  {}  {}\n", run.StepOf(i),
                           console.Dim(fmt::format(
                               "{:>11.3f}s", static_cast<double>(time) / 1e9)),
                           EscapeForTerminal(moments[i].words))));
  }
  if (moments.size() == 2) {
    console.Note(fmt::format("{} has no steps of a user", tape.path()));
  }
  return {};
}

}  // namespace reprise::cli
