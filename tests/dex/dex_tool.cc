// What the round-trip test runs on dex files:
//
//   dex_tool rewrite IN OUT         reads and writes it
//   dex_tool disassemble IN OUT     as text
//   dex_tool assemble IN OUT        text as a dex file
//   dex_tool split IN OUT METHODS   OUT.0, OUT.1, ... of so many methods each
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "dex/assembler.h"
#include "dex/disassembler.h"
#include "dex/reader.h"
#include "dex/writer.h"

namespace {

using namespace reprise;
using namespace reprise::dex;

constexpr uint64_t kMaxInput = 1 << 30;

Status Run(std::string_view verb, const std::string& in, const std::string& out,
           const Limits& limits) {
  FileSystem& files = RealFileSystem();
  ASSIGN_OR_RETURN(const std::string bytes,
                   ReadWholeFile(files, in, kMaxInput));
  Pool pool;
  DexFile file;
  if (verb == "assemble") {
    ASSIGN_OR_RETURN(file, Assemble(bytes, &pool));
  } else {
    ASSIGN_OR_RETURN(file, ReadDex(bytes, &pool));
  }
  if (verb == "disassemble") {
    return WriteWholeFile(files, out, Disassemble(pool, file));
  }
  const WriteOptions options{file.version, limits};
  const ClassList classes = PointersTo(file.classes);
  if (verb != "split") {
    ASSIGN_OR_RETURN(const std::string written,
                     WriteDex(pool, classes, options));
    return WriteWholeFile(files, out, written);
  }
  ASSIGN_OR_RETURN(const auto parts, WriteDexFiles(pool, classes, options));
  for (size_t i = 0; i < parts.size(); ++i) {
    RETURN_IF_ERROR(
        WriteWholeFile(files, fmt::format("{}.{}", out, i), parts[i]));
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "dex_tool rewrite|disassemble|assemble|split IN OUT\n");
    return 1;
  }
  Limits limits;
  if (argc > 4) {
    limits.methods = static_cast<uint32_t>(std::strtoul(argv[4], nullptr, 10));
  }
  const Status status = Run(argv[1], argv[2], argv[3], limits);
  if (!status) {
    fmt::print(stderr, "dex_tool: {}\n", status.error().message);
    return 5;
  }
  return 0;
}
