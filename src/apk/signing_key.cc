#include "apk/signing_key.h"

#include <fcntl.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "apk/digest.h"
#include "base/check.h"
#include "base/file.h"
#include "base/text.h"

namespace reprise::apk {
namespace {

constexpr int kRsaBits = 2048;
constexpr int kMinRsaBits = 2048;
// Long enough to never meet it; Android ignores it in an update.
constexpr int kValidDays = 30 * 365;
constexpr int kSerialBytes = 8;
constexpr std::string_view kJavaKeyStoreMagic = "\xfe\xed\xfe\xed";
constexpr uint64_t kMaxKeyFile = uint64_t{1} << 20;

struct FreeBio {
  void operator()(BIO* bio) const { BIO_free(bio); }
};
struct FreePkcs12 {
  void operator()(PKCS12* pkcs12) const { PKCS12_free(pkcs12); }
};
struct UnloadProvider {
  void operator()(OSSL_PROVIDER* provider) const {
    OSSL_PROVIDER_unload(provider);
  }
};
struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

using Bio = std::unique_ptr<BIO, FreeBio>;

// What OpenSSL has to say, which is then forgotten.
std::string OpensslReason() {
  const unsigned long code = ERR_peek_last_error();
  ERR_clear_error();
  const char* reason = code == 0 ? nullptr : ERR_reason_error_string(code);
  return reason == nullptr ? "no reason given" : reason;
}

Bio ReadBio(std::string_view bytes) {
  Bio bio(BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())));
  CHECK(bio != nullptr);
  return bio;
}

// OpenSSL would otherwise ask on the terminal.
int GivePassword(char* out, int size, int /*writing*/, void* user) {
  const auto* password = static_cast<const std::string*>(user);
  const int length = std::min(size, static_cast<int>(password->size()));
  std::memcpy(out, password->data(), static_cast<size_t>(length));
  return length;
}

template <typename T>
std::string ToDer(T* object, int (*encode)(const T*, unsigned char**)) {
  const int size = encode(object, nullptr);
  CHECK_GT(size, 0);
  std::string der(static_cast<size_t>(size), '\0');
  auto* out = reinterpret_cast<unsigned char*>(der.data());
  CHECK_EQ(encode(object, &out), size);
  return der;
}

bool FillCertificate(X509* certificate, EVP_PKEY* key) {
  unsigned char serial[kSerialBytes];
  if (RAND_bytes(serial, sizeof(serial)) != 1) return false;
  serial[0] = static_cast<unsigned char>((serial[0] & 0x3f) | 0x40);
  std::unique_ptr<BIGNUM, decltype(&BN_free)> number(
      BN_bin2bn(serial, sizeof(serial), nullptr), &BN_free);
  if (!number ||
      BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) ==
          nullptr) {
    return false;
  }
  X509_NAME* name = X509_get_subject_name(certificate);
  const auto* owner = reinterpret_cast<const unsigned char*>("Reprise");
  // From yesterday, for devices whose clock is behind.
  return X509_set_version(certificate, X509_VERSION_3) == 1 &&
         X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, owner, -1, -1,
                                    0) == 1 &&
         X509_set_issuer_name(certificate, name) == 1 &&
         X509_time_adj_ex(X509_getm_notBefore(certificate), -1, 0, nullptr) !=
             nullptr &&
         X509_time_adj_ex(X509_getm_notAfter(certificate), kValidDays, 0,
                          nullptr) != nullptr &&
         X509_set_pubkey(certificate, key) == 1 &&
         X509_sign(certificate, key, EVP_sha256()) > 0;
}

tl::unexpected<Error> SystemError(const std::string& path,
                                  std::string_view what) {
  return Fail(ErrorKind::kIo, "{}: cannot {}: {}", path, what,
              std::strerror(errno));
}

Status WriteAll(int fd, const std::string& path, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return SystemError(path, "write");
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return {};
}

