#include "phone/daemon/store.h"

#include <algorithm>
#include <utility>

namespace reprise::phone {
namespace {

constexpr uint32_t kStoreVersion = 1;
// Manifests with their icons are the most of it.
constexpr uint64_t kMaxStoreBytes = uint64_t{256} << 20;
// An app could fill the disk with them.
constexpr int kMaxSettings = 10'000;

}  // namespace

Result<std::unique_ptr<Store>> Store::Open(FileSystem& files, std::string path,
                                           const PhoneProfile& profile) {
  std::unique_ptr<Store> store(new Store(files, std::move(path)));
  auto bytes = ReadWholeFile(files, store->path_, kMaxStoreBytes);
  if (!bytes && bytes.error().kind == ErrorKind::kNotFound) {
    RETURN_IF_ERROR(store->Change([&](PhoneStore& fresh) {
      fresh.set_version(kStoreVersion);
      *fresh.mutable_natural_profile() = profile;
      *fresh.mutable_profile() = profile;
    }));
    return store;
  }
  if (!bytes) return Fail(std::move(bytes).error());
  if (!store->store_.ParseFromString(*bytes)) {
    return Fail(ErrorKind::kCorruption,
                "{} is damaged; remove the phone's folder to begin anew",
                store->path_);
  }
  if (store->store_.version() != kStoreVersion) {
    return Fail(ErrorKind::kUnsupported,
                "{} was written by another version of Reprise ({}, not {}); "
                "remove the phone's folder to begin anew",
                store->path_, store->store_.version(), kStoreVersion);
  }
  return store;
}

PhoneStore Store::Get() const {
  const std::lock_guard lock(mutex_);
  return store_;
}

PhoneProfile Store::Profile() const {
  const std::lock_guard lock(mutex_);
  return store_.profile();
}

std::optional<PhonePackage> Store::Package(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  for (const PhonePackage& package : store_.packages()) {
    if (package.manifest().package_name() == name) return package;
  }
  return std::nullopt;
}

Status Store::Change(const std::function<void(PhoneStore&)>& change) {
  const std::lock_guard lock(mutex_);
  PhoneStore changed = store_;
  change(changed);
  RETURN_IF_ERROR(WriteWholeFile(files_, path_, changed.SerializeAsString()));
  store_ = std::move(changed);
  return {};
}

PhonePackage* FindPackage(PhoneStore& store, const std::string& name) {
  for (PhonePackage& package : *store.mutable_packages()) {
    if (package.manifest().package_name() == name) return &package;
  }
  return nullptr;
}

void Keep(google::protobuf::RepeatedPtrField<std::string>* list,
          const std::string& value, bool there) {
  const auto gone = std::ranges::remove(*list, value);
  list->erase(gone.begin(), gone.end());
  if (there) list->Add(std::string(value));
}

void RemovePackage(google::protobuf::RepeatedPtrField<PhonePackage>* packages,
                   const std::string& name) {
  for (int i = packages->size() - 1; i >= 0; --i) {
    if ((*packages)[i].manifest().package_name() == name) {
      packages->DeleteSubrange(i, 1);
    }
  }
}

PhoneSetting SoftKeyboardOn() {
  PhoneSetting setting;
  setting.set_table("secure");
  setting.set_name("show_ime_with_hard_keyboard");
  setting.set_value("1");
  return setting;
}

bool HasSoftKeyboard(const PhoneStore& store) {
  const PhoneSetting on = SoftKeyboardOn();
  return std::ranges::any_of(store.settings(), [&](const PhoneSetting& row) {
    return row.table() == on.table() && row.name() == on.name() &&
           row.value() == on.value();
  });
}

void PutSetting(PhoneStore& store, const PhoneSetting& setting) {
  auto& rows = *store.mutable_settings();
  for (int i = 0; i < rows.size(); ++i) {
    if (rows[i].table() != setting.table() ||
        rows[i].name() != setting.name()) {
      continue;
    }
    rows[i] = setting;
    return;
  }
  if (rows.size() < kMaxSettings) *rows.Add() = setting;
}

}  // namespace reprise::phone
