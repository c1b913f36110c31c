// The part of VirtualPhone that installs and removes packages.
#include <algorithm>
#include <filesystem>

#include "phone/daemon/virtual_phone.h"

namespace reprise::phone {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> Unknown(const std::string& package) {
  return Fail(ErrorKind::kNotFound, "Unknown package: {}", package);
}

// What an app that is still frozen in it sees is gone at once.
void RemoveTree(const std::string& path) {
  std::error_code ignored;
  const std::string going = path + ".going";
  fs::remove_all(going, ignored);
  fs::rename(path, going, ignored);
  fs::remove_all(going, ignored);
}

}  // namespace

Result<std::string> VirtualPhone::Install(const std::vector<std::string>& apks,
                                          const InstallOptions& options) {
  ASSIGN_OR_RETURN(const auto prepared, installer_.Prepare(apks));
  const std::string& name = prepared.manifest.package_name();
  const auto lock = LockToStop(name);
  const bool update = store_.Package(name).has_value();
  StopNow(name, "installPackageLI");
  ASSIGN_OR_RETURN(
      const PhonePackage package,
      installer_.Commit(prepared, apks[0], options, clock_.RealtimeNs()));
  PhoneRequest request;
  *request.mutable_update()->add_packages() = package;
  TellAll(request);
  apps_.ForgetHome();
  if (update) AnnouncePackage("PACKAGE_REMOVED", package, true);
  AnnouncePackage("PACKAGE_ADDED", package, update);
  if (update) {
    AnnouncePackage("PACKAGE_REPLACED", package, true);
    PhoneIntent replaced;
    replaced.set_action("android.intent.action.MY_PACKAGE_REPLACED");
    replaced.set_package_name(name);
    Announce(replaced, "");
  }
  PlanWake();
  return name;
}

Status VirtualPhone::Uninstall(const std::string& package, bool keep_data) {
  const auto lock = LockToStop(package);
  Settle();
  const auto installed = store_.Package(package);
  if (!installed) {
    return Fail(ErrorKind::kNotFound, "DELETE_FAILED_INTERNAL_ERROR");
  }
  StopNow(package, "uninstall pkg");
  keep_.Forget(package, true);
  RETURN_IF_ERROR(store_.Change([&](PhoneStore& store) {
    RemovePackage(store.mutable_packages(), package);
    Keep(store.mutable_disabled(), package, false);
  }));
  RemoveTree(folder_.CodeOf(package));
  if (!keep_data) RETURN_IF_ERROR(DeleteData(package));
  PhoneRequest request;
  request.mutable_update()->add_removed(package);
  TellAll(request);
  apps_.ForgetHome();
  for (const char* action : {"PACKAGE_REMOVED", "PACKAGE_FULLY_REMOVED"}) {
    AnnouncePackage(action, *installed, false);
  }
  return {};
}

Status VirtualPhone::DeleteData(const std::string& package) {
  const std::string data = folder_.DataOf(package);
  RemoveTree(data);
  for (const char* kind : {"data", "media", "obb"}) {
    RemoveTree(
        fmt::format("{}/Android/{}/{}", folder_.Storage(), kind, package));
  }
  if (fs::exists(data)) {
    return Fail(ErrorKind::kIo, "the data of {} cannot be removed", package);
  }
  return {};
}

Status VirtualPhone::ClearData(const std::string& package) {
  const auto lock = LockToStop(package);
  if (!store_.Package(package)) return Unknown(package);
  StopByForce(package, "clear data");
  keep_.Forget(package, true);
  RETURN_IF_ERROR(DeleteData(package));
  std::error_code ignored;
  fs::create_directories(folder_.DataOf(package), ignored);
  return store_.Change(
      [&](PhoneStore& store) { FindPackage(store, package)->clear_granted(); });
}

Status VirtualPhone::Grant(const std::string& package,
                           const std::string& permission, bool granted) {
  const auto lock = Hold();
  Settle();
  const auto installed = store_.Package(package);
  if (!installed) return Unknown(package);
  const auto& manifest = installed->manifest();
  const auto holds = [&](const auto& list) {
    return std::ranges::find(list, permission) != list.end();
  };
  if (!holds(manifest.requested_permissions())) {
    return Fail(ErrorKind::kInvalidArgument,
                "Package {} has not requested permission {}", package,
                permission);
  }
  if (!holds(manifest.runtime_permissions())) {
    return Fail(ErrorKind::kInvalidArgument,
                "Permission {} requested by {} is not a changeable permission "
                "type",
                permission, package);
  }
  const bool had = holds(installed->granted());
  if (had == granted) return {};
  settled_ = false;
  RETURN_IF_ERROR(store_.Change([&](PhoneStore& store) {
    Keep(FindPackage(store, package)->mutable_granted(), permission, granted);
  }));
  if (!granted) {
    StopNow(package, "permissions revoked");
  } else if (const auto app = apps_.Find(package)) {
    PhoneRequest request;
    request.mutable_update()->add_grant(permission);
    app->process->Tell(std::move(request));
  }
  return {};
}

Status VirtualPhone::SetEnabled(const std::string& package, bool enabled) {
  const auto lock = Hold();
  Settle();
  const auto installed = store_.Package(package);
  if (!installed) return Unknown(package);
  if (!enabled) {
    StopNow(package, "disabled");
    keep_.Forget(package, false);
  }
  RETURN_IF_ERROR(store_.Change([&](PhoneStore& store) {
    Keep(store.mutable_disabled(), package, !enabled);
  }));
  PhoneRequest request;
  if (enabled) {
    *request.mutable_update()->add_packages() = *installed;
  } else {
    request.mutable_update()->add_removed(package);
  }
  TellAll(request);
  apps_.ForgetHome();
  return {};
}

Status VirtualPhone::Reset(uint64_t seed, bool vary) {
  for (const App& app : apps_.All()) apps_.Abort(app.package);
  const std::lock_guard lock(acting_);
  wishes_.Clear();
  apps_.StopAll();
  debuggers_.Changed();
  results_.clear();
  orders_.clear();
  sticky_.clear();
  for (const PhonePackage& package : Packages()) {
    RETURN_IF_ERROR(DeleteData(package.manifest().package_name()));
  }
  RemoveTree(folder_.Storage());
  RemoveTree(folder_.files() + "/data/local/tmp");
  RETURN_IF_ERROR(folder_.MakeFiles());
  RETURN_IF_ERROR(store_.Change([](PhoneStore& store) {
    *store.mutable_profile() = store.natural_profile();
    const bool keyboard = HasSoftKeyboard(store);
    store.clear_settings();
    if (keyboard) PutSetting(store, SoftKeyboardOn());
    store.clear_clipboard();
    store.clear_properties();
    store.clear_disabled();
    store.clear_kept();
    for (PhonePackage& package : *store.mutable_packages()) {
      package.clear_granted();
      package.set_stopped(true);
    }
  }));
  keep_.Reset();
  {
    const std::lock_guard mine(mutex_);
    battery_ = NewBattery();
    unsupported_.clear();
    written_.clear();
  }
  down_ = {};
  LookAround();
  ForgetProperties();
  log_.Clear({});
  clock_.Begin(seed, vary);
  RETURN_IF_ERROR(feeds_.Begin(clock_.UptimeNs()));
  settled_ = true;
  return {};
}

}  // namespace reprise::phone
