// What the phone offers over adb: its shell, its files, sockets, installs.
//
// Threads: the loop's.
#pragma once

#include <memory>

#include "adb/daemon_service.h"
#include "adb/file_tree.h"
#include "adb/loop.h"
#include "phone/daemon/virtual_phone.h"
#include "phone/shell/shell_program.h"

namespace reprise::phone {

// All of them must outlive the use of `table`.
void AddPhoneServices(adb::ServiceTable& table, adb::Loop& loop,
                      adb::HostLink& host, VirtualPhone& phone,
                      ShellHost& shells, std::shared_ptr<adb::FileTree> files);

// What adb may use of it.
std::vector<std::string> PhoneFeatures();

}  // namespace reprise::phone
