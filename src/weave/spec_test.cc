// What specifications say, and what is said of wrong ones.
#include "weave/spec.h"

#include <gtest/gtest.h>

#include <string>

namespace reprise::weave {
namespace {

std::string Parsed(const std::string& text) {
  Spec spec;
  const Status status = ParseSpec(text, "a.spec", &spec);
  if (!status) return status.error().message;
  std::string out;
  for (const auto& [name, super] : spec.supers) {
    out += fmt::format("{} < {}\n", name, super);
  }
  for (const Rule& rule : spec.rules) {
    out += fmt::format("{} {} {} {}{}{} {} {}", rule.where, KindName(rule.kind),
                       rule.stream, rule.stub, rule.timed ? " timed" : "",
                       rule.live ? " live" : "", rule.owner.text(),
                       rule.name.is_any() ? "*" : rule.name.text());
    out += rule.any_parameters ? "(.." : "(";
    for (const Parameter& parameter : rule.parameters) {
      constexpr std::string_view kModes[] = {"", "x:", "o:"};
      out += kModes[static_cast<size_t>(parameter.mode)];
      out += parameter.type.is_any() ? "*" : parameter.type.text();
    }
    out += ")" + (rule.result.is_any() ? "*" : rule.result.text()) + "\n";
  }
  return out;
}

TEST(Spec, ReadsValerasExamples) {
  EXPECT_EQ(Parsed("stream location;\n"
                   "class android.location.LocationManager {\n"
                   "  [downcall]\n"
                   "  public Location getLastKnownLocation(String provider);\n"
                   "}\n"
                   "interface android.location.LocationListener {\n"
                   "  [upcall] public abstract void onLocationChanged(\n"
                   "      Location location);\n"
                   "}\n"
                   "stream camera;\n"
                   "interface android.hardware.Camera.PictureCallback {\n"
                   "  [upcall] void onPictureTaken([xpointer] byte[] data,\n"
                   "                               Camera camera);\n"
                   "}\n"),
            "a.spec:3 downcall location value "
            "android/location/LocationManager getLastKnownLocation("
            "Ljava/lang/String;)Landroid/location/Location;\n"
            "a.spec:7 upcall location value android/location/LocationListener "
            "onLocationChanged(Landroid/location/Location;)V\n"
            "a.spec:12 upcall camera value "
            "android/hardware/Camera$PictureCallback onPictureTaken("
            "x:[BLandroid/hardware/Camera;)V\n");
}

TEST(Spec, ReadsConstructorsAndInitialisers) {
  EXPECT_EQ(Parsed("class java.util.Random {\n"
                   "[downcall, use seed] Random();\n"
                   "[downcall] new([xpointer] long seed);\n"
                   "[inside] static();\n}"),
            "a.spec:2 downcall method seed java/util/Random <init>()V\n"
            "a.spec:3 downcall method value java/util/Random <init>(x:J)V\n"
            "a.spec:4 inside method value java/util/Random <clinit>()*\n");
}

TEST(Spec, ReadsWildcards) {
  EXPECT_EQ(Parsed("class com.example.** { [upcall] * on*(..); "
                   "[off] void *(*, a.b.*[][] x); }"),
            "a.spec:1 upcall method value com/example/** on*(..)*\n"
            "a.spec:1 off method value com/example/** *(*[[La/b/*;)V\n");
}

TEST(Spec, FindsNamesByImportAndPackage) {
  EXPECT_EQ(Parsed("import android.os.Handler;\n"
                   "class a.b.C extends a.D, Base implements Handler.Callback "
                   "{ [downcall] List<Map<String, ?>> m(Handler h, E.F e, "
                   "int... n) throws java.io.IOException, X; }"),
            "a/b/C < a/D\n"
            "a/b/C < a/b/Base\n"
            "a/b/C < android/os/Handler$Callback\n"
            "a.spec:2 downcall method value a/b/C "
            "m(Landroid/os/Handler;La/b/E$F;[I)La/b/List;\n");
}

TEST(Spec, GivesMethodsWhatTheirClassSays) {
  EXPECT_EQ(Parsed("[downcall, timed] class A { int a(); [upcall][live] "
                   "int b(); }"),
            "a.spec:1 downcall method value timed A a()I\n"
            "a.spec:1 upcall method value timed live A b()I\n");
}

TEST(Spec, SkipsComments) {
  EXPECT_EQ(Parsed("// a\n# b\n/* c\n */ class A { /**/ [off] int a(); }"),
            "a.spec:4 off method value A a()I\n");
}

TEST(Spec, NamesPlaceAndExpectedWords) {
  EXPECT_EQ(Parsed("stream net\nclass A {}"),
            "a.spec:2:1: found \"class\"; expected ;");
  EXPECT_EQ(Parsed("clas A {}"),
            "a.spec:1:1: found \"clas\"; expected stream, import, class, "
            "interface or [");
  EXPECT_EQ(Parsed("class A {\n  [downcal] int a();\n}"),
            "a.spec:2:4: \"downcal\" is no annotation; expected downcall, "
            "upcall, inside, off, timed, live or use; did you mean downcall?");
  EXPECT_EQ(Parsed("class A { [downcall] int a([inout] byte[] b); }"),
            "a.spec:1:29: \"inout\" is no annotation of a parameter; expected "
            "xpointer or out");
  EXPECT_EQ(Parsed("class A { [downcall] int a(int); "),
            "a.spec:1:34: the text ends here; expected a type, a constructor, "
            "[, static or }");
  EXPECT_EQ(Parsed("class A { int a(); }"),
            "a.spec:1:15: nothing says what kind of call this is; write "
            "[downcall], [upcall], [inside] or [off] before the method or its "
            "class");
  EXPECT_EQ(Parsed("stream locations;"),
            "a.spec:1:8: \"locations\" is no stream; expected sensor, "
            "location, camera, audio, net, intent, random, clock, schedule, "
            "state, input, method; did you mean location?");
  EXPECT_EQ(Parsed("class A { [downcall][upcall] int a(); }"),
            "a.spec:1:22: a method is one of downcall, upcall, inside and off");
  EXPECT_EQ(Parsed("[downcall, upcall] class A { int a(); }"),
            "a.spec:1:12: a method is one of downcall, upcall, inside and off");
  EXPECT_EQ(Parsed("import a.C; import a.C;\nimport b.C;"),
            "a.spec:2:8: \"C\" is imported already, from another package");
  EXPECT_EQ(Parsed("class A { [off] int a(void b); }"),
            "a.spec:1:23: void is only a result; expected the type of a value");
  EXPECT_EQ(Parsed("/* a"), "a.spec:1:1: the comment has no end; expected */");
  EXPECT_EQ(Parsed("class ä.B {\n[off] int é }"),
            "a.spec:2:13: found \"}\"; expected (");
}

TEST(Spec, BoundsWhatItTakes) {
  EXPECT_EQ(Parsed(std::string(kMaxSpecBytes + 1, ' ')),
            "a.spec: a specification of 1.0 MiB; accepted are 1.0 MiB");
  EXPECT_EQ(Parsed("class " + std::string(513, 'a') + ";"),
            "a.spec:1:7: a name of 513 bytes; accepted are 512");
  std::string many = "class A { [off] void a(int";
  for (int i = 0; i < 255; ++i) many += ",int";
  EXPECT_EQ(Parsed(many + "); }"),
            "a.spec:1:1044: a method has at most 255 parameters");
}

}  // namespace
}  // namespace reprise::weave
