// Makes an app load the runtime before any of its own code, in every process:
// Android makes an object of the app's Application class in each of them, and
// before that, from Android 9 on, of its AppComponentFactory.
//
// Contract: Start.load() is the first instruction of the static initialiser of
// the topmost class of the app among the superclasses of both; Start.attach()
// the first one of the Application's attachBaseContext(). What is missing is
// added; without a class of the app's own, one is made:
//
//   .class public Lio/reprise/woven/App;
//   .super Landroid/app/Application;        or what the manifest names
//   .method static constructor <clinit>()V
//       invoke-static {}, Lio/reprise/runtime/Start;->load()V
//       return-void
//   .method public constructor <init>()V
//       invoke-direct {p0}, Landroid/app/Application;-><init>()V
//       return-void
//   .method protected attachBaseContext(Landroid/content/Context;)V
//       invoke-static/range {p1 .. p1}, Lio/reprise/runtime/Start;->attach(...)
//       invoke-super {p0, p1},
//       Landroid/app/Application;->attachBaseContext(...) return-void
//
// Threads: one at a time, together with the Pool.
#pragma once

#include <optional>
#include <string>

#include "dex/class_def.h"
#include "dex/pool.h"
#include "weave/plan.h"

namespace reprise::weave {

// The class that is made, as a manifest names it.
inline constexpr std::string_view kMadeApplication = "io.reprise.woven.App";

struct StartStub {
  std::vector<dex::ClassDef*> changed;
  // To be added to the app, and named in the manifest.
  std::optional<dex::ClassDef> made;
};

// The names are those of the manifest, with dots; empty where it has none.
StartStub AddStartStub(const ClassPointers& classes,
                       const std::string& application,
                       const std::string& component_factory, dex::Pool* pool);

}  // namespace reprise::weave
