// SIGINT, SIGTERM and SIGHUP as something that can be polled: a recording that
// is interrupted is finished, a replay lifts its fingers.
//
// Threads: InstallStopSignals() is for main(); the rest is any's.
#pragma once

namespace reprise::agent {

// Readable once a signal has come. SIGPIPE is ignored from then on.
int InstallStopSignals();

// The signal that came; 0: none.
int StopSignal();

}  // namespace reprise::agent
