// A JVMTI agent for the tests of the ground: puts a dex file in place of one
// class, when the class is loaded or, if it was loaded before, by transforming
// it again. Options: CLASS,DEX with CLASS as java/util/Optional and DEX a file
// with that class alone.
//
// Prints "agent: ..." lines to standard output.
#include <jvmti.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

namespace {

std::string class_name, replacement;  // set once, before the callbacks
std::atomic<int> hooked{0};

void JNICALL OnClassFile(jvmtiEnv* jvmti, JNIEnv*, jclass, jobject,
                         const char* name, jobject, jint,
                         const unsigned char* dex, jint* new_size,
                         unsigned char** new_dex) {
  ++hooked;
  if (name == nullptr || class_name != name) return;
  std::printf("agent: %s comes as %.3s\n", name, dex);
  if (jvmti->Allocate(replacement.size(), new_dex) != JVMTI_ERROR_NONE) return;
  std::memcpy(*new_dex, replacement.data(), replacement.size());
  *new_size = static_cast<jint>(replacement.size());
}

void JNICALL OnDeath(jvmtiEnv*, JNIEnv*) {
  std::printf("agent: saw %s classes\n", hooked > 10 ? "many" : "few");
  std::fflush(stdout);
}

// The class when it is loaded already; called by the attaching thread.
jvmtiError Retransform(jvmtiEnv* jvmti) {
  jint count = 0;
  jclass* classes = nullptr;
  jvmtiError error = jvmti->GetLoadedClasses(&count, &classes);
  for (jint i = 0; error == JVMTI_ERROR_NONE && i < count; ++i) {
    char* signature = nullptr;
    error = jvmti->GetClassSignature(classes[i], &signature, nullptr);
    if (error != JVMTI_ERROR_NONE) break;
    const bool wanted = "L" + class_name + ";" == signature;
    jvmti->Deallocate(reinterpret_cast<unsigned char*>(signature));
    if (wanted) error = jvmti->RetransformClasses(1, &classes[i]);
  }
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(classes));
  return error;
}

bool ParseOptions(const std::string& options) {
  const size_t comma = options.find(',');
  if (comma == std::string::npos) return false;
  class_name = options.substr(0, comma);
  std::ifstream file(options.substr(comma + 1), std::ios::binary);
  replacement.assign(std::istreambuf_iterator<char>(file), {});
  return !replacement.empty();
}

jint Start(JavaVM* vm, const char* options, bool attached) {
  if (!ParseOptions(options == nullptr ? "" : options)) {
    std::printf("agent: the options are CLASS,DEX\n");
    return JNI_ERR;
  }
  jvmtiEnv* jvmti = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&jvmti), JVMTI_VERSION_1_2) !=
      JNI_OK) {
    return JNI_ERR;
  }
  jvmtiCapabilities wanted{};
  // Boot classes too: ART has no can_retransform_any_class.
  wanted.can_retransform_classes = 1;
  jvmtiError error = jvmti->AddCapabilities(&wanted);
  jvmtiEventCallbacks callbacks{};
  callbacks.ClassFileLoadHook = OnClassFile;
  callbacks.VMDeath = OnDeath;
  if (error == JVMTI_ERROR_NONE) {
    error = jvmti->SetEventCallbacks(&callbacks, sizeof callbacks);
  }
  for (jvmtiEvent event :
       {JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_VM_DEATH}) {
    if (error != JVMTI_ERROR_NONE) break;
    error = jvmti->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr);
  }
  if (error == JVMTI_ERROR_NONE && attached) error = Retransform(jvmti);
  std::printf("agent: %s, error %d\n", attached ? "attached" : "loaded", error);
  std::fflush(stdout);
  return error == JVMTI_ERROR_NONE ? JNI_OK : JNI_ERR;
}

}  // namespace

extern "C" JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options,
                                               void*) {
  return Start(vm, options, false);
}

extern "C" JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM* vm, char* options,
                                                 void*) {
  return Start(vm, options, true);
}
