// Makes an APK out of another one: entries replaced and added, the manifest
// edited, everything else taken over as it is packed, signed anew by v1, v2
// and v3. Also for whole sets of split APKs, which must change together.
//
//   ApkEdits edits;
//   edits.put["classes2.dex"] = runtime_dex;
//   edits.manifest = [](XmlDocument& manifest) -> Status {
//     ASSIGN_OR_RETURN(XmlNode* application, ApplicationOf(manifest));
//     SetAttribute(*application, kDebuggable, XmlValue::Boolean(true));
//     return {};
//   };
//   RETURN_IF_ERROR(RewriteApk(files, "app.apk", edits, key, "out.apk"));
//
// The result is written beside its place and moved there when it is complete:
// after a failure what was there is as it was. It may be the input itself.
//
// Threads: any, for different outputs.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "apk/axml.h"
#include "apk/manifest.h"
#include "apk/signing_key.h"
#include "apk/zip_writer.h"
#include "base/file.h"
#include "base/result.h"

namespace reprise::apk {

struct ApkEdits {
  // By name: what is there is replaced in its place, packed as it was; what is
  // new comes at the end, native libraries stored, the rest deflated.
  std::map<std::string, std::string> put;
  // Changes the manifest; empty: it stays as it is.
  std::function<Status(XmlDocument&)> manifest;
  // The multiple at which stored native libraries begin.
  uint32_t page_size = kLargePage;
};

Status RewriteApk(FileSystem& files, const std::string& in,
                  const ApkEdits& edits, const SigningKey& key,
                  const std::string& out);

// The APKs of one app: its base and the splits that go with it.
struct ApkSet {
  struct Member {
    std::string path;
    Manifest manifest;
  };
  std::vector<Member> members;  // the base first, then by the split's name

  // Refuses APKs that Android would not install together: of several
  // packages or versions, no base or two, a split twice.
  static Result<ApkSet> Open(FileSystem& files,
                             const std::vector<std::string>& paths);

  const Member& base() const { return members.front(); }
};

// Rewrites each member by the edits for its split (the base is ""), all signed
// with the same key, into `folder`, under the names that they have. Nothing is
// put there before all of it is written.
Status RewriteApkSet(FileSystem& files, const ApkSet& set,
                     const std::map<std::string, ApkEdits>& edits,
                     const SigningKey& key, const std::string& folder);

}  // namespace reprise::apk
