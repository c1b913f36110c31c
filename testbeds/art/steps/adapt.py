#!/usr/bin/env python3
"""Fits Debian's sources together: ART is Android 11's, its class library 10's.

    adapt.py SOURCE    SOURCE has art/ and libcore/, as steps/fetch leaves them

Each change names the text that must be there exactly once, so that another
version of a package fails here and not somewhere in the build.
"""

import pathlib
import sys

# The shape of classes that ART 11 reads by offset, and natives that it
# registers by name: both abort the start when they are missing.
ART_11 = [
    ("libcore/dalvik/src/main/java/dalvik/system/BaseDexClassLoader.java",
     "    private final DexPathList pathList;",
     "    private final DexPathList pathList;\n"
     "    private native String[] computeClassLoaderContextsNative();"),
    ("libcore/dalvik/src/main/java/dalvik/system/ZygoteHooks.java",
     "        nativePostForkSystemServer();",
     "        nativePostForkSystemServer(0);"),
    ("libcore/dalvik/src/main/java/dalvik/system/ZygoteHooks.java",
     "native void nativePostForkSystemServer();",
     "native void nativePostForkSystemServer(int runtimeFlags);"),
    ("libcore/libart/src/main/java/dalvik/system/ClassExt.java",
     "    private ClassExt() {}",
     "    private Object instanceJfieldIDs;\n"
     "    private Object jmethodIDs;\n"
     "    private Class<?> obsoleteClass;\n"
     "    private Object staticJfieldIDs;\n"
     "    private ClassExt() {}"),
    ("libcore/libart/src/main/java/dalvik/system/VMRuntime.java",
     "    public static native void setProcessDataDirectory(String dataDir);",
     "    public static native void setProcessDataDirectory(String dataDir);\n"
     "    private native void setDisabledCompatChangesNative(long[] changes);\n"
     "    @dalvik.annotation.optimization.CriticalNative\n"
     "    private static native void doNotInitializeInAot();\n"
     "    public static native void bootCompleted();\n"
     "    public static native void resetJitCounters();\n"
     "    public static native boolean isValidClassLoaderContext(\n"
     "        String context);"),
    ("libcore/libart/src/main/java/java/lang/DexCache.java",
     "    private DexCache() {}",
     "    private ClassLoader classLoader;\n"
     "    private DexCache() {}"),
    ("libcore/ojluni/src/main/java/java/lang/Thread.java",
     "    public static native Thread currentThread();",
     "    public static native Thread currentThread();\n"
     "    private native int getNativeTid();"),
    ("libcore/ojluni/src/main/java/java/lang/reflect/Field.java",
     "    private int dexFieldIndex;",
     "    private int artFieldIndex;"),
    ("libcore/ojluni/src/main/java/java/lang/reflect/Field.java",
     "        if (dexFieldIndex == -1) {",
     "        if (artFieldIndex == -1) {"),
    ("libcore/ojluni/src/main/java/java/lang/reflect/Field.java",
     "        return dexFieldIndex;",
     "        return artFieldIndex;"),
]

# Without a boot image ART initialises this class before it loads the library
# that fcntl comes from.
NO_IMAGE = [
    ("libcore/ojluni/src/main/java/java/io/FileDescriptor.java",
     """        try {
            return new FileDescriptor(Os.fcntlInt(new FileDescriptor(fd), \
F_DUPFD_CLOEXEC, 0));
        } catch (ErrnoException e) {
            throw new RuntimeException(e);
        }
""",
     "        return new FileDescriptor(fd);\n"),
]

