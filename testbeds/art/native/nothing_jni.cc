// Libraries that are loaded by name and have nothing to do here: libicu_jni, by
// ART 11, since the class library of 10 has its ICU natives in libjavacore; and
// libmedia_jni, by android.media, whose natives libreprise_framework has.
#include <jni.h>

extern "C" JNIEXPORT jint JNI_OnLoad(JavaVM*, void*) { return JNI_VERSION_1_6; }
