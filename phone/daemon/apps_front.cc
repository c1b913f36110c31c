// The part of Apps that knows which app lies before which.
#include <algorithm>

#include "phone/daemon/apps.h"

namespace reprise::phone {

void Apps::BringToFront(const App& app) {
  std::optional<App> before;
  bool was_behind = false;
  {
    const std::lock_guard lock(mutex_);
    const auto at = std::ranges::find(order_, app.package);
    if (at == order_.end()) return;
    was_behind = at + 1 != order_.end();
    const auto seat = seats_.find(app.process.get());
    if (seat != seats_.end()) seat->second.unseen = false;
    // One that is new has been put last already.
    const auto last = std::ranges::find_if(
        order_.rbegin(), order_.rend(),
        [&](const auto& name) { return name != app.package; });
    std::rotate(at, at + 1, order_.end());
    if (last != order_.rend() && was_behind) last_front_ = *last;
    if (last_front_ != app.package) {
      for (const auto& [process, seat] : seats_) {
        if (seat.attached && seat.app.package == last_front_) before = seat.app;
      }
    }
    last_front_ = app.package;
  }
  PhoneRequest request;
  if (before) {
    request.mutable_front()->set_front(false);
    before->process->Tell(request);
  }
  if (was_behind) {
    request.mutable_front()->set_front(true);
    for (std::string& name : Behind(app.package)) {
      request.mutable_front()->add_behind(std::move(name));
    }
    app.process->Tell(request);
  }
}

void Apps::PutBehind(const App& app) {
  const std::lock_guard lock(mutex_);
  const auto at = std::ranges::find(order_, app.package);
  if (at != order_.end()) std::rotate(order_.begin(), at, at + 1);
}

std::string Apps::FrontPackage() const {
  const std::vector<std::string> seen = Behind("");
  return seen.empty() ? "" : seen.front();
}

std::vector<std::string> Apps::Behind(const std::string& package) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> seen;
  for (auto name = order_.rbegin(); name != order_.rend(); ++name) {
    const bool unseen = std::ranges::any_of(seats_, [&](const auto& seat) {
      return seat.second.attached && seat.second.unseen &&
             seat.second.app.package == *name;
    });
    if (!unseen && *name != package) seen.push_back(*name);
  }
  return seen;
}

}  // namespace reprise::phone
