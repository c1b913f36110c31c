// Names that ART's sources take from libc++'s headers without asking, for
// libstdc++. Included before each of them.
#pragma once

#include <assert.h>
#include <string.h>

#include <cmath>
#include <cstddef>
#include <iterator>

using std::isnan;
using std::nullptr_t;
