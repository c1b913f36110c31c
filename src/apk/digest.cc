#include "apk/digest.h"

#include <openssl/evp.h>

#include <memory>

#include "base/check.h"

namespace reprise::apk {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

}  // namespace

const EVP_MD* OpensslDigest(DigestKind kind) {
  return kind == DigestKind::kSha256 ? EVP_sha256() : EVP_sha512();
}

std::string Digest(DigestKind kind,
                   std::initializer_list<std::string_view> parts) {
  const std::unique_ptr<EVP_MD_CTX, FreeContext> context(EVP_MD_CTX_new());
  CHECK(context != nullptr);
  CHECK_EQ(EVP_DigestInit_ex(context.get(), OpensslDigest(kind), nullptr), 1);
  for (const std::string_view part : parts) {
    CHECK_EQ(EVP_DigestUpdate(context.get(), part.data(), part.size()), 1);
  }
  std::string digest(EVP_MAX_MD_SIZE, '\0');
  unsigned int size = 0;
  CHECK_EQ(EVP_DigestFinal_ex(context.get(),
                              reinterpret_cast<unsigned char*>(digest.data()),
                              &size),
           1);
  digest.resize(size);
  return digest;
}

}  // namespace reprise::apk
