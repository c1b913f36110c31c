// An APK opened for reading: its zip file, its manifest, and where code goes
// in it.
//
//   ASSIGN_OR_RETURN(const auto apk, Apk::Open(RealFileSystem(), "app.apk"));
//   for (const std::string& name : apk->DexNames()) {
//     ASSIGN_OR_RETURN(std::string dex, apk->zip().Read(name));
//   }
//
// Threads: one at a time.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "apk/axml.h"
#include "apk/manifest.h"
#include "apk/signature_schemes.h"
#include "apk/zip_reader.h"
#include "base/file.h"
#include "base/result.h"

namespace reprise::apk {

class Apk {
 public:
  // Errors name the path.
  static Result<std::unique_ptr<Apk>> Open(FileSystem& files,
                                           const std::string& path);

  const std::string& path() const { return path_; }
  const ZipReader& zip() const { return zip_; }
  const XmlDocument& manifest_xml() const { return manifest_xml_; }
  const Manifest& manifest() const { return manifest_; }

  // classes.dex, classes2.dex and so on, as far as Android loads them: up to
  // the first number that is missing.
  std::vector<std::string> DexNames() const;
  // The name that the next dex must have for Android to load it.
  std::string NextDexName() const;

  // The machines that it has native libraries for: arm64-v8a and such.
  std::set<std::string> Abis() const;

  // Who signed it, as VerifyApk() says.
  Result<std::vector<ApkSigner>> Verify() const;

 private:
  Apk(std::string path, std::unique_ptr<File> file, ZipReader zip)
      : path_(std::move(path)), file_(std::move(file)), zip_(std::move(zip)) {}

  std::string path_;
  std::unique_ptr<File> file_;
  ZipReader zip_;  // reads file_
  XmlDocument manifest_xml_;
  Manifest manifest_;
};

}  // namespace reprise::apk
