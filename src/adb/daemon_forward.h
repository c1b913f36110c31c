// Sockets of the machine as services: tcp:PORT, localabstract:NAME and
// localfilesystem:PATH connect to one (adb forward), and reverse: listens on
// one and hands every caller to the host (adb reverse).
//
// Only loopback is connected to and listened on.
//
// Threads: the loop's. What listens for a host goes with its connection.
#pragma once

#include <functional>
#include <memory>

#include "adb/daemon_service.h"
#include "adb/loop.h"
#include "base/fd.h"

namespace reprise::adb {

// Most sockets that listen for one host.
inline constexpr size_t kMaxReverses = 256;

// Told of a TCP port that is listened on for a host and where: 0 = no longer.
using ReverseMapper = std::function<void(uint16_t port, uint16_t real_port)>;

// `host` must outlive the use of `table`. With `mapper` any free port is
// listened on in the place of the one asked for, so that several devices on
// one machine can have the same; who connects is told by it.
void AddForwards(ServiceTable& table, Loop& loop, HostLink& host,
                 ReverseMapper mapper = nullptr);

// Bytes between a stream and a socket that is connected, or will be.
std::unique_ptr<Service> ServeSocket(Loop& loop, Stream& stream, Fd socket);

}  // namespace reprise::adb
