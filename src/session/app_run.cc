#include "session/app_run.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "apk/axml.h"
#include "apk/digest.h"
#include "apk/manifest.h"
#include "apk/zip_reader.h"
#include "base/file.h"
#include "base/text.h"
#include "session/app_files.h"
#include "session/device_facts.h"

namespace reprise::session {
namespace {

constexpr std::chrono::minutes kRenewPatience{2};
constexpr std::string_view kPackagePrefix = "package:";

bool IsFile(const std::string& app) {
  return app.ends_with(".apk") || app.find('/') != std::string::npos;
}

bool IsPackage(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' ||
           c == '_';
  });
}

std::string_view Trimmed(std::string_view text) {
  const size_t end = text.find_last_not_of(" \r\n");
  return text.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

Status ToStatus(const Result<std::string>& result) {
  if (!result) return Fail(result.error());
  return {};
}

// What follows "key=" in a line of dumpsys, up to the next space.
std::string ValueOf(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  if (at == std::string_view::npos) return "";
  const size_t begin = at + key.size();
  return std::string(
      text.substr(begin, text.find_first_of(" \r\n", begin) - begin));
}

}  // namespace

Result<std::string> AppRun::Shell(const std::string& command) const {
  ASSIGN_OR_RETURN(const adb::ShellResult result, device_->Shell(command));
  if (!result.Succeeded()) {
    return Fail(ErrorKind::kDevice, "'{}' on {} failed: {}", command,
                device_->serial(),
                Trimmed(result.err.empty() ? result.out : result.err));
  }
  return result.out;
}

Status NeedWatch(const AgentLink& link, const DeviceDescription& facts) {
  if (link.hello().watches()) return {};
  return Fail(
      ErrorKind::kUnsupported,
      "input is played to an app on a virtual phone only, for now, and {} "
      "is none; 'reprise phone start' makes one, and 'reprise edit "
      "TAPE -o OUT --keep \"/input/**\"' makes a tape whose input plays "
      "on every device",
      NameOf(facts));
}

Result<AppRun> AppRun::Open(adb::Device& device, const AppOptions& options) {
  AppRun run(device, options);
  if (IsFile(options.app)) {
    RETURN_IF_ERROR(run.Install());
  } else if (!IsPackage(options.app)) {
    return Fail(ErrorKind::kInvalidArgument,
                "{:?} is neither a package such as com.example.notes nor an "
                "APK file",
                options.app);
  } else {
    run.identity_.set_package_name(options.app);
  }
  RETURN_IF_ERROR(run.Describe());
  return run;
}

namespace {

Result<apk::Manifest> ManifestOf(File& file) {
  ASSIGN_OR_RETURN(apk::ZipReader zip, apk::ZipReader::Open(file));
  ASSIGN_OR_RETURN(const std::string bytes, zip.Read(apk::kManifestEntry));
  ASSIGN_OR_RETURN(const apk::XmlDocument document, apk::ParseAxml(bytes));
  return apk::ReadManifest(document);
}

}  // namespace

Result<std::string> PackageOf(const std::string& apk) {
  ASSIGN_OR_RETURN(const auto file, RealFileSystem().OpenForReading(apk));
  const auto manifest = ManifestOf(*file);
  if (!manifest) {
    return Fail(manifest.error().kind, "{} is no APK: {}", apk,
                manifest.error().message);
  }
  return manifest->package;
}

Status AppRun::Install() {
  ASSIGN_OR_RETURN(const std::string package, PackageOf(options_.app));
  identity_.set_package_name(package);
  const std::string path =
      fmt::format("/data/local/tmp/reprise-{}.apk", getpid());
  RETURN_IF_ERROR(device_->PushFile(options_.app, path, 0644));
  const auto installed = Shell("pm install -r -t " + path);
  (void)device_->Shell("rm -f " + path);
  if (!installed) {
    return Fail(ErrorKind::kUnsupported, "{} was not installed: {}",
                options_.app, installed.error().message);
  }
  return {};
}

