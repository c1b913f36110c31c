// WireSink: what the agent says to the host, and the Sink that sends the
// messages of the tape to it.
//
// Replies are queued and a thread of its own writes them, so that a slow cable
// does not keep anybody from reading input: the kernel's queues are short. A
// queue that is full makes the caller wait; nothing is dropped.
//
// Threads: any.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "device/sink.h"
#include "reprise/agent.pb.h"
#include "tape/id_ranges.h"

namespace reprise::agent {

class WireSink : public Sink {
 public:
  explicit WireSink(int fd);
  // Writes what is queued, as far as the host takes it.
  ~WireSink() override;

  void Send(const AgentReply& reply);

  uint64_t NewId() override { return next_id_.fetch_add(1); }
  Result<uint32_t> OpenChannel(std::string_view topic,
                               const tape::StringMap& metadata) override;
  void Write(uint32_t channel, int64_t log_time, int64_t publish_time,
             std::string_view data) override;
  void WriteAnchor(ClockAnchor::Reason reason) override;
  Status status() override;

 private:
  void Run();

  const int fd_;
  std::atomic<uint64_t> next_id_{tape::kAgentIds};
  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::string queue_;
  bool closing_ = false;
  bool broken_ = false;  // the host is gone
  std::map<std::pair<std::string, tape::StringMap>, uint32_t> channels_;
  std::thread thread_;
};

}  // namespace reprise::agent
