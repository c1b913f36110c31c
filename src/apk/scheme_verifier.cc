#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#include <map>
#include <memory>
#include <optional>

#include "apk/jar_signature.h"
#include "apk/scheme_format.h"
#include "apk/signature_schemes.h"
#include "apk/signing_block.h"
#include "apk/zip_reader.h"
#include "base/bytes.h"
#include "base/text.h"

namespace reprise::apk {
namespace {

constexpr size_t kMaxSigners = 10;     // Android's own limit
constexpr size_t kMaxAlgorithms = 32;  // of one signer; there are ten
constexpr size_t kMaxSubjectShown = 300;

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using Certificate = std::unique_ptr<X509, FreeCertificate>;
using ByAlgorithm = std::map<uint32_t, std::string_view>;

struct Verifier {
  File& file;
  const ZipSections& sections;
  const SigningBlock& block;
  std::map<DigestKind, std::string> digests = {};  // of the content, so far

  Result<std::vector<ApkSigner>> VerifyScheme(const SignatureScheme& scheme,
                                              std::string_view value);
  Result<ApkSigner> VerifySigner(const SignatureScheme& scheme,
                                 std::string_view signer);
  Status CheckDigests(const SignatureScheme& scheme,
                      const ByAlgorithm& claimed);
};

tl::unexpected<Error> Refuse(const SignatureScheme& scheme,
                             std::string_view why) {
  return Fail(ErrorKind::kCorruption,
              "the APK's {} signature does not hold: {}", scheme.name, why);
}

// The (algorithm, bytes) pairs of a list; nothing when it is malformed or has
// an algorithm twice.
std::optional<ByAlgorithm> ReadList(std::string_view bytes) {
  ByAlgorithm list;
  ByteReader reader(bytes);
  while (!reader.AtEnd()) {
    ByteReader pair(reader.Prefixed32());
    const uint32_t algorithm = pair.U32();
    const std::string_view value = pair.Prefixed32();
    if (!reader.ok() || !pair.ok() || !pair.AtEnd() ||
        list.size() == kMaxAlgorithms ||
        !list.emplace(algorithm, value).second) {
      return std::nullopt;
    }
  }
  return list;
}

bool SameAlgorithms(const ByAlgorithm& a, const ByAlgorithm& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](const auto& x, const auto& y) {
                                              return x.first == y.first;
                                            });
}

bool SignatureHolds(const SignatureAlgorithm& algorithm, EVP_PKEY* key,
                    std::string_view signature, std::string_view data) {
  if (EVP_PKEY_get_base_id(key) != algorithm.key_type) return false;
  const std::unique_ptr<EVP_MD_CTX, FreeContext> context(EVP_MD_CTX_new());
  EVP_PKEY_CTX* options = nullptr;
  const EVP_MD* digest = OpensslDigest(algorithm.digest);
  bool holds =
      context != nullptr &&
      EVP_DigestVerifyInit(context.get(), &options, digest, nullptr, key) == 1;
  if (holds && algorithm.pss) {
    holds =
        EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING) == 1 &&
        EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST) == 1;
  }
  const auto bytes = [](std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
  };
  holds = holds &&
          EVP_DigestVerify(context.get(), bytes(signature), signature.size(),
                           bytes(data), data.size()) == 1;
  ERR_clear_error();
  return holds;
}

Certificate ParseCertificate(std::string_view der) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(der.data());
  const unsigned char* at = bytes;
  Certificate certificate(
      d2i_X509(nullptr, &at, static_cast<long>(der.size())));
  if (certificate != nullptr && at != bytes + der.size()) certificate.reset();
  ERR_clear_error();
  return certificate;
}

// As the certificate has it, byte by byte: OpenSSL reads the same key out of
// several encodings, and a signer's copy of it is not signed.
std::string PublicKeyOf(X509* certificate) {
  unsigned char* der = nullptr;
  const int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &der);
  if (size <= 0) return {};
  std::string bytes(reinterpret_cast<char*>(der), static_cast<size_t>(size));
  OPENSSL_free(der);
  return bytes;
}

std::string SubjectOf(X509* certificate) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> bio(BIO_new(BIO_s_mem()),
                                                      &BIO_free);
  if (bio == nullptr) return {};
  X509_NAME_print_ex(bio.get(), X509_get_subject_name(certificate), 0,
                     XN_FLAG_RFC2253);
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  return std::string(data, static_cast<size_t>(std::max(size, 0L)))
      .substr(0, kMaxSubjectShown);
}

// A v2 signer that says "there is a v3 one" when there is none.
bool WasStripped(std::string_view attributes, const SigningBlock& block) {
  ByteReader reader(attributes);
  while (!reader.AtEnd() && reader.ok()) {
    ByteReader attribute(reader.Prefixed32());
    if (attribute.U32() != kStrippingAttribute) continue;
    const uint32_t version = attribute.U32();
    for (const SignatureScheme& scheme : kSchemes) {
      if (version == scheme.version && block.Find(scheme.block_id) == nullptr) {
        return true;
      }
    }
  }
  return !reader.ok();
}

