// Looks at an APK before anything else of the phone touches it: is it a whole
// zip without tricks, with a manifest and dex files that can be parsed?
//
// Threads: plain functions.
#pragma once

#include <string>

#include "base/result.h"

namespace reprise::phone {

struct CheckedApk {
  std::string package;
  std::string split;   // empty: the base
  std::string sha256;  // of the file, in hexadecimal
  bool has_code = false;
};

// An error begins with Android's word for it ("INSTALL_PARSE_FAILED_NOT_APK:
// ...").
Result<CheckedApk> CheckApk(const std::string& path);

// As Android allows it, and harmless as the name of a folder.
bool IsPackageName(const std::string& name);

}  // namespace reprise::phone
