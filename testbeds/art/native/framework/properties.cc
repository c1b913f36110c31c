// android.os.SystemProperties: a phone's few fixed ones. Setting does nothing.
#include <cstdlib>
#include <optional>
#include <string>

#include "natives.h"

namespace reprise::ground {
namespace {

struct Property {
  const char* name;
  const char* value;
};

constexpr Property kProperties[] = {
    {"ro.build.version.sdk", "30"},
    {"ro.build.version.release", "11"},
    {"ro.build.version.codename", "REL"},
    {"ro.build.type", "user"},
    {"ro.product.cpu.abilist", "x86_64"},
    {"ro.product.cpu.abilist64", "x86_64"},
    // No display, so no vsync: Choreographer times frames by messages.
    {"debug.choreographer.vsync", "false"},
};

std::optional<std::string> Find(JNIEnv* env, jstring name) {
  const char* chars = env->GetStringUTFChars(name, nullptr);
  std::optional<std::string> found;
  for (const Property& property : kProperties) {
    if (std::string(property.name) == chars) found = property.value;
  }
  env->ReleaseStringUTFChars(name, chars);
  return found;
}

jstring Get(JNIEnv* env, jclass, jstring name, jstring otherwise) {
  const std::optional<std::string> value = Find(env, name);
  if (value) return env->NewStringUTF(value->c_str());
  return otherwise != nullptr ? otherwise : env->NewStringUTF("");
}

jint GetInt(JNIEnv* env, jclass, jstring name, jint otherwise) {
  const std::optional<std::string> value = Find(env, name);
  return value ? std::atoi(value->c_str()) : otherwise;
}

jlong GetLong(JNIEnv* env, jclass, jstring name, jlong otherwise) {
  const std::optional<std::string> value = Find(env, name);
  return value ? std::atoll(value->c_str()) : otherwise;
}

jboolean GetBoolean(JNIEnv* env, jclass, jstring name, jboolean otherwise) {
  const std::optional<std::string> value = Find(env, name);
  return value ? *value == "1" || *value == "true" : otherwise;
}

jlong FindHandle(JNIEnv*, jclass, jstring) { return 0; }
void Set(JNIEnv*, jclass, jstring, jstring) {}
void Nothing(JNIEnv*, jclass) {}

constexpr char kProps[] = "android/os/SystemProperties";

const Native kNatives[] = {
    MakeNative(kProps, "native_get",
               "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", Get),
    MakeNative(kProps, "native_get_int", "(Ljava/lang/String;I)I", GetInt),
    MakeNative(kProps, "native_get_long", "(Ljava/lang/String;J)J", GetLong),
    MakeNative(kProps, "native_get_boolean", "(Ljava/lang/String;Z)Z",
               GetBoolean),
    MakeNative(kProps, "native_find", "(Ljava/lang/String;)J", FindHandle),
    MakeNative(kProps, "native_set", "(Ljava/lang/String;Ljava/lang/String;)V",
               Set),
    MakeNative(kProps, "native_add_change_callback", "()V", Nothing),
    MakeNative(kProps, "native_report_sysprop_change", "()V", Nothing),
};

}  // namespace

std::span<const Native> PropertyNatives() { return kNatives; }

}  // namespace reprise::ground