Status Verifier::CheckDigests(const SignatureScheme& scheme,
                              const ByAlgorithm& claimed) {
  for (const auto& [id, digest] : claimed) {
    const SignatureAlgorithm* algorithm = FindAlgorithm(id);
    if (algorithm == nullptr) continue;
    std::string& computed = digests[algorithm->digest];
    if (computed.empty()) {
      ASSIGN_OR_RETURN(computed, ContentDigest(file, sections, block.offset,
                                               algorithm->digest));
    }
    if (computed != digest) {
      return Refuse(scheme, "the file was changed after it was signed");
    }
  }
  return {};
}

Result<ApkSigner> Verifier::VerifySigner(const SignatureScheme& scheme,
                                         std::string_view signer) {
  ByteReader reader(signer);
  const std::string_view data = reader.Prefixed32();
  const uint64_t range = scheme.has_sdk_range ? reader.U64() : 0;
  const auto signatures = ReadList(reader.Prefixed32());
  const std::string_view public_key = reader.Prefixed32();

  ByteReader data_reader(data);
  const auto claimed = ReadList(data_reader.Prefixed32());
  ByteReader certificates(data_reader.Prefixed32());
  const uint64_t signed_range = scheme.has_sdk_range ? data_reader.U64() : 0;
  const std::string_view attributes = data_reader.Prefixed32();
  const std::string_view der = certificates.Prefixed32();
  if (!reader.ok() || !reader.AtEnd() || !data_reader.ok() ||
      !certificates.ok() || !signatures || !claimed) {
    return Refuse(scheme, "a signer is malformed");
  }
  if (!SameAlgorithms(*signatures, *claimed) || range != signed_range) {
    return Refuse(scheme, "a signer contradicts what it signed");
  }
  const Certificate certificate = ParseCertificate(der);
  EVP_PKEY* key =
      certificate == nullptr ? nullptr : X509_get0_pubkey(certificate.get());
  if (key == nullptr || PublicKeyOf(certificate.get()) != public_key) {
    ERR_clear_error();
    return Refuse(scheme, "the certificate does not fit the key");
  }
  size_t known = 0;
  for (const auto& [id, signature] : *signatures) {
    const SignatureAlgorithm* algorithm = FindAlgorithm(id);
    if (algorithm == nullptr) continue;
    known++;
    if (!SignatureHolds(*algorithm, key, signature, data)) {
      return Refuse(scheme, "the signature is wrong");
    }
  }
  if (known == 0) {
    return Refuse(scheme, "there is no signature by a known algorithm");
  }
  RETURN_IF_ERROR(CheckDigests(scheme, *claimed));
  if (!scheme.has_sdk_range && WasStripped(attributes, block)) {
    return Refuse(scheme, "a later signature was taken out");
  }
  return ApkSigner{.scheme = std::string(scheme.name),
                   .certificate_digest = CertificateDigest(der),
                   .subject = SubjectOf(certificate.get())};
}

Result<std::vector<ApkSigner>> Verifier::VerifyScheme(
    const SignatureScheme& scheme, std::string_view value) {
  ByteReader whole(value);
  ByteReader signers(whole.Prefixed32());
  if (!whole.ok() || !whole.AtEnd() || signers.AtEnd()) {
    return Refuse(scheme, "it is malformed");
  }
  std::vector<ApkSigner> found;
  while (!signers.AtEnd()) {
    const std::string_view signer = signers.Prefixed32();
    if (!signers.ok() || found.size() == kMaxSigners) {
      return Refuse(scheme, "it is malformed or has too many signers");
    }
    ASSIGN_OR_RETURN(ApkSigner verified, VerifySigner(scheme, signer));
    found.push_back(std::move(verified));
  }
  return found;
}

}  // namespace

Result<std::vector<ApkSigner>> VerifyApk(File& file) {
  ASSIGN_OR_RETURN(const ZipReader zip, ZipReader::Open(file));
  ASSIGN_OR_RETURN(const SigningBlock block,
                   ReadSigningBlock(file, zip.sections()));
  ASSIGN_OR_RETURN(const std::set<uint32_t> promised, PromisedSchemes(zip));
  Verifier verifier{file, zip.sections(), block};
  std::vector<ApkSigner> all;
  for (const SignatureScheme& scheme : kSchemes) {
    const std::string* value = block.Find(scheme.block_id);
    if (value == nullptr) {
      if (!promised.contains(scheme.version)) continue;
      return Refuse(scheme, "it was taken out; the v1 signature names it");
    }
    ASSIGN_OR_RETURN(std::vector<ApkSigner> signers,
                     verifier.VerifyScheme(scheme, *value));
    all.insert(all.end(), signers.begin(), signers.end());
  }
  if (all.empty()) {
    return Fail(ErrorKind::kNotFound,
                "the APK is not signed by scheme v2 or v3");
  }
  return all;
}

}  // namespace reprise::apk
