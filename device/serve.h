// The agent as the host's hand on the device: requests on one file, replies on
// another (proto/reprise/agent.proto). When the host is gone, what runs ends,
// fingers and keys are lifted, and the agent goes.
//
// Threads: one call, from main().
#pragma once

#include "base/exit_code.h"

namespace reprise::agent {

// Until the end of `in`, a signal (readable `stop_fd`), or an unreadable
// request.
ExitCode Serve(int in, int out, int stop_fd);

}  // namespace reprise::agent
