#include <cstdio>

#include "natives.h"

namespace reprise::ground {
namespace {

bool Register(JNIEnv* env, std::span<const Native> natives) {
  for (const Native& native : natives) {
    jclass type = env->FindClass(native.class_name);
    if (type == nullptr) return false;
    JNINativeMethod method{const_cast<char*>(native.name),
                           const_cast<char*>(native.signature),
                           native.function};
    if (env->RegisterNatives(type, &method, 1) != JNI_OK) {
      std::fprintf(stderr, "ground: %s has no native %s%s\n", native.class_name,
                   native.name, native.signature);
      return false;
    }
    env->DeleteLocalRef(type);
  }
  return true;
}

}  // namespace
}  // namespace reprise::ground

extern "C" JNIEXPORT jint JNI_OnLoad(JavaVM* vm, void*) {
  using namespace reprise::ground;
  JNIEnv* env = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&env), JNI_VERSION_1_6) != JNI_OK) {
    return JNI_ERR;
  }
  for (std::span<const Native> natives :
       {ClockNatives(), LogNatives(), MessageQueueNatives(), ProcessNatives(),
        PropertyNatives(), ServiceNatives()}) {
    if (!Register(env, natives)) return JNI_ERR;
  }
  return InitMessageQueue(env) ? JNI_VERSION_1_6 : JNI_ERR;
}
