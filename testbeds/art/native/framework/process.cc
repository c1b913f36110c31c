// android.os.Process, Binder and Trace as far as a process alone can: there is
// no binder, so every caller is this process, and nobody traces.
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdlib>

#include "natives.h"

namespace reprise::ground {
namespace {

// Only root may raise a priority; a thread then keeps the one it has.
void SetPriority(int thread, int priority) {
  setpriority(PRIO_PROCESS, thread, priority < 0 ? 0 : priority);
}

void SetThreadPriority(JNIEnv*, jclass, jint thread, jint priority) {
  SetPriority(thread, priority);
}
void SetOwnPriority(JNIEnv*, jclass, jint priority) {
  SetPriority(gettid(), priority);
}
jint GetThreadPriority(JNIEnv*, jclass, jint thread) {
  return getpriority(PRIO_PROCESS, thread);
}
jlong GetElapsedCpuTime(JNIEnv*, jclass) {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return used.tv_sec * 1000 + used.tv_nsec / 1'000'000;
}
void SetThreadGroup(JNIEnv*, jclass, jint, jint) {}
void SetArgV0(JNIEnv*, jclass, jstring) {}

// @CriticalNative, without the environment.
jint CallingPid() { return getpid(); }
jint CallingUid() { return static_cast<jint>(getuid()); }
jlong ClearCallingIdentity() {
  return static_cast<jlong>(getuid()) << 32 | getpid();
}
jlong ZeroLong() { return 0; }
jint ZeroInt() { return 0; }
jboolean False() { return JNI_FALSE; }
jlong ZeroLongOfInt(jint) { return 0; }
void IgnoreInt(jint) {}
void IgnoreLong(jlong) {}
void IgnoreBoolean(jboolean) {}

// Not critical: Binder.restoreCallingIdentity and the writers of Trace.
void RestoreCallingIdentity(JNIEnv*, jclass, jlong) {}
void FlushPendingCommands(JNIEnv*, jclass) {}
void TraceCounter(JNIEnv*, jclass, jlong, jstring, jlong) {}
void TraceBegin(JNIEnv*, jclass, jlong, jstring) {}
void TraceEnd(JNIEnv*, jclass, jlong) {}
void TraceAsync(JNIEnv*, jclass, jlong, jstring, jint) {}

// What a Binder keeps of native memory; nothing looks into it.
jlong NewHolder(JNIEnv*, jclass) {
  return reinterpret_cast<jlong>(std::calloc(1, 16));
}
void FreeHolder(void* holder) { std::free(holder); }
jlong GetHolderFinalizer(JNIEnv*, jclass) {
  return reinterpret_cast<jlong>(&FreeHolder);
}

constexpr char kProcess[] = "android/os/Process";
constexpr char kBinder[] = "android/os/Binder";
constexpr char kTrace[] = "android/os/Trace";

const Native kNatives[] = {
    MakeNative(kProcess, "setThreadPriority", "(II)V", SetThreadPriority),
    MakeNative(kProcess, "setThreadPriority", "(I)V", SetOwnPriority),
    MakeNative(kProcess, "getThreadPriority", "(I)I", GetThreadPriority),
    MakeNative(kProcess, "getElapsedCpuTime", "()J", GetElapsedCpuTime),
    MakeNative(kProcess, "setThreadGroup", "(II)V", SetThreadGroup),
    MakeNative(kProcess, "setArgV0", "(Ljava/lang/String;)V", SetArgV0),

    MakeNative(kBinder, "getCallingPid", "()I", CallingPid),
    MakeNative(kBinder, "getCallingUid", "()I", CallingUid),
    MakeNative(kBinder, "isHandlingTransaction", "()Z", False),
    MakeNative(kBinder, "clearCallingIdentity", "()J", ClearCallingIdentity),
    MakeNative(kBinder, "restoreCallingIdentity", "(J)V",
               RestoreCallingIdentity),
    MakeNative(kBinder, "setThreadStrictModePolicy", "(I)V", IgnoreInt),
    MakeNative(kBinder, "getThreadStrictModePolicy", "()I", ZeroInt),
    MakeNative(kBinder, "setCallingWorkSourceUid", "(I)J", ZeroLongOfInt),
    MakeNative(kBinder, "getCallingWorkSourceUid", "()I", ZeroInt),
    MakeNative(kBinder, "clearCallingWorkSource", "()J", ZeroLong),
    MakeNative(kBinder, "restoreCallingWorkSource", "(J)V", IgnoreLong),
    MakeNative(kBinder, "flushPendingCommands", "()V", FlushPendingCommands),
    MakeNative(kBinder, "getNativeBBinderHolder", "()J", NewHolder),
    MakeNative(kBinder, "getFinalizer", "()J", GetHolderFinalizer),
    MakeNative(kBinder, "getNativeFinalizer", "()J", GetHolderFinalizer),

    MakeNative(kTrace, "nativeGetEnabledTags", "()J", ZeroLong),
    MakeNative(kTrace, "nativeSetAppTracingAllowed", "(Z)V", IgnoreBoolean),
    MakeNative(kTrace, "nativeSetTracingEnabled", "(Z)V", IgnoreBoolean),
    MakeNative(kTrace, "nativeTraceCounter", "(JLjava/lang/String;J)V",
               TraceCounter),
    MakeNative(kTrace, "nativeTraceBegin", "(JLjava/lang/String;)V",
               TraceBegin),
    MakeNative(kTrace, "nativeTraceEnd", "(J)V", TraceEnd),
    MakeNative(kTrace, "nativeAsyncTraceBegin", "(JLjava/lang/String;I)V",
               TraceAsync),
    MakeNative(kTrace, "nativeAsyncTraceEnd", "(JLjava/lang/String;I)V",
               TraceAsync),
};

}  // namespace

std::span<const Native> ProcessNatives() { return kNatives; }

}  // namespace reprise::ground
