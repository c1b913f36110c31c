#include <openssl/evp.h>

#include "apk/scheme_format.h"
#include "apk/signature_schemes.h"
#include "apk/signing_block.h"
#include "apk/zip_reader.h"
#include "base/bytes.h"
#include "base/check.h"

namespace reprise::apk {
namespace {

constexpr std::array kAlgorithms = {
    SignatureAlgorithm{0x0101, DigestKind::kSha256, EVP_PKEY_RSA, true},
    SignatureAlgorithm{0x0102, DigestKind::kSha512, EVP_PKEY_RSA, true},
    SignatureAlgorithm{kRsaSha256, DigestKind::kSha256, EVP_PKEY_RSA, false},
    SignatureAlgorithm{kRsaSha512, DigestKind::kSha512, EVP_PKEY_RSA, false},
    SignatureAlgorithm{kEcSha256, DigestKind::kSha256, EVP_PKEY_EC, false},
    SignatureAlgorithm{kEcSha512, DigestKind::kSha512, EVP_PKEY_EC, false},
    SignatureAlgorithm{0x0301, DigestKind::kSha256, EVP_PKEY_DSA, false},
};

constexpr int kLargestRsaWithSha256 = 3072;
constexpr int kLargestEcWithSha256 = 256;

std::string Prefixed(std::string_view bytes) {
  std::string out;
  ByteWriter(&out).Prefixed32(bytes);
  return out;
}

// A digest or a signature, as the only one of its list.
std::string OnlyOne(uint32_t algorithm, std::string_view bytes) {
  std::string pair;
  ByteWriter writer(&pair);
  writer.U32(algorithm);
  writer.Prefixed32(bytes);
  return Prefixed(Prefixed(pair));
}

std::string SdkRange() {
  std::string range;
  ByteWriter writer(&range);
  writer.U32(kFirstSdkOfV3);
  writer.U32(kLastSdk);
  return range;
}

// Says in the v2 block that there is a v3 one, so that taking it out is seen.
std::string AttributesOfV2() {
  std::string attribute;
  ByteWriter writer(&attribute);
  writer.U32(kStrippingAttribute);
  writer.U32(kSchemeV3.version);
  return Prefixed(Prefixed(attribute));
}

Result<std::string> BuildScheme(const SignatureScheme& scheme,
                                std::string_view content_digest,
                                const SigningKey& key) {
  const SignatureAlgorithm& algorithm = AlgorithmFor(key);
  const std::string range = scheme.has_sdk_range ? SdkRange() : "";
  const std::string attributes =
      scheme.has_sdk_range ? Prefixed("") : AttributesOfV2();
  const std::string data = OnlyOne(algorithm.id, content_digest) +
                           Prefixed(Prefixed(key.CertificateDer())) + range +
                           attributes;
  ASSIGN_OR_RETURN(const std::string signature,
                   key.Sign(OpensslDigest(algorithm.digest), data));
  const std::string signer = Prefixed(data) + range +
                             OnlyOne(algorithm.id, signature) +
                             Prefixed(key.PublicKeyDer());
  return Prefixed(Prefixed(signer));
}

}  // namespace

const SignatureAlgorithm* FindAlgorithm(uint32_t id) {
  for (const SignatureAlgorithm& algorithm : kAlgorithms) {
    if (algorithm.id == id) return &algorithm;
  }
  return nullptr;
}

const SignatureAlgorithm& AlgorithmFor(const SigningKey& key) {
  uint32_t id = 0;
  if (key.type() == SigningKey::Type::kRsa) {
    id = key.bits() <= kLargestRsaWithSha256 ? kRsaSha256 : kRsaSha512;
  } else {
    id = key.bits() <= kLargestEcWithSha256 ? kEcSha256 : kEcSha512;
  }
  const SignatureAlgorithm* algorithm = FindAlgorithm(id);
  CHECK(algorithm != nullptr);
  return *algorithm;
}

Status SignSchemes(File& file, const SigningKey& key) {
  ASSIGN_OR_RETURN(const ZipSections sections, FindZipSections(file));
  uint64_t entries_end = sections.directory_offset;
  auto old = ReadSigningBlock(file, sections);
  if (old) {
    entries_end = old->offset;
  } else if (old.error().kind != ErrorKind::kNotFound) {
    return Fail(std::move(old).error());
  }
  ASSIGN_OR_RETURN(
      const std::string digest,
      ContentDigest(file, sections, entries_end, AlgorithmFor(key).digest));
  std::vector<std::pair<uint32_t, std::string>> values;
  for (const SignatureScheme& scheme : {kSchemeV2, kSchemeV3}) {
    ASSIGN_OR_RETURN(std::string value, BuildScheme(scheme, digest, key));
    values.emplace_back(scheme.block_id, std::move(value));
  }
  const std::string block = BuildSigningBlock(values);
  ASSIGN_OR_RETURN(
      const std::string directory,
      ReadExactly(file, sections.directory_offset, sections.directory_size));
  ASSIGN_OR_RETURN(const std::string end,
                   EndWithOffset(file, sections, entries_end + block.size()));
  RETURN_IF_ERROR(file.Truncate(entries_end));
  RETURN_IF_ERROR(file.Append(block));
  RETURN_IF_ERROR(file.Append(directory));
  return file.Append(end);
}

}  // namespace reprise::apk