# Debian's ICU has its data linked in, and its icu4j lacks what Android adds.
ICU = [
    ("libcore/luni/src/main/native/libcore_icu_ICU.cpp",
     """    icu_datamap_from_runtime_module_ = \
IcuDataMap::Create(getRuntimeModulePath());
    if (icu_datamap_from_runtime_module_ == nullptr) {
        abort();
    }
""", ""),
    ("libcore/ojluni/src/main/java/java/text/DecimalFormat.java",
     "    private transient android.icu.text.DecimalFormat_ICU58_Android ",
     "    private transient android.icu.text.DecimalFormat "),
    ("libcore/ojluni/src/main/java/java/text/DecimalFormat.java",
     "new android.icu.text.DecimalFormat_ICU58_Android(",
     "new android.icu.text.DecimalFormat("),
    ("libcore/ojluni/src/main/java/java/text/DecimalFormat.java",
     "(android.icu.text.DecimalFormat_ICU58_Android) icuDecimalFormat",
     "(android.icu.text.DecimalFormat) icuDecimalFormat"),
    ("libcore/ojluni/src/main/java/java/text/DecimalFormat.java",
     "(android.icu.text.DecimalFormat_ICU58_Android other)",
     "(android.icu.text.DecimalFormat other)"),
    ("libcore/ojluni/src/main/java/java/time/format/"
     "DateTimeFormatterBuilder.java",
     """        String pattern = Calendar.getDateTimeFormatString(
                ULocale.forLocale(locale), chrono.getCalendarType(),
                convertStyle(dateStyle), convertStyle(timeStyle));
        return pattern;
""",
     """        ULocale icuLocale = ULocale.forLocale(locale)
            .setKeywordValue("calendar", chrono.getCalendarType());
        return ((android.icu.text.SimpleDateFormat) Calendar
            .getInstance(icuLocale).getDateTimeFormat(
                convertStyle(dateStyle), convertStyle(timeStyle), icuLocale))
            .toPattern();
"""),
    ("libcore/ojluni/src/main/java/sun/util/locale/provider/"
     "CalendarDataUtility.java",
     "        return new DateFormatSymbols(ULocale.forLocale(locale), "
     "calendarType);\n",
     """        ULocale icuLocale = ULocale.forLocale(locale)
            .setKeywordValue("calendar", calendarType);
        return new DateFormatSymbols(
            android.icu.util.Calendar.getInstance(icuLocale), icuLocale);
"""),
]

# Android keeps fdlibm in a folder of its own; ours is native/ieee_math.cc.
FDLIBM = [
    ("libcore/ojluni/src/main/native/StrictMath.c",
     '#include "../../external/fdlibm/fdlibm.h"',
     '#include "ieee_math.h"'),
]

# ART is written for libc++; libstdc++ asks more of iterators and deleters.
LIBSTDCXX = [
    ("art/dexlayout/dex_ir.h",
     "  difference_type operator-(const Iterator& rhs) {",
     "  difference_type operator-(const Iterator& rhs) const {"),
    ("art/openjdkjvmti/ti_redefine.cc",
     "class RedefinitionDataIter {\n public:\n",
     """class RedefinitionDataIter {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = RedefinitionDataIter;
  using difference_type = ptrdiff_t;
  using pointer = RedefinitionDataIter*;
  using reference = RedefinitionDataIter&;
"""),
    ("art/compiler/optimizing/register_allocator_linear_scan.cc",
     "static ArenaVector<LiveInterval*>::iterator Remove",
     "static ScopedArenaVector<LiveInterval*>::iterator Remove"),
]
# The template and its specialisation, both alike.
TWICE = [
    ("art/openjdkjvmti/art_jvmti.h",
     "  JvmtiDeleter(JvmtiDeleter&) = default;",
     "  JvmtiDeleter(const JvmtiDeleter&) = default;"),
]


def replace(source, path, old, new, count):
    file = source / path
    text = file.read_text(encoding="utf-8")
    if text.count(old) != count:
        sys.exit(f"adapt.py: {file} has {text.count(old)} times, not {count}:"
                 f"\n{old}")
    file.write_text(text.replace(old, new), encoding="utf-8")


def main():
    source = pathlib.Path(sys.argv[1])
    for path, old, new in ART_11 + NO_IMAGE + ICU + FDLIBM + LIBSTDCXX:
        replace(source, path, old, new, 1)
    for path, old, new in TWICE:
        replace(source, path, old, new, 2)


main()
