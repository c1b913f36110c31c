#include "app/agent/agent.h"

#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "base/file.h"
#include "weave/plan.h"

namespace reprise::agent {
namespace {

constexpr char kHooks[] = "io/reprise/runtime/Hooks";
constexpr char kStart[] = "io/reprise/runtime/Start";

// Whether the call before threw; the exception is cleared.
bool Threw(JNIEnv* env) {
  if (!env->ExceptionCheck()) return false;
  env->ExceptionDescribe();
  env->ExceptionClear();
  return true;
}

// Calls a static method of the runtime, with `argument` if it takes one.
Status CallRuntime(JNIEnv* env, const char* owner, const char* name,
                   const char* signature, jobject argument) {
  const jclass found = env->FindClass(owner);
  if (Threw(env) || found == nullptr) {
    return Fail(ErrorKind::kNotFound, "the runtime has no class {}", owner);
  }
  const jmethodID method = env->GetStaticMethodID(found, name, signature);
  if (Threw(env) || method == nullptr) {
    return Fail(ErrorKind::kNotFound, "the runtime has no {}.{}{}", owner, name,
                signature);
  }
  env->CallStaticVoidMethod(found, method, argument);
  if (Threw(env)) {
    return Fail(ErrorKind::kUnsupported, "the runtime's {}.{} threw", owner,
                name);
  }
  env->DeleteLocalRef(found);
  return {};
}

Agent* Of(jvmtiEnv* jvmti) {
  void* agent = nullptr;
  if (jvmti->GetEnvironmentLocalStorage(&agent) != JVMTI_ERROR_NONE) {
    return nullptr;
  }
  return static_cast<Agent*>(agent);
}

}  // namespace

Result<std::unique_ptr<Agent>> Agent::Make(JavaVM* vm, const Options& options,
                                           const Report* report) {
  ASSIGN_OR_RETURN(
      const std::string plan,
      ReadWholeFile(RealFileSystem(), options.plan, weave::kMaxPlanBytes));
  ASSIGN_OR_RETURN(ClassWeaver weaver, ClassWeaver::Make(plan));
  jvmtiEnv* jvmti = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&jvmti), JVMTI_VERSION_1_2) !=
      JNI_OK) {
    return Fail(ErrorKind::kUnsupported,
                "this process has no JVMTI; the app must be debuggable");
  }
  std::unique_ptr<Agent> agent(new Agent(jvmti, std::move(weaver), report));
  jvmtiCapabilities wanted{};
  // Boot classes too: ART has no can_retransform_any_class.
  wanted.can_retransform_classes = 1;
  RETURN_IF_ERROR(agent->Check(jvmti->AddCapabilities(&wanted),
                               "asking to redefine classes"));
  RETURN_IF_ERROR(agent->Check(
      jvmti->AddToBootstrapClassLoaderSearch(options.runtime.c_str()),
      "putting the runtime on the boot class path"));
  RETURN_IF_ERROR(
      agent->Check(jvmti->SetEnvironmentLocalStorage(agent.get()), "starting"));
  jvmtiEventCallbacks callbacks{};
  callbacks.VMInit = OnStart;
  callbacks.ClassFileLoadHook = OnClass;
  RETURN_IF_ERROR(agent->Check(
      jvmti->SetEventCallbacks(&callbacks, sizeof callbacks), "starting"));
  return agent;
}

Status Agent::BeginWhenJavaRuns() {
  return Check(jvmti_.SetEventNotificationMode(JVMTI_ENABLE,
                                               JVMTI_EVENT_VM_INIT, nullptr),
               "waiting for Java");
}

Status Agent::Begin(JNIEnv* env) {
  RETURN_IF_ERROR(TellRuntime(env));
  RETURN_IF_ERROR(
      Check(jvmti_.SetEventNotificationMode(
                JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, nullptr),
            "watching classes"));
  RETURN_IF_ERROR(WeaveLoaded(env));
  // In an app that was not rewritten nobody else does.
  return CallRuntime(env, kStart, "load", "()V", nullptr);
}

Status Agent::Check(jvmtiError error, std::string_view what) const {
  if (error == JVMTI_ERROR_NONE) return {};
  char* name = nullptr;
  if (jvmti_.GetErrorName(error, &name) != JVMTI_ERROR_NONE) name = nullptr;
  const std::string words = name == nullptr ? "no name" : name;
  jvmti_.Deallocate(reinterpret_cast<unsigned char*>(name));
  return Fail(ErrorKind::kUnsupported, "{}: ART refused, error {} ({})", what,
              static_cast<int>(error), words);
}

