// What `getprop` shows: the properties of an Android 14 phone.
//
// Threads: plain functions.
#pragma once

#include <map>
#include <string>

#include "reprise/phone.pb.h"

namespace reprise::phone {

inline constexpr const char* kModel = "Reprise phone";
// Where the phone answers as our agent, said in the property ro.reprise.agent.
inline constexpr const char* kAgentPath = "/system/bin/reprise-agent";

std::map<std::string, std::string> PhoneProperties(const PhoneProfile& profile,
                                                   const std::string& name,
                                                   bool virtual_clock);

}  // namespace reprise::phone
