#include "apk/jar_signature.h"

#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/err.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "apk/digest.h"
#include "base/check.h"
#include "base/text.h"

namespace reprise::apk {
namespace {

constexpr std::string_view kFolder = "META-INF/";
constexpr std::string_view kSchemesAttribute = "X-Android-APK-Signed";
// Of a line without its end; what is longer goes on in the next line, after a
// space.
constexpr size_t kMaxLine = 70;

struct FreeBio {
  void operator()(BIO* bio) const { BIO_free(bio); }
};
struct FreeCms {
  void operator()(CMS_ContentInfo* cms) const { CMS_ContentInfo_free(cms); }
};

std::string UpperCase(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

std::string Sha256Base64(std::string_view bytes) {
  return Base64Encode(Digest(DigestKind::kSha256, {bytes}));
}

void AddLine(std::string_view name, std::string_view value, std::string* out) {
  const std::string line = fmt::format("{}: {}", name, value);
  std::string_view rest = line;
  out->append(rest.substr(0, kMaxLine)).append("\r\n");
  rest.remove_prefix(std::min(kMaxLine, rest.size()));
  while (!rest.empty()) {
    out->append(" ").append(rest.substr(0, kMaxLine - 1)).append("\r\n");
    rest.remove_prefix(std::min(kMaxLine - 1, rest.size()));
  }
}

std::string Section(std::string_view name, std::string_view digest) {
  std::string section;
  AddLine("Name", name, &section);
  AddLine("SHA-256-Digest", digest, &section);
  section += "\r\n";
  return section;
}

Result<std::string> Pkcs7(const SigningKey& key, std::string_view data) {
  constexpr unsigned int kFlags =
      CMS_BINARY | CMS_DETACHED | CMS_NOATTR | CMS_PARTIAL;
  const std::unique_ptr<BIO, FreeBio> in(
      BIO_new_mem_buf(data.data(), static_cast<int>(data.size())));
  const std::unique_ptr<BIO, FreeBio> out(BIO_new(BIO_s_mem()));
  const std::unique_ptr<CMS_ContentInfo, FreeCms> cms(
      CMS_sign(nullptr, nullptr, nullptr, nullptr, kFlags));
  CHECK(in != nullptr && out != nullptr && cms != nullptr);
  if (CMS_add1_signer(cms.get(), key.certificate(), key.key(),
                      OpensslDigest(DigestKind::kSha256), kFlags) == nullptr ||
      CMS_final(cms.get(), in.get(), nullptr, kFlags) != 1 ||
      i2d_CMS_bio(out.get(), cms.get()) != 1) {
    ERR_clear_error();
    return Fail(ErrorKind::kIo, "cannot make the APK's v1 signature");
  }
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(out.get(), &bytes);
  return std::string(bytes, static_cast<size_t>(size));
}

// The value of an attribute in the first section of a signature file, whose
// lines may be folded; empty when it is not there.
std::string MainAttribute(std::string_view file, std::string_view name) {
  const std::string begin = UpperCase(name) + ": ";
  std::string line;
  while (true) {
    std::string_view next = file.substr(0, file.find('\n'));
    file.remove_prefix(std::min(next.size() + 1, file.size()));
    if (next.ends_with('\r')) next.remove_suffix(1);
    if (next.starts_with(' ')) {
      line += next.substr(1);
      continue;
    }
    if (UpperCase(line.substr(0, begin.size())) == begin) {
      return line.substr(begin.size());
    }
    if (next.empty()) return {};
    line = next;
  }
}

bool IsIn(std::string_view name, std::string_view ending) {
  return name.starts_with(kFolder) &&
         name.find('/', kFolder.size()) == std::string_view::npos &&
         name.ends_with(ending);
}

}  // namespace

bool IsSignatureEntry(std::string_view name) {
  const std::string upper = UpperCase(name);
  return upper == "META-INF/MANIFEST.MF" || IsIn(upper, ".SF") ||
         IsIn(upper, ".RSA") || IsIn(upper, ".DSA") || IsIn(upper, ".EC") ||
         (IsIn(upper, "") && upper.starts_with("META-INF/SIG-")) ||
         name == "stamp-cert-sha256";
}

void JarSigner::Add(std::string_view name, std::string_view content) {
  if (name.ends_with('/')) return;
  digests_.emplace_back(name, Sha256Base64(content));
}

Status JarSigner::Finish(const SigningKey& key, ZipWriter& writer) const {
  std::string manifest;
  AddLine("Manifest-Version", "1.0", &manifest);
  AddLine("Created-By", "Reprise", &manifest);
  manifest += "\r\n";
  std::string sections;
  for (const auto& [name, digest] : digests_) {
    const std::string section = Section(name, digest);
    manifest += section;
    sections += Section(name, Sha256Base64(section));
  }
  std::string file;
  AddLine("Signature-Version", "1.0", &file);
  AddLine("Created-By", "Reprise", &file);
  AddLine("SHA-256-Digest-Manifest", Sha256Base64(manifest), &file);
  AddLine(kSchemesAttribute, "2, 3", &file);
  file += "\r\n" + sections;

  ASSIGN_OR_RETURN(const std::string signature, Pkcs7(key, file));
  const std::string_view ending =
      key.type() == SigningKey::Type::kRsa ? "RSA" : "EC";
  RETURN_IF_ERROR(writer.Add("META-INF/CERT.SF", file, ZipMethod::kDeflated));
  RETURN_IF_ERROR(writer.Add(fmt::format("META-INF/CERT.{}", ending), signature,
                             ZipMethod::kDeflated));
  return writer.Add("META-INF/MANIFEST.MF", manifest, ZipMethod::kDeflated);
}

Result<std::set<uint32_t>> PromisedSchemes(const ZipReader& zip) {
  std::set<uint32_t> schemes;
  for (const ZipEntry& entry : zip.entries()) {
    if (!IsIn(UpperCase(entry.name), ".SF")) continue;
    ASSIGN_OR_RETURN(const std::string file, zip.Read(entry));
    const std::string value = MainAttribute(file, kSchemesAttribute);
    std::string_view rest = value;
    while (!rest.empty()) {
      const std::string_view word = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      const size_t digit = std::min(word.find_first_not_of(' '), word.size());
      uint32_t scheme = 0;
      std::from_chars(word.data() + digit, word.data() + word.size(), scheme);
      if (scheme != 0) schemes.insert(scheme);
    }
  }
  return schemes;
}

}  // namespace reprise::apk
