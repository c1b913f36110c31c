#include "minimize/mdp_selection.h"

#include <map>
#include <optional>
#include <utility>

#include "minimize/mdp_cache.h"

namespace reprise::minimize {
namespace {

class Optimal : public Selection {
 public:
  Optimal(const SelectionOptions& options, std::shared_ptr<const Mdp> mdp)
      : rule_(options.rule), c_(options.c), mdp_(std::move(mdp)) {}

  std::vector<uint32_t> Schedule(std::span<const Tally> tallies,
                                 uint32_t slots) override {
    const MdpShape& shape = mdp_->shape();
    if (slots == shape.m && tallies.size() >= 2 && tallies.size() <= shape.n) {
      if (auto schedule = mdp_->Schedule(tallies)) {
        share_.mdp++;
        return *std::move(schedule);
      }
    }
    share_.heuristic++;
    return HeuristicSchedule(rule_, c_, tallies, slots);
  }
  SelectionShare share() const override { return share_; }

 private:
  const Rule rule_;
  const double c_;
  const std::shared_ptr<const Mdp> mdp_;
  SelectionShare share_;
};

}  // namespace

Result<std::unique_ptr<Selection>> MakeMdpSelection(
    const SelectionOptions& options) {
  if (options.mdp_candidates < 2 || options.mdp_candidates > kMaxMdpTraces) {
    return Fail(ErrorKind::kInvalidArgument,
                "The MDP cannot serve {} candidates: it can 2 to {}.",
                options.mdp_candidates, kMaxMdpTraces);
  }
  MdpShape shape;
  shape.n = options.mdp_candidates;
  shape.m = options.m;
  shape.rule = options.rule;
  ASSIGN_OR_RETURN(auto mdp,
                   FindMdp(RealFileSystem(), options.mdp_folder, shape,
                           options.prior, options.mdp_threads));
  return std::make_unique<Optimal>(options, std::move(mdp));
}

}  // namespace reprise::minimize
