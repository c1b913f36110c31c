#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/diff_page.h"
#include "cli/output_file.h"
#include "cli/parse.h"
#include "cli/session_options.h"
#include "cli/verbs.h"
#include "compare/tape_diff.h"
#include "tape/reader.h"

namespace reprise::cli {
namespace {

using compare::Divergence;
using compare::RunView;
using compare::TapeDiff;
using Json = nlohmann::ordered_json;

Result<RunView> LoadRun(const std::string& path, Console& console) {
  ASSIGN_OR_RETURN(const auto tape,
                   tape::TapeReader::Open(RealFileSystem(), path));
  console.WarnAbout(path, tape->Problems());
  ASSIGN_OR_RETURN(RunView run, RunView::Read(*tape));
  return run;
}

using Counts = std::map<std::string, size_t>;  // by class

// What was asked for, and what was found besides.
struct Asked {
  std::vector<std::string> only;  // classes; empty: all
  Counts others = {};             // of other classes, not told
};

void KeepOnly(Asked* asked, TapeDiff* diff) {
  if (asked->only.empty()) return;
  std::erase_if(diff->divergences, [&](const Divergence& one) {
    const std::string name(compare::NameOf(one.kind));
    const bool told = std::ranges::find(asked->only, name) != asked->only.end();
    if (!told) asked->others[name]++;
    return !told;
  });
}

Counts CountClasses(const TapeDiff& diff) {
  Counts counts;
  for (const Divergence& one : diff.divergences) {
    counts[std::string(compare::NameOf(one.kind))]++;
  }
  return counts;
}

std::string InWords(const Counts& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
  }
  return text;
}

std::string WhatWasCompared(const TapeDiff& diff) {
  return fmt::format("compared: {}{}\n", fmt::join(diff.compared, ", "),
                     diff.not_compared.empty()
                         ? ""
                         : fmt::format("; not compared: {}",
                                       fmt::join(diff.not_compared, ", ")));
}

std::string Time(const std::optional<int64_t>& time) {
  return time ? fmt::format("{:.3f}s", static_cast<double>(*time) / 1e9)
              : "never";
}

std::string Line(const Divergence& one, const Console& console) {
  std::string text =
      fmt::format("{}: {}\n", console.Bold(compare::NameOf(one.kind)),
                  EscapeForTerminal(compare::Sentence(one)));
  std::string where = one.topic;
  if (!one.path.empty()) where += (where.empty() ? "" : " ") + one.path;
  text +=
      console.Dim(fmt::format("  {}, at {} and {}", EscapeForTerminal(where),
                              Time(one.time_a), Time(one.time_b))) +
      "\n";
  return text;
}

std::string Text(const TapeDiff& diff, const Asked& asked, bool all,
                 const Console& console) {
  const std::string others =
      asked.others.empty() ? ""
                           : fmt::format("not told, of other classes: {}\n",
                                         InWords(asked.others));
  if (diff.divergences.empty() && asked.only.empty()) {
    return fmt::format("same: {} steps\n{}", diff.steps_a,
                       WhatWasCompared(diff));
  }
  if (diff.divergences.empty()) {
    return fmt::format("no divergence of class {}; {} and {} steps\n{}{}",
                       fmt::join(asked.only, " or "), diff.steps_a,
                       diff.steps_b, others, WhatWasCompared(diff));
  }
  std::string text;
  for (const Divergence& one : diff.divergences) {
    text += Line(one, console);
    if (!all) break;
  }
  text += fmt::format(
      "{} divergence{}: {}; {} and {} steps{}\n{}", diff.divergences.size(),
      diff.divergences.size() == 1 ? "" : "s", InWords(CountClasses(diff)),
      diff.steps_a, diff.steps_b,
      all || diff.divergences.size() == 1 ? "" : "; --all tells each", others);
  if (diff.methods) {
    text += fmt::format("methods: {:.3f} of those that ran are common\n",
                        *diff.methods);
  }
  return text;
}

Json ToJson(const Divergence& one) {
  const auto time = [](const std::optional<int64_t>& value) {
    return value ? Json(*value) : Json(nullptr);
  };
  return {{"class", compare::NameOf(one.kind)},
          {"step", one.step},
          {"words", one.words},
          {"sentence", compare::Sentence(one)},
          {"topic", one.topic},
          {"path", one.path},
          {"expected", one.expected},
          {"actual", one.actual},
          {"time_a_ns", time(one.time_a)},
          {"time_b_ns", time(one.time_b)},
          {"id_a", one.id_a},
          {"id_b", one.id_b}};
}

Json ToJson(const Counts& counts) {
  Json json = Json::object();
  for (const auto& [name, count] : counts) json[name] = count;
  return json;
}

std::string JsonLines(const TapeDiff& diff, const Asked& asked) {
  std::string text;
  for (const Divergence& one : diff.divergences) text += JsonLine(ToJson(one));
  const bool same = diff.divergences.empty() && asked.others.empty();
  return text + JsonLine(Json{{"same", same},
                              {"divergences", diff.divergences.size()},
                              {"classes", ToJson(CountClasses(diff))},
                              {"only", asked.only},
                              {"others", ToJson(asked.others)},
                              {"compared", diff.compared},
                              {"not_compared", diff.not_compared},
                              {"steps_a", diff.steps_a},
                              {"steps_b", diff.steps_b},
                              {"methods", diff.methods ? Json(*diff.methods)
                                                       : Json(nullptr)},
                              {"notes", diff.notes}});
}

Result<ExitCode> RunDiff(const Arguments& arguments, Console& console) {
  if (arguments.Has("html")) {
    const std::string inputs[] = {arguments.Value("A"), arguments.Value("B")};
    RETURN_IF_ERROR(CheckOutput(arguments.Value("html"), inputs));
  }
  ASSIGN_OR_RETURN(const RunView a, LoadRun(arguments.Value("A"), console));
  ASSIGN_OR_RETURN(const RunView b, LoadRun(arguments.Value("B"), console));
  TapeDiff diff = compare::Diff(a, b, {.strict = arguments.Has("strict")});
  Asked asked{arguments.Values("only")};
  KeepOnly(&asked, &diff);
  for (const std::string& note : diff.notes) console.Warn(note);
  if (arguments.Has("html")) {
    RETURN_IF_ERROR(WriteWholeFile(
        RealFileSystem(), arguments.Value("html"),
        DiffPage(diff, a, b, {arguments.Value("A"), arguments.Value("B")})));
  }
  RETURN_IF_ERROR(
      console.Write(arguments.Has("json")
                        ? JsonLines(diff, asked)
                        : Text(diff, asked, arguments.Has("all"), console)));
  return diff.divergences.empty() ? ExitCode::kDone : ExitCode::kDiverged;
}

}  // namespace

