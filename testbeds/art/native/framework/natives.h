// The natives that the framework's classes are given on the ground. Each file
// here has one table, for one subject; a table that names a method which its
// class does not have is a mistake and stops the start.
//
// Natives are called on any thread; the tables are constant.
#pragma once

#include <jni.h>

#include <span>

namespace reprise::ground {

struct Native {
  const char* class_name;
  const char* name;
  const char* signature;
  void* function;
};

template <typename Function>
constexpr Native MakeNative(const char* class_name, const char* name,
                            const char* signature, Function* function) {
  return {class_name, name, signature, reinterpret_cast<void*>(function)};
}

std::span<const Native> ClockNatives();
std::span<const Native> LogNatives();
std::span<const Native> MessageQueueNatives();
std::span<const Native> ProcessNatives();
std::span<const Native> PropertyNatives();
std::span<const Native> ServiceNatives();

// After the tables are registered; false with an exception pending.
bool InitMessageQueue(JNIEnv* env);

}  // namespace reprise::ground
