#include <vector>

#include "base/file.h"
#include "cli/minimize_session.h"
#include "minimize/evidence.h"
#include "minimize/prior.h"

namespace reprise::cli {
namespace {

constexpr uint64_t kMaxPriorBytes = 1 << 20;

}  // namespace

Result<minimize::Prior> ReadPrior(const std::string& path, bool learn) {
  if (path.empty()) return minimize::DefaultPrior();
  const auto text = ReadWholeFile(RealFileSystem(), path, kMaxPriorBytes);
  // The file that --learn-prior is to write need not be there yet.
  if (!text && learn && text.error().kind == ErrorKind::kNotFound) {
    return minimize::DefaultPrior();
  }
  if (!text) return Fail(text.error());
  auto prior = minimize::ParsePrior(*text);
  if (!prior) {
    return Fail(prior.error().kind, "{}: {}", path, prior.error().message);
  }
  return *std::move(prior);
}

Status LearnPriorFromJournals(const MinimizeOptions& options) {
  std::vector<minimize::Tally> tallies;
  for (const std::string& path : options.journals) {
    ASSIGN_OR_RETURN(const auto contents,
                     minimize::Journal::Read(RealFileSystem(), path));
    minimize::Evidence evidence;
    for (const minimize::JournalRun& run : contents.runs) {
      // Later passes have candidates of another kind.
      if (run.verdict && run.pass.empty())
        evidence.Add(run.units, *run.verdict);
    }
    const auto more = evidence.Tallies();
    tallies.insert(tallies.end(), more.begin(), more.end());
  }
  return WriteWholeFile(
      RealFileSystem(), options.prior,
      FormatPrior(LearnPrior(minimize::DefaultPrior(), tallies)));
}

}  // namespace reprise::cli
