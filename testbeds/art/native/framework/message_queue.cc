// android.os.MessageQueue on Android's own native Looper (libutils), which
// waits in epoll for the next message, a wake-up or a file descriptor.
#include <utils/Looper.h>

#include <cstdint>

#include "natives.h"

namespace reprise::ground {
namespace {

// MessageQueue.OnFileDescriptorEventListener's.
constexpr int kEventInput = 1;
constexpr int kEventOutput = 2;
constexpr int kEventError = 4;

jmethodID dispatch_events;  // set once, by InitMessageQueue

// One per Java queue, which holds it by its address. Its thread polls; other
// threads only wake it.
class Queue : public android::LooperCallback {
 public:
  Queue() : looper_(android::Looper::getForThread()) {
    if (looper_ != nullptr) return;
    looper_ = new android::Looper(/*allowNonCallbacks=*/false);
    android::Looper::setForThread(looper_);
  }

  void Poll(JNIEnv* env, jobject queue, int timeout_ms) {
    env_ = env;
    queue_ = queue;
    looper_->pollOnce(timeout_ms);
    env_ = nullptr;
    queue_ = nullptr;
    if (thrown_ == nullptr) return;
    env->Throw(thrown_);
    env->DeleteLocalRef(thrown_);
    thrown_ = nullptr;
  }

  void Wake() { looper_->wake(); }
  bool IsPolling() { return looper_->isPolling(); }

  void Watch(int fd, int events) {
    if (events == 0) {
      looper_->removeFd(fd);
      return;
    }
    int wanted = 0;
    if (events & kEventInput) wanted |= android::Looper::EVENT_INPUT;
    if (events & kEventOutput) wanted |= android::Looper::EVENT_OUTPUT;
    looper_->addFd(fd, android::Looper::POLL_CALLBACK, wanted, this,
                   reinterpret_cast<void*>(static_cast<intptr_t>(events)));
  }

  // In Poll, on the queue's thread.
  int handleEvent(int fd, int happened, void* data) override {
    int events = 0;
    if (happened & android::Looper::EVENT_INPUT) events |= kEventInput;
    if (happened & android::Looper::EVENT_OUTPUT) events |= kEventOutput;
    if (happened &
        (android::Looper::EVENT_ERROR | android::Looper::EVENT_HANGUP |
         android::Looper::EVENT_INVALID)) {
      events |= kEventError;
    }
    const int wanted = env_->CallIntMethod(queue_, dispatch_events, fd, events);
    if (jthrowable thrown = env_->ExceptionOccurred(); thrown != nullptr) {
      // Other descriptors are still dispatched; Poll throws the first.
      env_->ExceptionClear();
      if (thrown_ == nullptr) {
        thrown_ = thrown;
      } else {
        env_->DeleteLocalRef(thrown);
      }
    }
    if (wanted == 0) return 0;
    if (wanted != static_cast<int>(reinterpret_cast<intptr_t>(data))) {
      Watch(fd, wanted);
    }
    return 1;
  }

 private:
  android::sp<android::Looper> looper_;
  JNIEnv* env_ = nullptr;    // the queue's thread only, in Poll
  jobject queue_ = nullptr;  // likewise
  jthrowable thrown_ = nullptr;
};

Queue* Get(jlong pointer) { return reinterpret_cast<Queue*>(pointer); }

jlong Init(JNIEnv*, jclass) {
  auto* queue = new Queue;
  queue->incStrong(nullptr);
  return reinterpret_cast<jlong>(queue);
}

void Destroy(JNIEnv*, jclass, jlong queue) { Get(queue)->decStrong(nullptr); }

void PollOnce(JNIEnv* env, jobject self, jlong queue, jint timeout_ms) {
  Get(queue)->Poll(env, self, timeout_ms);
}

void Wake(JNIEnv*, jclass, jlong queue) { Get(queue)->Wake(); }

jboolean IsPolling(JNIEnv*, jclass, jlong queue) {
  return Get(queue)->IsPolling();
}

void SetFileDescriptorEvents(JNIEnv*, jclass, jlong queue, jint fd,
                             jint events) {
  Get(queue)->Watch(fd, events);
}

constexpr char kQueue[] = "android/os/MessageQueue";

const Native kNatives[] = {
    MakeNative(kQueue, "nativeInit", "()J", Init),
    MakeNative(kQueue, "nativeDestroy", "(J)V", Destroy),
    MakeNative(kQueue, "nativePollOnce", "(JI)V", PollOnce),
    MakeNative(kQueue, "nativeWake", "(J)V", Wake),
    MakeNative(kQueue, "nativeIsPolling", "(J)Z", IsPolling),
    MakeNative(kQueue, "nativeSetFileDescriptorEvents", "(JII)V",
               SetFileDescriptorEvents),
};

}  // namespace

std::span<const Native> MessageQueueNatives() { return kNatives; }

bool InitMessageQueue(JNIEnv* env) {
  jclass queue = env->FindClass(kQueue);
  if (queue == nullptr) return false;
  dispatch_events = env->GetMethodID(queue, "dispatchEvents", "(II)I");
  return dispatch_events != nullptr;
}

}  // namespace reprise::ground
