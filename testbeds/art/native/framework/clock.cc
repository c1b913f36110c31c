// android.os.SystemClock. All are @CriticalNative: without the environment.
#include <time.h>

#include "natives.h"

namespace reprise::ground {
namespace {

constexpr jlong kNsPerSecond = 1'000'000'000;
constexpr jlong kNsPerMs = 1'000'000;
constexpr jlong kNsPerUs = 1'000;

template <clockid_t clock, jlong unit>
jlong Now() {
  timespec now{};
  clock_gettime(clock, &now);
  return (now.tv_sec * kNsPerSecond + now.tv_nsec) / unit;
}

constexpr char kClock[] = "android/os/SystemClock";

const Native kNatives[] = {
    MakeNative(kClock, "uptimeMillis", "()J", Now<CLOCK_MONOTONIC, kNsPerMs>),
    MakeNative(kClock, "elapsedRealtime", "()J", Now<CLOCK_BOOTTIME, kNsPerMs>),
    MakeNative(kClock, "elapsedRealtimeNanos", "()J", Now<CLOCK_BOOTTIME, 1>),
    MakeNative(kClock, "currentThreadTimeMillis", "()J",
               Now<CLOCK_THREAD_CPUTIME_ID, kNsPerMs>),
    MakeNative(kClock, "currentThreadTimeMicro", "()J",
               Now<CLOCK_THREAD_CPUTIME_ID, kNsPerUs>),
    MakeNative(kClock, "currentTimeMicro", "()J",
               Now<CLOCK_REALTIME, kNsPerUs>),
};

}  // namespace

std::span<const Native> ClockNatives() { return kNatives; }

}  // namespace reprise::ground