// Makes `path` with these bytes for its owner only. When another process was
// first, its file stays.
Status WriteSecret(const std::string& path, std::string_view bytes) {
  std::string part = path + ".XXXXXX";
  const int fd = mkostemp(part.data(), O_CLOEXEC);  // mode 0600
  if (fd < 0) return SystemError(path, "create");
  Status written = WriteAll(fd, part, bytes);
  if (written && fsync(fd) != 0) written = SystemError(part, "flush");
  close(fd);
  if (written && link(part.c_str(), path.c_str()) != 0 && errno != EEXIST) {
    written = SystemError(path, "create");
  }
  unlink(part.c_str());
  return written;
}

}  // namespace

void FreeKey::operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
void FreeCertificate::operator()(X509* certificate) const {
  X509_free(certificate);
}

Result<SigningKey> SigningKey::Make(Key key, Certificate certificate) {
  SigningKey made;
  const int type = EVP_PKEY_get_base_id(key.get());
  made.bits_ = EVP_PKEY_get_bits(key.get());
  if (type == EVP_PKEY_RSA && made.bits_ >= kMinRsaBits) {
    made.type_ = Type::kRsa;
  } else if (type == EVP_PKEY_EC && made.bits_ >= 256) {
    made.type_ = Type::kEc;
  } else {
    const char* name = EVP_PKEY_get0_type_name(key.get());
    return Fail(ErrorKind::kUnsupported,
                "the signing key is {} with {} bits; accepted are RSA from {} "
                "bits and EC from 256",
                name == nullptr ? "unknown" : name, made.bits_, kMinRsaBits);
  }
  made.key_ = std::move(key);
  made.certificate_ = std::move(certificate);
  return made;
}

Result<SigningKey> SigningKey::Generate() {
  Key key(EVP_RSA_gen(kRsaBits));
  Certificate certificate(X509_new());
  if (!key || !certificate || !FillCertificate(certificate.get(), key.get())) {
    return Fail(ErrorKind::kIo, "cannot make a signing key: {}",
                OpensslReason());
  }
  return Make(std::move(key), std::move(certificate));
}

Result<SigningKey> SigningKey::FromPem(std::string_view pem,
                                       const std::string& password) {
  auto* user = const_cast<std::string*>(&password);
  Key key(
      PEM_read_bio_PrivateKey(ReadBio(pem).get(), nullptr, GivePassword, user));
  if (!key) {
    return Fail(ErrorKind::kInvalidArgument,
                "no private key could be read from the PEM: {}; it needs a "
                "PRIVATE KEY section, and the password if that is encrypted",
                OpensslReason());
  }
  const Bio bio = ReadBio(pem);
  while (true) {
    Certificate certificate(
        PEM_read_bio_X509(bio.get(), nullptr, GivePassword, user));
    ERR_clear_error();
    if (!certificate) break;
    if (X509_check_private_key(certificate.get(), key.get()) == 1) {
      return Make(std::move(key), std::move(certificate));
    }
    ERR_clear_error();
  }
  return Fail(ErrorKind::kInvalidArgument,
              "the PEM has no CERTIFICATE section that fits its private key; "
              "put both into one file");
}

Result<SigningKey> SigningKey::FromPkcs12(std::string_view bytes,
                                          const std::string& password) {
  if (bytes.starts_with(kJavaKeyStoreMagic)) {
    return Fail(ErrorKind::kUnsupported,
                "this is a Java key store; convert it with keytool "
                "-importkeystore -srckeystore IN -destkeystore OUT.p12 "
                "-deststoretype pkcs12");
  }
  const std::unique_ptr<PKCS12, FreePkcs12> store(
      d2i_PKCS12_bio(ReadBio(bytes).get(), nullptr));
  EVP_PKEY* key = nullptr;
  X509* certificate = nullptr;
  const auto parse = [&] {
    return store != nullptr && PKCS12_parse(store.get(), password.c_str(), &key,
                                            &certificate, nullptr) == 1;
  };
  bool parsed = parse();
  if (!parsed && store != nullptr) {
    // Stores by Java 8 are encrypted in ways that OpenSSL keeps apart.
    const std::unique_ptr<OSSL_PROVIDER, UnloadProvider> legacy(
        OSSL_PROVIDER_try_load(nullptr, "legacy", 1));
    parsed = legacy != nullptr && parse();
  }
  if (!parsed) {
    return Fail(ErrorKind::kInvalidArgument,
                "the PKCS#12 store cannot be opened: {}; is it one, and is the "
                "password right?",
                OpensslReason());
  }
  Key owned_key(key);
  Certificate owned_certificate(certificate);
  if (!owned_key || !owned_certificate) {
    return Fail(ErrorKind::kInvalidArgument,
                "the PKCS#12 store has no private key with a certificate");
  }
  ERR_clear_error();
  return Make(std::move(owned_key), std::move(owned_certificate));
}