Status AppRun::Describe() {
  const std::string& package = identity_.package_name();
  const auto paths = Shell("pm path " + package);
  if (!paths || !paths->starts_with(kPackagePrefix)) {
    return Fail(ErrorKind::kNotFound,
                "{} is not installed on {}; give its APK instead of its name "
                "to install it",
                package, device_->serial());
  }
  for (std::string_view rest = *paths; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest = line.size() == rest.size() ? "" : rest.substr(line.size() + 1);
    if (!line.starts_with(kPackagePrefix)) continue;
    const std::string path(line.substr(kPackagePrefix.size()));
    const auto sum = Shell("sha256sum " + path);
    if (!sum) continue;  // an old device; the version has to do
    const auto digest = HexDecode(std::string_view(*sum).substr(0, 64));
    if (digest) identity_.add_files()->set_sha256(*digest);
  }
  ASSIGN_OR_RETURN(const std::string dump, Shell("dumpsys package " + package));
  identity_.set_version_name(ValueOf(dump, "versionName="));
  identity_.set_version_code(std::atoll(ValueOf(dump, "versionCode=").c_str()));
  identity_.set_target_sdk(std::atoi(ValueOf(dump, "targetSdk=").c_str()));
  identity_.set_min_sdk(std::atoi(ValueOf(dump, "minSdk=").c_str()));
  ASSIGN_OR_RETURN(
      const std::string resolved,
      Shell("cmd package resolve-activity --brief -a "
            "android.intent.action.MAIN -c android.intent.category.LAUNCHER " +
            package));
  // The last line, after one with numbers.
  std::string_view activity = Trimmed(resolved);
  activity = activity.substr(activity.rfind('\n') + 1);  // npos + 1 is 0
  if (activity.find('/') == std::string_view::npos) {
    return Fail(ErrorKind::kUnsupported,
                "{} has no activity that a launcher could start", package);
  }
  identity_.set_main_activity(std::string(activity));
  state_.set_mode(options_.state);
  state_.set_package_name(package);
  return {};
}

Status AppRun::Save() {
  ASSIGN_OR_RETURN(options_.files,
                   SaveFiles(*device_, identity_.package_name()));
  state_.set_archive_sha256(
      apk::Digest(apk::DigestKind::kSha256, {*options_.files}));
  state_.add_roots("data");
  return {};
}

Status AppRun::Clear(AgentLink& link) {
  if (!link.hello().virtual_clock()) {
    return ToStatus(Shell("pm clear " + identity_.package_name()));
  }
  AgentRequest request;
  request.mutable_renew()->set_seed(options_.seed);
  request.mutable_renew()->set_vary(options_.vary);
  RETURN_IF_ERROR(link.Send(request));
  ASSIGN_OR_RETURN(const AgentReply done,
                   link.Expect(AgentReply::kDone, kRenewPatience));
  return {};
}

Status AppRun::Reset(AgentLink& link) {
  RETURN_IF_ERROR(SetState(link));
  // What is typed into a password field is shown for a moment otherwise, and
  // would be on a picture.
  if (!link.hello().watches() || !options_.redaction.passwords) return {};
  return ToStatus(Shell("settings put system show_password 0"));
}

Status AppRun::SetState(AgentLink& link) {
  const std::string& package = identity_.package_name();
  if (options_.state == InitialState::MODE_CLEAR) return Clear(link);
  RETURN_IF_ERROR(ToStatus(Shell("am force-stop " + package)));
  if (options_.state != InitialState::MODE_SAVE) return {};
  if (!options_.files) RETURN_IF_ERROR(Save());
  // A recording and its replays begin alike: as new, with these files.
  RETURN_IF_ERROR(Clear(link));
  return RestoreFiles(*device_, package, *options_.files);
}

Status AppRun::Start(AgentLink& link) {
  RETURN_IF_ERROR(
      ToStatus(Shell("am start -W -n '" + identity_.main_activity() + "'")));
  AgentRequest request;
  RepriseEvent* const event = request.mutable_mark()->mutable_event();
  event->set_kind(RepriseEvent::KIND_SESSION_BEGAN);
  event->set_severity(RepriseEvent::SEVERITY_INFO);
  event->set_name(std::string(kAppStarted));
  event->set_sentence(identity_.main_activity() + " was started");
  event->mutable_session()->set_picture_interval_ns(
      options_.picture_interval_ns);
  if (link.hello().virtual_clock()) {
    event->mutable_session()->set_seed(options_.seed);
    event->mutable_session()->set_seed_varies(options_.vary);
  }
  return link.Send(request);
}

AgentRequest::Watch AppRun::Watch() const {
  AgentRequest::Watch watch;
  watch.set_package_name(identity_.package_name());
  watch.set_picture_interval_ns(options_.picture_interval_ns);
  watch.set_methods(options_.methods);
  return watch;
}

}  // namespace reprise::session
