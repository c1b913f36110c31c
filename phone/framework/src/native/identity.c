/* Object.hashCode and System.identityHashCode, for io.reprise.phone.time.Identity:
 * the JVM draws an object's hash code when it is first asked, from a generator
 * that each thread has; here the generator is set first. Once an object has a hash
 * code the JVM answers without calling this, most of the time. */
#include <jni.h>
#include <stddef.h>

/* Of libjvm: what both were before. */
JNIEXPORT jint JNICALL JVM_IHashCode(JNIEnv* env, jobject object);

/* A thread's generator: Marsaglia's xor-shift, of which x is the oldest. */
typedef struct {
  jint w, x, y, z;
} Generator;

static ptrdiff_t generator_at; /* from a thread's JNIEnv */
static jclass identity;
static jmethodID seed;
static jmethodID drawn;

static jint Hash(JNIEnv* env, jobject object) {
  if (object == NULL || (*env)->ExceptionCheck(env)) {
    return JVM_IHashCode(env, object);
  }
  const jint from = (*env)->CallStaticIntMethod(env, identity, seed, object);
  if ((*env)->ExceptionCheck(env)) { /* no stack is left */
    (*env)->ExceptionClear(env);
    return JVM_IHashCode(env, object);
  }
  if (from == 0) return JVM_IHashCode(env, object);
  volatile Generator* generator =
      (volatile Generator*)((char*)env + generator_at);
  generator->w = 273326509;
  generator->x = from;
  generator->y = 842502087;
  generator->z = 0x8767;
  const jint hash = JVM_IHashCode(env, object);
  if (generator->x != from) {
    (*env)->CallStaticVoidMethod(env, identity, drawn, object);
    (*env)->ExceptionClear(env);
  }
  return hash;
}

static jint JNICALL OfObject(JNIEnv* env, jobject object) {
  return Hash(env, object);
}

static jint JNICALL OfSystem(JNIEnv* env, jclass type, jobject object) {
  (void)type;
  return Hash(env, object);
}

JNIEXPORT void JNICALL Java_io_reprise_phone_time_Identity_install(
    JNIEnv* env, jclass type, jlong generator) {
  generator_at = (char*)generator - (char*)env;
  identity = (*env)->NewGlobalRef(env, type);
  seed = (*env)->GetStaticMethodID(env, type, "seed", "(Ljava/lang/Object;)I");
  drawn =
      (*env)->GetStaticMethodID(env, type, "drawn", "(Ljava/lang/Object;)V");
  const JNINativeMethod of_object = {"hashCode", "()I", (void*)OfObject};
  const JNINativeMethod of_system = {
      "identityHashCode", "(Ljava/lang/Object;)I", (void*)OfSystem};
  (*env)->RegisterNatives(env, (*env)->FindClass(env, "java/lang/Object"),
                          &of_object, 1);
  (*env)->RegisterNatives(env, (*env)->FindClass(env, "java/lang/System"),
                          &of_system, 1);
}
