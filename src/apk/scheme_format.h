// The numbers of APK Signature Schemes v2 and v3: one place for signing and
// for verifying.
//
// Threads: constants.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "apk/digest.h"
#include "apk/signing_key.h"

namespace reprise::apk {

struct SignatureScheme {
  std::string_view name;
  uint32_t block_id;
  uint32_t version;
  bool has_sdk_range;
};

inline constexpr SignatureScheme kSchemeV2{"v2", 0x7109871a, 2, false};
inline constexpr SignatureScheme kSchemeV3{"v3", 0xf05368c0, 3, true};
inline constexpr SignatureScheme kSchemeV31{"v3.1", 0x1b93ad61, 31, true};
inline constexpr std::array kSchemes = {kSchemeV2, kSchemeV3, kSchemeV31};

// v3 is read from Android 9 on; older ones take v2 or v1.
inline constexpr uint32_t kFirstSdkOfV3 = 28;
inline constexpr uint32_t kLastSdk = 0x7fffffff;

// In a v2 signer: which later scheme must be there, too.
inline constexpr uint32_t kStrippingAttribute = 0xbeeff00d;

struct SignatureAlgorithm {
  uint32_t id;
  DigestKind digest;
  int key_type;  // OpenSSL's
  bool pss;
};

// Those over chunks; the ones over a hash tree (verity) only come beside them.
inline constexpr uint32_t kRsaSha256 = 0x0103;
inline constexpr uint32_t kRsaSha512 = 0x0104;
inline constexpr uint32_t kEcSha256 = 0x0201;
inline constexpr uint32_t kEcSha512 = 0x0202;

// Null when it is none that we know.
const SignatureAlgorithm* FindAlgorithm(uint32_t id);

// What apksigner would take: the larger hash for keys that are worth it.
const SignatureAlgorithm& AlgorithmFor(const SigningKey& key);

}  // namespace reprise::apk
