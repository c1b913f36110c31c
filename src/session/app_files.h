// AppFiles: the files of an app on a device, saved as an archive and put back.
// As the app's own user where Android allows that (debuggable apps), else as
// the shell's, which is enough on a virtual phone and with 'adb root'.
//
// Threads: plain functions.
#pragma once

#include <string>
#include <string_view>

#include "adb/device.h"
#include "base/result.h"

namespace reprise::session {

// The app must not run. An archive as CleanTar() makes them.
Result<std::string> SaveFiles(adb::Device& device, const std::string& package);

// Into the app's folder, which must be as after 'pm clear'.
Status RestoreFiles(adb::Device& device, const std::string& package,
                    std::string_view tar);

}  // namespace reprise::session
