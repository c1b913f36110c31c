// Asks ART's verifier about a class without initialising it, which no Java call
// does: a test of every class of an app must not run their initialisers.
//
// The result is ART's FailureKind: 0 none, 1 access checks at run time, 2 soft,
// 3 hard, with an exception pending. Why is in the log (-verbose:verifier).
#include <jni.h>

#include "class_linker.h"
#include "handle_scope-inl.h"
#include "mirror/class.h"
#include "runtime.h"
#include "scoped_thread_state_change-inl.h"

extern "C" JNIEXPORT jint JNICALL
Java_reprise_verify_Main_verify(JNIEnv* env, jclass, jclass wanted) {
  art::ScopedObjectAccess soa(env);
  art::StackHandleScope<1> scope(soa.Self());
  art::Handle<art::mirror::Class> handle =
      scope.NewHandle(soa.Decode<art::mirror::Class>(wanted));
  return static_cast<jint>(
      art::Runtime::Current()->GetClassLinker()->VerifyClass(
          soa.Self(), handle, art::verifier::HardFailLogMode::kLogWarning));
}
