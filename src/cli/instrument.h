// What `reprise instrument` does to an app: its code woven, the runtime and its
// start put in, the manifest edited, signed anew.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "apk/apk.h"
#include "apk/rewrite.h"
#include "base/file.h"
#include "base/result.h"
#include "dex/class_def.h"
#include "dex/pool.h"
#include "weave/plan.h"

namespace reprise::cli {

// The runtime's dex file: $REPRISE_RUNTIME, or where a build has it
// (runtime/runtime.dex beside the program) or an installation
// (../lib/reprise/runtime.dex). An error says where it was looked for.
Result<std::string> FindRuntime();

// The APKs of one app, with its classes and the plan for them.
class Instrumentation {
 public:
  // Several paths are one app's base and splits. The specifications come
  // after the catalogue.
  static Result<std::unique_ptr<Instrumentation>> Open(
      FileSystem& files, const std::vector<std::string>& apks,
      const std::vector<std::string>& specs);

  const weave::Plan& plan() const { return plan_; }
  const dex::Pool& pool() const { return pool_; }
  const apk::Manifest& manifest() const { return members_[0].apk->manifest(); }
  size_t classes() const { return classes_.size(); }
  // Rules of `specs` by which nothing in the app is woven, as FILE:LINE.
  const std::vector<std::string>& idle_rules() const { return idle_rules_; }

  struct Options {
    std::string runtime;  // the dex file's bytes
    bool debuggable = false;
  };
  // Weaves and writes `out`: a file, or a folder when there are splits. Only
  // once.
  Result<weave::ApplyReport> Write(const Options& options,
                                   const apk::SigningKey& key,
                                   const std::string& out);

 private:
  struct Dex {
    std::string name;  // in the APK
    dex::DexFile file;
    bool changed = false;
  };
  struct Member {
    std::string path;
    std::unique_ptr<apk::Apk> apk;
    std::vector<Dex> dexes;
  };

  explicit Instrumentation(FileSystem& files) : files_(files) {}
  Status Read(const std::vector<std::string>& apks);
  void NoteChanged(const weave::ApplyReport& report,
                   const std::vector<dex::ClassDef*>& changed);
  Status PutDexes(const Member& member, const std::vector<std::string>& more,
                  apk::ApkEdits* edits) const;

  FileSystem& files_;
  dex::Pool pool_;
  std::vector<Member> members_;  // the base first
  weave::ClassPointers classes_;
  weave::Plan plan_;
  std::vector<std::string> idle_rules_;
};

}  // namespace reprise::cli
