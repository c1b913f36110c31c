#include "device/serve.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "base/log.h"
#include "device/input_recorder.h"
#include "device/input_replayer.h"
#include "device/probe.h"
#include "device/wire.h"
#include "device/wire_sink.h"
#include "input/tape_io.h"

namespace reprise::agent {
namespace {

constinit LogModule g_log("agent");

constexpr int kMaxPlayedDevices = 256;
constexpr int64_t kMaxSettleNs = 60'000'000'000;

void SendEnded(WireSink& wire, const AgentReply::Ended& ended) {
  AgentReply reply;
  *reply.mutable_ended() = ended;
  wire.Send(reply);
}

AgentReply::Ended ToEnded(const ReplayOutcome& outcome) {
  AgentReply::Ended ended;
  ended.set_reason(!outcome.status   ? "failed"
                   : outcome.aborted ? "stopped"
                                     : "done");
  if (!outcome.status) ended.set_sentence(outcome.status.error().message);
  ended.set_frames(outcome.frames);
  ended.set_late_p50_ns(outcome.late_p50_ns);
  ended.set_late_p99_ns(outcome.late_p99_ns);
  ended.set_late_max_ns(outcome.late_max_ns);
  ended.set_began_ns(outcome.began_ns);
  ended.set_foreign_frames(outcome.foreign_frames);
  return ended;
}

// What the host asked for last, and its threads. One recording or one replay
// at a time.
class Job {
 public:
  explicit Job(WireSink& wire) : wire_(wire) {}
  ~Job() { Stop(); }

  Status Handle(const AgentRequest& request) {
    switch (request.request_case()) {
      case AgentRequest::kRecord:
        return Record(request.record());
      case AgentRequest::kPrepare:
        return Prepare(request.prepare());
      case AgentRequest::kFrames:
        return Frames(request.frames());
      case AgentRequest::kGo:
        return Go(request.go());
      case AgentRequest::kStop:
        Stop();
        return {};
      case AgentRequest::kAsk: {
        AgentReply reply;
        *reply.mutable_probe() = ProbeDevice();
        wire_.Send(reply);
        return {};
      }
      case AgentRequest::kMark:
        WriteEvent(wire_, request.mark().event());
        return {};
      case AgentRequest::kRenew:
        return Fail(ErrorKind::kUnsupported,
                    "only a virtual phone can be made as new");
      case AgentRequest::kLook:
        return Fail(ErrorKind::kUnsupported, "this agent does not see the app");
      case AgentRequest::REQUEST_NOT_SET:
        break;
    }
    return Fail(ErrorKind::kInvalidArgument,
                "a request is empty or of a later version of the protocol");
  }

  // Ends what runs and waits for it; Ended is sent.
  void Stop() {
    if (recorder_) recorder_->Stop();
    if (replayer_) {
      replayer_->Abort();
      // Prepared, but never begun.
      if (!thread_.joinable()) SendEnded(wire_, ToEnded(replayer_->Wait()));
    }
    if (thread_.joinable()) thread_.join();
    recorder_.reset();
    replayer_.reset();
  }

 private:
  Status RefuseIfBusy() {
    // A replay that has ended by itself is cleared away here.
    if (replayer_ && ended_.load()) Stop();
    if (!recorder_ && !replayer_) return {};
    return Fail(ErrorKind::kInvalidArgument,
                "a {} runs already; send Stop first",
                recorder_ ? "recording" : "replay");
  }

  static Status RefuseWatch(bool wanted) {
    if (!wanted) return {};
    return Fail(ErrorKind::kUnsupported,
                "this agent records the kernel's input only");
  }

  Status Record(const AgentRequest::Record& request) {
    RETURN_IF_ERROR(RefuseIfBusy());
    RETURN_IF_ERROR(RefuseWatch(request.has_watch()));
    InputRecorderOptions options;
    options.nodes.assign(request.nodes().begin(), request.nodes().end());
    ASSIGN_OR_RETURN(recorder_, InputRecorder::Open(std::move(options), wire_));
    thread_ = std::thread([this] {
      const Status done = recorder_->Run();
      AgentReply::Ended ended;
      ended.set_reason(done ? "stopped" : "failed");
      if (!done) ended.set_sentence(done.error().message);
      ended.set_frames(recorder_->frames());
      SendEnded(wire_, ended);
    });
    return {};
  }

