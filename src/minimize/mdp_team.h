// Threads that work together on one phase after the other. Phases of the small
// MDPs take less time than starting a thread does, so they are started once.
//
// Threads: one caller, who is one of the team.
#pragma once

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace reprise::minimize {

class MdpTeam {
 public:
  explicit MdpTeam(uint32_t threads) : threads_(threads), gate_(threads) {}
  ~MdpTeam();

  uint32_t threads() const { return threads_; }

  // Calls `work` with each index below `count` and the number of the thread,
  // and returns when all is done. With `alone` the caller does all of it.
  void ForEach(size_t count, bool alone,
               const std::function<void(size_t, uint32_t)>& work);

 private:
  void Serve(uint32_t thread);

  const uint32_t threads_;
  std::barrier<> gate_;  // before and after each phase
  // Of the phase, nothing when there is none any more.
  std::function<void(uint32_t)> phase_;
  std::vector<std::thread> others_;
};

}  // namespace reprise::minimize
