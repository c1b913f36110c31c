// Any bytes as an APK: its zip file read whole, its signatures verified, and
// what could be read written again.
//
// What must hold: no crash, no allocation beyond the limits, and a zip file
// that we wrote reads the same.
#include <cstdint>
#include <string>

#include "apk/signature_schemes.h"
#include "apk/zip_reader.h"
#include "apk/zip_writer.h"
#include "base/check.h"
#include "base/memory_file_system.h"

using reprise::File;
using reprise::MemoryFileSystem;
using reprise::apk::VerifyApk;
using reprise::apk::ZipEntry;
using reprise::apk::ZipReader;
using reprise::apk::ZipWriter;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  MemoryFileSystem files;
  files.Put("in", std::string(reinterpret_cast<const char*>(data), size));
  const auto in = files.OpenForReading("in");
  CHECK(in.has_value());
  (void)VerifyApk(**in);
  const auto zip = ZipReader::Open(**in);
  if (!zip) return 0;
  const auto out = files.Create("out");
  CHECK(out.has_value());
  ZipWriter writer(**out);
  for (const ZipEntry& entry : zip->entries()) {
    CHECK(writer.Copy(*zip, entry).has_value());
  }
  CHECK(writer.Finish().has_value());
  const auto again = ZipReader::Open(**out);
  CHECK(again.has_value());
  CHECK_EQ(again->entries().size(), zip->entries().size());
  for (const ZipEntry& entry : zip->entries()) {
    const auto before = zip->Read(entry);
    const auto after = again->Read(entry.name);
    CHECK_EQ(before.has_value(), after.has_value());
    if (before) CHECK(*before == *after);
  }
  return 0;
}