  Status Prepare(const AgentRequest::Prepare& request) {
    RETURN_IF_ERROR(RefuseIfBusy());
    RETURN_IF_ERROR(RefuseWatch(request.has_watch()));
    if (request.devices_size() > kMaxPlayedDevices) {
      return Fail(ErrorKind::kInvalidArgument,
                  "{} devices are to be played; at most {} are accepted",
                  request.devices_size(), kMaxPlayedDevices);
    }
    ReplayOptions options;
    options.way =
        request.way() == AgentRequest::Prepare::WAY_UINPUT ? Way::kUinput
        : request.way() == AgentRequest::Prepare::WAY_NODE ? Way::kNode
                                                           : Way::kAuto;
    options.settle_ns = std::min(request.settle_ns(), kMaxSettleNs);
    options.player.ordinary_priority = request.ordinary_priority();
    if (request.spin_ns() > 0) options.player.spin_ns = request.spin_ns();
    if (request.late_bound_ns() > 0) {
      options.late_bound_ns = request.late_bound_ns();
    }
    options.record_others = request.record_others();
    options.on_progress = [this](uint64_t frames, int64_t due_ns) {
      AgentReply reply;
      reply.mutable_progress()->set_frames(frames);
      reply.mutable_progress()->set_due_ns(due_ns);
      wire_.Send(reply);
    };
    ASSIGN_OR_RETURN(replayer_,
                     InputReplayer::Prepare(
                         {request.devices().begin(), request.devices().end()},
                         std::move(options), wire_));
    AgentReply reply;
    AgentReply::Prepared* prepared = reply.mutable_prepared();
    for (const Injection& injection : replayer_->injections()) {
      auto* device = prepared->add_devices();
      device->set_device(static_cast<uint32_t>(prepared->devices_size() - 1));
      device->set_way(std::string(injection.way()));
      device->set_node(injection.node());
    }
    prepared->set_realtime(replayer_->realtime());
    prepared->set_memory_locked(replayer_->memory_locked());
    wire_.Send(reply);
    return {};
  }

  Status Frames(const AgentRequest::Frames& request) {
    RETURN_IF_ERROR(NeedReplay());
    for (const auto& due : request.due()) {
      if (due.has_text()) {
        return Fail(ErrorKind::kInvalidArgument,
                    "this agent plays frames; it is no input method that "
                    "could commit text");
      }
      input::Frame frame;
      RETURN_IF_ERROR(input::FromMessage(due.frame(), {}, &frame));
      ASSIGN_OR_RETURN(const bool added,
                       replayer_->Add(due.device(), due.due_ns(), frame));
      (void)added;  // the host knows which of its frames cannot be played
    }
    if (request.last()) replayer_->Complete();
    return {};
  }

  Status Go(const AgentRequest::Go& request) {
    RETURN_IF_ERROR(NeedReplay());
    if (thread_.joinable()) {
      return Fail(ErrorKind::kInvalidArgument, "the replay has begun already");
    }
    ended_ = false;
    replayer_->Go(request.delay_ns());
    thread_ = std::thread([this] {
      const ReplayOutcome outcome = replayer_->Wait();
      SendEnded(wire_, ToEnded(outcome));
      ended_ = true;
    });
    return {};
  }

  Status NeedReplay() {
    if (replayer_) return {};
    return Fail(ErrorKind::kInvalidArgument,
                "no replay was prepared; send Prepare first");
  }

  WireSink& wire_;
  std::unique_ptr<InputRecorder> recorder_;
  std::unique_ptr<InputReplayer> replayer_;
  std::thread thread_;
  std::atomic<bool> ended_{false};
};

// False: the host is gone, or speaks something else.
bool HandleAll(RequestReader& requests, Job& job, WireSink& wire) {
  for (;;) {
    auto request = requests.Next();
    if (!request) {
      LOG(g_log, kError, "{}", request.error().message);
      return false;
    }
    if (!*request) return true;
    const Status handled = job.Handle(**request);
    if (handled) continue;
    AgentReply reply;
    reply.mutable_failed()->set_sentence(handled.error().message);
    wire.Send(reply);
  }
}

}  // namespace

ExitCode Serve(int in, int out, int stop_fd) {
  WireSink wire(out);
  AgentReply hello;
  *hello.mutable_hello() = MakeHello();
  wire.Send(hello);

  Job job(wire);
  RequestReader requests;
  std::vector<char> buffer(1 << 16);
  for (;;) {
    pollfd polled[] = {{in, POLLIN, 0}, {stop_fd, POLLIN, 0}};
    if (poll(polled, 2, -1) < 0 && errno != EINTR) return ExitCode::kSystem;
    if (polled[1].revents != 0) return ExitCode::kInterrupted;
    if (polled[0].revents == 0) continue;
    const ssize_t size = read(in, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return ExitCode::kDone;
    requests.Push({buffer.data(), static_cast<size_t>(size)});
    if (!HandleAll(requests, job, wire)) return ExitCode::kBadInput;
  }
}

}  // namespace reprise::agent
