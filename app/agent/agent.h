// The agent in an app's process: hands the plan to the runtime, weaves the
// classes that are loaded, and from then on those that get loaded.
//
// Nothing is woven before Java runs: what the plan names among the classes that
// ART itself starts with is redefined then, like those of a process that the
// agent is attached to. So the runtime knows the plan before it is first
// called.
//
// A class that cannot be woven, or that ART does not take, is left as it was
// and reported. Nothing here brings the app down.
//
// Threads: Make() and Begin() on one; ART calls Hook() on those that load
// classes. Never destroyed, because ART may call as long as the process lives.
#pragma once

#include <jvmti.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/agent/class_weaver.h"
#include "app/agent/options.h"
#include "app/agent/report.h"
#include "base/result.h"

namespace reprise::agent {

class Agent {
 public:
  // Reads the plan and puts the runtime on the boot class path. `report` must
  // outlive the agent.
  static Result<std::unique_ptr<Agent>> Make(JavaVM* vm, const Options& options,
                                             const Report* report);

  // Has Begin() called as soon as Java runs.
  Status BeginWhenJavaRuns();
  Status Begin(JNIEnv* env);

 private:
  Agent(jvmtiEnv* jvmti, ClassWeaver weaver, const Report* report)
      : jvmti_(*jvmti), weaver_(std::move(weaver)), report_(*report) {}

  static void JNICALL OnStart(jvmtiEnv* jvmti, JNIEnv* env, jthread thread);
  static void JNICALL OnClass(jvmtiEnv* jvmti, JNIEnv* env, jclass redefined,
                              jobject loader, const char* name, jobject domain,
                              jint size, const unsigned char* bytes,
                              jint* new_size, unsigned char** new_bytes);
  void Hook(const std::string& descriptor, std::string_view dex, jint* new_size,
            unsigned char** new_bytes);

  // Describes an error of JVMTI.
  Status Check(jvmtiError error, std::string_view what) const;
  Status TellRuntime(JNIEnv* env) const;
  Status WeaveLoaded(JNIEnv* env);
  bool WantsLoaded(jclass loaded, std::string* descriptor) const;
  size_t Redefine(const std::vector<jclass>& classes,
                  const std::vector<std::string>& names);

  jvmtiEnv& jvmti_;
  const ClassWeaver weaver_;
  const Report& report_;
};

}  // namespace reprise::agent
