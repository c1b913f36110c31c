// The key and certificate that APKs are signed with: given by the user as PEM
// or PKCS#12, or made on first use and kept, so that an app instrumented again
// can be installed over the last one.
//
// A kept key is readable by its owner only. RSA (2048 bits and more) and EC
// (P-256, P-384, P-521) are accepted: what Android accepts and people have.
//
// Threads: any; a key does not change after it was made.
#pragma once

#include <openssl/types.h>

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reprise::apk {

struct FreeKey {
  void operator()(EVP_PKEY* key) const;
};
struct FreeCertificate {
  void operator()(X509* certificate) const;
};

class SigningKey {
 public:
  enum class Type { kRsa, kEc };

  // A new RSA key of 2048 bits and a certificate for it by itself.
  static Result<SigningKey> Generate();

  // `pem` holds the private key, encrypted or not, and the certificate, in
  // any order. The first certificate that fits the key is taken.
  static Result<SigningKey> FromPem(std::string_view pem,
                                    const std::string& password);
  static Result<SigningKey> FromPkcs12(std::string_view bytes,
                                       const std::string& password);

  // A file in either format.
  static Result<SigningKey> Load(const std::string& path,
                                 const std::string& password);
  // The one at `path`, which is made if it is not there.
  static Result<SigningKey> LoadOrCreate(const std::string& path);

  // $XDG_CONFIG_HOME/reprise/signing-key.pem, or the same below ~/.config.
  static Result<std::string> DefaultPath();

  Type type() const { return type_; }
  int bits() const { return bits_; }
  EVP_PKEY* key() const { return key_.get(); }
  X509* certificate() const { return certificate_.get(); }

  std::string CertificateDer() const;
  std::string PublicKeyDer() const;
  // The private key and the certificate.
  std::string ToPem() const;

  // PKCS#1 v1.5 with RSA, DER with EC.
  Result<std::string> Sign(const EVP_MD* digest, std::string_view data) const;

 private:
  using Key = std::unique_ptr<EVP_PKEY, FreeKey>;
  using Certificate = std::unique_ptr<X509, FreeCertificate>;
  SigningKey() = default;
  static Result<SigningKey> Make(Key key, Certificate certificate);

  Key key_;
  Certificate certificate_;
  Type type_ = Type::kRsa;
  int bits_ = 0;
};

// SHA-256 of a certificate's DER in hex, as apksigner prints it.
std::string CertificateDigest(std::string_view der);

}  // namespace reprise::apk