Status Agent::TellRuntime(JNIEnv* env) const {
  // The text of a plan is modified UTF-8, as the names in dex files are.
  const jstring points = env->NewStringUTF(weaver_.points().c_str());
  if (Threw(env) || points == nullptr) {
    return Fail(ErrorKind::kIo, "no memory for the plan's points");
  }
  const Status told =
      CallRuntime(env, kHooks, "addPlan", "(Ljava/lang/String;)V", points);
  env->DeleteLocalRef(points);
  return told;
}

bool Agent::WantsLoaded(jclass loaded, std::string* descriptor) const {
  char* signature = nullptr;
  if (jvmti_.GetClassSignature(loaded, &signature, nullptr) !=
      JVMTI_ERROR_NONE) {
    return false;
  }
  *descriptor = signature;
  jvmti_.Deallocate(reinterpret_cast<unsigned char*>(signature));
  return weaver_.Wants(*descriptor);
}

Status Agent::WeaveLoaded(JNIEnv* env) {
  jint count = 0;
  jclass* loaded = nullptr;
  RETURN_IF_ERROR(
      Check(jvmti_.GetLoadedClasses(&count, &loaded), "listing classes"));
  std::vector<jclass> classes;
  std::vector<std::string> names;
  for (jint i = 0; i < count; ++i) {
    std::string descriptor;
    if (WantsLoaded(loaded[i], &descriptor)) {
      classes.push_back(loaded[i]);
      names.push_back(std::move(descriptor));
    } else {
      env->DeleteLocalRef(loaded[i]);
    }
  }
  jvmti_.Deallocate(reinterpret_cast<unsigned char*>(loaded));
  const size_t redefined = Redefine(classes, names);
  for (const jclass entry : classes) env->DeleteLocalRef(entry);
  report_.Say(
      fmt::format("of {} classes to weave, {} of {} loaded ones are "
                  "redefined; others follow as they load",
                  weaver_.classes(), redefined, classes.size()));
  return {};
}

size_t Agent::Redefine(const std::vector<jclass>& classes,
                       const std::vector<std::string>& names) {
  if (classes.empty()) return 0;
  // Together, which stops the app once; one that ART refuses fails them all.
  const auto count = static_cast<jint>(classes.size());
  if (jvmti_.RetransformClasses(count, classes.data()) == JVMTI_ERROR_NONE) {
    return classes.size();
  }
  size_t redefined = 0;
  for (size_t i = 0; i < classes.size(); ++i) {
    const Status status =
        Check(jvmti_.RetransformClasses(1, &classes[i]), "redefining it");
    if (status) {
      ++redefined;
    } else {
      report_.Say(fmt::format("left as it was: {}: {}", names[i],
                              status.error().message));
    }
  }
  return redefined;
}

void Agent::Hook(const std::string& descriptor, std::string_view dex,
                 jint* new_size, unsigned char** new_bytes) {
  const auto woven = weaver_.Weave(descriptor, dex);
  if (!woven) {
    report_.Say(fmt::format("left as it was: {}: {}", descriptor,
                            woven.error().message));
    return;
  }
  for (const std::string& sentence : woven->left) {
    report_.Say("left as it was: " + sentence);
  }
  if (woven->dex.empty()) return;
  const auto size = static_cast<jint>(woven->dex.size());
  unsigned char* bytes = nullptr;
  const Status allocated =
      Check(jvmti_.Allocate(size, &bytes), "asking for memory");
  if (!allocated) {
    report_.Say(fmt::format("left as it was: {}: {}", descriptor,
                            allocated.error().message));
    return;
  }
  std::memcpy(bytes, woven->dex.data(), woven->dex.size());
  *new_size = size;
  *new_bytes = bytes;
}

void JNICALL Agent::OnStart(jvmtiEnv* jvmti, JNIEnv* env, jthread) {
  Agent* agent = Of(jvmti);
  if (agent == nullptr) return;
  const Status status = agent->Begin(env);
  if (!status) agent->report_.Say("switched off: " + status.error().message);
}

void JNICALL Agent::OnClass(jvmtiEnv* jvmti, JNIEnv*, jclass, jobject,
                            const char* name, jobject, jint size,
                            const unsigned char* bytes, jint* new_size,
                            unsigned char** new_bytes) {
  Agent* agent = Of(jvmti);
  if (agent == nullptr || name == nullptr || size < 0) return;
  const std::string descriptor = fmt::format("L{};", name);
  if (!agent->weaver_.Wants(descriptor)) return;
  agent->Hook(descriptor,
              {reinterpret_cast<const char*>(bytes), static_cast<size_t>(size)},
              new_size, new_bytes);
}

}  // namespace reprise::agent
