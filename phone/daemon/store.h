// What the supervisor keeps of its phone, in memory and in one file that is
// replaced as a whole: a kill at any time leaves the state before or after a
// change.
//
// Threads: any.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/file.h"
#include "base/result.h"
#include "reprise/phone_store.pb.h"

namespace reprise::phone {

class Store {
 public:
  // A new phone gets `profile`; one that is there keeps its own.
  static Result<std::unique_ptr<Store>> Open(FileSystem& files,
                                             std::string path,
                                             const PhoneProfile& profile);

  PhoneStore Get() const;
  PhoneProfile Profile() const;
  std::optional<PhonePackage> Package(const std::string& name) const;

  // Changes it; nothing is changed when it cannot be written.
  Status Change(const std::function<void(PhoneStore&)>& change);

 private:
  Store(FileSystem& files, std::string path)
      : files_(files), path_(std::move(path)) {}

  FileSystem& files_;
  const std::string path_;
  mutable std::mutex mutex_;
  PhoneStore store_;  // guarded by mutex_
};

// Finds a package; null when it is not installed.
PhonePackage* FindPackage(PhoneStore& store, const std::string& name);
// Adds or removes it from a list without doubles.
void Keep(google::protobuf::RepeatedPtrField<std::string>* list,
          const std::string& value, bool there);
// Removes a package.
void RemovePackage(google::protobuf::RepeatedPtrField<PhonePackage>* packages,
                   const std::string& name);
// Replaces a row of the settings; one without a value stands for a deleted one,
// as a new phone may have it.
void PutSetting(PhoneStore& store, const PhoneSetting& setting);
// The row that has the on-screen keyboard shown though there is one of keys.
PhoneSetting SoftKeyboardOn();
bool HasSoftKeyboard(const PhoneStore& store);

}  // namespace reprise::phone