const Verb kDiffVerb = {
    .name = "diff",
    .summary = "say where two tapes differ, and how",
    .description =
        "Compares the runs of an app on two tapes, step by step: activities, "
        "view trees, preferences, the app's log and crashes and, where the "
        "views are the same, the pictures. Tells the first divergence, which "
        "those after it often follow from, and counts the others by class. "
        "Exit code 3 if there is one.\n"
        "\n"
        "Steps are aligned by what a replay says of its input, and by what "
        "they are in words where B is no replay of A. Clocks, cursors, "
        "addresses and numbers of processes in the log are not compared. A "
        "replay on another display is compared as it was while it ran, by its "
        "effects (activities, and the widget of each step), unless --strict.\n"
        "\n"
        "Classes: timing (the same, earlier or later), layout (the same views "
        "elsewhere), content (other texts, values, pictures), missing-widget "
        "(missing or new), crash, device, screen (another activity or window), "
        "order (other steps).",
    .positionals = {{.name = "A", .help = "the recording"},
                    {.name = "B", .help = "the tape to compare with it"}},
    .options = {{.name = "all", .help = "tell each divergence"},
                {.name = "only",
                 .value = "CLASS",
                 .help = "only this class",
                 .words = {"timing", "layout", "content", "missing-widget",
                           "crash", "device", "screen", "order"},
                 .repeats = true},
                {.name = "strict",
                 .help = "compare a replay on another display like any other "
                         "run, not by its effects"},
                {.name = "html",
                 .value = "FILE",
                 .help = "write a page with both screens side by side",
                 .completes = Completes::kFiles}},
    .examples = {{"reprise diff run.mcap again.mcap", "the first divergence"},
                 {"reprise diff a.mcap b.mcap --all --only content",
                  "each text and value that differs"},
                 {"reprise diff a.mcap b.mcap --html diff.html",
                  "to look at, or to attach to a report"}},
    .run = RunDiff,
};

}  // namespace reprise::cli
