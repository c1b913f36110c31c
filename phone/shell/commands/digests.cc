// md5sum, sha1sum, sha256sum, sha512sum and base64.
#include <openssl/evp.h>

#include <algorithm>
#include <memory>

#include "base/text.h"
#include "phone/shell/commands/all.h"
#include "phone/shell/options.h"

namespace reprise::phone {
namespace {

int Sum(Process& process, const EVP_MD* kind) {
  const auto options = Options::Parse(process, "bc");
  if (!options) return 1;
  if (options->Has('c'))
    return process.Fail("-c is not offered; compare the sums yourself");
  return process.ForEachInput(options->rest, [&](Input& input) {
    std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context(EVP_MD_CTX_new(),
                                                               EVP_MD_CTX_free);
    EVP_DigestInit_ex(context.get(), kind, nullptr);
    while (true) {
      const std::string_view block = input.Block();
      if (block.empty()) break;
      EVP_DigestUpdate(context.get(), block.data(), block.size());
    }
    if (input.error() != 0) return;
    std::string digest(EVP_MAX_MD_SIZE, '\0');
    unsigned size = 0;
    EVP_DigestFinal_ex(context.get(),
                       reinterpret_cast<unsigned char*>(digest.data()), &size);
    digest.resize(size);
    const std::string text = HexEncode(digest);
    process.Out(options->Has('b') ? text + "\n"
                                  : text + "  " + input.name() + "\n");
  });
}

int Base64(Process& process) {
  const auto options = Options::Parse(process, "diw:");
  if (!options) return 1;
  int result = 0;
  const int code = process.ForEachInput(options->rest, [&](Input& input) {
    std::string all = input.All();
    if (options->Has('d')) {
      std::erase_if(all,
                    [](char c) { return c == '\n' || c == '\r' || c == ' '; });
      const auto bytes = Base64Decode(all);
      if (bytes) {
        process.Out(*bytes);
      } else {
        result = process.Fail("bad input");
      }
      return;
    }
    const std::string text = Base64Encode(all);
    const int64_t wrap = options->Number('w', 76);
    const size_t width = wrap <= 0 ? std::max<size_t>(text.size(), 1)
                                   : static_cast<size_t>(wrap);
    for (size_t i = 0; i < text.size(); i += width) {
      process.Out(text.substr(i, width) + (wrap == 0 ? "" : "\n"));
    }
  });
  return code | result;
}

}  // namespace

void AddDigests(Commands& commands) {
  const auto add = [&](const std::string& name, const EVP_MD* (*kind)()) {
    commands.Add(name, "usage: " + name + " [-b] [FILE...]",
                 [kind](Process& process) { return Sum(process, kind()); });
  };
  add("md5sum", EVP_md5);
  add("sha1sum", EVP_sha1);
  add("sha256sum", EVP_sha256);
  add("sha512sum", EVP_sha512);
  commands.Add("base64", "usage: base64 [-d] [-w COLUMNS] [FILE...]", Base64);
}

}  // namespace reprise::phone