Result<SigningKey> SigningKey::Load(const std::string& path,
                                    const std::string& password) {
  ASSIGN_OR_RETURN(const std::string bytes,
                   ReadWholeFile(RealFileSystem(), path, kMaxKeyFile));
  const bool pem = bytes.find("-----BEGIN ") != std::string::npos;
  auto key = pem ? FromPem(bytes, password) : FromPkcs12(bytes, password);
  if (key) return key;
  return Fail(key.error().kind, "{}: {}", path, key.error().message);
}

Result<SigningKey> SigningKey::LoadOrCreate(const std::string& path) {
  auto there = Load(path, "");
  if (there || there.error().kind != ErrorKind::kNotFound) return there;
  const std::filesystem::path folder =
      std::filesystem::path(path).parent_path();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return Fail(ErrorKind::kIo, "{}: cannot create: {}", folder.string(),
                error.message());
  }
  ASSIGN_OR_RETURN(const SigningKey made, Generate());
  RETURN_IF_ERROR(WriteSecret(path, made.ToPem()));
  return Load(path, "");
}

Result<std::string> SigningKey::DefaultPath() {
  constexpr std::string_view kName = "/reprise/signing-key.pem";
  // A path that is not absolute is to be ignored, says the XDG specification.
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && config[0] == '/') {
    return std::string(config).append(kName);
  }
  const char* home = std::getenv("HOME");
  if (home != nullptr && home[0] == '/') {
    return std::string(home).append("/.config").append(kName);
  }
  return Fail(ErrorKind::kInvalidArgument,
              "no place for a signing key: neither XDG_CONFIG_HOME nor HOME is "
              "set to a folder; give a key");
}

std::string SigningKey::CertificateDer() const {
  return ToDer<X509>(certificate_.get(), i2d_X509);
}

std::string SigningKey::PublicKeyDer() const {
  return ToDer<EVP_PKEY>(key_.get(), i2d_PUBKEY);
}

std::string SigningKey::ToPem() const {
  const Bio bio(BIO_new(BIO_s_mem()));
  CHECK(bio != nullptr);
  CHECK_EQ(PEM_write_bio_PKCS8PrivateKey(bio.get(), key_.get(), nullptr,
                                         nullptr, 0, nullptr, nullptr),
           1);
  CHECK_EQ(PEM_write_bio_X509(bio.get(), certificate_.get()), 1);
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  return {data, static_cast<size_t>(size)};
}

Result<std::string> SigningKey::Sign(const EVP_MD* digest,
                                     std::string_view data) const {
  const std::unique_ptr<EVP_MD_CTX, FreeContext> context(EVP_MD_CTX_new());
  CHECK(context != nullptr);
  const auto* bytes = reinterpret_cast<const unsigned char*>(data.data());
  size_t size = 0;
  std::string signature;
  if (EVP_DigestSignInit(context.get(), nullptr, digest, nullptr, key_.get()) ==
          1 &&
      EVP_DigestSign(context.get(), nullptr, &size, bytes, data.size()) == 1) {
    signature.resize(size);
    auto* out = reinterpret_cast<unsigned char*>(signature.data());
    if (EVP_DigestSign(context.get(), out, &size, bytes, data.size()) == 1) {
      signature.resize(size);
      return signature;
    }
  }
  return Fail(ErrorKind::kIo, "cannot sign: {}", OpensslReason());
}

std::string CertificateDigest(std::string_view der) {
  return HexEncode(Digest(DigestKind::kSha256, {der}));
}

}  // namespace reprise::apk
