#include "weave/catalogue.h"

#include "base/check.h"

namespace reprise::weave {
namespace {

struct SpecFile {
  const char* name;
  std::string_view text;
};

constexpr SpecFile kFiles[] = {
#define FILE(name, text) {name, text},
#include <catalogue.inc>
#undef FILE
};

}  // namespace

Spec Catalogue() {
  Spec spec;
  for (const SpecFile& file : kFiles) {
    const Status status = ParseSpec(file.text, file.name, &spec);
    CHECK(status);
  }
  return spec;
}

}  // namespace reprise::weave
