// What the system calls when it loads the agent, at the start of a process or
// when it is attached.
#include <jvmti.h>

#include <memory>

#include "app/agent/agent.h"
#include "app/agent/options.h"
#include "app/agent/report.h"

namespace reprise::agent {
namespace {

Status Start(JavaVM* vm, const Options& options, const Report* report,
             bool attached) {
  static Agent* started = nullptr;
  if (started != nullptr) {
    return Fail(ErrorKind::kInvalidArgument,
                "the agent is in this process already; restart the app to "
                "weave another plan");
  }
  ASSIGN_OR_RETURN(std::unique_ptr<Agent> agent,
                   Agent::Make(vm, options, report));
  // ART may call it until the process ends.
  started = agent.release();
  if (!attached) return started->BeginWhenJavaRuns();
  JNIEnv* env = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&env), JNI_VERSION_1_6) != JNI_OK) {
    return Fail(ErrorKind::kUnsupported,
                "the agent was attached by a thread that is not Java's");
  }
  return started->Begin(env);
}

bool Begin(JavaVM* vm, const char* text, bool attached) {
  const auto options = ParseOptions(text == nullptr ? "" : text);
  const auto* report = new Report(options ? options->log : "");  // stays, too
  const Status status =
      options ? Start(vm, *options, report, attached) : Fail(options.error());
  if (!status) report->Say("switched off: " + status.error().message);
  return status.has_value();
}

}  // namespace
}  // namespace reprise::agent

extern "C" JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options,
                                               void*) {
  // ART ends a process whose agent fails; the app is to go on.
  reprise::agent::Begin(vm, options, false);
  return JNI_OK;
}

extern "C" JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM* vm, char* options,
                                                 void*) {
  return reprise::agent::Begin(vm, options, true) ? JNI_OK : JNI_ERR;
}
