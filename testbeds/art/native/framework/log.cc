// android.util.Log, to standard error in logcat's brief form, from the level
// that REPRISE_GROUND_LOG names (a number of Log's; 5, warnings, by default).
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "natives.h"

namespace reprise::ground {
namespace {

constexpr jint kWarn = 5;
constexpr char kLetters[] = "??VDIWEA";
constexpr jint kMaxPayload = 4068;  // logd's

jint LowestLevel() {
  static const jint level = [] {
    const char* text = std::getenv("REPRISE_GROUND_LOG");
    return text == nullptr ? kWarn : std::atoi(text);
  }();
  return level;
}

std::string Text(JNIEnv* env, jstring string) {
  if (string == nullptr) return "";
  const char* chars = env->GetStringUTFChars(string, nullptr);
  std::string text = chars;
  env->ReleaseStringUTFChars(string, chars);
  return text;
}

jboolean IsLoggable(JNIEnv*, jclass, jstring, jint level) {
  return level >= LowestLevel();
}

jint Print(JNIEnv* env, jclass, jint, jint level, jstring tag,
           jstring message) {
  if (message == nullptr) return -1;
  if (level < LowestLevel()) return 0;
  return std::fprintf(stderr, "%c/%s(%d): %s\n", kLetters[level & 7],
                      Text(env, tag).c_str(), gettid(),
                      Text(env, message).c_str());
}

jint MaxPayload(JNIEnv*, jclass) { return kMaxPayload; }

constexpr char kLog[] = "android/util/Log";

const Native kNatives[] = {
    MakeNative(kLog, "isLoggable", "(Ljava/lang/String;I)Z", IsLoggable),
    MakeNative(kLog, "println_native",
               "(IILjava/lang/String;Ljava/lang/String;)I", Print),
    MakeNative(kLog, "logger_entry_max_payload_native", "()I", MaxPayload),
};

}  // namespace

std::span<const Native> LogNatives() { return kNatives; }

}  // namespace reprise::ground
