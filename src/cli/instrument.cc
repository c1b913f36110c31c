#include "cli/instrument.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <unordered_set>

#include "dex/reader.h"
#include "dex/writer.h"
#include "weave/catalogue.h"
#include "weave/start_stub.h"

namespace reprise::cli {
namespace {

// Where the runtime finds its points (docs/architecture/weave.md).
constexpr char kPlanEntry[] = "reprise/plan.txt";

// Before Android 5 only the first dex file is loaded, and the runtime is in
// another.
constexpr int32_t kMinSdk = 21;

std::string DexName(size_t number) {
  return number == 1 ? "classes.dex" : fmt::format("classes{}.dex", number);
}

Result<weave::Spec> ReadSpecs(FileSystem& files,
                              const std::vector<std::string>& paths) {
  weave::Spec spec = weave::Catalogue();
  for (const std::string& path : paths) {
    ASSIGN_OR_RETURN(const std::string text,
                     ReadWholeFile(files, path, weave::kMaxSpecBytes));
    RETURN_IF_ERROR(weave::ParseSpec(text, path, &spec));
  }
  return spec;
}

// Those after the catalogue's that made no point; what an [off] rule took back
// is not known.
std::vector<std::string> IdleRules(const weave::Spec& spec,
                                   const weave::Plan& plan) {
  std::unordered_set<std::string_view> used;
  for (const weave::Point& point : plan.points) used.insert(point.where);
  std::vector<std::string> idle;
  for (size_t i = weave::Catalogue().rules.size(); i < spec.rules.size(); ++i) {
    const weave::Rule& rule = spec.rules[i];
    const bool weaves = rule.kind == weave::Kind::kDowncall ||
                        rule.kind == weave::Kind::kUpcall;
    if (weaves && !used.contains(rule.where)) idle.push_back(rule.where);
  }
  return idle;
}

Status EditManifest(bool made_application, bool debuggable,
                    apk::XmlDocument& document) {
  ASSIGN_OR_RETURN(apk::XmlNode * application, apk::ApplicationOf(document));
  if (made_application) {
    apk::SetAttribute(*application, apk::kName,
                      apk::XmlValue::String(weave::kMadeApplication));
  }
  if (debuggable) {
    apk::SetAttribute(*application, apk::kDebuggable,
                      apk::XmlValue::Boolean(true));
  }
  ASSIGN_OR_RETURN(const apk::Manifest manifest, apk::ReadManifest(document));
  if (manifest.min_sdk < kMinSdk) {
    apk::XmlNode* uses = document.root.Child("uses-sdk");
    if (uses == nullptr) uses = &document.root.AddChild("uses-sdk");
    apk::SetAttribute(*uses, apk::kMinSdkVersion,
                      apk::XmlValue::Decimal(kMinSdk));
  }
  return {};
}

}  // namespace

Result<std::string> FindRuntime() {
  std::vector<std::filesystem::path> places;
  if (const char* chosen = std::getenv("REPRISE_RUNTIME")) {
    places.emplace_back(chosen);
  } else {
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    const auto here = self.parent_path();
    places = {here / "runtime/runtime.dex",
              here.parent_path() / "lib/reprise/runtime.dex"};
  }
  std::string looked;
  for (const auto& place : places) {
    std::error_code error;
    if (std::filesystem::is_regular_file(place, error)) return place.string();
    looked += (looked.empty() ? "" : ", ") + place.string();
  }
  return Fail(ErrorKind::kNotFound,
              "there is no runtime to put into the app; looked for {}; name it "
              "with --runtime FILE",
              looked);
}

Result<std::unique_ptr<Instrumentation>> Instrumentation::Open(
    FileSystem& files, const std::vector<std::string>& apks,
    const std::vector<std::string>& specs) {
  std::unique_ptr<Instrumentation> made(new Instrumentation(files));
  ASSIGN_OR_RETURN(const weave::Spec spec, ReadSpecs(files, specs));
  RETURN_IF_ERROR(made->Read(apks));
  made->plan_ = weave::MakePlan(spec, made->classes_, {}, &made->pool_);
  made->idle_rules_ = IdleRules(spec, made->plan_);
  return made;
}

Status Instrumentation::Read(const std::vector<std::string>& apks) {
  ASSIGN_OR_RETURN(const apk::ApkSet set, apk::ApkSet::Open(files_, apks));
  for (const apk::ApkSet::Member& entry : set.members) {
    Member& member = members_.emplace_back();
    member.path = entry.path;
    ASSIGN_OR_RETURN(member.apk, apk::Apk::Open(files_, entry.path));
    if (member.apk->zip().Find(kPlanEntry) != nullptr) {
      return Fail(ErrorKind::kUnsupported,
                  "{} is instrumented already; take the app as it was before",
                  entry.path);
    }
    for (const std::string& name : member.apk->DexNames()) {
      ASSIGN_OR_RETURN(const std::string bytes, member.apk->zip().Read(name));
      auto file = dex::ReadDex(bytes, &pool_);
      if (!file) {
        return Fail(file.error().kind, "{}: {}: {}", entry.path, name,
                    file.error().message);
      }
      member.dexes.push_back({name, *std::move(file), false});
    }
  }
  // Their addresses are final only now.
  for (Member& member : members_) {
    for (Dex& dex : member.dexes) {
      for (dex::ClassDef& entry : dex.file.classes) classes_.push_back(&entry);
    }
  }
  return {};
}

void Instrumentation::NoteChanged(const weave::ApplyReport& report,
                                  const std::vector<dex::ClassDef*>& changed) {
  std::unordered_set<const dex::ClassDef*> all(changed.begin(), changed.end());
  for (size_t i = 0; i < classes_.size(); ++i) {
    if (report.changed[i]) all.insert(classes_[i]);
  }
  for (Member& member : members_) {
    for (Dex& dex : member.dexes) {
      dex.changed = std::any_of(
          dex.file.classes.begin(), dex.file.classes.end(),
          [&](const dex::ClassDef& entry) { return all.contains(&entry); });
    }
  }
}

// Dex files that were changed replace what they were; what does not fit into
// them any more, and `more`, come after the last.
Status Instrumentation::PutDexes(const Member& member,
                                 const std::vector<std::string>& more,
                                 apk::ApkEdits* edits) const {
  size_t next = member.dexes.size() + 1;
  for (const Dex& dex : member.dexes) {
    if (!dex.changed) continue;
    auto written = dex::WriteDexFiles(pool_, dex::PointersTo(dex.file.classes),
                                      {dex.file.version, {}});
    if (!written) {
      // What is wrong with it came with the app.
      return Fail(ErrorKind::kCorruption, "{}: {}: {}", member.path, dex.name,
                  written.error().message);
    }
    edits->put[dex.name] = std::move((*written)[0]);
    for (size_t i = 1; i < written->size(); ++i) {
      edits->put[DexName(next++)] = std::move((*written)[i]);
    }
  }
  for (const std::string& bytes : more) edits->put[DexName(next++)] = bytes;
  return {};
}

Result<weave::ApplyReport> Instrumentation::Write(const Options& options,
                                                  const apk::SigningKey& key,
                                                  const std::string& out) {
  weave::ApplyReport report = weave::ApplyPlan(plan_, classes_, &pool_);
  const weave::StartStub stub =
      weave::AddStartStub(classes_, manifest().application_class,
                          manifest().app_component_factory, &pool_);
  NoteChanged(report, stub.changed);

  std::vector<std::string> more{options.runtime};
  if (stub.made) {
    ASSIGN_OR_RETURN(std::string bytes,
                     dex::WriteDex(pool_, {&*stub.made}, {}));
    more.push_back(std::move(bytes));
  }
  std::map<std::string, apk::ApkEdits> edits;
  for (const Member& member : members_) {
    apk::ApkEdits& edit = edits[member.apk->manifest().split];
    const bool is_base = &member == members_.data();
    RETURN_IF_ERROR(
        PutDexes(member, is_base ? more : std::vector<std::string>{}, &edit));
    if (!is_base) continue;
    edit.put[kPlanEntry] = weave::PlanText(plan_, pool_);
    const bool made = stub.made.has_value();
    edit.manifest = [&options, made](apk::XmlDocument& document) {
      return EditManifest(made, options.debuggable, document);
    };
  }
  if (members_.size() == 1) {
    RETURN_IF_ERROR(apk::RewriteApk(files_, members_[0].path,
                                    edits.begin()->second, key, out));
    return report;
  }
  std::error_code error;
  std::filesystem::create_directory(out, error);
  if (error) {
    return Fail(ErrorKind::kIo, "{}: cannot make this folder for the set: {}",
                out, error.message());
  }
  std::vector<std::string> paths;
  for (const Member& member : members_) paths.push_back(member.path);
  ASSIGN_OR_RETURN(const apk::ApkSet set, apk::ApkSet::Open(files_, paths));
  RETURN_IF_ERROR(apk::RewriteApkSet(files_, set, edits, key, out));
  return report;
}

}  // namespace reprise::cli
