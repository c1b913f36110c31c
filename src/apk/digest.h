// The two hashes that signatures of APKs are made of, without OpenSSL's types.
//
// Threads: any; these are functions without state.
#pragma once

#include <openssl/types.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace reprise::apk {

enum class DigestKind { kSha256, kSha512 };

// Of all parts, one after the other.
std::string Digest(DigestKind kind,
                   std::initializer_list<std::string_view> parts);

const EVP_MD* OpensslDigest(DigestKind kind);

}  // namespace reprise::apk
