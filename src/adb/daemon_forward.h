// Sockets of the machine as services: tcp:PORT, localabstract:NAME and
// localfilesystem:PATH connect to one (adb forward), and reverse: listens on
// one and hands every caller to the host (adb reverse).
//
// Only loopback is connected to and listened on.
//
// Threads: the loop's. What listens for a host goes with its connection.
#pragma once

#include "adb/daemon_service.h"
#include "adb/loop.h"

namespace reprise::adb {

// Most sockets that listen for one host.
inline constexpr size_t kMaxReverses = 256;

// `host` must outlive the use of `table`.
void AddForwards(ServiceTable& table, Loop& loop, HostLink& host);

}  // namespace reprise::adb
