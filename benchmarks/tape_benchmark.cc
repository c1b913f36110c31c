// What a caller pays on the hot path of recording: the time of one
// Feed::Write of a small message, alone and with other threads recording.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "base/check.h"
#include "base/memory_file_system.h"
#include "tape/recorder.h"

namespace reprise::tape {
namespace {

constexpr size_t kSmallMessage = 64;

struct Recording {
  Recording() {
    // Bursts of many seconds at full speed are no recording: the ring is
    // large enough that the pump, not the caller, sets the pace.
    RecorderOptions options;
    options.ring_bytes = 64 << 20;
    auto created = TapeRecorder::Create(files, "tape", options);
    CHECK(created.has_value());
    recorder = *std::move(created);
    auto opened = recorder->ChannelFor("/random");
    CHECK(opened.has_value());
    channel = *opened;
  }
  MemoryFileSystem files;
  std::unique_ptr<TapeRecorder> recorder;
  uint16_t channel = 0;
};

std::unique_ptr<Recording> g_recording;

// Bursts of 1,000 messages, as a fling or a batch of sensors makes them; the
// pump catches up between them, untimed.
void BM_FeedWrite(benchmark::State& state) {
  const std::string data(kSmallMessage, 'x');
  FeedPtr feed;
  uint64_t time = 0;
  int in_burst = 0;
  for (auto _ : state) {
    if (!feed) feed = g_recording->recorder->NewFeed();
    feed->Write(g_recording->channel, time, time, data);
    time++;
    if (++in_burst == 1000) {
      state.PauseTiming();
      in_burst = 0;
      g_recording->recorder->Pump();
      state.ResumeTiming();
    }
  }
  state.SetItemsProcessed(state.iterations());
}
void Start(const benchmark::State&) {
  g_recording = std::make_unique<Recording>();
}
void Stop(const benchmark::State&) { g_recording.reset(); }
BENCHMARK(BM_FeedWrite)->Setup(Start)->Teardown(Stop)->UseRealTime();
BENCHMARK(BM_FeedWrite)
    ->Setup(Start)
    ->Teardown(Stop)
    ->Threads(2)
    ->UseRealTime();

void BM_NewId(benchmark::State& state) {
  Recording recording;
  for (auto _ : state) benchmark::DoNotOptimize(recording.recorder->NewId());
}
BENCHMARK(BM_NewId);

}  // namespace
}  // namespace reprise::tape
