// APK Signature Schemes v2 and v3: signing a finished zip file, and verifying
// one, however it was signed.
//
// Verifying is as strict as Android: every signer of every scheme that is
// there must hold, and a scheme that the APK says it was signed by must not
// have been taken out. So one flipped byte anywhere in an APK that
// SignSchemes() signed is found. An entry that another tool put into the
// signing block (padding, a stamp of a shop) is not protected by Android
// either.
//
// Threads: one at a time per File.
#pragma once

#include <string>
#include <vector>

#include "apk/signing_key.h"
#include "base/file.h"
#include "base/result.h"

namespace reprise::apk {

// Puts a signing block with v2 and v3 into the zip file, in the place of one
// that is there. After a failure the file is of no use.
Status SignSchemes(File& file, const SigningKey& key);

struct ApkSigner {
  std::string scheme;              // v2, v3 or v3.1
  std::string certificate_digest;  // SHA-256, in hex
  std::string subject;             // of the certificate, such as CN=Reprise
};

// At least one. kNotFound when there is no signature of these schemes;
// kCorruption when there is one that does not hold.
Result<std::vector<ApkSigner>> VerifyApk(File& file);

}  // namespace reprise::apk
