#include "compare/forests.h"

namespace reprise::compare {

std::shared_ptr<const Screenful> Forests::Take(const StateEvent& state) {
  if (!state.has_windows_blob()) {
    ViewForest forest;
    *forest.mutable_windows() = state.windows();
    return std::make_shared<const Screenful>(std::move(forest));
  }
  const Blob& blob = state.windows_blob();
  const auto known = kept_.find(blob.sha256());
  if (known != kept_.end()) return known->second;
  ViewForest forest;
  if ((blob.data().empty() && blob.size() > 0) ||
      !forest.ParseFromString(blob.data())) {
    return nullptr;
  }
  auto screen = std::make_shared<const Screenful>(std::move(forest));
  kept_[blob.sha256()] = screen;
  order_.push_back(blob.sha256());
  if (order_.size() > kKept) {
    kept_.erase(order_.front());
    order_.pop_front();
  }
  return screen;
}

}  // namespace reprise::compare
