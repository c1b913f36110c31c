// Writes PNG files, with the deflate library that Reprise has anyway.
//
// Threads: plain functions.
#pragma once

#include <string>

#include "phone/shell/phone.h"

namespace reprise::phone {

// Empty if there is no memory.
std::string EncodePng(const Picture& picture);

}  // namespace reprise::phone
