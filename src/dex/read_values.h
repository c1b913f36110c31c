// Encoded values, arrays and annotations of a dex file that is being read.
//
// Each returns false when the file is bad, which `tables` then knows.
// Threads: those of IdTables.
#pragma once

#include <vector>

#include "dex/cursor.h"
#include "dex/id_tables.h"
#include "dex/value.h"

namespace reprise::dex {

bool ReadEncodedArray(IdTables* tables, Cursor* at, std::vector<Value>* out);

// annotation_set_item; offset 0 is an empty one.
bool ReadAnnotationSet(IdTables* tables, uint32_t offset, Annotations* out);

// annotation_set_ref_list.
bool ReadAnnotationSets(IdTables* tables, uint32_t offset,
                        std::vector<Annotations>* out);

}  // namespace reprise::dex
