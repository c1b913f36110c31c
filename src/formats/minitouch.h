// minitouch's protocol (d, m, u, c, w, r), the touches that STF and many test
// tools send. See docs/format/foreign/minitouch.md.
//
// Threads: a constant.
#pragma once

#include "formats/format.h"

namespace reprise::formats {

extern const Format kMinitouchFormat;

}  // namespace reprise::formats
