#include "minimize/mdp_team.h"

#include <atomic>

namespace reprise::minimize {

MdpTeam::~MdpTeam() {
  if (others_.empty()) return;
  phase_ = nullptr;
  gate_.arrive_and_wait();
  for (std::thread& other : others_) other.join();
}

void MdpTeam::ForEach(size_t count, bool alone,
                      const std::function<void(size_t, uint32_t)>& work) {
  if (alone || threads_ == 1) {
    for (size_t i = 0; i < count; i++) work(i, 0);
    return;
  }
  std::atomic<size_t> next = 0;
  phase_ = [&](uint32_t thread) {
    for (size_t i = next++; i < count; i = next++) work(i, thread);
  };
  for (auto i = static_cast<uint32_t>(others_.size()) + 1; i < threads_; i++) {
    others_.emplace_back([this, i] { Serve(i); });
  }
  gate_.arrive_and_wait();
  phase_(0);
  gate_.arrive_and_wait();
}

void MdpTeam::Serve(uint32_t thread) {
  while (true) {
    gate_.arrive_and_wait();
    if (!phase_) return;
    phase_(thread);
    gate_.arrive_and_wait();
  }
}

}  // namespace reprise::minimize
