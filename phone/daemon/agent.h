// The phone answers as the agent that `reprise` brings to real devices
// (proto/reprise/agent.proto): the command /system/bin/reprise-agent serve.
//
// Threads: the command's.
#pragma once

#include "phone/daemon/virtual_phone.h"
#include "phone/shell/commands.h"

namespace reprise::phone {

// The phone must outlive the commands.
void AddAgent(Commands& commands, VirtualPhone& phone);

}  // namespace reprise::phone
