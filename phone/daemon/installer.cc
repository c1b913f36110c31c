#include "phone/daemon/installer.h"

#include <filesystem>
#include <future>

#include "base/file.h"
#include "phone/daemon/helper.h"

namespace reprise::phone {
namespace {

// Of what `run translate` makes: what was made otherwise is not used.
constexpr int kTranslation = 4;
// The same of what manifests are told to say.
constexpr int kDescription = 2;

namespace fs = std::filesystem;

constexpr size_t kBuildDigits = 8;
constexpr std::chrono::seconds kTranslatePatience{600};
constexpr std::chrono::seconds kDescribePatience{180};
constexpr uint64_t kMaxManifestBytes = uint64_t{64} << 20;
constexpr int32_t kSdk = 34;
constexpr int32_t kFirstUid = 10000;
constexpr uint32_t kFlagTestOnly = 1 << 8;  // ApplicationInfo.FLAG_TEST_ONLY

tl::unexpected<Error> Refused(std::string_view word, std::string_view why) {
  return Fail(ErrorKind::kUnsupported, "{}: {}", word, why);
}

Status Copy(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (!error) return {};
  return Refused("INSTALL_FAILED_INSUFFICIENT_STORAGE",
                 fmt::format("cannot write {}: {}", to, error.message()));
}

Status CheckAgainst(const PhonePackage& old, const PhoneManifest& fresh,
                    const InstallOptions& options) {
  const std::string& name = fresh.package_name();
  if (!options.replace) {
    return Refused(
        "INSTALL_FAILED_ALREADY_EXISTS",
        fmt::format("Attempt to re-install {} without first uninstalling.",
                    name));
  }
  const auto& before = old.manifest();
  // Who signed it was not always kept.
  if (!before.certificates().empty() &&
      !std::equal(before.certificates().begin(), before.certificates().end(),
                  fresh.certificates().begin(), fresh.certificates().end())) {
    return Refused("INSTALL_FAILED_UPDATE_INCOMPATIBLE",
                   fmt::format("Existing package {} signatures do not match "
                               "newer version; ignoring!",
                               name));
  }
  if (fresh.version_code() < before.version_code() &&
      !options.allow_downgrade) {
    return Refused(
        "INSTALL_FAILED_VERSION_DOWNGRADE",
        fmt::format("Downgrade detected: Update version code {} is older than "
                    "current {}",
                    fresh.version_code(), before.version_code()));
  }
  return {};
}

}  // namespace

Result<PhoneManifest> Installer::Describe(const std::string& apk,
                                          const std::string& cache) {
  const std::string path =
      fmt::format("{}/manifest-{}.pb", cache, kDescription);
  PhoneManifest manifest;
  if (const auto kept =
          ReadWholeFile(RealFileSystem(), path, kMaxManifestBytes);
      kept && manifest.ParseFromString(*kept)) {
    return manifest;
  }
  ASSIGN_OR_RETURN(const auto jvm, apps_.AnyProcess());
  PhoneRequest request;
  request.mutable_describe()->set_apk_path(apk);
  auto reply =
      jvm->Ask(std::move(request), PhoneReply::kDescribed, kDescribePatience);
  if (!reply) {
    return reply.error().kind == ErrorKind::kUnsupported
               ? Refused("INSTALL_PARSE_FAILED_MANIFEST_MALFORMED",
                         reply.error().message)
               : Refused("INSTALL_FAILED_INTERNAL_ERROR",
                         reply.error().message);
  }
  manifest = reply->described().manifest();
  RETURN_IF_ERROR(
      WriteWholeFile(RealFileSystem(), path, manifest.SerializeAsString()));
  return manifest;
}

Status Installer::Translate(const std::string& apk, const std::string& cache) {
  if (fs::exists(cache + "/classes.jar")) return {};
  ASSIGN_OR_RETURN(const HelperResult done,
                   RunHelper({framework_, "translate", apk, cache},
                             kTranslatePatience, stopped_));
  if (done.exit_code == 0 && fs::exists(cache + "/classes.jar")) return {};
  std::string_view said = done.output;
  while (said.ends_with('\n')) said.remove_suffix(1);
  return Refused("INSTALL_FAILED_DEXOPT",
                 said.empty() ? "the translator said nothing" : said);
}

Status Installer::EnsureClasses(const PhonePackage& package) {
  if (fs::exists(package.classes_path())) return {};
  const std::string cache = fs::path(package.classes_path()).parent_path();
  std::error_code error;
  fs::create_directories(cache, error);
  return Translate(package.apk_path(), cache);
}

Result<Installer::Prepared> Installer::Prepare(
    const std::vector<std::string>& apks) {
  if (apks.empty()) {
    return Refused("INSTALL_FAILED_INVALID_APK", "there is no APK");
  }
  ASSIGN_OR_RETURN(const CheckedApk base, CheckApk(apks[0]));
  if (!base.split.empty()) {
    return Refused("INSTALL_FAILED_MISSING_SPLIT",
                   fmt::format("the base of {} is missing", base.package));
  }
  Prepared prepared;
  for (size_t i = 1; i < apks.size(); ++i) {
    ASSIGN_OR_RETURN(const CheckedApk split, CheckApk(apks[i]));
    if (split.package != base.package || split.split.empty()) {
      return Refused("INSTALL_FAILED_INVALID_APK",
                     fmt::format("{} is no part of {}", apks[i], base.package));
    }
    prepared.splits.push_back(apks[i]);
  }
  const std::string cache =
      fmt::format("{}/apps/{}-{}", SharedCache(), base.sha256, kTranslation);
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) {
    return Refused("INSTALL_FAILED_INSUFFICIENT_STORAGE",
                   fmt::format("cannot make {}: {}", cache, error.message()));
  }
  auto translated =
      std::async(std::launch::async, [&] { return Translate(apks[0], cache); });
  auto manifest = Describe(apks[0], cache);
  const Status done = translated.get();
  if (!manifest) return Fail(std::move(manifest).error());
  RETURN_IF_ERROR(done);
  if (manifest->package_name() != base.package) {
    return Refused("INSTALL_PARSE_FAILED_MANIFEST_MALFORMED",
                   "the manifest can be read in two ways");
  }
  prepared.manifest = *std::move(manifest);
  prepared.classes = cache + "/classes.jar";
  return prepared;
}

