// Installer: from an APK on the host to an installed package. The manifest is
// read by Android's own parser in a process of the phone while the dex files
// are translated; both results are kept by the APK's digest for all phones.
//
// Threads: any but the loop's; installs of one phone one at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "phone/daemon/apk_check.h"
#include "phone/daemon/apps.h"
#include "phone/daemon/phone_folder.h"
#include "phone/daemon/store.h"
#include "phone/shell/phone.h"

namespace reprise::phone {

class Installer {
 public:
  // `framework` is the launcher of phone/framework.
  Installer(const PhoneFolder& folder, Store& store, Apps& apps,
            std::string framework, std::function<bool()> stopped)
      : folder_(folder),
        store_(store),
        apps_(apps),
        framework_(std::move(framework)),
        stopped_(std::move(stopped)) {}

  // What is to be installed: checked, described and translated, in the cache.
  struct Prepared {
    PhoneManifest manifest;
    std::string classes;              // path
    std::vector<std::string> splits;  // paths, as given
  };
  // Takes long; the phone may be used meanwhile. Errors begin with Android's
  // word for them.
  Result<Prepared> Prepare(const std::vector<std::string>& apks);

  // Puts it in the place of what is there; the app must not run.
  Result<PhonePackage> Commit(const Prepared& prepared, const std::string& base,
                              const InstallOptions& options, int64_t now_ns);

  // Translates again if the cache was emptied.
  Status EnsureClasses(const PhonePackage& package);

 private:
  Result<PhoneManifest> Describe(const std::string& apk,
                                 const std::string& cache);
  Status Translate(const std::string& apk, const std::string& cache);

  const PhoneFolder& folder_;
  Store& store_;
  Apps& apps_;
  const std::string framework_;
  const std::function<bool()> stopped_;
};

}  // namespace reprise::phone
