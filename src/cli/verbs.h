// The table of each verb, each defined in the verb's own file.
#pragma once

#include "cli/verb.h"

namespace reprise::cli {

extern const Verb kRecordVerb;
extern const Verb kReplayVerb;
extern const Verb kDiffVerb;
extern const Verb kMinimizeVerb;
extern const Verb kSimulateVerb;
extern const Verb kDoctorVerb;
extern const Verb kInstrumentVerb;
extern const Verb kInfoVerb;
extern const Verb kShowVerb;
extern const Verb kUiVerb;
extern const Verb kConvertVerb;
extern const Verb kEditVerb;
extern const Verb kRecoverVerb;
extern const Verb kDevicesVerb;
extern const Verb kPhoneVerb;
extern const Verb kCompletionVerb;
extern const Verb kHelpVerb;

}  // namespace reprise::cli