Result<PhonePackage> Installer::Commit(const Prepared& prepared,
                                       const std::string& base,
                                       const InstallOptions& options,
                                       int64_t now_ns) {
  const PhoneManifest& manifest = prepared.manifest;
  const std::string& name = manifest.package_name();
  if (manifest.min_sdk() > kSdk) {
    return Refused("INSTALL_FAILED_OLDER_SDK",
                   fmt::format("Requires newer sdk version #{} (current "
                               "version is #{})",
                               manifest.min_sdk(), kSdk));
  }
  if ((manifest.flags() & kFlagTestOnly) != 0 && !options.allow_test_only) {
    return Refused(
        "INSTALL_FAILED_TEST_ONLY",
        "Failed to install test-only apk. Did you forget to add -t?");
  }
  const auto old = store_.Package(name);
  if (old) RETURN_IF_ERROR(CheckAgainst(*old, manifest, options));

  // Each build at a path of its own, as on a phone: a process keeps what it
  // read of an APK by its path.
  const std::string build = fs::path(prepared.classes)
                                .parent_path()
                                .filename()
                                .string()
                                .substr(0, kBuildDigits);
  const std::string code = folder_.CodeOf(name);
  const std::string fresh = code + ".new";
  std::error_code error;
  fs::remove_all(fresh, error);
  fs::create_directories(fresh + "/" + build, error);
  RETURN_IF_ERROR(Copy(base, fmt::format("{}/{}/base.apk", fresh, build)));
  PhonePackage package = old.value_or(PhonePackage());
  // Beside the base, where the process looks for them.
  for (size_t i = 0; i < prepared.splits.size(); ++i) {
    const std::string split = fmt::format("split{}.apk", i + 1);
    RETURN_IF_ERROR(
        Copy(prepared.splits[i], fmt::format("{}/{}/{}", fresh, build, split)));
  }
  fs::remove_all(code, error);
  fs::rename(fresh, code, error);
  if (error) {
    return Refused("INSTALL_FAILED_INTERNAL_ERROR",
                   fmt::format("cannot make {}: {}", code, error.message()));
  }
  *package.mutable_manifest() = manifest;
  package.set_apk_path(fmt::format("{}/{}/base.apk", code, build));
  package.set_classes_path(prepared.classes);
  if (!old) {
    package.set_installed_ns(now_ns);
    package.set_stopped(true);
  }
  package.set_updated_ns(now_ns);
  if (options.grant_all) {
    *package.mutable_granted() = manifest.runtime_permissions();
  }
  RETURN_IF_ERROR(store_.Change([&](PhoneStore& store) {
    if (!old) {
      store.set_last_uid(std::max(store.last_uid(), kFirstUid) + 1);
      package.set_uid(store.last_uid());
    }
    PhonePackage* const place = FindPackage(store, name);
    *(place != nullptr ? place : store.add_packages()) = package;
  }));
  fs::create_directories(folder_.DataOf(name), error);
  return package;
}

}  // namespace reprise::phone
