// The oldest way of signing an APK, v1: a manifest with the digest of every
// entry, a signature file with the digests of the manifest's sections, and a
// PKCS#7 signature of that. Android before 7.0 knows nothing else.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apk/signing_key.h"
#include "apk/zip_reader.h"
#include "apk/zip_writer.h"
#include "base/result.h"

namespace reprise::apk {

// What belongs to a signature and is left out when an APK is signed anew:
// META-INF/MANIFEST.MF, META-INF/*.SF and such.
bool IsSignatureEntry(std::string_view name);

// Collects the digests of what is put into an APK, then adds its signature.
class JarSigner {
 public:
  // An entry that was written with this content.
  void Add(std::string_view name, std::string_view content);

  // The three files of the signature, which says that v2 and v3 are there.
  Status Finish(const SigningKey& key, ZipWriter& writer) const;

 private:
  std::vector<std::pair<std::string, std::string>> digests_;  // base64
};

// The numbers of the later schemes that the v1 signatures of an APK say must
// be there, too. Empty when there is no v1 signature.
Result<std::set<uint32_t>> PromisedSchemes(const ZipReader& zip);

}  // namespace reprise::apk
