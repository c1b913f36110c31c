// Any bytes as a dex file, its checksums not looked at.
//
// What must hold: no crash; what is read and can be written is read again, and
// then written as the same bytes; its text assembles to the same bytes, too.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "dex/assembler.h"
#include "dex/disassembler.h"
#include "dex/reader.h"
#include "dex/writer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace reprise::dex;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Pool pool;
  const auto file = ReadDex(
      bytes, &pool, {.verify_checksum = false, .verify_signature = false});
  if (!file) return 0;
  const std::string text = Disassemble(pool, *file);
  const auto written =
      WriteDex(pool, PointersTo(file->classes), {file->version, {}});
  if (!written) return 0;

  Pool again_pool;
  const auto again = ReadDex(*written, &again_pool);
  CHECK(again);
  const auto rewritten =
      WriteDex(again_pool, PointersTo(again->classes), {again->version, {}});
  CHECK(rewritten);
  CHECK(*rewritten == *written);

  Pool text_pool;
  const auto assembled = Assemble(Disassemble(again_pool, *again), &text_pool);
  CHECK(assembled);
  const auto from_text = WriteDex(text_pool, PointersTo(assembled->classes),
                                  {assembled->version, {}});
  CHECK(from_text);
  CHECK(*from_text == *written);
  return 0;
}
