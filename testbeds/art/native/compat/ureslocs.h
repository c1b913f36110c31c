// In place of a private header of ICU, for the name of the currency data.
#pragma once

#include <unicode/udata.h>

#define U_ICUDATA_CURR U_ICUDATA_NAME "-curr"
