// That the catalogue is one, and what it finds in an app.
#include "weave/catalogue.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "dex/assembler.h"
#include "weave/plan.h"

namespace reprise::weave {
namespace {

TEST(Catalogue, HasRulesForEveryStream) {
  std::map<std::string, int> rules;
  for (const Rule& rule : Catalogue().rules) ++rules[rule.stream];
  for (const char* stream :
       {"sensor", "location", "camera", "audio", "net", "intent", "random",
        "clock", "schedule", "input", "state"}) {
    EXPECT_GT(rules[stream], 3) << stream;
  }
}

// The first point of what a method that makes this call is planned to be.
std::string PointOf(const std::string& call) {
  dex::Pool pool;
  auto file =
      dex::Assemble(".class LMain;\n.method a()V\n.registers 9\n" + call +
                        "\nreturn-void\n.end method\n.class LMine;\n"
                        ".super Landroid/app/ListActivity;\n",
                    &pool);
  if (!file) return file.error().message;
  ClassPointers classes;
  for (dex::ClassDef& entry : file->classes) classes.push_back(&entry);
  const Plan plan = MakePlan(Catalogue(), classes, {}, &pool);
  if (plan.hooks.empty() ||
      plan.hooks[0].transformation != Transformation::kCall) {
    return "none";
  }
  const Point& point = plan.points[plan.hooks[0].point];
  return fmt::format("{} {} {} {}", point.stream, point.stub,
                     point.timed  ? "timed"
                     : point.live ? "live"
                                  : "-",
                     point.letters);
}

TEST(Catalogue, FindsCalls) {
  EXPECT_EQ(PointOf("invoke-static {}, Ljava/lang/System;->nanoTime()J"),
            "clock value - ");
  EXPECT_EQ(PointOf("invoke-virtual {v0, v1, v2, v3}, "
                    "Landroid/media/AudioRecord;->read([BII)I"),
            "audio value timed o--");
  EXPECT_EQ(PointOf("invoke-direct {v0}, Ljava/util/Random;-><init>()V"),
            "random seed - ");
  EXPECT_EQ(
      PointOf("invoke-direct {v0, v2, v3}, Ljava/util/Random;-><init>(J)V"),
      "none");
  EXPECT_EQ(PointOf("invoke-virtual {v0, v1}, "
                    "Ljava/security/SecureRandom;->nextBytes([B)V"),
            "random value - o");
  EXPECT_EQ(PointOf("invoke-virtual {v0}, "
                    "Ljavax/net/ssl/HttpsURLConnection;->getInputStream()"
                    "Ljava/io/InputStream;"),
            "net stream timed ");
  EXPECT_EQ(PointOf("invoke-virtual {v0}, Ljavax/net/ssl/SSLSocket;->"
                    "getOutputStream()Ljava/io/OutputStream;"),
            "net stream timed ");
  EXPECT_EQ(PointOf("invoke-direct/range {v0 .. v6}, "
                    "Ljava/util/concurrent/ThreadPoolExecutor;-><init>("
                    "IIJLjava/util/concurrent/TimeUnit;"
                    "Ljava/util/concurrent/BlockingQueue;)V"),
            "schedule pool live xx---");
  EXPECT_EQ(PointOf("invoke-virtual {v0, v1}, LMine;->startActivity("
                    "Landroid/content/Intent;)V"),
            "intent value live -");
  EXPECT_EQ(PointOf("invoke-virtual {v0, v1, v2}, LMine;->"
                    "startActivityForResult(Landroid/content/Intent;I)V"),
            "intent result live --");
  EXPECT_EQ(PointOf("invoke-virtual {v0}, Ljava/lang/Object;->hashCode()I"),
            "none");
}

}  // namespace
}  // namespace reprise::weave
