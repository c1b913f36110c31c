// What dumpsys tells of activities and services, of all apps that run.
#pragma once

#include <string>
#include <vector>

#include "phone/shell/process.h"

namespace reprise::phone {

// "com.a/.Main" of the activity in front; empty: none.
std::string FrontComponent(const PhoneState& front);

// "ActivityRecord{10007 u0 com.a/.Main t1}".
std::string ActivityLine(const PhoneActivity& activity);

// `dumpsys activity ARGS`; the rest of `top` is the framework's.
void DumpActivity(Process& process, const PhoneState& front,
                  const std::vector<std::string>& args);

}  // namespace reprise::phone
