// Any text for the assembler, then through the register fitting and the writer.
//
// What must hold: no crash; what assembles prints as text that assembles to the
// same text; what can be written is read.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "dex/assembler.h"
#include "dex/disassembler.h"
#include "dex/fit_registers.h"
#include "dex/reader.h"
#include "dex/writer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace reprise::dex;
  Pool pool;
  auto file = Assemble({reinterpret_cast<const char*>(data), size}, &pool);
  if (!file) return 0;
  const std::string text = Disassemble(pool, *file);
  Pool again_pool;
  const auto again = Assemble(text, &again_pool);
  CHECK(again);
  CHECK(Disassemble(again_pool, *again) == text);

  // Registers that no short form has room for.
  for (ClassDef& entry : file->classes) {
    for (MethodDef& method : entry.methods) {
      if (method.code) (void)AddLocals(&*method.code, 300);
    }
  }
  const auto written =
      WriteDex(pool, PointersTo(file->classes), {file->version, {}});
  if (!written) return 0;
  Pool read_pool;
  CHECK(ReadDex(*written, &read_pool));
  return 0;
}
