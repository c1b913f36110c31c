// DeviceOracle: runs candidates on devices with a virtual clock, one worker for
// each, and says whether the target held. Every run begins anew and has a seed
// of its own, which follows from the oracle's.
//
// Threads: one at a time; each worker has a thread of its own.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "adb/device.h"
#include "base/result.h"
#include "minimize/oracle.h"
#include "session/app_run.h"

namespace reprise::session {

struct DeviceOracleOptions {
  AppOptions app;
  std::string target;  // as compare::Target reads it
  uint64_t seed = 1;
  std::chrono::nanoseconds run_timeout = std::chrono::minutes(10);
  // What a run that reached the target left is the tape RecordOf(id); empty:
  // runs are not recorded.
  std::string record;
  std::string command_line;  // on such tapes
  // The device of a worker after it failed, started anew if it had ended;
  // called in the worker's thread. Null: it is used as it is.
  std::function<Result<adb::Device>(size_t worker)> revive = nullptr;

  std::string RecordOf(uint64_t id) const {
    return record.empty() ? "" : fmt::format("{}-{}.mcap", record, id);
  }
};

// An error when a device cannot be used, or the target is none. `writer` makes
// the tape of a candidate; it is called in the thread of Start().
Result<std::unique_ptr<minimize::Oracle>> MakeDeviceOracle(
    std::vector<adb::Device> devices, const DeviceOracleOptions& options,
    minimize::CandidateWriter writer);

}  // namespace reprise::session
