// Time of day in the phone's time zone, from the machine's own files about
// zones; an unknown zone is UTC.
//
// Threads: plain functions.
#pragma once

#include <cstdint>
#include <ctime>
#include <string>

namespace reprise::phone {

// Of seconds since 1970 UTC; tm_gmtoff is set, tm_zone is not.
std::tm LocalTime(int64_t seconds, const std::string& zone);

}  // namespace reprise::phone
