// android.hardware.Camera and android.media.AudioRecord reach their services
// through natives. Here these call static methods of the same name in
// reprise.bed.CameraNatives and AudioRecordNatives, which get the object as
// their first argument, so that the services can be written in Java.
#include <algorithm>
#include <string>
#include <string_view>

#include "natives.h"

namespace reprise::ground {
namespace {

// A string as a template's argument.
template <size_t size>
struct Text {
  constexpr Text(const char (&text)[size]) { std::copy_n(text, size, chars); }
  char chars[size];
};

constexpr char kCamera[] = "android/hardware/Camera";
constexpr char kAudio[] = "android/media/AudioRecord";

// Never freed: the process ends with it.
struct Target {
  jclass type;
  jmethodID method;
};

Target Find(JNIEnv* env, const char* from, const char* name,
            std::string_view signature, bool is_static) {
  const char* to = from == kCamera ? "reprise/bed/CameraNatives"
                                   : "reprise/bed/AudioRecordNatives";
  jclass type = env->FindClass(to);
  if (type == nullptr) env->FatalError(to);
  std::string with_self = "(";
  if (!is_static) with_self += "L" + std::string(from) + ";";
  with_self += signature.substr(1);
  jmethodID method = env->GetStaticMethodID(type, name, with_self.c_str());
  if (method == nullptr) env->FatalError(with_self.c_str());
  return {static_cast<jclass>(env->NewGlobalRef(type)), method};
}

template <typename Result, typename... Arguments>
Result Call(JNIEnv* env, const Target& target, Arguments... arguments) {
  if constexpr (std::is_same_v<Result, void>) {
    env->CallStaticVoidMethod(target.type, target.method, arguments...);
  } else if constexpr (std::is_same_v<Result, jint>) {
    return env->CallStaticIntMethod(target.type, target.method, arguments...);
  } else {
    static_assert(std::is_same_v<Result, jstring>);
    return static_cast<jstring>(
        env->CallStaticObjectMethod(target.type, target.method, arguments...));
  }
}

template <const char* from, Text name, Text signature, typename Function>
struct Forward;

template <const char* from, Text name, Text signature, typename Result,
          typename... Arguments>
struct Forward<from, name, signature, Result(Arguments...)> {
  static Result OfObject(JNIEnv* env, jobject self, Arguments... arguments) {
    static const Target target =
        Find(env, from, name.chars, signature.chars, false);
    return Call<Result>(env, target, self, arguments...);
  }
  static Result OfClass(JNIEnv* env, jclass, Arguments... arguments) {
    static const Target target =
        Find(env, from, name.chars, signature.chars, true);
    return Call<Result>(env, target, arguments...);
  }
};

template <const char* from, Text name, Text signature, typename Function>
Native OfObject() {
  return MakeNative(from, name.chars, signature.chars,
                    Forward<from, name, signature, Function>::OfObject);
}

template <const char* from, Text name, Text signature, typename Function>
Native OfClass() {
  return MakeNative(from, name.chars, signature.chars,
                    Forward<from, name, signature, Function>::OfClass);
}

// android.media.MediaRecorder's, which AudioRecord initialises.
void InitMediaRecorder(JNIEnv*, jclass) {}

const Native kNatives[] = {
    MakeNative("android/media/MediaRecorder", "native_init", "()V",
               InitMediaRecorder),

    OfClass<kCamera, "getNumberOfCameras", "()I", jint()>(),
    OfClass<kCamera, "_getCameraInfo",
            "(ILandroid/hardware/Camera$CameraInfo;)V", void(jint, jobject)>(),
    OfObject<kCamera, "native_setup",
             "(Ljava/lang/Object;IILjava/lang/String;)I",
             jint(jobject, jint, jint, jstring)>(),
    OfObject<kCamera, "native_release", "()V", void()>(),
    OfObject<kCamera, "native_getParameters", "()Ljava/lang/String;",
             jstring()>(),
    OfObject<kCamera, "native_setParameters", "(Ljava/lang/String;)V",
             void(jstring)>(),
    OfObject<kCamera, "setHasPreviewCallback", "(ZZ)V",
             void(jboolean, jboolean)>(),
    OfObject<kCamera, "startPreview", "()V", void()>(),
    OfObject<kCamera, "_stopPreview", "()V", void()>(),
    OfObject<kCamera, "native_takePicture", "(I)V", void(jint)>(),

    OfClass<kAudio, "native_get_min_buff_size", "(III)I",
            jint(jint, jint, jint)>(),
    OfObject<kAudio, "native_setup",
             "(Ljava/lang/Object;Ljava/lang/Object;[IIIII[ILjava/lang/String;"
             "J)I",
             jint(jobject, jobject, jintArray, jint, jint, jint, jint,
                  jintArray, jstring, jlong)>(),
    OfObject<kAudio, "native_start", "(II)I", jint(jint, jint)>(),
    OfObject<kAudio, "native_stop", "()V", void()>(),
    OfObject<kAudio, "native_release", "()V", void()>(),
    OfObject<kAudio, "native_finalize", "()V", void()>(),
    OfObject<kAudio, "native_read_in_byte_array", "([BIIZ)I",
             jint(jbyteArray, jint, jint, jboolean)>(),
    OfObject<kAudio, "native_read_in_short_array", "([SIIZ)I",
             jint(jshortArray, jint, jint, jboolean)>(),
};

}  // namespace

std::span<const Native> ServiceNatives() { return kNatives; }

}  // namespace reprise::ground
