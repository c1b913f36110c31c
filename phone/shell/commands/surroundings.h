// What commands change of the network and the battery of the phone.
//
// Threads: as commands.
#pragma once

#include <string>
#include <vector>

#include "phone/shell/process.h"

namespace reprise::phone {

// svc wifi|data enable|disable
int SwitchWifi(Process& process, bool on);
int SwitchData(Process& process, bool on);
// cmd wifi set-wifi-enabled enabled|disabled, status, ...
int WifiCommand(Process& process);
// cmd connectivity airplane-mode [enable|disable]
int ConnectivityCommand(Process& process);
// dumpsys battery [set WHAT VALUE|unplug|reset]
int DumpBattery(Process& process, const std::vector<std::string>& args);
// dumpsys connectivity
void DumpConnectivity(Process& process);

}  // namespace reprise::phone
